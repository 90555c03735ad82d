import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { findAccount } from '../accounts/accounts.ts'
import { systemClock as clock } from '../base/clock.ts'
import { describeBilling } from './describe-billing.ts'
import { readSold } from './plans/read-sold.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

it('BILL-5, BILL-1: the plans that can be bought are those of the operator, with a trial only for who has one left', async () => {
  const written = { pro: { price_label: '$1 a month', trial: { credits: 9, days: 3 } }, business: { name: 'Team' } }
  const needs = {
    database: test.store.database,
    clock,
    publicUrl: 'http://localhost',
    billing: {
      ...test.app.billing,
      context: { ...test.app.billing.context, plans: readSold(JSON.stringify(written), 'plans.json').plans },
    },
  }
  const plansFor = async (status: 'none' | 'lapsed') => {
    const { accountId } = await test.createAccount({ status })
    const { plans } = await describeBilling(needs, (await findAccount(needs.database, accountId))!, clock.now())
    return plans.map(({ name, price_label, trial }) => [name, price_label, trial?.days])
  }
  expect(await plansFor('none')).toEqual([
    ['Pro', '$1 a month', 3],
    ['Team', '$249 a month', undefined],
    ['Enterprise', '$699 a month', undefined],
  ])
  expect((await plansFor('lapsed'))[0]).toEqual(['Pro', '$1 a month', undefined])
})

it.each([
  ['none', { period: null, grace: null, action: 'create_subscription_link' }],
  ['trialing', { period: expect.any(Object), grace: null, action: null }],
  ['active', { period: expect.any(Object), grace: null, action: null }],
  ['past_due', { period: expect.any(Object), grace: expect.any(String), action: 'create_subscription_link' }],
  ['lapsed', { period: null, grace: null, action: 'create_subscription_link' }],
] as const)('BILL-1: the status of an account that is %s', async (status, { period, grace, action }) => {
  const { apiKey } = await test.createAccount({ status })
  const { status: answered, body } = await test.call('GET', '/api/v1/billing/status', { key: apiKey })
  expect(answered).toBe(200)
  expect(body).toMatchObject({
    object: 'billing_status',
    provider: 'sandbox',
    plan: { id: 'pro', status, period },
    cancel_at_period_end: false,
    grace_ends_at: grace,
    payment_method_on_file: false,
  })
  expect(body.billing?.action ?? null).toBe(action)
  // Everything that a plan limits, of whatever kind.
  const { requests_per_minute, search_rows_per_month, web_search_rows_per_month, watches } = body.plans[0]
  expect([requests_per_minute, search_rows_per_month, web_search_rows_per_month, watches]).toEqual([
    60, 25_000, 250_000, 25,
  ])
})
