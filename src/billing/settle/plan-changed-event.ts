import { effectiveStatus } from '../../accounts/api-access.ts'
import type { PlanState } from '../../accounts/plan.ts'
import type { EventDraft } from '../../base/event-types.ts'

/** The events of a change of plan or status: first the lapse, if the clock brought one before it and it was not recorded then. */
export function planChanges(before: PlanState, after: PlanState, now: Date, isLapseRecorded: boolean): EventDraft[] {
  if (!isLapsedByClock(before, now) || (wentOn(before, after) && !isLapseRecorded))
    return isSame(before, after) ? [] : [changed(before, after)]
  const lapsed = { ...before, status: 'lapsed' as const }
  const reached = { ...after, status: effectiveStatus(after, now) }
  return [lapseByClock(before), ...(isSame(lapsed, reached) ? [] : [changed(lapsed, reached)])]
}

export const isLapsedByClock = (state: PlanState, now: Date): boolean =>
  effectiveStatus(state, now) === 'lapsed' && state.status !== 'lapsed'

/** Only the news were late: what was paid for began before the access ended. Who owed a payment was without access until it came. */
const wentOn = ({ status, accessEndsAt }: PlanState, { periodAnchor }: PlanState): boolean =>
  status !== 'past_due' && accessEndsAt !== null && periodAnchor !== null && periodAnchor <= accessEndsAt

/** A lapse is recorded once, whether the clock or the provider reports it first. */
export const lapseByClock = (before: PlanState): EventDraft => changed(before, { ...before, status: 'lapsed' })

const isSame = (before: PlanState, after: PlanState): boolean =>
  before.planId === after.planId && before.status === after.status

function changed(before: PlanState, after: PlanState): EventDraft {
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
