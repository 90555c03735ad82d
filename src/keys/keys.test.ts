import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser, startServedApp } from '../../test/support/browser.ts'
import { createQuickCommand, environmentFor, makeDataDir } from '../../test/support/command.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { insertAccount } from '../accounts/accounts.ts'
import { fixedClock } from '../base/clock.ts'
import { scopes } from '../base/scopes.ts'
import { sql } from '../base/sql.ts'
import { planState } from '../billing/operator-account.ts'
import { plans } from '../billing/plans/plans.ts'
import { prepareDemo } from '../demo/demo.ts'
import { endKey, makeKey, readKeys, touchKey } from './keys.ts'

let now = new Date('2026-05-20T12:00:00.000Z')
const clock = fixedClock(() => now)
let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

const createAccount = () =>
  insertAccount(store.database, { name: 'An account', ...planState('active', plans.get('pro')!, now) })

it('AUTH-6, A12: a key is shown once: neither the stored row nor the list contains it', async () => {
  const accountId = await createAccount()
  const { keyId, apiKey } = await makeKey(store.database, { accountId, name: 'Production' })
  const [listed] = await readKeys(store.database, accountId)
  expect(listed).toMatchObject({
    id: keyId,
    name: 'Production',
    prefix: apiKey.slice(0, 13),
    scopes,
    creditLimit: null,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  })
  const rows = await store.database.query(sql`SELECT api_keys::text AS row FROM api_keys WHERE key_id = ${keyId}`)
  expect(JSON.stringify([rows, listed])).not.toContain(apiKey.slice(9))
})

it('an account sees its own keys, newest first', async () => {
  const [mine, other] = [await createAccount(), await createAccount()]
  await makeKey(store.database, { accountId: other, name: 'Theirs' })
  for (const name of ['First', 'Second', 'Third']) await makeKey(store.database, { accountId: mine, name })
  expect((await readKeys(store.database, mine)).map(({ name }) => name)).toEqual(['Third', 'Second', 'First'])
})

it('revoking twice keeps the first time, and an unknown key gives null', async () => {
  const accountId = await createAccount()
  const { keyId } = await makeKey(store.database, { accountId, name: 'Old' })
  const revokedAt = now
  expect(await endKey(store.database, clock, accountId, keyId)).toMatchObject({ revokedAt, isNew: true })
  now = new Date(now.getTime() + 60_000)
  expect(await endKey(store.database, clock, accountId, keyId)).toMatchObject({ revokedAt, isNew: false })
  expect(await endKey(store.database, clock, accountId, 'key_unknown')).toBe(null)
})

it('a key of another account is left as it is and answered as unknown; the operator reaches every key', async () => {
  const [mine, other] = [await createAccount(), await createAccount()]
  const { keyId } = await makeKey(store.database, { accountId: other, name: 'Theirs' })
  expect(await endKey(store.database, clock, mine, keyId)).toBe(null)
  expect((await readKeys(store.database, other, keyId))[0]!.revokedAt).toBe(null)
  expect(await endKey(store.database, clock, null, keyId)).toMatchObject({ revokedAt: now, accountId: other })
})

it('a use within a minute of the last is not written again', async () => {
  const accountId = await createAccount()
  const { keyId } = await makeKey(store.database, { accountId, name: 'Busy' })
  const first = now
  await touchKey(store.database, clock, keyId)
  now = new Date(first.getTime() + 59_000)
  await touchKey(store.database, clock, keyId)
  expect((await readKeys(store.database, accountId))[0]!.lastUsedAt).toEqual(first)
  now = new Date(first.getTime() + 61_000)
  await touchKey(store.database, clock, keyId)
  expect((await readKeys(store.database, accountId))[0]!.lastUsedAt).toEqual(now)
})

it('a key of every door that names nothing has the same scopes and end', async () => {
  const test = await startServedApp()
  const dataDir = await makeDataDir()
  await mkdir(dataDir.path)
  try {
    const { database } = test.store
    const run = createQuickCommand(environmentFor(test.store.url))
    const email = 'doors@keys.example'
    expect((await run(`account create --name Doors --email ${email}`)).code).toBe(0)
    for (const options of ['', '--test']) {
      expect((await run(`key create --account ${email} --name Command ${options}`)).code).toBe(0)
    }
    await test.createAccount({ email: 'web@keys.example' })
    const browser = createBrowser(test)
    await browser.signIn('web@keys.example')
    for (const mode of ['live', 'test']) {
      expect((await browser.call('POST', '/app/v1/keys', { name: 'Web', mode })).status).toBe(200)
    }
    // A catalogue that is loaded already, and then notes that were lost with the key.
    for (const _ of ['first start', 'lost key']) {
      const catalogue = { stores: 0, seed: 0, loaded: true, hasPast: true }
      await writeFile(join(dataDir.path, 'demo.json'), JSON.stringify({ catalogue }))
      const { channelKeys } = test.app
      await prepareDemo({ database, clock: test.app.clock, plans, channelKeys, dataDir: dataDir.path })
    }

    const made = await database.query<{ name: string }>(
      sql`SELECT name, scopes, expires_at AS "expiresAt" FROM api_keys ORDER BY name COLLATE "C"`,
    )
    const doors = [
      'Command',
      'Command',
      'Demo key',
      'Demo test key',
      'Demo test key',
      'First key',
      'First key',
      'First key',
      'Web',
      'Web',
    ]
    expect(made).toEqual(doors.map((name) => ({ name, scopes, expiresAt: null })))
  } finally {
    await dataDir.remove()
    await test.stop()
  }
})
