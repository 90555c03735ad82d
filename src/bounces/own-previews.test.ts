import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestKey } from '../../test/support/test-key.ts'
import { sql } from '../base/sql.ts'
import { erase } from '../catalog/erasure.ts'
import { fillOwnEmails } from '../catalog/fill-own-emails.ts'
import { createJobClient, linesOf } from '../jobs/job-client-fixture.ts'
import { makeKey } from '../keys/keys.ts'
import { begun, day, openBounces } from './bounces-fixture.ts'

let stage: Awaited<ReturnType<typeof openBounces>>
beforeAll(async () => {
  stage = await openBounces()
})
afterAll(() => stage.stop())

type Preview = { id: string; has_verified_email: boolean; best_email: { status: string; type: string } | null }

const phone = (at: number) => [{ phone: `+1 202 555 01${at}0`, type: 'direct' as const, is_primary: true }]
const inDays = (days: number) => new Date(begun.getTime() + days * day).toISOString()

/** Six people: their email bounces and a phone, another email or nothing is left, or nobody reports it. */
async function plantSix() {
  const { domain, ids, emails } = await stage.plant(6, (at, name) => ({
    role: at % 2 === 0 ? 'founder' : 'ceo',
    ...(at < 2 && { phones: phone(at) }),
    emails: [
      { email: `p${at}@${name}`, status: 'verified', type: 'work', is_primary: true, verified_at: inDays(-2) },
      ...(at === 2
        ? [
            {
              email: `x${at}@${name}`,
              status: 'found',
              type: 'personal',
              is_primary: false,
              verified_at: inDays(-40),
            } as const,
          ]
        : []),
    ],
  }))
  return { domain, ids, emails }
}

const call = async (key: string, path: string, body: object) => {
  const answer = await stage.test.call('POST', `/api/v1${path}`, { key, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** Reveals all, reports the emails of the first four, and waits for nothing: it holds at once. */
async function openReporter() {
  const planted = await plantSix()
  const { apiKey, accountId } = await stage.account()
  const { apiKey: other } = await stage.account()
  await stage.revealAll(apiKey, planted.ids)
  const search = (person: object = {}, more: object = {}, key = apiKey) =>
    call(key, '/contacts/search', { person, store: { domains: [planted.domain] }, ...more })
  await expect.poll(async () => (await search()).total, { timeout: 30_000 }).toBe(6)
  await stage.report(
    apiKey,
    planted.emails.slice(0, 4).map((email) => ({ email })),
  )
  const at = (previews: readonly { id: string }[]) => previews.map(({ id }) => planted.ids.indexOf(id)).sort()
  return { ...planted, apiKey, accountId, other, search, at }
}

const emailsOf = (previews: readonly Preview[]) =>
  Object.fromEntries(
    previews.map(({ id, has_verified_email, best_email }) => [id, [has_verified_email, best_email?.status]]),
  )

it('BOUNCE-12: previews show the account what a reveal returns to it, from its next search on, and nobody else', async () => {
  const { ids, apiKey, other, search, at } = await openReporter()
  const { data, total } = await search()
  expect([total, at(data)]).toEqual([5, [0, 1, 2, 4, 5]])
  const shown = emailsOf(data)
  expect(ids.map((id) => shown[id])).toEqual([
    [false, undefined],
    [false, undefined],
    [true, 'found'],
    undefined,
    [true, 'verified'],
    [true, 'verified'],
  ])
  for (const id of ids) {
    const [first] = await stage.emailsFor(apiKey, id)
    expect(shown[id]?.[1]).toBe(first?.[1])
  }
  expect((await search({}, {}, other)).total).toBe(6)
  const flagged = await search({}, {}, other)
  expect(flagged.data.every(({ has_verified_email }: Preview) => has_verified_email)).toBe(true)
})

it('BOUNCE-12: filters, totals, facets and pages agree with it', async () => {
  const { search, at, other } = await openReporter()
  const found = async (person: object) => {
    const { data, total, facets } = await search(person, { facets: ['role'] })
    const counted = facets.role.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
    expect([counted, data.length]).toEqual([total, total])
    return at(data)
  }
  expect(await found({ has_verified_email: true })).toEqual([2, 4, 5])
  expect(await found({ has_verified_email: false })).toEqual([0, 1])
  expect(await found({ has_verified_email: false, roles_any: ['founder'] })).toEqual([0])
  expect(await found({ email_statuses_any: ['found'] })).toEqual([2])
  expect(await found({ email_types_any: ['work'] })).toEqual([4, 5])
  expect(await found({ email_types_any: ['personal'], verified_within_days: 30 })).toEqual([])
  expect(await found({ email_types_any: ['personal'], verified_within_days: 60 })).toEqual([2])
  expect(await found({ verified_within_days: 30 })).toEqual([4, 5])
  expect(await found({ revealed: true, has_phone: true })).toEqual([0, 1])
  for (const sort of ['score', 'newest', 'updated']) {
    const seen: { id: string }[] = []
    for (let cursor: string | null = null; ; ) {
      const page = await search({}, { limit: 2, sort, cursor })
      expect(page.total).toBe(5)
      seen.push(...page.data)
      cursor = page.next_cursor
      if (cursor === null) break
    }
    expect(at(seen)).toEqual([0, 1, 2, 4, 5])
  }
  expect((await search({ has_verified_email: false }, {}, other)).total).toBe(0)
})

it('BOUNCE-12: enrichments, lists, jobs and tools agree with it, and exclusions still hold', async () => {
  const { domain, ids, apiKey, accountId, search, at } = await openReporter()
  const { data } = await search()
  const expected = emailsOf(data)
  const enriched = await call(apiKey, '/stores/enrich', { domains: [domain], include: ['contact_previews'] })
  expect(emailsOf(enriched.data[0].contact_previews)).toEqual(expected)
  const { body: list } = await stage.test.call('POST', '/api/v1/lists', {
    key: apiKey,
    body: { name: domain, kind: 'contacts' },
  })
  await call(apiKey, `/lists/${list.id}/items`, { ids })
  const { apiKey: reader } = await stage.test.app.database.transaction((tx) =>
    makeKey(tx, { accountId, name: 'Reads lists', scopes: ['lists:read'] }),
  )
  const items = (await stage.test.call('GET', `/api/v1/lists/${list.id}/items`, { key: reader })).body
  expect([emailsOf(items.data), items.total]).toEqual([expected, 5])
  const jobs = createJobClient(stage.test)
  const asked = { person: {}, store: { domains: [domain] } }
  const exported = await jobs.finish(apiKey, { kind: 'export', search: asked, max: 100 })
  expect(emailsOf(linesOf(await jobs.read(apiKey, exported.id, '/results')))).toEqual(expected)
  const params = { name: 'search_contacts', arguments: { store: { domains: [domain] } } }
  const tool = await stage.test.call('POST', '/mcp', {
    key: apiKey,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    headers: { accept: 'application/json, text/event-stream' },
  })
  const told = JSON.parse(tool.body.result.content[0].text)
  expect(told.data.map((one: Preview) => [one.id, one.has_verified_email])).toEqual(
    data.map((one: Preview) => [one.id, one.has_verified_email]),
  )
  const query = { person: { has_verified_email: true }, store: { domains: [domain] } }
  const quoted = await call(apiKey, '/jobs', { kind: 'reveal', search: query, max: 100, dry_run: true })
  expect(quoted.counts).toMatchObject({ new: 0, already_revealed: 3 })
  await stage.test.call('PUT', '/api/v1/exclusions/known', {
    key: apiKey,
    body: { entries: [{ email: `p4@${domain}` }] },
  })
  expect(at((await search({ has_verified_email: true })).data)).toEqual([2, 5])
  expect(ids).toHaveLength(6)
})

it('BOUNCE-12: an import that lifts the report or brings another address shows it again', async () => {
  const { domain, ids, emails, apiKey, search, at } = await openReporter()
  const line = (at: number, list: object[]) => ({
    domain,
    contacts: [{ source_id: `${domain} ${at}`, full_name: `Person ${at} of ${domain}`, emails: list as never }],
  })
  const old = (at: number) => ({ email: emails[at], status: 'verified', type: 'work', is_primary: true })
  await stage.importStores(line(3, [{ ...old(3), verified_at: inDays(1) }]))
  await stage.importStores(line(0, [old(0), { email: `new@${domain}`, status: 'matched', type: 'work' }]))
  await stage.importStores(line(1, []))
  await expect.poll(async () => at((await search()).data), { timeout: 30_000 }).toEqual([0, 1, 2, 3, 4, 5])
  await expect
    .poll(async () => emailsOf((await search()).data)[ids[3]!], { timeout: 30_000 })
    .toEqual([true, 'verified'])
  expect(emailsOf((await search()).data)[ids[0]!]).toEqual([true, 'matched'])
  expect(emailsOf((await search()).data)[ids[1]!]).toEqual([false, undefined])
  expect(await stage.emailsFor(apiKey, ids[0]!)).toEqual([[`new@${domain}`, 'matched']])
})

it('BOUNCE-12: reports of an earlier release count after the start, and of an erased contact nothing is kept', async () => {
  const { ids, search, at } = await openReporter()
  const { database, channelKeys } = stage.test.app
  const rows = () =>
    database.query(sql`SELECT * FROM own_emails WHERE contact_id = ANY(${ids}::text[]) ORDER BY contact_id`)
  const before = await rows()
  expect(before).toHaveLength(4)
  await database.query(sql`DELETE FROM own_emails`)
  expect(await fillOwnEmails(database, channelKeys)).toBeGreaterThanOrEqual(4)
  expect(await rows()).toEqual(before)
  expect(await fillOwnEmails(database, channelKeys)).toBe(0)
  expect(at((await search({ has_verified_email: true })).data)).toEqual([2, 4, 5])
  await erase(database, channelKeys, [{ contact: ids[0]! }])
  expect(await rows()).toHaveLength(3)
})

it('BOUNCE-12: in test mode the same holds by every door for the test account alone, until it starts over', async () => {
  const { accountId } = await stage.account()
  const { apiKey: mine, testAccountId } = await createTestKey(stage.test, accountId)
  const { apiKey: other } = await createTestKey(stage.test, (await stage.account()).accountId)
  const find = async (person: object, key = mine) =>
    (await call(key, '/contacts/search', { person, facets: ['seniority'], limit: 100 })) as {
      data: Preview[]
      total: number
      facets: { seniority: { count: number }[] }
    }
  const all = (await find({})).total
  const withOne = (await find({ has_verified_email: true })).total
  const lone = await find({ has_verified_email: true, has_phone: false, has_linkedin: false })
  const more = await find({ has_verified_email: true, has_phone: true })
  const ids = [...lone.data.slice(0, 5), ...more.data.slice(0, 5)].map(({ id }) => id)
  await stage.revealAll(mine, ids)
  expect(await stage.verdictsOf(mine, [{ contact_id: ids[0] }, { contact_id: ids[5] }])).toEqual([
    'returned',
    'returned',
  ])
  const returned = (await stage.test.reveal(mine, ids)).body.data as {
    id: string
    emails: { status: string }[]
    phones: object[]
    store: { domain: string }
  }[]
  const left = returned.filter(({ emails, phones }) => emails.length + phones.length > 0)
  expect(left.map(({ id }) => id)).toEqual(ids.slice(1))
  const expected = Object.fromEntries(
    left.map(({ id, emails: [first] }) => [id, [first !== undefined, first?.status]] as const),
  )
  expect(expected[ids[5]!]).toEqual([false, undefined])

  const owned = await find({ revealed: true })
  expect([
    emailsOf(owned.data),
    owned.total,
    owned.facets.seniority.reduce((sum, { count }) => sum + count, 0),
  ]).toEqual([expected, 9, 9])
  expect([(await find({})).total, (await find({ has_verified_email: true })).total]).toEqual([all - 1, withOne - 2])
  expect([(await find({}, other)).total, (await find({ has_verified_email: true }, other)).total]).toEqual([
    all,
    withOne,
  ])
  expect((await find({ revealed: true, has_verified_email: false })).data.map(({ id }) => id)).toEqual([ids[5]])
  for (const { id, store } of returned) {
    const enriched = await call(mine, '/stores/enrich', { domains: [store.domain], include: ['contact_previews'] })
    const shown = emailsOf(enriched.data[0].contact_previews)
    if (id in shown || !(id in expected)) expect(shown[id]).toEqual(expected[id])
  }
  const { id: list } = await call(mine, '/lists', { name: 'Bounced', kind: 'contacts' })
  await call(mine, `/lists/${list}/items`, { ids })
  const reader = await stage.test.app.database.transaction((tx) =>
    makeKey(tx, { accountId: testAccountId, name: 'Reads lists', scopes: ['lists:read'] }),
  )
  const items = (await stage.test.call('GET', `/api/v1/lists/${list}/items`, { key: reader.apiKey })).body
  expect([emailsOf(items.data), items.total]).toEqual([expected, 9])
  const jobs = createJobClient(stage.test)
  const search = { person: { revealed: true }, store: {} }
  const exported = await jobs.finish(mine, { kind: 'export', search, max: 100 })
  expect(emailsOf(linesOf(await jobs.read(mine, exported.id, '/results')))).toEqual(expected)

  await call(mine, '/test/reset', {})
  expect([(await find({})).total, (await find({ has_verified_email: true })).total]).toEqual([all, withOne])
  await stage.revealAll(mine, ids)
  expect(emailsOf((await find({ revealed: true })).data)[ids[5]!]![0]).toBe(true)
})
