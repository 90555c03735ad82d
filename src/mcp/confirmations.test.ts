import { expect, it } from 'vitest'
import type { Principal } from '../call/principal.ts'
import { toCompact } from './compact.ts'
import { createConfirmations, type Quote } from './confirmations.ts'

const caller = (account: string, actor: string) =>
  ({ account: { id: account }, actor: { type: 'api_key', id: actor } }) as unknown as Principal
const quote = (required: number, ...agreedTo: string[]): Quote => ({
  credits: { required, remaining: 10, spendable_now: 10 },
  agreedTo,
})

it('MCP-9: a code is that of one quote and one caller, the same on every node, and another secret makes another', () => {
  const [node, other, foreign] = [1, 1, 2].map((byte) => createConfirmations(Buffer.alloc(32, byte)))
  const code = node!.codeOf(quote(1, 'ct_1 new'), caller('acc_1', 'key_1'))
  expect(other!.codeOf(quote(1, 'ct_1 new'), caller('acc_1', 'key_1'))).toBe(code)
  const others = [
    node!.codeOf(quote(2, 'ct_1 new'), caller('acc_1', 'key_1')),
    node!.codeOf(quote(1, 'ct_2 new'), caller('acc_1', 'key_1')),
    node!.codeOf(quote(1, 'ct_1 already_revealed'), caller('acc_1', 'key_1')),
    node!.codeOf(quote(1, 'ct_1 new', 'ct_2 new'), caller('acc_1', 'key_1')),
    node!.codeOf(quote(1, 'ct_1 new'), caller('acc_1', 'key_2')),
    node!.codeOf(quote(1, 'ct_1 new'), caller('acc_2', 'key_1')),
    foreign!.codeOf(quote(1, 'ct_1 new'), caller('acc_1', 'key_1')),
  ]
  expect(new Set([code, ...others]).size).toBe(8)
})

it('MCP-9: the remaining credits are not part of the agreement: somebody else may spend meanwhile', () => {
  const { codeOf } = createConfirmations(Buffer.alloc(32))
  const before = quote(1, 'ct_1 new')
  const after = { ...before, credits: { ...before.credits, remaining: 3, spendable_now: 3 } }
  expect(codeOf(after, caller('acc_1', 'key_1'))).toBe(codeOf(before, caller('acc_1', 'key_1')))
})

it('MCP-11: a compact list keeps what is needed to go on, and leaves out what says nothing', () => {
  const store = {
    domain: 'shop.example',
    name: null,
    category: 'home',
    contacts_summary: { total: 2, verified_email_count: 1 },
  }
  const list = { object: 'list', data: [store], has_more: true, next_cursor: 'next', total: 9, warnings: [] }
  expect(JSON.parse(toCompact('searchStores', JSON.stringify(list)))).toEqual({
    has_more: true,
    next_cursor: 'next',
    total: 9,
    data: [{ domain: 'shop.example', category: 'home', contacts_summary: { total: 2, verified_email_count: 1 } }],
  })
})
