import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { planState } from '../billing/create-account.ts'
import { plans } from '../billing/plans.ts'
import { fixedClock } from '../clock.ts'
import { sql } from '../db/sql.ts'
import { insertAccount } from './accounts.ts'
import { createKey, listKeys, revokeKey, touchKey } from './keys.ts'
import { scopes } from './scopes.ts'

let now = new Date('2026-05-20T12:00:00.000Z')
const clock = fixedClock(() => now)
let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

const createAccount = () =>
  insertAccount(store.database, { name: 'An account', ...planState('active', plans.get('pro')!, now) })

it('a key is shown once: what is stored and listed does not contain it', async () => {
  const accountId = await createAccount()
  const { keyId, apiKey } = await createKey(store.database, { accountId, name: 'Production' })
  const [listed] = await listKeys(store.database, accountId)
  expect(listed).toMatchObject({
    key_id: keyId,
    name: 'Production',
    prefix: apiKey.slice(0, 13),
    scopes,
    credit_limit: null,
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
  })
  const rows = await store.database.query(sql`SELECT api_keys::text AS row FROM api_keys WHERE key_id = ${keyId}`)
  expect(JSON.stringify([rows, listed])).not.toContain(apiKey.slice(9))
})

it('an account sees its own keys, oldest first', async () => {
  const [mine, other] = [await createAccount(), await createAccount()]
  await createKey(store.database, { accountId: other, name: 'Theirs' })
  for (const name of ['First', 'Second', 'Third']) await createKey(store.database, { accountId: mine, name })
  expect((await listKeys(store.database, mine)).map(({ name }) => name)).toEqual(['First', 'Second', 'Third'])
})

it('revoking twice keeps the first time, and an unknown key is told as null', async () => {
  const { keyId } = await createKey(store.database, { accountId: await createAccount(), name: 'Old' })
  const revokedAt = now
  expect(await revokeKey(store.database, clock, keyId)).toEqual(revokedAt)
  now = new Date(now.getTime() + 60_000)
  expect(await revokeKey(store.database, clock, keyId)).toEqual(revokedAt)
  expect(await revokeKey(store.database, clock, 'key_unknown')).toBe(null)
})

it('a use within a minute of the last is not written again', async () => {
  const accountId = await createAccount()
  const { keyId } = await createKey(store.database, { accountId, name: 'Busy' })
  const first = now
  await touchKey(store.database, clock, keyId)
  now = new Date(first.getTime() + 59_000)
  await touchKey(store.database, clock, keyId)
  expect((await listKeys(store.database, accountId))[0]!.last_used_at).toEqual(first)
  now = new Date(first.getTime() + 61_000)
  await touchKey(store.database, clock, keyId)
  expect((await listKeys(store.database, accountId))[0]!.last_used_at).toEqual(now)
})
