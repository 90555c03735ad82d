import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser } from '../../test/support/browser.ts'
import { sql } from '../base/sql.ts'
import { addMember } from '../members/members.ts'
import { openWatching } from './watches-fixture.ts'

let stage: Awaited<ReturnType<typeof openWatching>>
beforeAll(async () => {
  stage = await openWatching()
  await stage.importStores([{ domain: 'first.example', apps: ['Baseline'] }])
})
afterAll(() => stage.test.stop())

/** A store as it was so many minutes ago, and what that makes of watches. */
async function tell(domain: string, apps: string[], minutes: number): Promise<void> {
  const observed_at = new Date(Date.now() - minutes * 60_000).toISOString()
  await stage.importStores([{ domain, country: 'DE', apps, observed_at }])
  await stage.judge()
}

type Shown = { store: { domain: string }; changes: { type: string; value: string | null }[] }
const domainsOf = (answer: { body: { data: Shown[] } }) => answer.body.data.map(({ store }) => store.domain)

async function watching(query: object) {
  const { apiKey, accountId } = await stage.test.createAccount()
  const saved = await stage.post(apiKey, '/saved-searches', { name: 'News', kind: 'stores', query })
  const watch = await stage.post(apiKey, '/watches', { saved_search_id: saved.id })
  const matches = async (): Promise<Shown[]> => (await stage.get(apiKey, `/watches/${watch.id}/matches?limit=100`)).data
  return { apiKey, accountId, watch, matches }
}

it.each([
  ['in another case', 'case.example', { type: 'APP_ADDED', value: ' straßen-APP ' }],
  ['by its label', 'label.example', { type: 'App added' }],
])('WATCH-3: a change that the filter names %s is told each time', async (_how, domain, asked) => {
  await tell(domain, [], 50)
  const { matches } = await watching({
    store: { domains: [domain], changes: { any: [{ ...asked, within_days: 30 }] } },
  })
  await tell(domain, ['STRASSEN-App'], 40)
  await tell(domain, [], 30)
  await tell(domain, ['STRASSEN-App'], 20)
  expect((await matches()).map(({ changes }) => changes.map(({ type, value }) => [type, value]))).toEqual([
    [['app_added', 'STRASSEN-App']],
    [['app_added', 'STRASSEN-App']],
  ])
})
