import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestKey } from '../../test/support/test-key.ts'
import { sql } from '../base/sql.ts'
import { createOperatorKey } from '../ingest/operator-keys.ts'
import { begun, day, openBounces } from './bounces-fixture.ts'
import { listReviews } from './reviews.ts'

let stage: Awaited<ReturnType<typeof openBounces>>
beforeAll(async () => {
  stage = await openBounces()
})
afterAll(() => stage.stop())

it('BOUNCE-9: what the operator accepts in test mode has bounced for the account, in its searches, too; the credit lasts by the test clock', async () => {
  const { accountId } = await stage.account()
  const { apiKey } = await createTestKey(stage.test, accountId)
  const search = async () =>
    (
      await stage.test.call('POST', '/api/v1/contacts/search', {
        key: apiKey,
        body: { person: { has_verified_email: true }, limit: 100 },
      })
    ).body
  const before = await search()
  const ids: string[] = before.data.map(({ id }: { id: string }) => id)
  const revealed = []
  for (let at = 0; at < ids.length; at += 10)
    revealed.push(...(await stage.test.reveal(apiKey, ids.slice(at, at + 10))).body.data)
  const single = revealed.filter(({ emails }: { emails: unknown[] }) => emails.length === 1).slice(0, 21)
  const verdicts = await stage.verdictsOf(
    apiKey,
    single.map(({ emails }) => ({ email: emails[0].email })),
  )
  expect(verdicts).toEqual([...Array(20).fill('returned'), 'limit'])
  const over = single[20]
  expect(await stage.emailsFor(apiKey, over.id)).toHaveLength(1)
  await stage.test.call('POST', '/api/v1/test/clock', { key: apiKey, body: { advance_seconds: 40 * 86_400 } })

  const { database } = stage.test.app
  const operatorKey = (await createOperatorKey(database, 'Bounces', { canOperate: true })).key
  const [testAccount] = await database.query<{ id: string }>(
    sql`SELECT account_id AS id FROM accounts WHERE live_account_id = ${accountId}`,
  )
  const [review] = await listReviews(database, { accountId: testAccount!.id, all: false })
  const accepted = await stage.test.call('POST', `/admin/v1/bounces/${review!.id}/accept`, {
    key: operatorKey,
    body: {},
  })
  expect(accepted.body).toMatchObject({ returned: 1 })
  expect(await stage.emailsFor(apiKey, over.id)).toEqual([])
  expect((await search()).total).toBe(before.total - 21)
  const usage = (await stage.test.call('GET', '/api/v1/usage', { key: apiKey })).body
  const ends = usage.contact_credits.lots.map((lot: { expires_at: string }) => Date.parse(lot.expires_at))
  expect(Math.max(...ends)).toBeGreaterThanOrEqual(begun.getTime() + 70 * day)
})
