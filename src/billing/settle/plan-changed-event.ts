import type { Account } from '../../accounts/accounts.ts'
import { effectiveStatus } from '../../accounts/api-access.ts'
import type { EventDraft } from '../../base/event-types.ts'

type State = Pick<Account, 'planId' | 'status' | 'accessEndsAt'>

/** What a change of plan or status tells: first the lapse, if the clock brought one before it. */
export function planChanges(before: Account, after: State, now: Date): EventDraft[] {
  const isLapsed = effectiveStatus(before, now) === 'lapsed' && before.status !== 'lapsed'
  if (!isLapsed) return isSame(before, after) ? [] : [changed(before, after)]
  const lapsed = { planId: before.planId, status: 'lapsed' as const, accessEndsAt: before.accessEndsAt }
  const staysLapsed = effectiveStatus(after, now) === 'lapsed' && after.planId === before.planId
  return [lapseByClock(before), ...(staysLapsed ? [] : [changed(lapsed, after)])]
}

/** A lapse is recorded once, whether the clock or the provider reports it first. */
export const lapseByClock = (before: State): EventDraft => changed(before, { ...before, status: 'lapsed' })

const isSame = (before: State, after: State): boolean => before.planId === after.planId && before.status === after.status

function changed(before: State, after: State): EventDraft {
  const isLapse = after.status === 'lapsed' && before.status !== 'lapsed'
  const lapsedAt = isLapse ? (before.accessEndsAt ?? after.accessEndsAt) : null
  return {
    type: 'plan.changed',
    data: {
      plan_id: after.planId,
      status: after.status,
      previous: { plan_id: before.planId, status: before.status },
    },
    ...(lapsedAt && { once: `lapse ${lapsedAt.toISOString()}` }),
  }
}
