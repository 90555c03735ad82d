import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { billingStatusQuery } from '../../api/queries.ts'
import type { BillingStatus } from '../../shared/billing/plan-notices.tsx'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { formatCount, formatDay } from '../../shared/format.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { isPaying, useWayBack } from './checkout-result.tsx'

type Plan = BillingStatus['plans'][number]
type Price = Plan['prices'][number]
type Interval = Price['interval']

/** What a plan counts, apart from the credits, which a card shows larger. */
type Limit = { [Field in keyof Plan]: Plan[Field] extends number ? Field : never }[keyof Plan]

const limitWords = Object.entries({
  web_search_rows_per_month: 'search rows a month',
  watches: 'watches',
  search_rows_per_month: 'API search rows a month',
  requests_per_minute: 'API requests a minute',
  requests_per_day: 'API requests a day',
} satisfies Record<Exclude<Limit, 'credits_per_month'>, string>) as [Limit, string][]

/** The plans side by side, by the month or by the year, each with what choosing it means for this account. */
export function PlanCards({ status }: { status: BillingStatus }) {
  const { plans, plan } = status
  const hasYears = plans.some(({ prices }) => prices.some(({ interval }) => interval === 'year'))
  const [interval, setInterval] = useState<Interval>(plan.interval === 'year' ? 'year' : 'month')
  return (
    <div>
      {hasYears && <IntervalChoice interval={interval} onChange={setInterval} />}
      <ul className="grid gap-3 sm:grid-cols-2 md:grid-cols-3">
        {plans.map((one) => (
          <PlanCard
            key={one.id}
            plan={one}
            isCurrentPlan={isPaying(status) && one.id === plan.id}
            isOwed={plan.status === 'past_due'}
            price={one.prices.find((price) => price.interval === interval) ?? one.prices[0]}
          />
        ))}
      </ul>
    </div>
  )
}

function IntervalChoice({ interval, onChange }: { interval: Interval; onChange: (interval: Interval) => void }) {
  const names: [Interval, string][] = [
    ['month', 'Monthly'],
    ['year', 'Yearly'],
  ]
  return (
    <fieldset className="mb-3 inline-flex rounded-control border bg-sunken p-0.5">
      <legend className="sr-only">Billing interval</legend>
      {names.map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={interval === value}
          onClick={() => onChange(value)}
          className="h-8 rounded-small px-3 text-table text-ink-soft aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink"
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

function PlanCard({
  plan,
  price,
  isCurrentPlan,
  isOwed,
}: {
  plan: Plan
  price: Price | undefined
  isCurrentPlan: boolean
  /** A payment for the account's plan failed. */
  isOwed: boolean
}) {
  const [isChanging, setChanging] = useState(false)
  const checkout = useAction((interval: Interval) =>
    call('createSubscriptionLink', { body: { plan: plan.id, interval } }),
  )
  const change = price?.change ?? plan.change
  /** The operator gave it. */
  const isGiven = change === 'checkout' && isCurrentPlan
  const choose = () => {
    if (change !== 'checkout') setChanging(true)
    else checkout.mutate(price?.interval ?? 'month', { onSuccess: ({ url }) => window.location.assign(url) })
  }
  return (
    <li className={`flex flex-col rounded-panel border bg-surface p-4 ${change === 'current' ? 'border-ink' : ''}`}>
      <p className="flex items-center justify-between gap-2">
        <span className="font-semibold">{plan.name}</span>
        {(change === 'current' || isGiven) && <Tag>Current</Tag>}
      </p>
      <p className="figures mt-1 text-ink-soft">{price?.label ?? plan.price_label}</p>
      {isGiven && !isOwed && (
        <p className="mt-1 text-small text-ink-faint">
          Your account has this plan without a subscription: nothing is charged for it.
        </p>
      )}
      <p className="figures mt-3 text-gold-ink">
        <span className="text-title font-semibold">{formatCount(plan.credits_per_month)}</span> credits a month
      </p>
      <ul className="figures mt-2 mb-4 flex-1 text-table text-ink-soft">
        {plan.trial && (
          <li>
            {plan.trial.days}-day trial with {formatCount(plan.trial.credits)} credits
          </li>
        )}
        {limitWords.map(([limit, words]) => (
          <li key={limit}>
            {formatCount(plan[limit])} {words}
          </li>
        ))}
      </ul>
      {change === 'current' || change === 'unavailable' ? (
        <Button disabled>{change === 'current' ? 'Your plan' : 'Not available'}</Button>
      ) : (
        <Button
          look={change === 'downgrade' || isGiven ? 'secondary' : 'primary'}
          isBusy={checkout.isPending || checkout.isSuccess}
          onClick={choose}
        >
          {labelOf(plan, price, change, isCurrentPlan)}
        </Button>
      )}
      {isChanging && price && <ChangeDialog plan={plan} price={price} onClose={() => setChanging(false)} />}
    </li>
  )
}

/** Nobody is offered the plan that they have: what changes then is how it is billed, or, for a plan that was given, that it is. */
function labelOf({ name }: Plan, price: Price | undefined, change: Plan['change'], isCurrentPlan: boolean): string {
  if (change === 'checkout') return isCurrentPlan ? 'Start a subscription' : `Choose ${name}`
  if (isCurrentPlan) return `Switch to ${price?.interval === 'year' ? 'yearly' : 'monthly'} billing`
  return `${change === 'upgrade' ? 'Upgrade' : 'Switch'} to ${name}`
}

/** What the change costs and when it takes effect, before it is made. */
function ChangeDialog({ plan, price, onClose }: { plan: Plan; price: Price; onClose: () => void }) {
  const body = { plan: plan.id, interval: price.interval }
  // Asked each time the dialog opens: what is due changes with the day.
  const {
    data: preview,
    error,
    refetch,
  } = useQuery({
    queryKey: ['previewPlanChange', body],
    queryFn: ({ signal }) => call('previewPlanChange', { body, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const goBack = useWayBack()
  const isNow = preview?.effective === 'now'
  const change = useAction(() => call('changePlan', { body }), {
    refresh: [['usage'], ['profile'], billingStatusQuery.queryKey],
    showsRefusal: true,
    done: () => ({
      title: isNow ? `You are on ${plan.name} now.` : `You switch to ${plan.name} at the end of the period.`,
      look: 'success',
    }),
    after: () => {
      onClose()
      // A larger plan brings credits at once: back to what could not be paid.
      if (isNow) goBack()
    },
  })
  return (
    <Dialog
      title={`Switch to ${plan.name}?`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!preview} isBusy={change.isPending} onClick={() => change.mutate(undefined)}>
            {preview?.effective === 'now' ? `Pay ${preview.amount_due_label} and switch` : 'Switch'}
          </Button>
        </>
      }
    >
      {preview ? (
        <p className="figures">
          {preview.effective === 'now'
            ? `You pay ${preview.amount_due_label} now and get ${formatCount(preview.credits_added)} credits right away. After that, it costs ${price.label}.`
            : `Your plan changes on ${formatDay(preview.effective_at)}. Until then you keep what you have. After that, it costs ${price.label}.`}
        </p>
      ) : (
        !error && <Skeleton className="h-10" />
      )}
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {change.error && <ErrorNotice error={change.error} />}
    </Dialog>
  )
}
