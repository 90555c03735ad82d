import { describe, expect, it } from 'vitest'
import { demoCatalogue } from '../../demo/catalogue.ts'
import { fixtureKeys } from '../catalogue-fixture.ts'
import type { NewContact } from './batch-plan.ts'
import { intoContacts } from './copy-rows.ts'
import { encodeHere, openEncoder } from './encode-contacts.ts'
import { toPerson } from './person.ts'
import { readStore } from './read-store.ts'

const now = Date.parse('2026-11-01T00:00:00Z')
const people = [...demoCatalogue({ stores: 600, seed: 3, now: new Date(now) })].flatMap(
  (line) => readStore(line, () => {}, { now, observedAt: now }).contacts ?? [],
)
const contacts: NewContact[] = people.map((record, at) => ({
  contactId: `con_${at}`,
  storeId: 'str_1',
  person: toPerson(record, fixtureKeys),
  at: now,
}))

const columns = /\((.*?)\)/.exec(intoContacts)![1]!.split(', ')
const sealedAt = columns.indexOf('channels')
const headBytes = 19

/** The columns of each row; with what is sealed opened, because no two seals are alike. */
function rowsOf(encoded: Uint8Array | null): unknown[][] {
  const bytes = Buffer.from(encoded!)
  const rows: unknown[][] = []
  let at = headBytes
  while (bytes.readInt16BE(at) === columns.length) {
    at += 2
    const row: (Buffer | null)[] = columns.map(() => {
      const length = bytes.readInt32BE(at)
      at += 4 + Math.max(length, 0)
      return length < 0 ? null : bytes.subarray(at - length, at)
    })
    const [contactId, sealed, keyId] = [row[0]!, row[sealedAt], row[sealedAt + 1]]
    const opened = sealed && keyId && fixtureKeys.open(String(contactId), String(keyId), sealed)
    rows.push(row.map((value, place) => (place === sealedAt ? opened : value?.toString('hex'))))
  }
  expect(bytes.length).toBe(at + 2)
  return rows
}

describe('new contacts are sealed and encoded in a thread of their own', () => {
  it('where there are many, to the same rows as without one', async () => {
    expect(contacts.length).toBeGreaterThan(1_000)
    const encoder = openEncoder(fixtureKeys)
    try {
      const [here, there] = await Promise.all([encodeHere(fixtureKeys)(contacts, 7), encoder.encode(contacts, 7)])
      expect(rowsOf(there)).toEqual(rowsOf(here))
      expect(rowsOf(here)).toHaveLength(contacts.length)
    } finally {
      await encoder.close()
    }
  })

  it('and what is asked of a thread that is gone is refused', async () => {
    const encoder = openEncoder(fixtureKeys)
    await encoder.encode(contacts, 7)
    const pending = encoder.encode(contacts, 7)
    await encoder.close()
    await expect(pending).rejects.toThrow('The thread that seals contacts ended')
    await expect(encoder.encode(contacts, 7)).rejects.toThrow('The thread that seals contacts ended')
  })
})
