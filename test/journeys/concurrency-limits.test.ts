import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { type Answer, startTestApp, type TestApp } from '../support/app.ts'
import { type Server, startServer, untilServed } from '../support/servers.ts'

/** Both nodes stand still at one moment, so that no minute can end under the test. */
const now = new Date('2026-05-20T12:00:30.000Z')
const nextMonth = new Date('2026-06-21T00:00:00.000Z')

let test: TestApp
let servers: Server[]
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt: now })
  servers = await Promise.all([1, 2].map(() => startServer(test.store.url, test.secrets, { frozenAt: now })))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await test.stop()
})

/** As many at once as two nodes serve on a busy machine: one that is let in and then times out has been counted, too. */
const inFlight = 64
async function hammer(count: number, send: (server: Server, at: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  let sent = 0
  async function sendOneByOne(): Promise<void> {
    while (sent < count) {
      const at = sent++
      answers[at] = await untilServed(() => send(servers[at % servers.length]!, at))
    }
  }
  await Promise.all(Array.from({ length: inFlight }, sendOneByOne))
  return answers
}
const countStatus = (answers: Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length

it('LIMIT-2: admission lets exactly 60 of 400 requests in one minute through two processes pass', async () => {
  const { accountId, apiKey } = await test.createAccount({ requestsPerMinute: 60, requestsPerDay: 5_000 })
  const [id] = await test.plantContacts(1)
  const answers = await hammer(400, (server) => server.reveal(apiKey, [id!]))

  expect(countStatus(answers, 200)).toBe(60)
  expect(countStatus(answers, 429)).toBe(340)
  const refused = answers.find(({ status }) => status === 429)!
  expect(refused.body.error).toMatchObject({
    type: 'rate_limit_error',
    code: 'rate_limit_exceeded',
    limit: { name: 'requests_per_minute', limit: 60, remaining: 0, resets_at: '2026-05-20T12:01:00.000Z' },
  })
  expect(refused.headers['retry-after']).toBe('30')
  const [counter] = await test.store.database.query(sql`
    SELECT minute_used, day_used FROM request_counters WHERE account_id = ${accountId} AND meter = 'request'`)
  expect(counter).toEqual({ minute_used: 60, day_used: 60 })
})

it('the day is counted as exactly, and a refusal names the window that is full', async () => {
  const { apiKey } = await test.createAccount({ requestsPerDay: 45 })
  const [id] = await test.plantContacts(1)
  const answers = await hammer(300, (server) => server.reveal(apiKey, [id!]))
  expect(countStatus(answers, 200)).toBe(45)
  expect(answers.find(({ status }) => status === 429)!.body.error.limit).toEqual({
    name: 'requests_per_day',
    limit: 45,
    remaining: 0,
    resets_at: '2026-05-21T00:00:00.000Z',
  })
})

it('LIMIT-3: usage has a window of 120 of its own, which no reveal touches', async () => {
  const { apiKey } = await test.createAccount({ requestsPerMinute: 10 })
  const [id] = await test.plantContacts(1)
  const [usage, reveals] = await Promise.all([
    hammer(400, (server) => server.call('GET', '/api/v1/usage', { key: apiKey })),
    hammer(40, (server) => server.reveal(apiKey, [id!])),
  ])
  expect(countStatus(usage, 200)).toBe(120)
  expect(countStatus(usage, 429)).toBe(280)
  expect(countStatus(reveals, 200)).toBe(10)
})

/** What a node says to somebody else tells its time. */
async function moveClocks(time: Date): Promise<void> {
  const { apiKey } = await test.createAccount()
  for (const server of servers) server.moveClock(time.getTime() - now.getTime())
  const minuteEnds = async () => {
    const asked = servers.map((server) => server.call('GET', '/api/v1/usage', { key: apiKey }))
    return (await Promise.all(asked)).map(({ body }) => Date.parse(body.own_requests.minute.resets_at))
  }
  await expect.poll(minuteEnds).toEqual(servers.map(() => time.getTime() + 60_000))
}

it('L9: two nodes that see a new period at once open it exactly once', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 7 })
  const ids = await test.plantContacts(40)
  await moveClocks(nextMonth)
  const answers = await Promise.all(
    ids.map((id, at) =>
      untilServed(() =>
        at % 4 < 2
          ? servers[at % 2]!.reveal(apiKey, [id])
          : servers[at % 2]!.call('GET', '/api/v1/usage', { key: apiKey }),
      ),
    ),
  )

  expect(countStatus(answers, 200)).toBe(40)
  const entries = await test.store.database.query(sql`
    SELECT seq, kind, amount, opens_period FROM credit_entries
    WHERE account_id = ${accountId} AND kind <> 'spend' ORDER BY seq`)
  expect(entries).toEqual([
    { seq: 1, kind: 'grant', amount: 7, opens_period: true },
    { seq: 2, kind: 'expire', amount: -7, opens_period: false },
    { seq: 3, kind: 'grant', amount: 1_000, opens_period: true },
  ])
  expect(await verifyLedger(test.store.database, { accountId })).toMatchObject({ reveals: 20, problems: [] })
})
