/** Credentials that end on one node have ended on every other one. Two applications on one database. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { createLog } from '../../src/base/log.ts'
import { sql } from '../../src/base/sql.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { makeKey } from '../../src/keys/keys.ts'
import { addMember } from '../../src/members/members.ts'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../support/browser.ts'
import { createIntegration, readTokens } from '../support/integration.ts'

let test: ServedApp
let otherDatabase: Database
let nodes: App[]
let accountId: string
let memberId: string
const owner = 'owner@nodes.example'
const member = 'member@nodes.example'

beforeAll(async () => {
  test = await startServedApp()
  ;({ accountId } = await test.createAccount({ email: owner }))
  memberId = (await test.createAccount({ email: member })).userId
  otherDatabase = openDatabase({ url: test.store.url })
  const { secrets, url: publicUrl } = test
  nodes = [test.app, createApp({ database: otherDatabase, secrets, publicUrl, log: createLog('silent') })]
})
afterAll(async () => {
  await nodes[1]!.stop()
  await otherDatabase.close()
  await test.stop()
})

/** What each node answers to whoever has these headers, asked at the same moment. */
const statuses = (headers: Record<string, string>, url = '/api/v1/usage'): Promise<number[]> =>
  Promise.all(nodes.map(async (node) => (await node.http.server.inject({ method: 'GET', url, headers })).statusCode))

const cookieOf = ({ cookies }: Browser) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  origin: test.url,
  host: new URL(test.url).host,
  'sec-fetch-site': 'same-origin',
})

async function signedIn(email: string): Promise<Browser> {
  const browser = createBrowser(test)
  await browser.signIn(email)
  return browser
}

it('AUTH-3: a key that expires is refused on every node', async () => {
  const { apiKey, keyId } = await makeKey(test.store.database, { accountId, name: 'Short' })
  const headers = { authorization: `Bearer ${apiKey}` }
  expect(await statuses(headers)).toEqual([200, 200])
  await test.store.database.query(sql`UPDATE api_keys SET expires_at = now() WHERE key_id = ${keyId}`)
  expect(await statuses(headers)).toEqual([401, 401])
})

it('AUTH-3: an integration that is disconnected is refused on every node', async () => {
  const crm = await createIntegration(test, { scopes: ['usage:read'], name: 'CRM' })
  const { accessToken } = await crm.connect(owner)
  const headers = { authorization: `Bearer ${accessToken}` }
  expect(await statuses(headers)).toEqual([200, 200])
  const browser = await signedIn(owner)
  const { data } = (await browser.call('GET', '/app/v1/connections')).body
  expect((await browser.call('POST', `/app/v1/connections/${data[0].id}/disconnect`)).status).toBe(200)
  expect(await statuses(headers)).toEqual([401, 401])
})

it('AUTH-3: a member who is removed is refused on every node, with session and integration', async () => {
  await addMember(test.store.database, { accountId, userId: memberId, role: 'member', creditLimit: null })
  const theirs = await signedIn(member)
  expect((await theirs.call('POST', '/app/v1/account/switch', { account_id: accountId })).status).toBe(200)
  const agent = await createIntegration(test, { scopes: ['usage:read'], name: 'Agent' })
  const { page, verifier } = await agent.authorize(member, {}, theirs)
  const { accessToken } = await readTokens(agent, await agent.redeem(page, verifier))
  const doors = [cookieOf(theirs), { authorization: `Bearer ${accessToken}` }]
  for (const headers of doors) expect(await statuses(headers)).toEqual([200, 200])
  const browser = await signedIn(owner)
  expect((await browser.call('POST', `/app/v1/members/${memberId}/remove`)).status).toBe(200)
  for (const headers of doors) expect(await statuses(headers)).toEqual([401, 401])
})

it('AUTH-3: a session that is ended elsewhere is refused on every node', async () => {
  const [here, elsewhere] = [await signedIn(owner), await signedIn(owner)]
  expect(await statuses(cookieOf(here), '/app/v1/profile')).toEqual([200, 200])
  expect((await elsewhere.call('POST', '/auth/revoke-other-sessions')).status).toBe(200)
  expect(await statuses(cookieOf(here), '/app/v1/profile')).toEqual([401, 401])
  expect(await statuses(cookieOf(elsewhere), '/app/v1/profile')).toEqual([200, 200])
})

it('LIMIT-6: the first request of a member in their window is let in, also when it comes on two nodes at once', async () => {
  const headers = cookieOf(await signedIn(owner))
  for (let round = 0; round < 30; round += 1) {
    await test.store.database.query(sql`DELETE FROM request_counters WHERE meter LIKE 'web:%'`)
    expect(await statuses(headers)).toEqual([200, 200])
  }
})
