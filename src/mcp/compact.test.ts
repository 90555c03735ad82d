import { expect, it } from 'vitest'
import { operations } from '../operations.ts'
import { similarStoresMax } from '../stores/find-similar-stores.ts'
import { compactDefaults, hasCompactForm, toCompact } from './compact.ts'
import { describeTool, toolOperations } from './tools.ts'

type Json = Record<string, unknown>

/** What an agent chooses from. One that it asked for by name, or paid for, it gets in full. */
const isChosenFrom = (value: unknown): boolean =>
  Array.isArray(value) && value.some((item) => /"object":"(contact_preview|store|contact)"/.test(JSON.stringify(item)))
const askedForByName = ['revealContacts', 'readOwnedContacts']

it('MCP-11: every tool that lists contacts or stores has a compact form, which leaves a quarter or more out and no id', () => {
  const listing = [...toolOperations(operations).values()].filter(
    ({ id, example }) => !askedForByName.includes(id) && isChosenFrom((example.reply as unknown as Json).data),
  )
  expect(listing.length).toBeGreaterThan(8)
  expect(listing.filter(({ id }) => !hasCompactForm(id)).map(({ id }) => id)).toEqual([])
  for (const { id, example } of listing) {
    const full = JSON.stringify(example.reply)
    const compact = toCompact(id, full)
    expect([id, compact.length < full.length * 0.75]).toEqual([id, true])
    const idsIn = (text: string) => new Set(text.match(/ct_live_\w+|"domain":"[^"]+"/g))
    expect([id, [...idsIn(full)].filter((one) => !idsIn(compact).has(one))]).toEqual([id, []])
  }
})

it('MCP-11: a tool is described with the defaults that its compact form has, and says what they are in full', () => {
  const operation = toolOperations(operations).get('find_similar_stores')!
  const { limit } = describeTool(operation).inputSchema.properties as { limit: Json }
  expect(compactDefaults(operation.id)).toEqual({ limit: 10 })
  expect(limit).toMatchObject({ default: 10, maximum: similarStoresMax })
  expect(limit.description).toMatch(/By default 10, or 25 with `detail` full\.$/)
  expect((operation.request.query as unknown as { properties: { limit: Json } }).properties.limit.default).toBe(
    similarStoresMax,
  )
})

it('EXCL-8: the compact form says who is excluded, where that is shown', () => {
  const { example } = operations.find(({ id }) => id === 'searchContacts')!
  const { data, ...envelope } = example.reply as unknown as { data: Json[] }
  const excluded = [true, false, undefined]
  const reply = { ...envelope, data: excluded.map((one) => ({ ...data[0], excluded: one })) }
  const compact = JSON.parse(toCompact('searchContacts', JSON.stringify(reply)))
  expect(compact.data.map((one: Json) => one.excluded)).toEqual(excluded)
})

it('MCP-11: the compact form of a revealed contact has the primary channels, wherever they stand', () => {
  const { example } = operations.find(({ id }) => id === 'listRevealedContacts')!
  const { data, ...envelope } = example.reply as unknown as { data: Json[] }
  const emails = ['first@shop.example', 'used@shop.example'].map((email) => ({ email, status: 'verified' }))
  const contact = { ...data[0], emails: emails.map((one, at) => ({ ...one, is_primary: at === 1 })) }
  const compact = JSON.parse(toCompact('listRevealedContacts', JSON.stringify({ ...envelope, data: [contact] })))
  expect(compact.data[0].email).toBe('used@shop.example')
})
