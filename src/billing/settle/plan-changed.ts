import type { Account } from '../../accounts/accounts.ts'
import type { EventDraft } from '../../events/event-types.ts'

/** A lapse that the clock brought is told by the clock; when the provider says so, too, it is not told again. */
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
