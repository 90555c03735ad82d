/** Connections that somebody changes while a node sends. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { connectAccount } from '../../test/support/hubspot-account.ts'
import { type HubspotSimulator, startHubspot } from '../../test/support/hubspot-simulator.ts'

let hubspot: HubspotSimulator
let test: TestApp
beforeAll(async () => {
  hubspot = await startHubspot()
  test = await startTestApp({ hubspot: hubspot.ends })
})
afterAll(async () => {
  await test.stop()
  await hubspot.stop()
})

type ConnectedAccount = Awaited<ReturnType<typeof connectAccount>>

/** A contact is sent; when the request that creates it has arrived, `meanwhile` happens, and then it is answered. */
async function sendWhile({ portal, reveal, call, runDue }: ConnectedAccount, meanwhile: () => Promise<unknown>) {
  const [contactId] = await reveal(1)
  const letGo = hubspot.hold(portal, /contacts\/batch\/create/)
  await call('POST', '/runs', { contact_ids: [contactId] })
  const turn = runDue()
  await expect.poll(() => hubspot.visitsOf(portal).at(-1)!.path, { timeout: 30_000 }).toMatch(/contacts\/batch\/create/)
  await meanwhile()
  letGo()
  await turn
  return contactId!
}

it('HUBSPOT-8: a token that is refused after another one was connected stops nothing', async () => {
  const connected = await connectAccount(test, hubspot)
  const { portal, call, state, runDue, contactOf } = connected
  hubspot.failNext(portal, { status: 401, path: /contacts\/batch\/create/ })
  const contactId = await sendWhile(connected, () => call('PUT', '', { token: portal.token }))
  expect(await state()).toMatchObject({ status: 'connected', problem: null })
  await runDue()
  expect(contactOf(contactId)).toBeDefined()
})

it.each([
  ['on', true],
  ['off', false],
])('HUBSPOT-5: automatic that is switched %s while a node sends counts from then on', async (_how, automatic) => {
  const connected = await connectAccount(test, hubspot, { automatic: !automatic })
  const { reveal, call, runDue, contactOf } = connected
  let later = ''
  await sendWhile(connected, async () => {
    await call('PUT', '', { automatic })
    later = (await reveal(1))[0]!
  })
  await runDue()
  expect(contactOf(later) !== undefined).toBe(automatic)
})
