import { expect, it } from 'vitest'
import { accessStatuses } from '../../accounts/api-access.ts'
import { subscriptionStates } from './snapshot.ts'
import { graceDays, rowOf, situations } from './transitions.ts'

it('PLAN-11: every state that a subscription can have at the provider has exactly one row', () => {
  for (const state of subscriptionStates) {
    expect(situations.filter(({ situation }) => situation === state)).toHaveLength(1)
  }
})

it('PLAN-2: only a row that gives access grants credits, and every row that does says what ends it', () => {
  for (const { situation, status, credits, until } of situations) {
    const givesAccess = status !== null && accessStatuses.includes(status)
    expect([situation, credits !== 'none', until.length > 0]).toEqual([situation, givesAccess, givesAccess])
  }
})

it('PLAN-10: a second trial gives nothing, and so do states in which nobody pays', () => {
  for (const situation of ['trialing_again', 'unpaid', 'paused', 'canceled'] as const) {
    expect(rowOf(situation)).toMatchObject({ status: 'lapsed', credits: 'none' })
  }
})

it('PLAN-6: grace is 7 days', () => {
  expect(graceDays).toBe(7)
})
