/** What of a watch fits a webhook, and where the rest is. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PublicHost, startPublicHost } from '../../test/support/public-host.ts'
import { createWebhookAccount } from '../../test/support/webhook-account.ts'
import { openWatching } from './watches-fixture.ts'

let host: PublicHost
let stage: Awaited<ReturnType<typeof openWatching>>
beforeAll(async () => {
  host = await startPublicHost('crm.example')
  host.answer((_visit, response) => response.end('ok'))
  stage = await openWatching({ webhookRequests: host.requests })
  await stage.importStores([{ domain: 'first.example', apps: ['Baseline'] }])
})
afterAll(async () => {
  await stage.test.stop()
  await host.stop()
})

it.each([
  ['many small stores', 'Small', 100, 10],
  ['stores of which none fits', 'Huge', 3, 900],
])('WATCH-2: a webhook has 20 kB at most; what did not fit is behind the cursor: %s', async (_, name, stores, apps) => {
  const { apiKey } = await createWebhookAccount(stage.test, {
    url: host.at('crm.example', `/${name}`),
    types: ['watch.matched'],
  })
  const query = { store: { apps: { any: [name] } } }
  const saved = await stage.post(apiKey, '/saved-searches', { name, kind: 'stores', query })
  const watch = await stage.post(apiKey, '/watches', { saved_search_id: saved.id })
  const domains = Array.from({ length: stores }, (_one, at) => `${name.toLowerCase()}${at}.example`)
  const appsOf = (domain: string) => [
    name,
    ...Array.from({ length: apps }, (_one, at) => `${name} App ${at} of ${domain}`),
  ]
  await stage.importStores(domains.map((domain) => ({ domain, apps: appsOf(domain) })))
  await stage.judge()
  await stage.test.app.webhooks.runDue()
  const [visit, ...others] = host.visits.filter(({ path }) => path === `/${name}`)
  expect(others).toEqual([])
  expect(Buffer.byteLength(visit!.body)).toBeLessThan(20_000)
  const { data: told } = JSON.parse(visit!.body)
  const sent: string[] = told.data.map(({ store }: { store: { domain: string } }) => store.domain)
  expect(told.count).toBe(stores)
  expect(sent.length).toBeLessThan(stores)
  if (apps < 100) expect(Buffer.byteLength(visit!.body)).toBeGreaterThan(15_000)
  const path = `/watches/${watch.id}/matches?limit=100&cursor=${encodeURIComponent(told.next_cursor)}`
  const rest = (await stage.get(apiKey, path)).data.map(({ store }: { store: { domain: string } }) => store.domain)
  expect([...sent, ...rest].sort()).toEqual(domains.sort())
})
