import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../api/call.ts'
import { billingStatusQuery } from '../../api/queries.ts'
import { Icon } from '../../ui/icons.tsx'
import { formatCount, formatDay, plural } from '../format.ts'
import { useUsage } from '../use-usage.ts'
import { BillingButton } from './billing-action.tsx'
import { askSomebody, useMayPay } from './may-pay.ts'

export type BillingStatus = Reply<'getBillingStatus'>

export const whoRaisesLimits = 'An owner can raise it in Settings, Members.'

/** What is wrong with the plan; null if nothing is. */
export function describeStanding({ plan, grace_ends_at: graceEndsAt }: BillingStatus): string | null {
  switch (plan.status) {
    case 'none':
      return 'Choose a plan to search stores and contacts.'
    case 'past_due':
      return graceEndsAt
        ? `The last payment failed. Access ends on ${formatDay(graceEndsAt)} unless the payment succeeds.`
        : 'The last payment failed.'
    case 'lapsed':
      return keptForLater
    default:
      return null
  }
}

/** How few credits are left, and what helps: a trial has a plan’s worth of them behind it. */
export function describeNoCredits({ plan, contact_credits: credits }: Reply<'getUsage'>): string {
  const isTrial = plan.status === 'trialing' && credits.paid_plan_limit !== undefined
  const left =
    credits.remaining > 0
      ? `Only ${plural(credits.remaining, 'credit is', 'credits are')} left, too few for this reveal.`
      : isTrial
        ? 'Your trial credits are used up.'
        : 'No credits left in this period.'
  if (!isTrial) return left
  return `${left} End the trial now to get the plan’s ${formatCount(credits.paid_plan_limit)} credits right away.`
}

export const keptForLater = 'Contacts you revealed stay available under Revealed. Subscribe to search and reveal again.'

/** The way to a plan, or back to it: nobody who had one is offered a first one. */
export function PlanButton({ status: { plan, billing }, ...shape }: { status: BillingStatus } & Shape) {
  if (!billing) return null
  const isBack = billing.action === 'create_subscription_link' && plan.status !== 'none'
  return <BillingButton action={billing.action} {...(isBack && { label: 'Subscribe' })} {...shape} />
}

type Shape = Pick<Parameters<typeof BillingButton>[0], 'size' | 'isWide' | 'look'>

/** How the plan stands, asked only while it is in trouble. */
export function usePastDue(): BillingStatus | null {
  const { data: usage } = useUsage()
  const { data: status } = useQuery({ ...billingStatusQuery, enabled: usage?.plan.status === 'past_due' })
  return usage?.plan.status === 'past_due' && status?.plan.status === 'past_due' ? status : null
}

/** Above every page while a payment is open: the day access ends must not come as a surprise. */
export function PastDueStrip() {
  const status = usePastDue()
  const isAllowed = useMayPay()
  if (!status) return null
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-danger-soft px-4 py-2 text-table"
    >
      <Icon name="alert" className="text-danger" />
      <p className="min-w-48 flex-1">
        {describeStanding(status)} {!isAllowed && askSomebody}
      </p>
      {isAllowed && <PlanButton status={status} size="small" />}
    </div>
  )
}
