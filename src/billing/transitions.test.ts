import { expect, it } from 'vitest'
import { planStatuses } from '../accounts/plan.ts'
import { findTransition, graceDays, type PlanEvent, transitions } from './transitions.ts'

/** PLAN-3 to PLAN-9, row by row: from, event, to, what opens. */
const rows: [string, PlanEvent, string, string | null][] = [
  ['none', 'checkout_completed_with_trial', 'trialing', 'trial'],
  ['none', 'checkout_completed', 'active', 'month'],
  ['lapsed', 'checkout_completed', 'active', 'month'],
  ['trialing', 'trial_ended_and_paid', 'active', 'month'],
  ['trialing', 'payment_failed', 'past_due', null],
  ['active', 'payment_failed', 'past_due', null],
  ['past_due', 'paid', 'active', null],
  ['past_due', 'grace_over', 'lapsed', null],
  ['active', 'subscription_over', 'lapsed', null],
  ['trialing', 'subscription_over', 'lapsed', null],
]

it.each(rows)('PLAN-3, PLAN-4, PLAN-5, PLAN-6, PLAN-7: %s, %s: %s', (from, on, to, opens) => {
  expect(findTransition(from as never, on)).toMatchObject({ to, opens })
})

it('PLAN-10: one trial per account: no status but none begins one, whatever the provider says', () => {
  for (const status of planStatuses) {
    const opens = findTransition(status, 'checkout_completed_with_trial')?.opens ?? null
    expect([status, opens]).toEqual([status, status === 'none' ? 'trial' : null])
    expect(findTransition(status, 'checkout_completed_with_second_trial')?.opens ?? null).toBeNull()
  }
})

it('PLAN-6: grace is 7 days', () => {
  expect(graceDays).toBe(7)
})

it('no status answers one event in two ways', () => {
  for (const status of planStatuses) {
    for (const { on } of transitions) {
      const rows = transitions.filter((row) => row.on === on && row.from.includes(status))
      expect(rows.length, `${status} ${on}`).toBeLessThanOrEqual(1)
    }
  }
})
