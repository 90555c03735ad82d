/** Every outcome that openapi.json names for quotes, reveals, enrichments and jobs, made in test mode as the guide says. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endKey } from '../../src/keys/keys.ts'
import { waysToJobEnds, waysToOutcomes } from '../../src/test-mode/ways-to-outcomes.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { race } from '../support/race.ts'
import { createTestKey } from '../support/test-key.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
  await test.app.start()
})
afterAll(async () => {
  test.expectDescribedReplies()
  await test.stop()
})

const verified = 'ct_test_VerifiedEmailOne'
const bounced = 'ct_test_BouncedEmailOnly'
const excluded = 'ct_test_OnExclusionLists'
const phone = 'ct_test_PhoneOnlyContact'

type Reader = Awaited<ReturnType<typeof createReader>>

async function createReader(draft: Parameters<typeof test.createAccount>[0] = {}) {
  const { accountId } = await test.createAccount({ requestsPerMinute: 1_000, ...draft })
  const { apiKey, keyId, testAccountId } = await createTestKey(test, accountId)
  const post = (path: string, body: object = {}, headers: Record<string, string> = {}, key = apiKey) =>
    test.call('POST', `/api/v1${path}`, { key, body, headers })
  const get = (path: string, key = apiKey) =>
    test.call('GET', `/api/v1${path}`, { key, headers: { accept: 'application/json' } })
  const start = async (body: object, key = apiKey): Promise<string> => {
    const made = await post('/jobs', body, {}, key)
    expect(made.status, made.text).toBe(201)
    return made.body.id
  }
  return {
    ...{ accountId, apiKey, keyId, testAccountId, post, get, start },
    /** The job after everything that waits has run, and its lines. */
    async ended(id: string, key = apiKey) {
      await test.app.queue.runWaiting()
      return { job: (await get(`/jobs/${id}`, key)).body, lines: (await get(`/jobs/${id}/results`, key)).body.data }
    },
  }
}

type Line = { id?: string; outcome?: string; status?: string; reveal_status?: string }
const outcomesIn = (lines: Line[]) =>
  lines.map(({ outcome, status, reveal_status: shown }) => outcome ?? status ?? shown)

const revealJob = (ids: string[], more: object = {}) => ({ kind: 'reveal', contact_ids: ids, ...more })

/** What was answered where the outcome can be: every answer must have it. */
const attempts: Record<string, (reader: Reader) => Promise<unknown[]>> = {
  async new({ post }) {
    return outcomesIn((await post('/contacts/reveal/quote', { contact_ids: [verified] })).body.data)
  },
  async newly_revealed({ post, start, ended }) {
    const { body } = await post('/contacts/reveal', { contact_ids: [verified] })
    const { lines } = await ended(await start(revealJob([phone])))
    return [...outcomesIn(body.data), ...outcomesIn(lines)]
  },
  async already_revealed({ post, start, ended }) {
    await post('/contacts/reveal', { contact_ids: [verified] })
    const quoted = await post('/contacts/reveal/quote', { contact_ids: [verified] })
    const revealed = await post('/contacts/reveal', { contact_ids: [verified] })
    const { lines } = await ended(await start(revealJob([verified])))
    return [...outcomesIn(quoted.body.data), ...outcomesIn(revealed.body.data), ...outcomesIn(lines)]
  },
  async unavailable({ post, start, ended }) {
    const quoted = await post('/contacts/reveal/quote', { contact_ids: [bounced] })
    const revealed = await post('/contacts/reveal', { contact_ids: [bounced, verified] })
    expect(revealed.body.unavailable_contact_ids).toEqual([bounced])
    const { lines } = await ended(await start(revealJob([bounced])))
    return [...outcomesIn(quoted.body.data), ...outcomesIn(lines)]
  },
  async excluded({ post, start, ended }) {
    const quoted = await post('/contacts/reveal/quote', { contact_ids: [excluded] })
    const revealed = await post('/contacts/reveal', { contact_ids: [excluded] })
    expect(revealed.body).toMatchObject({ data: [], excluded_contact_ids: [excluded], credits: { spent: 0 } })
    const { job, lines } = await ended(await start(revealJob([excluded])))
    expect(job).toMatchObject({ credits: { spent: 0 }, counts: { excluded: 1 } })
    return [...outcomesIn(quoted.body.data), ...outcomesIn(lines)]
  },
  async no_match({ start, ended }) {
    const people = [{ email: 'nobody@magic.example' }]
    return outcomesIn((await ended(await start({ kind: 'reveal', people }))).lines)
  },
  async not_reached({ post, start, ended }) {
    const { lines } = await ended(await start(revealJob([verified, phone], { max_credits: 1 })))
    const id = await start({ kind: 'enrich', domains: ['magic.example'] })
    await post(`/jobs/${id}/cancel`)
    return [...outcomesIn(lines.slice(1)), ...outcomesIn((await ended(id)).lines)]
  },
  async found({ post, start, ended }) {
    const { body } = await post('/stores/enrich', { domains: ['magic.example'] })
    const { lines } = await ended(await start({ kind: 'enrich', domains: ['magic.example'] }))
    return [...outcomesIn(body.data), ...outcomesIn(lines)]
  },
  async not_found({ post, start, ended }) {
    const domains = ['store-not-found.magic.example']
    const { body } = await post('/stores/enrich', { domains })
    const { lines } = await ended(await start({ kind: 'enrich', domains }))
    return [...outcomesIn(body.data), ...outcomesIn(lines)]
  },
  async exported({ start, ended }) {
    const { job } = await ended(await start({ kind: 'export', search: {}, max: 3 }))
    return [job.counts.exported === 3 ? 'exported' : job.counts]
  },
}

const jobEnds: Record<string, (reader: Reader) => Promise<unknown>> = {
  finished: async ({ start, ended }) => (await ended(await start(revealJob([verified])))).job.status,
  async cancelled({ start, post, ended }) {
    const id = await start(revealJob([verified]))
    await post(`/jobs/${id}/cancel`)
    return (await ended(id)).job.status
  },
  max_credits_reached: async ({ start, ended }) =>
    (await ended(await start(revealJob([verified, phone], { max_credits: 1 })))).job.stop_reason,
  async insufficient_contact_credits({ post, start, ended }) {
    await post('/test/reset', { status: 'trialing' })
    const id = await start({ kind: 'reveal', search: {}, max: 1_000, on_short_balance: 'stop' })
    return (await ended(id)).job.stop_reason
  },
  async credit_limit_reached({ accountId, start, ended }) {
    const { apiKey } = await createTestKey(test, accountId, { creditLimit: 1 })
    const id = await start(revealJob([verified, phone], { on_short_balance: 'stop' }), apiKey)
    return (await ended(id)).job.stop_reason
  },
  async search_rows_used_up() {
    const { start, ended } = await createReader({ searchRowsPerMonth: 10 })
    return (await ended(await start({ kind: 'export', search: {}, max: 20 }))).job.stop_reason
  },
  async no_longer_allowed({ accountId, start, ended, testAccountId }) {
    const { apiKey, keyId } = await createTestKey(test, accountId)
    const id = await start(revealJob([verified]), apiKey)
    await endKey(test.store.database, test.app.clock, testAccountId, keyId)
    return (await ended(id)).job.stop_reason
  },
  async paused({ start, post, ended }) {
    const id = await start(revealJob([verified]))
    await post(`/jobs/${id}/pause`)
    return (await ended(id)).job.stop_reason
  },
}

/** What nobody can make, with the reason in the guide. */
const neverMade = ['failed']

describe('outcomes of test mode', () => {
  const { schemas } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')).components
  const named = (schema: string, field: string): string[] => schemas[schema].properties[field].enum

  it('MODE-12: the guide names a way to every outcome that the description of the API has', () => {
    const counted = Object.keys(schemas.CreatedJobCounts.properties)
    const described = new Set([
      ...named('ContactRevealQuoteData', 'outcome'),
      ...named('RevealedContact', 'reveal_status'),
      ...named('StoreEnrichmentResultData', 'status'),
      ...named('RevealJobLine', 'outcome'),
      ...named('EnrichJobLine', 'status'),
      ...counted.filter((name) => name !== 'total' && name !== 'done'),
    ])
    expect(Object.keys(waysToOutcomes).toSorted()).toEqual([...described].toSorted())
    expect(Object.keys(attempts)).toEqual(Object.keys(waysToOutcomes))
    const ends = [...named('Job', 'status'), ...named('Job', 'stop_reason')].filter(
      (end) => end !== null && !['queued', 'running', 'stopped'].includes(end),
    )
    expect(Object.keys(waysToJobEnds).toSorted()).toEqual(ends.toSorted())
    expect([...Object.keys(jobEnds), ...neverMade].toSorted()).toEqual(ends.toSorted())
  })

  it('MODE-12: the guide to test mode says so', async () => {
    const { text } = await test.call('GET', '/docs/guides/test-mode.md')
    const rows = Object.entries({ ...waysToOutcomes, ...waysToJobEnds }).map(
      ([name, way]) => `| \`${name}\` | ${way} |`,
    )
    expect(rows.filter((row) => !text.includes(row))).toEqual([])
    const { limit } = (await (await createReader()).get('/usage')).body.contact_credits
    expect(text).toContain(`with ${limit.toLocaleString('en')} test credits a month`)
  })

  it.each(Object.entries(attempts))('MODE-12: %s is made as the guide says', async (outcome, attempt) => {
    const answers = await attempt(await createReader())
    expect(new Set(answers)).toEqual(new Set([outcome]))
  })

  it.each(Object.entries(jobEnds))('MODE-12: a job ends as %s as the guide says', async (end, attempt) => {
    expect(await attempt(await createReader())).toBe(end)
  })
})

describe('the excluded magic contact', () => {
  it('MODE-7: is left out of searches and jobs of them, told apart on demand, and revealed where that is allowed', async () => {
    const { post, get, start, ended } = await createReader()
    const search = { store: { domains: ['magic.example'] } }
    const idsOf = (data: { id: string }[]) => data.map(({ id }) => id)
    const hidden = (await post('/contacts/search', { ...search, limit: 100 })).body
    expect(idsOf(hidden.data)).not.toContain(excluded)
    const shown = (await post('/contacts/search', { ...search, limit: 100, excluded: 'show' })).body
    expect(shown.total).toBe(hidden.total + 1)
    const only = (await post('/contacts/search', { ...search, excluded: 'only' })).body
    expect(only.data).toMatchObject([{ id: excluded, excluded: true }])
    const { lines } = await ended(await start({ kind: 'reveal', search, max: 100 }))
    expect(lines.map(({ input }: { input: string }) => input).toSorted()).toEqual(idsOf(hidden.data).toSorted())
    expect((await get('/exclusions')).body.data).toEqual([])

    const allowed = await post('/contacts/reveal', { contact_ids: [excluded] }, { 'prospector-allow-excluded': 'true' })
    expect(allowed.body).toMatchObject({ data: [{ id: excluded, charged: true }], excluded_contact_ids: [] })
  })

  it('MODE-7: stays excluded beside lists of the account, and when they go', async () => {
    const { post, apiKey } = await createReader()
    const outcomes = async () =>
      outcomesIn((await post('/contacts/reveal/quote', { contact_ids: [excluded, verified] })).body.data)
    const only = async () => (await post('/contacts/search', { excluded: 'only' })).body.total
    expect([await outcomes(), await only()]).toEqual([['excluded', 'new'], 1])
    const entries = [{ email: 'vera@magic.example' }]
    await test.call('PUT', '/api/v1/exclusions/customers', { key: apiKey, body: { entries } })
    expect([await outcomes(), await only()]).toEqual([['excluded', 'excluded'], 2])
    await test.call('DELETE', '/api/v1/exclusions/customers', { key: apiKey })
    expect([await outcomes(), await only()]).toEqual([['excluded', 'new'], 1])
  })
})

it('MODE-8: what happens after the clock was moved is told as of then, also the end of a job', async () => {
  const { post, get, start, ended } = await createReader()
  const { body: moved } = await post('/test/clock', { advance_seconds: 40 * 86_400 })
  await post('/contacts/reveal', { contact_ids: [verified] })
  await ended(await start(revealJob([phone])))
  const { body } = await get('/events?types=reveal.created,job.finished')
  expect(body.data).toHaveLength(3)
  for (const { created_at: at } of body.data) expect(Date.parse(at)).toBeGreaterThanOrEqual(Date.parse(moved.now))
})

it('MODE-3, SEC-15: of two resets at once one starts over, and both are told the account from now on', async () => {
  const { post, get, testAccountId } = await createReader()
  const answers: { body: { account_id: string } }[] = []
  const reset = async () => {
    const answer = await post('/test/reset')
    answers.push(answer)
    return answer
  }
  expect(await race(test.store, 'accounts', [reset, reset])).toEqual({ 200: 2 })
  const { id } = (await get('/usage')).body.account
  expect(id).not.toBe(testAccountId)
  expect(answers.map(({ body }) => body.account_id)).toEqual([id, id])
})
