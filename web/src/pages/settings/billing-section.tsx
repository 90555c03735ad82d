import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { billingStatusQuery } from '../../api/queries.ts'
import { BillingButton } from '../../shared/billing/billing-action.tsx'
import { type BillingStatus, describeStanding, PlanButton } from '../../shared/billing/plan-notices.tsx'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { formatCount, formatDay } from '../../shared/format.ts'
import { isOwner, mayManage, type Profile } from '../../shared/profile.ts'
import { useAction } from '../../shared/use-action.ts'
import { useUsage } from '../../shared/use-usage.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Panel, Section } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Toast } from '../../ui/toast.tsx'
import { AutoTopUpSection } from './auto-top-up.tsx'
import { CheckoutResult, isPaying, useCheckoutResult, useWayBack } from './checkout-result.tsx'
import { CreditPacks } from './credit-packs.tsx'
import { Invoices } from './invoices.tsx'
import { PlanCards } from './plan-cards.tsx'

const statusNames: Record<BillingStatus['plan']['status'], string> = {
  none: 'No plan yet',
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Payment failed',
  lapsed: 'Ended',
}

export function BillingSection({ profile }: { profile: Profile }) {
  const { isAwaited } = useCheckoutResult()
  const {
    data: status,
    error,
    refetch,
  } = useQuery({
    ...billingStatusQuery,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isAwaited(state.data) ? 5_000 : false),
  })
  const isAllowed = mayManage(profile, 'billing:manage')
  const why = profile.support_view
    ? 'Nothing can be changed in a support view.'
    : 'Only owners and admins can manage billing.'
  return (
    <Section title="Billing" note={isAllowed ? undefined : why}>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!status && !error && <Skeleton className="h-48 rounded-panel!" />}
      <div role="status">{status && <CheckoutResult status={status} />}</div>
      {status && <StatusPanel status={status} isAllowed={isAllowed && !isAwaited(status)} />}
      {status && isAllowed && !isAwaited(status) && status.provider !== 'off' && (
        <div className="mt-8">
          <Section title={isPaying(status) ? 'Change plan' : 'Choose a plan'}>
            <PlanCards status={status} />
          </Section>
          {isPaying(status) && <CreditPacks packs={status.credit_packs} />}
          {isPaying(status) && <AutoTopUpSection status={status} isOwner={isOwner(profile)} />}
          <Invoices />
        </div>
      )}
    </Section>
  )
}

const providerNames: Record<BillingStatus['provider'], string> = {
  stripe: 'Stripe',
  sandbox: 'Test mode: no real charges',
  off: 'Not set up by the operator of this service',
}

function describePayment({ payment_method: card, payment_method_on_file: isOnFile }: BillingStatus): string {
  if (!card) return isOnFile ? 'On file' : 'None'
  const month = String(card.exp_month).padStart(2, '0')
  return `${card.brand_name} ending in ${card.last4}, expires ${month}/${card.exp_year}`
}

function CancelChange() {
  const cancel = useAction(() => call('cancelPlanChange', { body: {} }), {
    refresh: [['getBillingStatus']],
    done: 'You keep your current plan.',
  })
  return (
    <Button size="small" isBusy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
      Keep current plan
    </Button>
  )
}

/** A subscription that was cancelled is active, but that is not what its people need to know. */
const describePlanStatus = ({ plan, cancels_at: end }: BillingStatus): string =>
  end && (plan.status === 'active' || plan.status === 'trialing')
    ? `Cancels on ${formatDay(end)}`
    : statusNames[plan.status]

function KeepSubscription() {
  const keep = useAction(() => call('keepSubscription', { body: {} }), {
    refresh: [['getBillingStatus'], ['usage']],
    done: 'You keep your subscription.',
  })
  return (
    <Button size="small" isBusy={keep.isPending} onClick={() => keep.mutate(undefined)}>
      Keep subscription
    </Button>
  )
}

/** They outlast the subscription, but need a plan to be spent. */
function BoughtCredits() {
  const { data: usage } = useUsage()
  const packs = usage?.contact_credits.lots.filter(({ source }) => source === 'pack') ?? []
  const bought = packs.reduce((sum, { remaining }) => sum + remaining, 0)
  if (bought === 0) return null
  return <Line name="Bought credits">{formatCount(bought)} stay until their date, for your next plan</Line>
}

function StatusPanel({ status, isAllowed }: { status: BillingStatus; isAllowed: boolean }) {
  const { plan } = status
  const look = plan.status === 'past_due' || plan.status === 'lapsed' ? 'danger' : 'plain'
  return (
    <>
      <Panel>
        <Line name="Plan">
          {plan.status !== 'none' && plan.name} <Tag look={look}>{describePlanStatus(status)}</Tag>
        </Line>
        {plan.period && (
          <Line name={plan.status === 'trialing' ? 'Trial ends' : 'Period'}>
            {plan.status === 'trialing' && plan.trial_ends_at
              ? formatDay(plan.trial_ends_at)
              : `${formatDay(plan.period.start)} to ${formatDay(plan.period.end)}`}
          </Line>
        )}
        {status.cancels_at && (
          <Line name="Cancelled">
            Access until {formatDay(status.cancels_at)} {isAllowed && <KeepSubscription />}
          </Line>
        )}
        {status.cancels_at && <BoughtCredits />}
        {status.scheduled_change && (
          <Line name="Scheduled">
            {status.plans.find(({ id }) => id === status.scheduled_change?.plan_id)?.name} from{' '}
            {formatDay(status.scheduled_change.at)} <CancelChange />
          </Line>
        )}
        {status.grace_ends_at && (
          <Line name="Access until">{formatDay(status.grace_ends_at)}, unless the payment succeeds</Line>
        )}
        <Line name="Payment method">{describePayment(status)}</Line>
        <Line name="Provider">{providerNames[status.provider]}</Line>
      </Panel>
      {isAllowed && (
        <div className="mt-4 flex flex-col items-start gap-3">
          {!isPaying(status) ? (
            <p className="text-table text-ink-soft">{describeStanding(status)}</p>
          ) : (
            <div className="flex flex-wrap gap-3">
              {plan.status === 'trialing' && <EndTrial status={status} />}
              {plan.status === 'past_due' ? (
                <PlanButton status={status} />
              ) : (
                <BillingButton action="manage_billing" look={plan.status === 'trialing' ? 'secondary' : 'primary'} />
              )}
            </div>
          )}
        </div>
      )}
    </>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-11 items-center justify-between gap-4 px-4 py-2 text-table">
    <span className="text-ink-faint">{name}</span>
    <span className="figures flex items-center gap-2 text-right">{children}</span>
  </div>
)

function EndTrial({ status: { plan, plans } }: { status: BillingStatus }) {
  const { data: usage } = useUsage()
  const [isAsking, setAsking] = useState(false)
  const goBack = useWayBack()
  const end = useAction(() => call('endTrial', { body: {} }), {
    refresh: [['getBillingStatus'], ['usage']],
    done: describeEnd,
    after: ({ plan: { status } }) => status === 'active' && goBack(),
  })
  const credits = usage?.contact_credits
  const price = plans.find(({ id }) => id === plan.id)?.price_label
  return (
    <>
      {/* Bright only for people who need it: a trial that has credits left is there to be used. */}
      <Button look={credits?.remaining === 0 ? 'gold' : 'secondary'} onClick={() => setAsking(true)}>
        End trial now
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="End the trial now?"
          action="End trial now"
          look="gold"
          isBusy={end.isPending}
          onConfirm={() => end.mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p className="figures">
            {plan.name} starts now at {price}, charged to your saved payment method.{' '}
            {credits &&
              credits.remaining > 0 &&
              `The remaining ${formatCount(credits.remaining)} trial credits expire, and `}
            {credits
              ? `${formatCount(credits.paid_plan_limit)} credits are available right away.`
              : 'the plan’s credits are available right away.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The charge is tried at once, and it can fail. */
function describeEnd({ plan }: Pick<BillingStatus, 'plan'>): Toast {
  switch (plan.status) {
    case 'active':
      return { title: `${plan.name} is active. Your credits are ready.`, look: 'success' }
    case 'trialing':
      return { title: 'The trial continues: there is no subscription to start.', look: 'danger' }
    default:
      return { title: `The payment failed, so ${plan.name} did not start.`, look: 'danger' }
  }
}
