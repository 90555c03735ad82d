import { BillingButton } from '../billing/billing-action.tsx'
import { useMayPay } from '../billing/may-pay.ts'
import type { BillingStatus } from '../billing/plan-notices.tsx'
import { formatCount } from '../format.ts'
import { StepList } from './step-list.tsx'
import { labelOfPlanStep, stepsAfter } from './use-first-run.ts'

/** In place of a page that needs a plan: what comes, what it costs, and the one button that leads there. */
export function FirstRunStart({ status }: { status: BillingStatus }) {
  const isAllowed = useMayPay()
  const sold = status.plans.find(({ id }) => id === status.plan.id)
  const steps = stepsAfter(['account'], !!sold?.trial)
  return (
    <div data-testid="plan-offer" className="mx-auto max-w-110 px-6 py-16">
      <h2 className="text-title font-semibold tracking-[-0.01em]">One step to your first contacts</h2>
      <p className="figures mt-1 mb-6 text-ink-soft">
        {sold && inWords(sold)} From here to the first reveal it takes about two minutes.
      </p>
      <div className="rounded-panel border bg-surface p-4 text-table">
        <StepList steps={steps} next={steps[1]}>
          {isAllowed && status.billing ? (
            <BillingButton action={status.billing.action} label={labelOfPlanStep(!!sold?.trial)} />
          ) : (
            <p className="text-ink-soft">An owner or admin of the account can start it.</p>
          )}
        </StepList>
      </div>
    </div>
  )
}

function inWords({
  name,
  price_label: price,
  credits_per_month: credits,
  trial,
}: BillingStatus['plans'][number]): string {
  return trial
    ? `Your ${trial.days}-day ${name} trial includes every store and contact, and ${formatCount(trial.credits)} credits to reveal contacts. After that, it costs ${price}.`
    : `${name} includes every store and contact, and ${formatCount(credits)} credits a month to reveal contacts, for ${price}.`
}
