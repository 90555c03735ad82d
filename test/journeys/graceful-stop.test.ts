/** Stopping a node: what is under way finishes, what is new is told to come back, and nothing is left behind. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { listen } from '../rules/raw-http.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
let origin: string
beforeEach(async () => {
  test = await startTestApp()
  origin = `http://127.0.0.1:${await listen(test)}`
})
afterEach(() => test.stop())

const reveal = (apiKey: string, ids: string[]) =>
  fetch(`${origin}/api/v1/contacts/reveal`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ contact_ids: ids }),
  })

/** Holds the account's balance, so that a spend has to wait, until `release` is called. */
async function holdBalance(accountId: string): Promise<{ release(): Promise<void>; isWaitedFor(): Promise<boolean> }> {
  const client = await test.store.database.connect()
  await client.query('BEGIN')
  await client.query('SELECT FROM credit_balances WHERE account_id = $1 FOR UPDATE', [accountId])
  return {
    release: async () => {
      await client.query('COMMIT')
      await client.end()
    },
    isWaitedFor: async () => {
      const waiting = await test.store.database.query(
        sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return waiting.length > 0
    },
  }
}

it('RUN-2: requests under way are answered, new ones get 503 in the envelope, then the port closes', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 10 })
  const ids = await test.plantContacts(3)
  const held = await holdBalance(accountId)
  const underway = ids.map((id) => reveal(apiKey, [id]))
  await expect.poll(() => test.app.http.overload.limit.underway()).toBe(ids.length)
  await expect.poll(held.isWaitedFor).toBe(true)

  const stopped = test.app.stop()
  const refused = await reveal(apiKey, ids)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  const { error } = (await refused.json()) as { error: Record<string, string> }
  expect(error).toMatchObject({ type: 'server_error', code: 'service_unavailable' })
  expect(error.request_id).toBe(refused.headers.get('x-request-id'))
  expect((await fetch(`${origin}/readyz`)).status).toBe(503)

  await held.release()
  const answers = await Promise.all(underway)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await stopped
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
  const [{ count } = { count: 0 }] = await test.store.database.query<{ count: number }>(
    sql`SELECT count(*) FROM reveals WHERE account_id = ${accountId}`,
  )
  expect(count).toBe(3)
})

it('nothing is held open by idle connections or by callers who hung up', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 10 })
  const ids = await test.plantContacts(1)
  await (await fetch(`${origin}/healthz`)).text()
  const held = await holdBalance(accountId)
  const gone = new AbortController()
  const abandoned = fetch(`${origin}/api/v1/contacts/reveal`, {
    method: 'POST',
    signal: gone.signal,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ contact_ids: ids }),
  })
  await expect.poll(held.isWaitedFor).toBe(true)
  gone.abort()
  await expect(abandoned).rejects.toThrow()
  const silent = connect(Number(new URL(origin).port), '127.0.0.1')
  silent.on('error', () => {})
  await once(silent, 'connect')

  const stopped = test.app.stop()
  await held.release()
  await stopped
  // The batch was drained: what the caller no longer waited for is done, whole.
  const [row] = await test.store.database.query<{ balance: number; reveals: number }>(sql`
    SELECT balance, (SELECT count(*) FROM reveals r WHERE r.account_id = b.account_id) AS reveals
    FROM credit_balances b WHERE account_id = ${accountId}`)
  expect(row).toEqual({ balance: 9, reveals: 1 })
  silent.destroy()
})
