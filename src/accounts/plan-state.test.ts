import { expect, it } from 'vitest'
import { planState } from '../billing/operator-account.ts'
import { plans } from '../billing/plans/plans.ts'
import { hasApiAccess } from './api-access.ts'
import type { PlanState, PlanStatus } from './plan.ts'
import { periodOf } from './plan-state.ts'

const begun = new Date('2026-01-31T10:00:00.000Z')
const pro = plans.get('pro')!
const stateOf = (status: PlanStatus): PlanState => planState(status, pro, begun)
const inDays = (days: number) => new Date(begun.getTime() + days * 86_400_000)

it('a trialing account lives in its trial, from its start to its end, with the credits of the trial', () => {
  expect(periodOf(stateOf('trialing'), pro, inDays(10))).toEqual({
    start: begun,
    end: inDays(14),
    credits: 250,
    reason: 'Trial of Pro',
  })
})

it('an active account lives in the usage month that now falls in, with the credits of its plan', () => {
  const business = plans.get('business')!
  expect(periodOf({ ...stateOf('active'), planId: 'business' }, business, new Date('2026-03-01'))).toEqual({
    start: new Date('2026-02-28T10:00:00.000Z'),
    end: new Date('2026-03-31T10:00:00.000Z'),
    credits: 3_000,
    reason: 'Monthly credits of Business',
  })
})

it.each(['none', 'lapsed'] as const)('PLAN-2: an account with status %s has no period and no access', (status) => {
  expect(periodOf(stateOf(status), pro, begun)).toBe(null)
  expect(hasApiAccess(stateOf(status), begun)).toBe(false)
})

it.each([
  ['trialing', 14],
  ['past_due', 7],
] as const)('PLAN-2: access of a %s account lasts %i days, to the millisecond', (status, days) => {
  expect(hasApiAccess(stateOf(status), new Date(inDays(days).getTime() - 1))).toBe(true)
  expect(hasApiAccess(stateOf(status), inDays(days))).toBe(false)
})

it('access of an active account does not end by itself', () => {
  expect(hasApiAccess(stateOf('active'), inDays(10_000))).toBe(true)
})
