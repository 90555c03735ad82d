import { expect, it } from 'vitest'
import { operations } from '../operations.ts'
import { hasCompactForm, toCompact } from './compact.ts'
import { toolOperations } from './tools.ts'

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
