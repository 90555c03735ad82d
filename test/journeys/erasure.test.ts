/** A person and an account are erased by the operator's command while the service runs. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawSql, sql } from '../../src/db/sql.ts'
import { createBrowser, type ServedApp, startServedApp } from '../support/browser.ts'
import { type Command, createQuickCommand, environmentFor } from '../support/command.ts'

let test: ServedApp
let run: Command
beforeAll(async () => {
  test = await startServedApp()
  const CHANNEL_KEY = test.secrets.channelKeys[0]!.toString('base64')
  run = createQuickCommand({ ...environmentFor(test.store.url), CHANNEL_KEY })
})
afterAll(() => test.stop())

/** Every row of every table, as text: what a dump would show. */
async function dump(): Promise<string> {
  const tables = await test.app.database.query<{ name: string }>(
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  )
  const rows = await Promise.all(
    tables.map(({ name }) =>
      test.app.database.query<{ row: string }>(rawSql(`SELECT t::text AS row FROM "${name}" t`)),
    ),
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

it('ERASE-2: the ledger keeps ids and amounts of an erased contact, and the contact is unavailable to everybody', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const [id] = await test.plantContacts(1)
  expect((await test.reveal(apiKey, [id!])).status).toBe(200)
  expect(await run(`erase --contact ${id} --json`)).toMatchObject({ code: 0, json: { contacts: 1 } })
  const again = await test.reveal(apiKey, [id!])
  expect([again.status, again.body.error.code]).toEqual([404, 'no_revealable_contacts'])
  const { body } = await test.call('GET', '/api/v1/credits/entries?kind=spend', { key: apiKey })
  expect(body.data).toMatchObject([{ amount: -1, contact_ids: [id] }])
  expect((await run('ledger verify --json')).json).toMatchObject({ problems: [] })
})

it('ERASE-3: an erased account has no people and no keys, and its ledger stays', async () => {
  const email = 'wilhelmina@erase.example'
  const { apiKey, accountId } = await test.createAccount({ email, name: 'Wilhelmina and Sons', credits: 5 })
  const browser = createBrowser(test)
  await browser.signIn(email)
  await browser.call('POST', '/app/v1/lists', { name: 'Friends of Wilhelmina' })
  await test.reveal(apiKey, await test.plantContacts(1))
  expect(await run(`account erase ${accountId}`)).toMatchObject({ code: 1 })
  expect(await run(`account erase ${accountId} --yes`)).toMatchObject({ code: 1 })
  await run(`account set ${accountId} --status lapsed`)
  expect(await run(`account erase ${accountId} --yes --json`)).toMatchObject({
    code: 0,
    json: { account_id: accountId, people: 1 },
  })
  expect(await dump()).not.toMatch(/wilhelmina/i)
  expect((await test.call('GET', '/api/v1/billing/status', { key: apiKey })).status).toBe(401)
  expect((await browser.call('GET', '/app/v1/profile')).status).toBe(401)
  const entries = await test.app.database.query(sql`SELECT FROM credit_entries WHERE account_id = ${accountId}`)
  expect(entries.length).toBeGreaterThan(1)
  expect((await run('ledger verify --json')).json).toMatchObject({ problems: [] })
})
