import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sql, sql } from '../../src/base/sql.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { deadlinesOf } from '../../src/db/wire/deadlines.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createTestDatabase } from '../support/database.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ store: await createTestDatabase(deadlinesOf.requests) })
})
afterAll(async () => {
  expect((await verifyLedger(test.store.database)).problems).toEqual([])
  await test.stop()
})

const lockOf = {
  balance: (accountId: string) => sql`SELECT FROM credit_balances WHERE account_id = ${accountId} FOR UPDATE`,
  counters: (accountId: string) => sql`SELECT FROM request_counters WHERE account_id = ${accountId} FOR UPDATE`,
}

/** Holds the rows until told to let go, as a node does that was cut off in the middle of a transaction. */
async function hold(lock: Sql): Promise<() => Promise<void>> {
  const client = await test.store.database.connect()
  await client.query('BEGIN')
  await client.query({ text: lock.text, values: [...lock.values] })
  return () => client.end()
}

it.each(['balance', 'counters'] as const)(
  'L16: while the %s of one account is locked, its requests get 503 and those of all others are answered',
  async (rows) => {
    const accounts = await Promise.all(Array.from({ length: 13 }, () => test.createAccount({ credits: 100 })))
    const [locked, ...others] = accounts
    const contactIds = await test.plantContacts(16)
    const letGo = await hold(lockOf[rows](locked!.accountId))
    const refused = Promise.all(contactIds.slice(0, 8).map((id) => test.reveal(locked!.apiKey, [id])))
    // The lock is held until all of them are answered: had one to wait for it, this would never end.
    for (const id of contactIds) {
      const answers = await Promise.all(others.map(({ apiKey }) => test.reveal(apiKey, [id])))
      expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200))
    }
    for (const { status, headers, body } of await refused) {
      expect([status, body.error.code]).toEqual([503, 'service_unavailable'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    await letGo()
    await expect.poll(async () => (await test.reveal(locked!.apiKey, [contactIds[0]])).status).toBe(200)
  },
)

it('L16: while counters of two accounts are locked, their searches get 503 and those of all others are answered', async () => {
  await test.app.start()
  const accounts = await Promise.all(Array.from({ length: 6 }, () => test.createAccount()))
  const [withoutRows, withoutRequests, ...others] = accounts
  const search = ({ apiKey }: { apiKey: string }) =>
    test.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: 1 } })
  expect((await Promise.all(accounts.map(search))).map(({ status }) => status)).toEqual(accounts.map(() => 200))
  const letGo = await Promise.all([
    hold(sql`SELECT FROM search_row_counters WHERE account_id = ${withoutRows!.accountId} FOR UPDATE`),
    hold(lockOf.counters(withoutRequests!.accountId)),
  ])
  const locked = [withoutRows!, withoutRequests!]
  const refused = Promise.all(locked.map(search))
  const answers = await Promise.all(others.map(search))
  expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200))
  expect((await refused).map(({ status }) => status)).toEqual([503, 503])
  await Promise.all(letGo.map((end) => end()))
  for (const one of locked) await expect.poll(async () => (await search(one)).status).toBe(200)
})

it('L16: a node that is frozen while it holds the lock of an account loses it within 6 s', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 100 })
  const [contactId] = await test.plantContacts(1)
  const holder = fork(new URL('./lock-holder.ts', import.meta.url), [test.store.url, accountId], { silent: true })
  try {
    await once(holder, 'message')
    holder.kill('SIGSTOP')
    // The database itself says which came first, the lock or six seconds: how busy this machine is does not matter.
    const [locked, slept] = await Promise.all([
      momentOf(sql`(SELECT FROM credit_balances WHERE account_id = ${accountId} FOR UPDATE)`),
      momentOf(sql`pg_sleep(6)`),
    ])
    expect(locked).toBeLessThan(slept)
    await expect.poll(async () => (await test.reveal(apiKey, [contactId])).status).toBe(200)
  } finally {
    holder.kill('SIGKILL')
  }
})

/** When the database was through with this part of a statement. */
async function momentOf(part: Sql): Promise<number> {
  const client = await test.store.database.connect()
  const { text, values } = sql`SELECT extract(epoch FROM clock_timestamp())::float8 AS at FROM ${part} AS part`
  const { rows } = await client.query<{ at: number }>({ text, values: [...values] })
  await client.end()
  return rows[0]!.at
}
