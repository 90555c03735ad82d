import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { cases } from '../../test/support/seed.ts'
import { sql } from '../base/sql.ts'
import { importStores } from '../catalog/catalogue-fixture.ts'
import { suppress } from '../catalog/suppressions.ts'
import { createJobClient, dyingSpending, type JobClient, letTimePass, linesOf } from './job-client-fixture.ts'
import { runSlice } from './run-slice.ts'

let test: TestApp
let client: JobClient
beforeAll(async () => {
  test = await startTestApp()
  client = createJobClient(test)
})
afterAll(async () => {
  test.expectDescribedReplies()
  await test.stop()
})

let stores = 0

/** A store of its own with these people, by what is before the @ of their addresses. */
async function plantPeople(...names: string[]): Promise<{ domain: string; address(name: string): string }> {
  const domain = `store${stores++}.example`
  await importPeople(domain, names)
  return { domain, address: (name) => `${name}@${domain}` }
}

const importPeople = (domain: string, names: string[], ids: string[] = names) =>
  importStores(
    test.store.database,
    [
      {
        domain,
        name: domain,
        contacts: names.map((name, at) => ({
          source_id: `${ids[at]} ${domain}`,
          first_name: ids[at]!,
          last_name: 'Möller',
          emails: [{ email: `${name}@${domain}`, status: 'verified', type: 'work', is_primary: true }],
          linkedin_url: `https://www.linkedin.com/in/${ids[at]}-${domain}`,
        })),
      },
    ],
    { channelKeys: test.app.channelKeys },
  )

const outcomes = async (apiKey: string, jobId: string): Promise<string[]> =>
  linesOf(await client.read(apiKey, jobId, '/results')).map(({ outcome }) => outcome)

it('JOB-22: people are revealed by address, profile, or name and store: one line each in the order given, with their ref', async () => {
  const { apiKey } = await test.createAccount({ credits: 100 })
  const { domain, address } = await plantPeople('ada', 'bob', 'eve')
  const people = [
    { email: `  ${address('ada').toUpperCase()}`, ref: 'crm-1' },
    { linkedin_url: `https://uk.linkedin.com/in/bob-${domain}/?x=1` },
    { first_name: 'Eve', last_name: 'Moller', domain: `https://www.${domain}/about`, ref: 'crm-3' },
    { email: 'nobody@elsewhere.example' },
    { email: 'no address' },
    { first_name: 'Ada', last_name: 'Möller', domain },
  ]
  const job = await client.finish(apiKey, { kind: 'reveal', people })
  expect(job).toMatchObject({
    status: 'finished',
    credits: { spent: 3 },
    counts: { total: 6, done: 6, newly_revealed: 3, no_match: 2, already_revealed: 1 },
  })
  const lines = linesOf(await client.read(apiKey, job.id, '/results'))
  expect(
    lines.map(({ index, input, ref, outcome, charged }) => [
      index,
      { ...input, ...(ref && { ref }) },
      outcome,
      charged,
    ]),
  ).toEqual([
    [0, people[0], 'newly_revealed', true],
    [1, people[1], 'newly_revealed', true],
    [2, people[2], 'newly_revealed', true],
    [3, people[3], 'no_match', false],
    [4, people[4], 'no_match', false],
    [5, people[5], 'already_revealed', false],
  ])
  expect(lines.map(({ contact }) => contact?.emails[0].email ?? null)).toEqual([
    address('ada'),
    address('bob'),
    address('eve'),
    null,
    null,
    address('ada'),
  ])
  const csv = await test.call('GET', `/api/v1/jobs/${job.id}/results`, { key: apiKey, headers: { accept: 'text/csv' } })
  expect(csv.text.split('\r\n')[3]).toMatch(
    new RegExp(`^2,Eve Moller https://www.${domain}/about,crm-3,newly_revealed,true,`),
  )
})

it('JOB-22: of several contacts with one address, one that the account has revealed is taken', async () => {
  const { apiKey } = await test.createAccount({ credits: 100 })
  const { address, domain } = await plantPeople('ada')
  await importPeople(`second.${domain}`, ['x'], ['other'])
  await importStores(
    test.store.database,
    [
      {
        domain: `second.${domain}`,
        contacts: [{ source_id: 'twin', full_name: 'Twin', emails: [{ email: address('ada'), status: 'verified' }] }],
      },
    ],
    { channelKeys: test.app.channelKeys },
  )
  for (const email of [address('ada'), address('ada')]) {
    const job = await client.finish(apiKey, { kind: 'reveal', people: [{ email }] })
    expect(job.status).toBe('finished')
  }
  expect((await test.call('GET', '/api/v1/contacts/revealed', { key: apiKey })).body.total).toBe(1)
})

it('JOB-23, J8: without paying, nobody learns who is known: not from a quote, an outcome, or where a job stops', async () => {
  const { address, domain } = await plantPeople('ada', 'gone', 'excluded')
  const unknown = `nobody@${domain}`
  const poor = await test.createAccount({ credits: 0 })
  const quotes = []
  const stops = []
  for (const email of [address('ada'), unknown]) {
    const body = { kind: 'reveal', people: [{ email }, { email }] }
    quotes.push((await client.create(poor.apiKey, { ...body, dry_run: true })).body)
    expect((await client.create(poor.apiKey, body)).body.error.code).toBe('insufficient_contact_credits')
    const {
      id: _id,
      created_at: _c,
      started_at: _s,
      ended_at: _e,
      expires_at: _x,
      request_id: _r,
      ...job
    } = await client.finish(poor.apiKey, { ...body, on_short_balance: 'stop' })
    stops.push(job)
  }
  expect(quotes.map(({ credits, counts, emails }) => ({ credits, counts, emails }))).toEqual(
    Array(2).fill({
      credits: { required: 1, remaining: 0, spendable_now: 0 },
      counts: { new: 1, already_revealed: 0, unavailable: 0, excluded: 0 },
      emails: { verified: 0, matched: 0, found: 0, reported: 0, none: 0 },
    }),
  )
  expect(stops[0]).toMatchObject({
    status: 'stopped',
    stop_reason: 'insufficient_contact_credits',
    counts: { done: 0 },
  })
  expect(stops[1]).toEqual(stops[0])

  const rich = await test.createAccount({ credits: 10 })
  await suppress(test.store.database, test.app.channelKeys, { email: address('gone') })
  const excluded = { entries: [{ email: address('excluded') }] }
  await test.call('PUT', '/api/v1/exclusions/known', { key: rich.apiKey, body: excluded })
  const people = ['gone', 'excluded', 'ada'].map((name) => ({ email: address(name) }))
  const none = await client.finish(rich.apiKey, { kind: 'reveal', people, accept: ['matched'] })
  expect(await outcomes(rich.apiKey, none.id)).toEqual(['no_match', 'no_match', 'no_match'])
  const capped = await client.finish(rich.apiKey, {
    kind: 'reveal',
    people: [{ email: address('ada') }],
    max_credits: 0,
  })
  expect(capped).toMatchObject({ status: 'stopped', stop_reason: 'max_credits_reached', counts: { done: 0 } })
  const one = await client.finish(rich.apiKey, { kind: 'reveal', people })
  expect(await outcomes(rich.apiKey, one.id)).toEqual(['no_match', 'no_match', 'newly_revealed'])
  expect(one.credits.spent).toBe(1)
  // Free for who owns them, whatever is left.
  const again = await client.finish(rich.apiKey, { kind: 'reveal', people: [people[2]], max_credits: 0 })
  expect(await outcomes(rich.apiKey, again.id)).toEqual(['already_revealed'])
})

it('JOB-12, JOB-22: the database holds no address that a job was given', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 10 })
  const { address } = await plantPeople('ada')
  await client.finish(apiKey, { kind: 'reveal', people: [{ email: address('ada'), ref: 'secret-ref' }] })
  const stored = await test.store.database.query(sql`
    SELECT to_jsonb(j)::text || coalesce((SELECT string_agg(to_jsonb(i)::text, ' ') FROM job_items i WHERE i.job_id = j.job_id), '') AS text
    FROM jobs j WHERE account_id = ${accountId}`)
  expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${address('ada')}|secret-ref`))
})

it.each([
  [[{ email: 'a@b.example' }, {}], 'people[1]'],
  [[{ email: 'a@b.example', domain: 'b.example' }], 'people[0]'],
  [[{ first_name: 'Ada', last_name: 'Lovelace' }], 'people[0]'],
  [[{ email: 'a@b.example', phone: '1' }], 'people[0].phone'],
  [[{ email: 7 }], 'people[0].email'],
  [[], 'people'],
  [Array(10_001).fill({ email: 'a@b.example' }), 'people'],
])('JOB-9: people %j is a 400 that names %s', async (people, param) => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const refused = await client.create(apiKey, { kind: 'reveal', people })
  expect([refused.status, refused.body.error.param], refused.text).toEqual([400, param])
})

const dying = fc.record({ afterSpends: fc.nat({ max: 2 }), committed: fc.boolean(), moved: fc.nat({ max: 19 }) })

it('JOB-15, JOB-22, J8: killed anywhere, while addresses move to other people, a job charges each person once and results are complete', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `p${at}`)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 24 }), { minLength: 1, maxLength: 25 }),
      fc.option(fc.nat({ max: 20 }), { nil: undefined }),
      fc.array(dying, { maxLength: 4 }),
      async (asked, maxCredits, deaths) => {
        const { apiKey, accountId } = await test.createAccount({ credits: 100 })
        const { domain, address } = await plantPeople(...names)
        const people = asked.map((at) => ({ email: address(`p${at}`), ref: `${at}` }))
        const made = await client.create(apiKey, {
          kind: 'reveal',
          people,
          ...(maxCredits !== undefined && { max_credits: maxCredits }),
        })
        const job = { accountId, jobId: made.body.id as string }
        for (const { moved, ...death } of deaths) {
          await runSlice(job, { ...test.app, spending: dyingSpending(test.app.spending, death) })
          await letTimePass(test, job.jobId)
          await importPeople(domain, [`p${moved}`], [`new${moved}`])
        }
        while ((await runSlice(job, test.app)) === 'unfinished');
        const { body: read } = await client.read(apiKey, job.jobId)
        const lines = linesOf(await client.read(apiKey, job.jobId, '/results'))
        expect(lines.map(({ index, input, ref }) => ({ index, ...input, ref }))).toEqual(
          people.map((person, index) => ({ index, ...person })),
        )
        const [ledger] = await test.store.database.query<{ spent: number }>(sql`
          SELECT coalesce(-sum(amount), 0)::int AS spent FROM credit_entries WHERE account_id = ${accountId} AND kind = 'spend'`)
        const charged = lines.filter((line) => line.charged)
        expect(charged).toHaveLength(ledger!.spent)
        expect(read.credits.spent).toBe(ledger!.spent)
        expect(new Set(charged.map(({ ref }) => ref)).size).toBe(charged.length)
        expect(ledger!.spent).toBeLessThanOrEqual(maxCredits ?? 25)
        if (read.status === 'finished') {
          expect(lines.map(({ contact }) => contact !== null)).toEqual(asked.map((at) => at < 20))
        } else expect([read.status, read.stop_reason]).toEqual(['stopped', 'max_credits_reached'])
      },
    ),
    { numRuns: cases(4) },
  )
})
