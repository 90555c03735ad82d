import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/call.ts'
import { usageQuery } from '../api/queries.ts'
import { BillingButton } from '../billing/billing-action.tsx'
import { daysUntil, formatCount, plural } from '../figures.ts'
import { Meter, Skeleton } from '../ui/small-parts.tsx'

const lowShare = 0.2

/** Always in sight: what is left of the pool. At zero it becomes the button that helps. */
export function CreditMeter() {
  const { data: usage, error } = useQuery(usageQuery)
  if (!usage && error instanceof ApiError && error.billing) {
    return (
      <div className="mt-2 rounded-panel border bg-surface p-3">
        <p className="mb-2 text-small text-ink-soft">
          {error.billing.action === 'manage_billing'
            ? 'The plan needs your attention.'
            : 'Stores and contacts need a plan.'}
        </p>
        <BillingButton action={error.billing} isWide />
      </div>
    )
  }
  if (!usage && error) return null
  if (!usage) return <Skeleton className="mt-2 h-21 rounded-panel!" />

  const { remaining, limit, resets_at: resetsAt } = usage.contact_credits
  const isLow = remaining < limit * lowShare
  const days = daysUntil(resetsAt)
  const isTrial = usage.plan.status === 'trialing'
  return (
    <div className="mt-2 rounded-panel border bg-surface p-3" data-testid="credit-meter">
      <div className="flex items-baseline justify-between gap-2">
        <span className="text-small font-medium text-ink-soft">{isTrial ? 'Trial credits' : 'Credits'}</span>
        <span className="text-small text-ink-faint">{usage.plan.name}</span>
      </div>
      <p className="figures mt-1 mb-2 text-small text-ink-faint">
        <span className={`text-body font-semibold ${isLow ? 'text-amber' : 'text-ink'}`}>{formatCount(remaining)}</span>{' '}
        of {formatCount(limit)} left
      </p>
      <Meter value={remaining} max={limit} look={isLow ? 'amber' : 'gold'} label="Contact credits left" />
      {remaining === 0 ? (
        <div className="mt-3">
          <BillingButton
            action={{
              action: isTrial ? 'end_trial_to_unlock_pro_credits' : 'manage_billing',
              url: '',
              paid_plan_limit: usage.contact_credits.paid_plan_limit,
            }}
            isWide
          />
        </div>
      ) : (
        <p className="mt-2 text-small text-ink-faint">
          {isTrial ? 'Trial ends' : 'Resets'} {days === 0 ? 'today' : `in ${plural(days, 'day')}`}
        </p>
      )}
    </div>
  )
}
