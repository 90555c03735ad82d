/** An account in one of its modes, with something of everything that a request can name. */
import { expect } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { recordEvents } from '../../src/events/record.ts'
import type { TestApp } from './app.ts'
import { makeHubspotRun } from './hubspot-account.ts'

export type Mode = 'live' | 'test'
/** `names`: what this side owns, or alone can see, by the field that asks for it. */
export type Side = { mode: Mode; key: string; accountId: string; names: Record<string, string> }

/** Two of everything, so that every list has a second page. */
export async function furnish(test: TestApp, mode: Mode, key: string, accountId: string): Promise<Side> {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await test.call(method, `/api/v1${path}`, { key, ...(body && { body }) })
    expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text])
    return answer.body
  }
  const found = await call('POST', '/contacts/search', { limit: 3, person: { has_verified_email: true } })
  const ids: string[] = found.data.map(({ id }: { id: string }) => id)
  const { domain } = found.data[0].store
  const revealed = (await call('POST', '/contacts/reveal', { contact_ids: ids })).data
  const made: Record<string, string[]> = {
    list_id: [],
    saved_search_id: [],
    watch_id: [],
    webhook_id: [],
    job_id: [],
    run_id: [],
  }
  for (const number of [1, 2]) {
    const list = await call('POST', '/lists', { name: `${mode} ${number}`, kind: 'contacts' })
    await call('POST', `/lists/${list.id}/items`, { ids })
    const search = { name: `${mode} ${number}`, kind: 'contacts', query: {} }
    made.list_id!.push(list.id)
    made.saved_search_id!.push((await call('POST', '/saved-searches', search)).id)
    made.watch_id!.push((await call('POST', '/watches', { list_id: list.id })).id)
    made.webhook_id!.push((await call('POST', '/webhooks', { url: `https://${mode}.example/${number}` })).id)
    const domains = [domain, 'nobody.example']
    made.job_id!.push((await call('POST', '/jobs', { kind: 'enrich', domains })).id)
    made.run_id!.push(await makeHubspotRun(test, accountId, ids))
    await call('PUT', `/exclusions/${mode}-${number}`, { entries: [] })
  }
  const stores = await call('POST', '/lists', { name: `${mode} stores`, kind: 'stores' })
  await call('POST', `/lists/${stores.id}/items`, { ids: [domain] })
  await call('PATCH', '/work-items', { kind: 'contacts', ids, status: 'contacted' })
  await call('PATCH', `/stores/${domain}/work`, { status: 'contacted' })
  await call('PUT', `/stores/${domain}/follow`, {})
  await test.app.queue.runWaiting()
  const { database, clock } = test.app
  const erased = [{ type: 'contact.erased' as const, data: { contact_ids: ids.slice(0, 1) } }]
  await database.transaction((tx) => recordEvents(tx, clock, accountId, erased))
  const events = await call('GET', '/events?types=contact.erased')
  await database.query(sql`
    INSERT INTO watch_matches (account_id, watch_id, match, item_id, changes, matched_at)
    SELECT ${accountId}, ${made.watch_id![0]}, n, ${ids[0]}, '[]', now() FROM generate_series(1, 2) n`)
  await database.query(sql`
    INSERT INTO webhook_deliveries (account_id, webhook_id, sequence, event_id, outcome, created_at)
    SELECT ${accountId}, ${made.webhook_id![0]}, n, 'evt_' || n, 'succeeded', now() FROM generate_series(1, 2) n`)
  const names: Record<string, string> = {
    ...Object.fromEntries(Object.entries(made).map(([name, [first]]) => [name, first!])),
    ...{ contact_id: ids[0]!, contact_ids: ids[0]!, ids: ids[0]!, add_to_list_id: made.list_id![1]! },
    ...{ domain, domains: domain, email: revealed[0].emails[0].email, label: `${mode}-1` },
    ...{ event_id: events.data[0].id, event_ids: events.data[0].id, 'store.list_id': stores.id },
  }
  return { mode, key, accountId, names }
}
