import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { revealAsAgent } from '../support/agent.ts'
import { createBrowser, type ServedApp, startServedApp } from '../support/browser.ts'
import { createIntegration } from '../support/integration.ts'

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

async function connectAgent(email: string): Promise<Client> {
  const agent = await createIntegration(test, { resource: `${test.url}/mcp`, name: 'Agent' })
  const mcp = new Client({ name: 'test agent', version: '1.0.0' })
  const requestInit = { headers: { Authorization: `Bearer ${(await agent.connect(email)).accessToken}` } }
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${test.url}/mcp`), { requestInit }) as Transport)
  return mcp
}

it('CREDIT-5, LIST-4, CREDIT-6, A4: four doors reveal overlapping contacts at once: each contact is paid for once, and each entry names its door', async () => {
  const email = 'four-doors@shop.example'
  const { apiKey } = await test.createAccount({ email })
  const browser = createBrowser(test)
  await browser.signIn(email)
  const { accessToken } = await (await createIntegration(test)).connect(email)
  const mcp = await connectAgent(email)

  const ids = await test.plantContacts(24)
  /** Five in a row from everywhere, so that every contact is asked for through several doors. */
  const window = (start: number) => Array.from({ length: 5 }, (_, at) => ids[(start + at) % ids.length]!)
  const reveal: Record<string, (contactIds: string[]) => Promise<number>> = {
    api_key: async (list) => (await test.reveal(apiKey, list)).body.credits.spent,
    oauth: async (list) => (await test.reveal(accessToken, list)).body.credits.spent,
    web: async (list) =>
      (await browser.call('POST', '/api/v1/contacts/reveal', { contact_ids: list })).body.credits.spent,
    mcp: async (list) => (await revealAsAgent(mcp, list)).credits.spent,
  }
  const doors = Object.keys(reveal)
  const calls = ids.flatMap((_, at) => doors.map((door) => ({ door, list: window(at + doors.indexOf(door) * 3) })))
  const spent = await Promise.all(calls.map(async ({ door, list }) => ({ door, credits: await reveal[door]!(list) })))

  expect(spent.reduce((sum, { credits }) => sum + credits, 0)).toBe(ids.length)
  const usage = await test.call('GET', '/api/v1/usage', { key: apiKey })
  expect(usage.body.contact_credits.used).toBe(ids.length)
  const entries = (await test.call('GET', '/api/v1/credits/entries?kind=spend&limit=100', { key: apiKey })).body.data
  const bought = entries.flatMap((entry: { contact_ids: string[] }) => entry.contact_ids)
  expect(bought.toSorted()).toEqual(ids.toSorted())
  const actorOfDoor: Record<string, string> = {
    api_key: 'api_key',
    oauth: 'connection',
    mcp: 'connection',
    web: 'member',
  }
  for (const { door, actor, amount } of entries) {
    expect(actor.type).toBe(actorOfDoor[door])
    expect(amount).toBeLessThan(0)
  }
  for (const door of doors) {
    const byEntries = entries.filter((entry: { door: string }) => entry.door === door)
    const sum = byEntries.reduce((total: number, entry: { amount: number }) => total - entry.amount, 0)
    const byCalls = spent.filter((one) => one.door === door).reduce((total, one) => total + one.credits, 0)
    expect({ door, sum }).toEqual({ door, sum: byCalls })
  }
  await mcp.close()
})

it('LIMIT-2, AUTH-2: keys, connections and agents share the windows of their account, and its plan', async () => {
  const email = 'windows@shop.example'
  const { accountId, apiKey } = await test.createAccount({ email, requestsPerDay: 3 })
  const { accessToken } = await (await createIntegration(test)).connect(email)
  const mcp = await connectAgent(email)
  const [id] = await test.plantContacts(1)
  const doors = [
    async () => outcomeOf((await test.reveal(apiKey, [id])).body),
    async () => outcomeOf((await test.reveal(accessToken, [id])).body),
    async () => {
      const args = { contact_ids: [id], confirm_spend_credits: true }
      const result = await mcp.callTool({ name: 'reveal_contacts', arguments: args })
      return outcomeOf(JSON.parse((result.content as { text: string }[])[0]!.text))
    },
  ]
  for (const reveal of doors) expect(await reveal()).toBe('revealed')
  for (const reveal of doors) expect(await reveal()).toBe('rate_limit_exceeded')
  await test.app.database.query(sql`UPDATE accounts SET status = 'lapsed' WHERE account_id = ${accountId}`)
  for (const reveal of doors) expect(await reveal()).toBe('api_access_required')
  await mcp.close()
})

it('PEOPLE-8, ERR-11, L11: a member’s credit limit is one for the web application and every connection of theirs, also at once', async () => {
  const email = 'limited@shop.example'
  const { accountId, apiKey } = await test.createAccount({ email })
  await test.app.database.query(sql`UPDATE members SET credit_limit = 4 WHERE account_id = ${accountId}`)
  const browser = createBrowser(test)
  await browser.signIn(email)
  const { accessToken } = await (await createIntegration(test)).connect(email)
  const mcp = await connectAgent(email)

  const ids = await test.plantContacts(16)
  const doors: ((id: string) => Promise<string>)[] = [
    async (id) => outcomeOf((await test.reveal(accessToken, [id])).body),
    async (id) => outcomeOf((await browser.call('POST', '/api/v1/contacts/reveal', { contact_ids: [id] })).body),
    async (id) => outcomeOf(await revealAsAgent(mcp, [id])),
  ]
  const outcomes = await Promise.all(ids.slice(0, 15).map((id, at) => doors[at % 3]!(id)))
  expect(outcomes.filter((outcome) => outcome === 'revealed')).toHaveLength(4)
  expect(outcomes.filter((outcome) => outcome === 'member_credit_limit_reached')).toHaveLength(11)
  for (const reveal of doors) expect(await reveal(ids[15]!)).toBe('member_credit_limit_reached')
  const member = (await browser.call('GET', '/app/v1/members')).body.data[0]
  expect(member).toMatchObject({ credit_limit: 4, credits_spent: 4 })
  expect((await test.reveal(apiKey, [ids[15]!])).status).toBe(200)
  expect((await verifyLedger(test.app.database)).problems).toEqual([])
  await mcp.close()
})

const outcomeOf = (answer: unknown): string => (answer as { error?: { code: string } }).error?.code ?? 'revealed'
