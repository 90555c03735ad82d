import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { sql } from '../base/sql.ts'
import { importStores } from './catalogue-fixture.ts'
import { createChannelKeys } from './channel-keys.ts'
import { findMissingKey } from './find-missing-key.ts'
import { MatchingKeyMissing } from './lock-catalogue.ts'
import { listSuppressions, suppress, unsuppress } from './suppressions.ts'

const [first, second] = [randomBytes(32), randomBytes(32)]
const [old, rotated, replaced] = [[first], [second, first], [second]].map((keys) => createChannelKeys(keys))
const shop = {
  domain: 'shop.example',
  name: 'Shop',
  contacts: [{ full_name: 'Ada Lovelace', emails: [{ email: 'ada@shop.example', status: 'verified', type: 'work' }] }],
}

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

it('C17: people who were imported or suppressed under a key are matched by that key, or nothing is done', async () => {
  const { database } = store
  await importStores(database, [shop], { channelKeys: old! })
  await suppress(database, old!, { email: 'ada@shop.example' })

  await expect(importStores(database, [shop], { channelKeys: replaced! })).rejects.toThrow(MatchingKeyMissing)
  await expect(suppress(database, replaced!, { email: 'bob@shop.example' })).rejects.toThrow(/must end with the key/)
  await expect(unsuppress(database, replaced!, { email: 'ada@shop.example' })).rejects.toThrow(MatchingKeyMissing)
  expect(await listSuppressions(database)).toHaveLength(1)

  await importStores(database, [shop], { channelKeys: rotated! })
  const contacts = await database.query(sql`SELECT suppressed FROM contacts`)
  expect(contacts).toEqual([{ suppressed: true }])
})

it('a key that seals contacts and is not held is found, whichever others are', async () => {
  const { keyId } = rotated!.seal('ct_live_aaaaaaaaaaaaaaaa', { emails: [], phones: [], linkedin_url: null })
  expect(await findMissingKey(store.database, rotated!)).toBeNull()
  expect(await findMissingKey(store.database, old!)).toBe(keyId)
})
