import { expect, it } from 'vitest'
import { accessStatuses } from '../../accounts/api-access.ts'
import { subscriptionStates } from './snapshot.ts'
import { graceDays, rowOf, situations } from './transitions.ts'

it('PLAN-11: every state that a subscription can have at the provider has exactly one row', () => {
  for (const state of subscriptionStates) {
    expect(situations.filter(({ situation }) => situation === state)).toHaveLength(1)
  }
})

it('PLAN-2: every row that gives access says what ends it, and no other does', () => {
  for (const { situation, status, until } of situations) {
    const givesAccess = status !== null && accessStatuses.includes(status)
    expect([situation, until.length > 0]).toEqual([situation, givesAccess])
  }
})

it('PLAN-10: a second trial gives no access, and so do states in which nobody pays', () => {
  for (const situation of ['trialing_again', 'unpaid', 'paused', 'canceled'] as const) {
    expect(rowOf(situation)).toMatchObject({ status: 'lapsed' })
  }
})

it('PLAN-6: grace is 7 days', () => {
  expect(graceDays).toBe(7)
})
