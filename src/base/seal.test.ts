import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createCursorSealer, createSealer, NotSealed } from './seal.ts'

const secret = randomBytes(32)
const cursors = createCursorSealer(createSealer(secret))
const refused = expect.objectContaining({
  code: 'invalid_cursor',
  details: expect.objectContaining({ param: 'cursor' }),
})

const open = (cursor: string, account = 'acc_one', query = 'list') => {
  try {
    return cursors.open(cursor, account, query)
  } catch (error) {
    return error
  }
}

it('a cursor opens for the account and the query it was issued for, on every node with the same secret', () => {
  const cursor = cursors.seal('{"seq":42}', 'acc_one', 'list')
  expect(open(cursor)).toBe('{"seq":42}')
  expect(createCursorSealer(createSealer(Buffer.from(secret))).open(cursor, 'acc_one', 'list')).toBe('{"seq":42}')
})

it('CURSOR-1, CURSOR-5: another account, another query and another secret are refused', () => {
  const cursor = cursors.seal('42', 'acc_one', 'list')
  expect(open(cursor, 'acc_two')).toEqual(refused)
  expect(open(cursor, 'acc_one', 'list spend')).toEqual(refused)
  expect(() => createCursorSealer(createSealer(randomBytes(32))).open(cursor, 'acc_one', 'list')).toThrow()
})

it('account and query can’t be shifted into each other', () => {
  const cursor = cursors.seal('42', 'acc_one', 'list')
  expect(open(cursor, 'acc_on', 'elist')).toEqual(refused)
  expect(open(cursor, 'acc_one\nlist', '')).toEqual(refused)
})

it('every change of a single character is refused', () => {
  const cursor = cursors.seal('42', 'acc_one', 'list')
  for (let at = 0; at < cursor.length; at += 1) {
    for (const other of ['A', 'B', '_', '-', '=', ' ', '+', '/', '']) {
      const changed = cursor.slice(0, at) + other + cursor.slice(at + 1)
      if (changed !== cursor) expect(open(changed)).toEqual(refused)
    }
  }
})

it('a text that was never a cursor is refused', () => {
  for (const text of [
    '',
    'A',
    '42',
    'A'.repeat(37),
    'A'.repeat(64),
    '\u0000',
    '%',
    `${cursors.seal('1', 'a', 'b')}=`,
  ]) {
    expect(open(text)).toEqual(refused)
  }
})

it('CURSOR-1: a cursor tells nothing: the position can’t be read, and two cursors of one position differ', () => {
  const position = 'ct_live_AbCdEfGhIjKlMnOp'
  const [one, two] = [cursors.seal(position, 'acc_one', 'list'), cursors.seal(position, 'acc_one', 'list')]
  expect(one).not.toBe(two)
  expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('AbCdEf')
  expect(one).toMatch(/^[A-Za-z0-9_-]+$/)
})

it('what is sealed for another purpose is no cursor, and what does not open says nothing of cursors', () => {
  const sealer = createSealer(secret)
  expect(open(sealer.seal('whsec_1', 'acc_one', 'webhook secret'))).toEqual(refused)
  expect(() => sealer.open(cursors.seal('42', 'acc_one', 'list'), 'acc_one', 'webhook secret')).toThrow(NotSealed)
})
