/** What somebody else does while a watch is made or changed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockWaits } from '../../test/support/race.ts'
import { type Sql, sql } from '../base/sql.ts'
import { openWatching } from './watches-fixture.ts'

let stage: Awaited<ReturnType<typeof openWatching>>
beforeAll(async () => {
  stage = await openWatching()
  await stage.importStores([{ domain: 'first.example', apps: ['Baseline'] }])
})
afterAll(() => stage.test.stop())

const query = { store: { apps: { any: ['Watched'] } } }

/** A call that reaches what somebody is changing, and goes on once they have changed it. */
async function during(change: Sql, call: () => Promise<{ status: number; body: { error?: { param?: string } } }>) {
  const { owner } = stage.test.store
  const { answer } = await owner.transaction(async (tx) => {
    await tx.query(change)
    const answer = call()
    await expect.poll(() => lockWaits(owner), { timeout: 30_000, interval: 10 }).toBeGreaterThan(0)
    return { answer }
  })
  const { status, body } = await answer
  return [status, body.error?.param]
}

it('WATCH-1: a watch whose list or saved search is deleted at that moment is refused like one of a list that never was', async () => {
  const { apiKey, accountId } = await stage.test.createAccount()
  const list = await stage.post(apiKey, '/lists', { name: 'Going', kind: 'stores' })
  const saved = await stage.post(apiKey, '/saved-searches', { name: 'Going', kind: 'stores', query })
  const watch = (body: object) => () => stage.test.call('POST', '/api/v1/watches', { key: apiKey, body })
  const deleteList = sql`DELETE FROM contact_lists WHERE account_id = ${accountId}`
  expect(await during(deleteList, watch({ list_id: list.id }))).toEqual([404, 'list_id'])
  const deleteSearch = sql`DELETE FROM saved_searches WHERE account_id = ${accountId}`
  expect(await during(deleteSearch, watch({ saved_search_id: saved.id }))).toEqual([404, 'saved_search_id'])
})

it('WATCH-1: so is a watch, or a change of one, whose target list is deleted at that moment', async () => {
  const { apiKey, accountId } = await stage.test.createAccount()
  const saved = await stage.post(apiKey, '/saved-searches', { name: 'Staying', kind: 'stores', query })
  const target = async () => {
    const list = await stage.post(apiKey, '/lists', { name: 'Going', kind: 'stores' })
    return { add_to_list_id: list.id }
  }
  const send = (method: 'POST' | 'PATCH', path: string, body: object) => () =>
    stage.test.call(method, `/api/v1${path}`, { key: apiKey, body })
  const deleteLists = sql`DELETE FROM contact_lists WHERE account_id = ${accountId}`
  const made = send('POST', '/watches', { saved_search_id: saved.id, ...(await target()) })
  expect(await during(deleteLists, made)).toEqual([404, 'add_to_list_id'])
  const watch = await stage.post(apiKey, '/watches', { saved_search_id: saved.id })
  const changed = send('PATCH', `/watches/${watch.id}`, await target())
  expect(await during(deleteLists, changed)).toEqual([404, 'add_to_list_id'])
  expect((await stage.get(apiKey, '/watches')).data.map(({ id }: { id: string }) => id)).toEqual([watch.id])
})
