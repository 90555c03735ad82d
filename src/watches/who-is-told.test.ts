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

it('WATCH-6: mails that are switched on later begin with what is told from then on', async () => {
  const { apiKey, watch, accountId, matches } = await watching({ store: { apps: { any: ['Quiet'] } } })
  const mailedAfter = async (hours: number) => {
    await stage.test.store.owner.query(sql`
      UPDATE watches SET created_at = created_at - make_interval(hours => ${hours}),
        mailed_at = mailed_at - make_interval(hours => ${hours}) WHERE account_id = ${accountId}`)
    await stage.judge()
    await stage.test.app.queue.runWaiting()
    return stage.test.mails.filter(({ text }) => text.includes(watch.id)).map(({ subject }) => subject)
  }
  await tell('before.example', ['Quiet'], 50)
  expect(await mailedAfter(1_000)).toEqual([])
  await stage.test.call('PATCH', `/api/v1/watches/${watch.id}`, { key: apiKey, body: { mail: 'daily' } })
  expect(await mailedAfter(25)).toEqual([])
  await tell('after.example', ['Quiet'], 40)
  expect(await matches()).toHaveLength(2)
  expect(await mailedAfter(25)).toEqual(['1 new match for “News”'])
})
