/** An account that is connected to a portal of the simulator, and what its owner does with it. */
import { expect } from 'vitest'
import type { Channels } from '../../src/catalog/channels.ts'
import { putConnection } from '../../src/hubspot/connections.ts'
import { insertRun } from '../../src/hubspot/runs.ts'
import type { TestApp } from './app.ts'
import type { Portal, SimulatedRecord } from './hubspot-portal.ts'
import type { HubspotSimulator } from './hubspot-simulator.ts'

/** A run that waits, for tests that only need its id. */
export async function makeHubspotRun(
  { app: { database, clock, sealer } }: Pick<TestApp, 'app'>,
  accountId: string,
  contactIds: string[],
): Promise<string> {
  const token = { token: 'pat-eu1-nobody', portalId: 1, appId: 1, automatic: false }
  await database.transaction((tx) => putConnection(tx, clock, sealer, accountId, token))
  return (await insertRun(database, clock, accountId, { kind: 'push', origin: 'request', contactIds }))!.id
}

export async function connectAccount(
  test: TestApp,
  hubspot: HubspotSimulator,
  { automatic = false, portal = hubspot.openPortal() }: { automatic?: boolean; portal?: Portal } = {},
) {
  const email = `${crypto.randomUUID()}@owner.example`
  const account = await test.createAccount({ credits: 1_000, email })
  const call = (method: string, path: string, body?: object) =>
    test.call(method, `/api/v1/hubspot${path}`, { key: account.apiKey, ...(body && { body }) })
  const made = await call('PUT', '', { token: portal.token, automatic })
  expect(made.status).toBe(200)
  const runDue = () => test.app.hubspot.runDue()
  return {
    ...account,
    email,
    portal,
    call,
    runDue,
    state: async () => (await call('GET', '')).body,
    runs: async () => (await call('GET', '/runs')).body.data,
    /** Revealed contacts of one new store. */
    async reveal(count = 1, channels?: Partial<Channels>): Promise<string[]> {
      const ids = await test.plantContacts(count, channels)
      for (let at = 0; at < ids.length; at += 10) await test.reveal(account.apiKey, ids.slice(at, at + 10))
      return ids
    },
    /** Asks for a run, and what came of it once it has had its turn. */
    async push(body: object) {
      const { status, body: run } = await call('POST', '/runs', body)
      expect(status).toBe(201)
      await runDue()
      return (await call('GET', `/runs/${run.id}`)).body
    },
    itemsOf: async (runId: string) => (await call('GET', `/runs/${runId}/items`)).body.data,
    contactOf: (contactId: string): SimulatedRecord | undefined =>
      [...portal.contacts.values()].find(({ properties }) => properties.prospector_contact_id === contactId),
  }
}
