import { BillingButton } from '../billing/billing-action.tsx'
import { askSomebody, useMayPay } from '../billing/may-pay.ts'
import { type BillingStatus, PlanButton } from '../billing/plan-notices.tsx'
import { labelOfPlanStep } from './use-first-run.ts'

/** The one button that opens everything, for those who may press it. */
export function PlanStep({
  status,
  isWide = false,
  look = 'primary',
}: {
  status: BillingStatus | undefined
  isWide?: boolean
  look?: 'primary' | 'secondary'
}) {
  const isAllowed = useMayPay()
  if (!status?.billing) return null
  if (!isAllowed) {
    const isNew = status.plan.status === 'none'
    return <p className="text-table">{isNew ? 'An owner or admin of the account can start the plan.' : askSomebody}</p>
  }
  const { plan, billing } = status
  if (plan.status !== 'none') return <PlanButton status={status} isWide={isWide} look={look} />
  return <BillingButton action={billing.action} label={labelOfPlanStep(hasTrial(status))} isWide={isWide} look={look} />
}

export const soldPlan = ({ plans, plan }: BillingStatus) => plans.find(({ id }) => id === plan.id)
const hasTrial = (status: BillingStatus): boolean => !!soldPlan(status)?.trial
