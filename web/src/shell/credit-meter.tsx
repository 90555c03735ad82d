import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { billingStatusQuery, usageQuery } from '../api/queries.ts'
import { BillingButton, moreCreditsAction } from '../billing/billing-action.tsx'
import { PlanButton, useMayPay, usePastDue } from '../billing/plan-notices.tsx'
import { isWithoutPlan } from '../billing/without-plan.tsx'
import { formatCount, inDays } from '../format.ts'
import { Meter } from '../ui/meter.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const lowShare = 0.2

/** Always in sight: what is left of the pool. At zero it becomes the button that helps. */
export function CreditMeter() {
  const { data: usage, error } = useQuery(usageQuery)
  const isAllowed = useMayPay()
  const pastDue = usePastDue()
  if (!usage && isWithoutPlan(error)) return <NoPlan />
  if (!usage && error) return null
  if (!usage) return <Skeleton className="mt-2 h-21 rounded-panel!" />

  const { remaining, limit, resets_at: resetsAt } = usage.contact_credits
  const isLow = remaining < limit * lowShare
  const isTrial = usage.plan.status === 'trialing'
  return (
    <Box testId="credit-meter">
      <div className="flex items-baseline justify-between gap-2">
        <span className="text-small font-medium text-ink-soft">{isTrial ? 'Trial credits' : 'Credits'}</span>
        <span className="text-small text-ink-faint">{usage.plan.name}</span>
      </div>
      <p className="figures mt-1 mb-2 text-small text-ink-faint">
        <span className={`text-body font-semibold ${isLow ? 'text-amber' : 'text-ink'}`}>{formatCount(remaining)}</span>{' '}
        of {formatCount(limit)} left
      </p>
      <Meter value={remaining} max={limit} look={isLow ? 'amber' : 'gold'} label="Contact credits left" />
      {pastDue ? (
        <p className="mt-2 text-small text-danger">
          Payment failed{pastDue.grace_ends_at && `, access ends ${inDays(pastDue.grace_ends_at)}`}
        </p>
      ) : remaining === 0 && isAllowed ? (
        <div className="mt-3">
          <BillingButton action={moreCreditsAction(usage)} isWide />
        </div>
      ) : (
        <p className="mt-2 text-small text-ink-faint">
          {isTrial ? 'Trial ends' : 'Resets'} {inDays(resetsAt)}
        </p>
      )}
    </Box>
  )
}

function NoPlan() {
  const { data: status } = useQuery(billingStatusQuery)
  const isAllowed = useMayPay()
  if (!status) return <Skeleton className="mt-2 h-21 rounded-panel!" />
  return (
    <Box>
      <p className="text-small text-ink-soft">
        {status.plan.status === 'none'
          ? 'Choose a plan to search stores and contacts.'
          : `${status.plan.name} has ended.`}
      </p>
      {isAllowed && (
        <div className="mt-2">
          <PlanButton status={status} isWide />
        </div>
      )}
    </Box>
  )
}

const Box = ({ testId, children }: { testId?: string; children: ReactNode }) => (
  <div className="mt-2 rounded-panel border bg-surface p-3" data-testid={testId}>
    {children}
  </div>
)
