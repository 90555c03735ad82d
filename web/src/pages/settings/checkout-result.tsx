import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { profileQuery, usageQuery } from '../../api/queries.ts'
import { afterCheckout, readPlace, takePlace } from '../../shared/billing/checkout-return.ts'
import type { BillingStatus } from '../../shared/billing/plan-notices.tsx'
import { plural } from '../../shared/format.ts'
import { firstOf, type SearchParams } from '../../shared/search-params.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

/** How long somebody who comes from a checkout waits for the provider's news before the plans are offered again. */
const patienceMs = 60_000

export const isPaying = ({ plan }: BillingStatus): boolean => plan.status !== 'none' && plan.status !== 'lapsed'

/** How the checkout ended that somebody comes from: the provider's news of it may be a moment behind them. */
export function useCheckoutResult(): {
  isLeft: boolean
  isCompleted: boolean
  areCreditsBought: boolean
  isAwaited(status: BillingStatus): boolean
} {
  const checkout = firstOf((useSearch({ strict: false }) as SearchParams).checkout)
  const [cameAt] = useState(Date.now)
  return {
    isLeft: checkout === 'cancelled',
    isCompleted: checkout === 'completed' || checkout === 'credits_added',
    areCreditsBought: checkout === 'credits_added',
    isAwaited: (status) => checkout === 'completed' && !isPaying(status) && Date.now() - cameAt < patienceMs,
  }
}

/** Back to where somebody was when credits ran out, once there are some. */
export function useWayBack(): () => void {
  const navigate = useNavigate()
  return () => {
    const place = takePlace()
    if (place !== null) void navigate({ href: place, replace: true })
  }
}

export function CheckoutResult({ status }: { status: BillingStatus }) {
  const { isLeft, isCompleted, areCreditsBought, isAwaited } = useCheckoutResult()
  const queryClient = useQueryClient()
  const hasBegun = isCompleted && isPaying(status)
  const navigate = useNavigate()
  const isOver = hasBegun || isLeft
  const begunAs = areCreditsBought ? bought : begun[status.plan.status]?.(status.plan.name)
  const outcome = hasBegun ? begunAs : notCharged
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the checkout turns out to be over
  useEffect(() => {
    if (hasBegun)
      for (const { queryKey } of [profileQuery, usageQuery]) void queryClient.invalidateQueries({ queryKey })
    const place = isOver && outcome ? takePlace() : null
    if (place === null) return
    toast({ title: outcome!, look: hasBegun ? 'success' : 'plain' })
    void navigate({ href: place, replace: true })
  }, [isOver])
  const text = hasBegun
    ? outcome
    : isAwaited(status)
      ? 'Checkout complete. Your plan starts as soon as the payment is confirmed, usually within seconds.'
      : isLeft
        ? notCharged
        : undefined
  if (!text) return <WayBack />
  return (
    <p className="mb-4 flex flex-wrap items-center gap-3 text-table text-ink-soft">
      <span className="min-w-48 flex-1">{text}</span>
      {hasBegun && <ButtonLink to={afterCheckout}>Find contacts</ButtonLink>}
    </p>
  )
}

/** For people who came for credits and look around, or come from the provider’s own pages, which know only this one. */
function WayBack() {
  const place = readPlace()
  if (!place) return null
  const count = place.found ?? place.selection.length
  return (
    <p className="mb-4 flex flex-wrap items-center gap-3 text-table text-ink-soft">
      <span className="figures min-w-48 flex-1">
        {count > 0 ? `${plural(count, 'contact is', 'contacts are')} still selected.` : 'Done here?'}
      </span>
      <ButtonLink to={place.href} look="secondary">
        Go back
      </ButtonLink>
    </p>
  )
}

const bought = 'Payment complete. Your new credits are ready to spend.'
const notCharged = 'Checkout cancelled. You were not charged.'

/** Shows the result of a checkout for as long as it holds: a payment may have failed since. */
const begun: Partial<Record<BillingStatus['plan']['status'], (plan: string) => string>> = {
  trialing: (plan) => `Your ${plan} trial has started.`,
  active: (plan) => `Your ${plan} plan is active.`,
}
