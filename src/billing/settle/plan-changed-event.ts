import type { Account } from '../../accounts/accounts.ts'
import type { EventDraft } from '../../base/event-types.ts'

/** A lapse is recorded once, whether the clock or the provider reports it first. */
export function planChanged(before: Account, after: Pick<Account, 'planId' | 'status' | 'accessEndsAt'>): EventDraft {
  const lapsedAt = after.status === 'lapsed' ? (before.accessEndsAt ?? after.accessEndsAt) : null
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
