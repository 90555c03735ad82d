import { describe, expect, it } from 'vitest'
import { demoCatalogue } from '../../demo/catalogue.ts'
import { fixtureKeys } from '../catalogue-fixture.ts'
import type { NewContact } from './batch-plan.ts'
import { contactColumns } from './copy-text.ts'
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

const columns = contactColumns.split(', ')
const sealedAt = columns.indexOf('channels')

/** The columns of each row; with what is sealed opened, because no two seals are alike. */
function rowsOf(bytes: Uint8Array): unknown[][] {
  const lines = Buffer.from(bytes).toString().trimEnd().split('\n')
  return lines.map((line) => {
    const row: unknown[] = line.split('\t')
    const sealed = String(row[sealedAt])
    if (sealed !== '\\N') {
      const bytesOf = Buffer.from(sealed.slice('\\\\x'.length), 'hex')
      row[sealedAt] = fixtureKeys.open(String(row[0]), String(row[sealedAt + 1]), bytesOf)
    }
    return row
  })
}

describe('new contacts are sealed and encoded in a thread of their own', () => {
  it('where there are many, to the same rows as without one', async () => {
    expect(contacts.length).toBeGreaterThan(1_000)
    const encoder = openEncoder(fixtureKeys)
    try {
      const [here, there] = await Promise.all([encodeHere(fixtureKeys)(contacts, 7), encoder.encode(contacts, 7)])
      expect(rowsOf(there)).toEqual(rowsOf(here))
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
