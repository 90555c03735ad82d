import pg from 'pg'
import { expect, it } from 'vitest'
import { isDatabaseAway, isUnavailable } from './errors.ts'

const errorWith = (code: string, message = 'as the server put it') =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })

it.each([
  ['53100', 'disk full'],
  ['53200', 'out of memory'],
  ['53300', 'too many connections'],
  ['55P03', 'lock timeout'],
  ['57014', 'statement timeout'],
  ['25P03', 'idle in transaction'],
  ['25006', 'a primary that became a standby'],
  ['26000', 'a prepared statement that a pooler lost'],
  ['40P01', 'deadlock'],
  ['57P01', 'shutdown'],
  ['08006', 'connection failure'],
])('%s (%s) is the database’s trouble, not the request’s', (code) => {
  expect(isUnavailable(errorWith(code))).toBe(true)
})

it.each(['23505', '22P02', '42601', '42501', 'P0001'])('%s is a fault to look into', (code) => {
  expect(isUnavailable(errorWith(code))).toBe(false)
})

it('a plan that a migration outdated is tried again, other unsupported things are not', () => {
  expect(isUnavailable(errorWith('0A000', 'cached plan must not change result type'))).toBe(true)
  expect(isUnavailable(errorWith('0A000', 'LISTEN is not supported here'))).toBe(false)
})

it('a busy server keeps its connections, a lost one does not', () => {
  expect(isDatabaseAway(errorWith('55P03'))).toBe(false)
  expect(isDatabaseAway(errorWith('53100'))).toBe(false)
  expect(isDatabaseAway(errorWith('25P03'))).toBe(true)
})
