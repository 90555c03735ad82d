import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBalance } from '../../src/credits/ledger.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { startServer } from '../support/servers.ts'
import { factsOf, planStorm, storm } from './storm.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

it('CREDIT-9, CREDIT-6, L5, L7, L15: a server killed in a storm of reveals charges every contact exactly once when all of them are sent again', async () => {
  const { database, url } = test.store
  const { accountId, apiKey } = await test.createAccount({ credits: 1_000 })
  const requests = planStorm(await test.plantContacts(600))
  const first = await startServer(url, test.secrets)
  const told = await storm(first, apiKey, requests, { strikeAfter: 60, strike: first.kill })

  const answered = [...told.values()].filter((answer) => answer !== null)
  expect(answered.length).toBeGreaterThanOrEqual(60)
  expect(answered.length).toBeLessThan(requests.length)
  expect(answered.every(({ status }) => status === 200)).toBe(true)
  expect(await verifyLedger(database, { accountId })).toMatchObject({ problems: [] })

  const second = await startServer(url, test.secrets)
  const again = await storm(second, apiKey, requests, { comesBack: true })
  await second.kill()
  for (const request of requests) {
    const answer = again.get(request)!
    expect(answer.body.credits.spent).toBe(request.contactIds.length)
    expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual(request.contactIds)
    const before = told.get(request)
    if (!before) continue
    expect(answer.headers['idempotent-replayed']).toBe('true')
    expect(factsOf(answer)).toEqual(factsOf(before))
  }
  expect(await readBalance(database, accountId)).toMatchObject({ balance: 400 })
  expect(await verifyLedger(database, { accountId })).toMatchObject({ reveals: 600, problems: [] })
})
