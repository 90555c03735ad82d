import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { billingStatusQuery } from '../../api/queries.ts'
import { Bar } from '../../ui/bar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { type BillingStatus, keptForLater } from '../billing/plan-notices.tsx'
import { formatCount } from '../format.ts'
import { PlanStep, soldPlan } from './plan-step.tsx'

type SampleNoticeProps = {
  /** For example `About 45,900 contacts`. */ found: string
  rows: number
  isFiltered: boolean
}

/** Above the rows that an account without a plan sees: what they are, and the way to all of them. */
export function SampleNotice(props: SampleNoticeProps) {
  const { data: status } = useQuery({ ...billingStatusQuery, staleTime: 0 })
  const isBack = status !== undefined && status.plan.status !== 'none'
  return (
    <section
      aria-label="Sample"
      data-testid="plan-offer"
      className="flex shrink-0 flex-wrap items-center gap-x-6 gap-y-3 border-b bg-surface px-4 py-3"
    >
      <div className="min-w-64 flex-1">
        <h2 className="figures font-semibold">{isBack ? `${status.plan.name} has ended` : headingOf(props)}</h2>
        <p className="figures mt-0.5 text-table text-ink-soft">
          {isBack && `${keptForLater} `}
          The {props.rows} rows below are invented examples. The rounded total and the shares follow your filters.
        </p>
      </div>
      <div className="flex flex-col gap-1 max-md:w-full md:max-w-80">
        <PlanStep status={status} isWide />
        <p className="figures text-small text-ink-faint">{status && inWords(status)}</p>
      </div>
    </section>
  )
}

const headingOf = ({ found, isFiltered }: SampleNoticeProps): string =>
  isFiltered ? `${found} match your filters` : `${found} in the catalogue`

function inWords(status: BillingStatus): string | null {
  const sold = soldPlan(status)
  if (status.plan.status !== 'none' || !sold) return null
  const { trial, price_label: price, credits_per_month: credits } = sold
  return trial
    ? `${trial.days} days free with ${formatCount(trial.credits)} credits, then ${price}.`
    : `${formatCount(credits)} credits a month for ${price}.`
}

/** In place of the bar that reveals: what was chosen can be revealed once there is a plan. */
export function SampleBar({ selected, noun, onClear }: { selected: number; noun: string; onClear: () => void }) {
  const { data: status } = useQuery(billingStatusQuery)
  if (selected === 0) return null
  return (
    <Bar>
      <p className="figures min-w-0 flex-1 text-table text-ink-soft">
        <span className="font-medium text-ink">{formatCount(selected)} selected</span> · {whatFor[noun]}
      </p>
      <PlanStep status={status} />
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
    </Bar>
  )
}

const whatFor: Record<string, ReactNode> = {
  contact: 'you need a plan to reveal them; each costs 1 credit',
  store: 'you need a plan for their contacts and for exports',
}
