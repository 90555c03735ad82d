/**
 * For every operation and every id it takes: what belongs to another account is answered exactly as what does not exist.
 * Made from the lists of operations, so a new one is covered by itself; a new kind of id fails here until this test
 * knows how to make one that belongs to somebody else.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newContactId, newJobId, newKeyId, newUserId, randomBase62 } from '../../src/base/ids.ts'
import { sql } from '../../src/base/sql.ts'
import type { AnyOperation } from '../../src/call/operation.ts'
import { operations, sessionOperations } from '../../src/operations.ts'
import { noteReportedErasures } from '../../src/privacy/erasure-confirmations.ts'
import { type Browser, createBrowser, type Page, type ServedApp, startServedApp } from '../support/browser.ts'
import { makeHubspotRun } from '../support/hubspot-account.ts'
import { createIntegration } from '../support/integration.ts'

let test: ServedApp
let theirs: Side
let ours: Side

type Side = { browser: Browser; apiKey: string; accountId: string; ids: Record<string, string> }

/** Fields that name something an account owns, with an id of the right shape that nobody owns. */
const ownedIds: Record<string, () => string> = {
  key_id: newKeyId,
  job_id: newJobId,
  user_id: newUserId,
  invitation_id: () => `inv_${randomBase62(20)}`,
  connection_id: () => `con_${randomBase62(20)}`,
  webhook_id: () => `wh_${randomBase62(20)}`,
  event_id: () => `evt_1x${randomBase62(20)}`,
  event_ids: () => `evt_1x${randomBase62(20)}`,
  list_id: () => `lst_${randomBase62(20)}`,
  add_to_list_id: () => `lst_${randomBase62(20)}`,
  saved_search_id: () => `sea_${randomBase62(20)}`,
  run_id: () => `hsr_${randomBase62(20)}`,
  watch_id: () => `wat_${randomBase62(20)}`,
  actor_id: newUserId,
  owner_id: newUserId,
  account_id: () => `acc_${randomBase62(20)}`,
  token: () => randomBase62(40),
  contact_id: newContactId,
  contact_ids: newContactId,
  cursor: () => randomBase62(60),
}

beforeAll(async () => {
  test = await startServedApp()
  theirs = await makeSide('theirs@isolation.example')
  ours = await makeSide('ours@isolation.example')
  await test.app.start()
})
afterAll(() => test.stop())

/** An account that has one of everything. */
async function makeSide(email: string): Promise<Side> {
  const { apiKey, accountId, keyId, userId } = await test.createAccount({ email })
  const browser = createBrowser(test)
  await browser.signIn(email)
  const integration = await createIntegration(test)
  await integration.authorize(email, {}, browser)
  const connections = await browser.call('GET', '/app/v1/connections')
  const invited = await browser.call('POST', '/app/v1/invitations', { email: `guest-of-${email}`, role: 'member' })
  const link = test.mails.at(-1)!.text
  const listed = await browser.call('POST', '/api/v1/lists', { name: 'Ours alone', kind: 'contacts' })
  const search = { name: 'Kept', kind: 'contacts', query: {} }
  const saved = await browser.call('POST', '/api/v1/saved-searches', search)
  await browser.call('POST', '/api/v1/lists', { name: 'Another', kind: 'contacts' })
  await browser.call('POST', '/api/v1/saved-searches', search)
  const revealed = [...(await test.plantContacts(2)), ...(await test.plantContacts(2))]
  await browser.call('POST', `/api/v1/lists/${listed.body.id}/items`, { ids: revealed.slice(2) })
  const watch = await browser.call('POST', '/api/v1/watches', { list_id: listed.body.id })
  await browser.call('POST', '/api/v1/watches', { list_id: listed.body.id })
  for (const label of ['first', 'second'])
    await test.call('PUT', `/api/v1/exclusions/${label}`, { key: apiKey, body: { entries: [] } })
  await test.app.database.query(sql`
    INSERT INTO watch_matches (account_id, watch_id, match, item_id, changes, matched_at)
    SELECT ${accountId}, ${watch.body.id}, n, ${revealed[3]}, '[]', now() FROM generate_series(1, 2) n`)
  await test.reveal(apiKey, revealed.slice(0, 2))
  await test.reveal(apiKey, revealed.slice(2))
  await noteReportedErasures(test.app.database, test.app.clock, accountId, revealed.slice(0, 2))
  const { webhookId, eventId } = await makeWebhook(apiKey, accountId)
  // Two runs, so that their list has two pages.
  await makeHubspotRun(test, accountId, revealed)
  const runId = await makeHubspotRun(test, accountId, revealed)
  // Left the catalogue: now only those who own it can read it.
  await test.app.database.query(sql`UPDATE contacts SET retired_at = now() WHERE contact_id = ${revealed[0]}`)
  const jobs = []
  for (const domain of ['a.example', 'b.example']) {
    const body = { kind: 'enrich', domains: [domain, `www.${domain}`] }
    jobs.push((await test.call('POST', '/api/v1/jobs', { key: apiKey, body })).body.id)
  }
  await test.app.queue.runWaiting()
  const [store] = await test.app.database.query<{ store_id: string; domain: string }>(sql`
    SELECT store_id, domain FROM stores JOIN contacts USING (store_id) WHERE contact_id = ${revealed[3]}`)
  await test.app.database.query(sql`
    INSERT INTO store_changes (store_id, observed_at, type, value, import_run)
    SELECT ${store!.store_id}, now(), 'app_added', app, 0 FROM unnest(ARRAY['Klaviyo', 'Judge.me']) AS app`)
  const ids = {
    domain: store!.domain,
    job_id: jobs[0]!,
    key_id: keyId,
    actor_id: userId,
    owner_id: userId,
    user_id: userId,
    invitation_id: invited.body.invitation.id,
    connection_id: connections.body.data[0].id,
    list_id: listed.body.id,
    add_to_list_id: listed.body.id,
    saved_search_id: saved.body.id,
    watch_id: watch.body.id,
    run_id: runId,
    account_id: accountId,
    token: /invitations\/(\w+)/.exec(link)![1]!,
    contact_id: revealed[0]!,
    contact_ids: revealed[0]!,
    webhook_id: webhookId,
    event_id: eventId,
    event_ids: eventId,
  }
  return { browser, apiKey, accountId, ids }
}

/** A webhook with two deliveries. */
async function makeWebhook(apiKey: string, accountId: string): Promise<{ webhookId: string; eventId: string }> {
  const made = await test.call('POST', '/api/v1/webhooks', { key: apiKey, body: { url: 'https://hook.example/x' } })
  await test.call('POST', '/api/v1/webhooks', { key: apiKey, body: { url: 'https://hook.example/y' } })
  await test.app.database.query(sql`
    INSERT INTO webhook_deliveries (account_id, webhook_id, sequence, event_id, outcome, created_at)
    SELECT ${accountId}, ${made.body.id}, n, 'evt_' || n, 'succeeded', now() FROM generate_series(1, 2) n`)
  const events = await test.call('GET', '/api/v1/events', { key: apiKey })
  return { webhookId: made.body.id, eventId: events.body.data[0].id }
}

const isForSession = (operation: AnyOperation<never>): boolean =>
  (sessionOperations as readonly AnyOperation<never>[]).includes(operation)

type Field = { operation: AnyOperation<never>; part: 'params' | 'query' | 'body'; name: string }

function idFields(): Field[] {
  const all = [...operations, ...sessionOperations] as AnyOperation<never>[]
  return all.flatMap((operation) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const names = Object.keys((operation.request[part] as { properties?: object } | undefined)?.properties ?? {})
      // Packs of credits are the operator's, the same for everybody.
      return names
        .filter((name) => /(_ids?|^token|^cursor)$/.test(name) && name !== 'pack_id')
        .map((name) => ({ operation, part, name }))
    }),
  )
}

/** The operation as our own account, with one id put in its place and the rest as in its example. */
async function ask({ operation, part, name }: Field, id: string): Promise<Page> {
  const value = name.endsWith('_ids') ? [id] : id
  const example = (operation.example.request ?? {}) as Record<string, unknown>
  const body = name === 'cursor' ? { cursor: id } : part === 'body' ? { ...example, [name]: value } : example
  const query = part === 'query' ? `?${name}=${encodeURIComponent(id)}` : ''
  const isPlace = part === 'query' || name === 'cursor'
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, param) => (isPlace ? ours.ids[param]! : id)) + query
  if (isForSession(operation)) return ours.browser.call(operation.method, `/app/v1${path}`, body)
  const answer = await test.call(operation.method, `/api/v1${path}`, {
    key: ours.apiKey,
    headers: { accept: 'application/json' },
    ...(operation.method !== 'GET' && { body }),
  })
  return { ...answer, headers: new Headers(), url: path }
}

/** A cursor that the operation gave to this account. */
async function cursorOf(side: Side, operation: AnyOperation<never>): Promise<string> {
  if (isForSession(operation)) {
    const page = await side.browser.call('GET', `/app/v1${operation.path}?limit=1`)
    return page.body.next_cursor
  }
  const path = `/api/v1${operation.path.replaceAll(/\{(\w+)\}/g, (_, param) => side.ids[param]!)}`
  const headers = { accept: 'application/json' }
  const answer =
    operation.method === 'GET'
      ? await test.call('GET', `${path}?limit=1`, { key: side.apiKey, headers })
      : await test.call('POST', path, { key: side.apiKey, body: { limit: 1 } })
  expect(answer.body.next_cursor).toEqual(expect.any(String))
  return answer.body.next_cursor
}

/** They say what something is to the account, and a stranger's is nothing to it. */
const answersWithoutWhatIsForeign = new Set([
  'quoteReveal',
  'findBeingRevealed',
  'readOwnedContacts',
  'exportContacts',
  'listAuditEntries',
])

const anonymous = ({ status, text }: Page, id: string) => ({
  status,
  body: text.replaceAll(id, 'ID').replaceAll(/req_\w+/g, 'REQUEST'),
})

describe('ERR-14, A3: another account’s objects do not exist', () => {
  it('every field that looks like an id is known to this test', () => {
    expect(idFields().filter(({ name }) => !(name in ownedIds))).toEqual([])
    expect(idFields().length).toBeGreaterThan(10)
  })

  it.each(idFields().map((field) => [`${field.operation.id} ${field.name}`, field] as const))(
    '%s',
    async (_, field) => {
      const foreign = field.name === 'cursor' ? await cursorOf(theirs, field.operation) : theirs.ids[field.name]!
      const unknown = ownedIds[field.name]!()
      const [toForeign, toUnknown] = [await ask(field, foreign), await ask(field, unknown)]
      expect(anonymous(toForeign, foreign)).toEqual(anonymous(toUnknown, unknown))
      if (!answersWithoutWhatIsForeign.has(field.operation.id)) expect(toForeign.status).toBeGreaterThanOrEqual(400)
      // The same question with one's own cursor is answered: it was refused for its owner, not for its form.
      if (field.name === 'cursor') {
        expect((await ask(field, await cursorOf(ours, field.operation))).status).toBe(200)
      }
    },
  )

  it('and nothing of the other account has changed', async () => {
    const look = async (path: string) => (await theirs.browser.call('GET', `/app/v1${path}`)).body.data
    expect((await look('/keys'))[0].revoked_at).toBeNull()
    expect(await look('/members')).toHaveLength(1)
    expect((await look('/invitations'))[0].status).toBe('pending')
    expect(await look('/connections')).toHaveLength(1)
    expect((await test.call('GET', '/api/v1/usage', { key: theirs.apiKey })).body.account.id).toBe(theirs.accountId)
  })
})

describe('requests without a credential', () => {
  const all = [...operations, ...sessionOperations] as AnyOperation<never>[]
  it.each(all.map((operation) => [operation.id, operation] as const))(
    '%s answers 401 and no more',
    async (_, operation) => {
      const base = isForSession(operation) ? '/app/v1' : '/api/v1'
      const path = base + operation.path.replaceAll(/\{\w+\}/g, 'x')
      const answer = await test.call(operation.method, path, operation.method === 'POST' ? { body: {} } : {})
      expect(answer.status).toBe(401)
      expect(answer.body.error.code).toBe('missing_credentials')
    },
  )
})
