import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertAccount } from '../../src/accounts/accounts.ts'
import { sql } from '../../src/base/sql.ts'
import { planState } from '../../src/billing/operator-account.ts'
import { openLedger, readBalance } from '../../src/credits/ledger.ts'
import { currentBalance } from '../../src/credits/periods.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { createRandom } from '../../src/demo/random.ts'
import { makeKey } from '../../src/keys/keys.ts'
import { type Answer, startTestApp, type TestApp } from '../support/app.ts'
import { type Server, startServer, untilServed } from '../support/servers.ts'

let test: TestApp
let servers: Server[]
beforeAll(async () => {
  test = await startTestApp()
  servers = await Promise.all([1, 2].map(() => startServer(test.store.url, test.secrets)))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await test.stop()
})

/** Every other request goes to the other process. One that refuses because it is busy is asked again. */
const reveal = (at: number, ...given: Parameters<Server['reveal']>): Promise<Answer> =>
  untilServed(() => servers[at % servers.length]!.reveal(...given))
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const withStatus = (answers: Answer[], status: number): Answer[] => answers.filter((answer) => answer.status === status)
const spentBy = (answers: Answer[]): number => answers.reduce((sum, { body }) => sum + body.credits.spent, 0)

/** An account without people: so many owners' passwords would take longer to hash than the test takes to run. */
async function openAccount(): Promise<{ accountId: string; apiKey: string }> {
  const { database, clock, plans } = test.app
  const start = clock.now()
  const limits = { requestsPerMinute: 1_000_000, requestsPerDay: 1_000_000 }
  const accountId = await insertAccount(database, {
    name: 'A',
    ...planState('active', plans.get('pro')!, start),
    ...limits,
  })
  await openLedger(database, accountId)
  await currentBalance(database, clock, accountId, { start, end: start, credits: 25, reason: 'A few' })
  const { apiKey } = await makeKey(database, { accountId, name: 'Key' })
  return { accountId, apiKey }
}

async function expectLedger(accountId: string, { balance, reveals }: { balance: number; reveals: number }) {
  expect(await readBalance(test.store.database, accountId)).toMatchObject({ balance })
  expect(await verifyLedger(test.store.database, { accountId })).toMatchObject({ reveals, problems: [] })
}

it('CREDIT-6, K1, L5: 200 parallel reveals of one contact through two processes spend exactly one credit', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 10 })
  const [id] = await test.plantContacts(1)
  const answers = await Promise.all(times(200, (at) => reveal(at, apiKey, [id!])))

  expect(withStatus(answers, 200)).toHaveLength(200)
  expect(spentBy(answers)).toBe(1)
  expect(answers.filter(({ body }) => body.data[0].charged)).toHaveLength(1)
  expect(new Set(answers.map(({ body }) => body.data[0].revealed_at)).size).toBe(1)
  expect(new Set(answers.map(({ body }) => body.credits.remaining))).toEqual(new Set([9]))
  await expectLedger(accountId, { balance: 9, reveals: 1 })
})

it('CREDIT-7, REVEAL-4, L1: 300 parallel reveals against a balance of 70 end at exactly 0 with exactly 70 successes', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 70 })
  const ids = await test.plantContacts(300)
  const answers = await Promise.all(ids.map((id, at) => reveal(at, apiKey, [id])))

  expect(withStatus(answers, 200)).toHaveLength(70)
  expect(withStatus(answers, 402)).toHaveLength(230)
  const left = withStatus(answers, 200).map(({ body }) => body.credits.remaining)
  expect(left.sort((a, b) => a - b)).toEqual(times(70, (at) => at))
  await expectLedger(accountId, { balance: 0, reveals: 70 })
})

it('REVEAL-4, L1, L6: reveals of mixed sizes never cross zero: each gets all of its contacts or none, and the balance ends at 0', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 80 })
  const random = createRandom()
  random.startStore(20_261_115, 0)
  const pool = await test.plantContacts(600)
  // More single ones than credits: one of them is refused, and that happens only at zero.
  const requests = times(160, (at) => pool.splice(0, at % 2 === 0 ? 1 + random.below(10) : 1))
  requests.push(...pool.slice(0, 20).map((id) => [id]))
  const answers = await Promise.all(requests.map((ids, at) => reveal(at, apiKey, ids)))

  answers.forEach(({ status, body }, at) => {
    if (status !== 402) expect(body.data.map(({ id }: { id: string }) => id)).toEqual(requests[at])
  })
  const served = withStatus(answers, 200)
  expect(served.length + withStatus(answers, 402).length).toBe(requests.length)
  expect(spentBy(served)).toBe(80)
  await expectLedger(accountId, { balance: 0, reveals: 80 })
})

it('IDEM-5, L7: one Idempotency-Key sent 50 times at once spends once, and all answers agree apart from request_id', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 10 })
  const ids = await test.plantContacts(3)
  const headers = { 'idempotency-key': 'one and the same' }
  const answers = await Promise.all(times(50, (at) => reveal(at, apiKey, ids, headers)))

  expect(withStatus(answers, 200)).toHaveLength(50)
  expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(49)
  const bodies = answers.map(({ body: { request_id, ...rest } }) => JSON.stringify(rest))
  expect(new Set(bodies).size).toBe(1)
  expect(answers[0]!.body.credits).toMatchObject({ spent: 3, remaining: 7 })
  expect(new Set(answers.map(({ body }) => body.request_id)).size).toBe(50)
  await expectLedger(accountId, { balance: 7, reveals: 3 })
})

it('IDEM-3, L7: of two lists under one Idempotency-Key at once, one wins and every request for the other is a conflict', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 10 })
  const ids = await test.plantContacts(2)
  const lists = [ids, [...ids].reverse()]
  const headers = { 'idempotency-key': 'two lists' }
  const answers = await Promise.all(times(60, (at) => reveal(at, apiKey, lists[(at >> 1) % 2]!, headers)))

  expect(withStatus(answers, 200)).toHaveLength(30)
  expect(withStatus(answers, 409)).toHaveLength(30)
  const winner = withStatus(answers, 200).map(({ body }) => body.data[0].id)
  expect(new Set(winner).size).toBe(1)
  await expectLedger(accountId, { balance: 8, reveals: 2 })
})

it('CREDIT-7, L14: 50 accounts hammered in random order from two processes never deadlock, and their ledgers verify', async () => {
  const random = createRandom()
  random.startStore(7, 0)
  const accounts = await Promise.all(times(50, openAccount))
  const pool = await test.plantContacts(40)
  const requests = times(750, () => ({
    account: random.pick(accounts),
    ids: [...new Set(times(1 + random.below(4), () => random.pick(pool)))],
    headers: random.chance(0.3) ? { 'idempotency-key': `key ${random.below(5)}` } : {},
  }))
  const answers = await Promise.all(
    requests.map(({ account, ids, headers }, at) => reveal(at, account.apiKey, ids, headers)),
  )

  expect(answers.filter(({ status }) => ![200, 402, 409].includes(status))).toEqual([])
  const owned = new Map(accounts.map(({ accountId }) => [accountId, new Set<string>()]))
  answers.forEach(({ status, body }, at) => {
    if (status !== 200) return
    for (const { id } of body.data) owned.get(requests[at]!.account.accountId)!.add(id)
  })
  const rows = await test.store.database.query<{ account_id: string; balance: number; reveals: number }>(sql`
    SELECT account_id, balance, (SELECT count(*) FROM reveals r WHERE r.account_id = b.account_id) AS reveals
    FROM credit_balances b WHERE account_id = ANY(${[...owned.keys()]}::text[])`)
  for (const { account_id, balance, reveals } of rows) {
    expect(reveals).toBe(owned.get(account_id)!.size)
    expect(balance).toBe(25 - reveals)
  }
  expect((await verifyLedger(test.store.database)).problems).toEqual([])
})
