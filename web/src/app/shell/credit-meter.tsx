import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Reply } from '../../api/call.ts'
import { billingStatusQuery, profileQuery } from '../../api/queries.ts'
import { MoreCredits } from '../../shared/billing/billing-action.tsx'
import { rememberPlace } from '../../shared/billing/checkout-return.ts'
import { useMayPay } from '../../shared/billing/may-pay.ts'
import { usePastDue } from '../../shared/billing/plan-notices.tsx'
import { type Credits, nameExtra, splitCredits } from '../../shared/credit-lots.ts'
import { PlanStep } from '../../shared/first-run/plan-step.tsx'
import { formatCount, formatDay, inDays } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { useUsage } from '../../shared/use-usage.ts'
import { Meter } from '../../ui/meter.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

type Usage = Reply<'getUsage'>

type MeterFigures = { remaining: number; limit: number; low_at: number }

const isLowOn = ({ remaining, low_at: lowAt }: MeterFigures): boolean => remaining <= lowAt

const describeOwn = ({ remaining, limit }: MeterFigures): string =>
  `Your limit: ${formatCount(remaining)} of ${formatCount(limit)} left`

function describeParts(credits: Credits): string {
  const { ofPeriod, beyond } = splitCredits(credits)
  return `${formatCount(ofPeriod)} of ${formatCount(credits.limit)}, and ${formatCount(beyond)} ${nameExtra(credits.lots)}`
}

/** Always in sight: what is left of the pool. At zero it becomes the button that helps. */
export function CreditMeter() {
  const { data: usage, error, hasPlan } = useUsage()
  const { data: profile } = useQuery(profileQuery)
  const isAllowed = useMayPay()
  const pastDue = usePastDue()
  if (profile && !hasPlan) return <NoPlan />
  if (!usage && error) return null
  if (!usage) return <Skeleton className="mt-2 h-21 shrink-0 rounded-panel!" />

  const { remaining, limit, resets_at: resetsAt } = usage.contact_credits
  const { beyond } = splitCredits(usage.contact_credits)
  const isLow = isLowOn(usage.contact_credits)
  const isTrial = usage.plan.status === 'trialing'
  const { ends_at: endsAt } = usage.plan
  return (
    <Box testId="credit-meter">
      <div className="flex items-baseline justify-between gap-2">
        <span className="text-small font-medium text-ink-soft">{isTrial ? 'Trial credits' : 'Credits'}</span>
        <span className="text-small text-ink-faint">{usage.plan.name}</span>
      </div>
      <p className="figures mt-1 mb-2 text-small text-ink-faint">
        <span className={`text-body font-semibold ${isLow ? 'text-amber' : 'text-ink'}`}>{formatCount(remaining)}</span>{' '}
        {beyond > 0 ? 'left' : `of ${formatCount(limit)} left`}
        {/* Bought credits come on top of what the period gave. */}
        {beyond > 0 && <span className="block">{describeParts(usage.contact_credits)}</span>}
      </p>
      <Meter value={remaining} max={limit + beyond} look={isLow ? 'amber' : 'gold'} label="Contact credits left" />
      <OwnLimit usage={usage} />
      {pastDue ? (
        <p className="mt-2 text-small text-danger">
          Payment failed{pastDue.grace_ends_at && `, access ends ${inDays(pastDue.grace_ends_at)}`}
        </p>
      ) : remaining === 0 && isAllowed ? (
        <div className="mt-3">
          <MoreCredits usage={usage} isWide />
        </div>
      ) : (
        <p className="mt-2 text-small text-ink-faint">
          {endsAt && !isTrial
            ? `Cancels on ${formatDay(endsAt)}`
            : `${isTrial ? 'Trial ends' : 'Renews'} ${inDays(resetsAt)}`}
        </p>
      )}
      <SearchRows usage={usage} />
    </Box>
  )
}

/** A member's own limit is seen before it is met. */
function OwnLimit({ usage: { limits } }: { usage: Usage }) {
  const own = limits.find(({ of }) => of === 'member')
  if (!own) return null
  return <p className="figures mt-2 text-small text-ink-soft">{describeOwn(own)}</p>
}

const rowsShownFrom = 0.8

const isShortOfRows = ({ web_search_rows: rows }: Usage): boolean => rows.used >= rows.limit * rowsShownFrom

/** From four fifths on: rows are plenty, and nobody should have to think of them before. */
function SearchRows({ usage }: { usage: Usage }) {
  const { web_search_rows: rows } = usage
  if (!isShortOfRows(usage)) return null
  return (
    <div className="mt-3 border-t pt-2 text-small text-ink-faint" data-testid="search-rows">
      <p className="figures mb-1.5">
        <span className="font-medium text-ink">{formatCount(rows.remaining)}</span> of {formatCount(rows.limit)} search
        rows left
      </p>
      <Meter value={rows.remaining} max={rows.limit} look="ink" label="Search rows left" />
      <p className="mt-1.5">
        Renew on {formatDay(rows.resets_at)}.{' '}
        <Link to={paths.settings('billing')} className="underline hover:text-ink" onClick={rememberPlace}>
          See plans
        </Link>
      </p>
    </div>
  )
}

/** In the folded rail: only the number, and a bar of search rows once they are short. */
export function FoldedMeter() {
  const { data: usage } = useUsage()
  if (!usage) return null
  const { contact_credits: credits, limits, web_search_rows: rows } = usage
  const own = limits.find(({ of }) => of === 'member')
  const { beyond } = splitCredits(credits)
  const ofAccount =
    beyond > 0
      ? `${formatCount(credits.remaining)} credits left: ${describeParts(credits)}`
      : `${formatCount(credits.remaining)} of ${formatCount(credits.limit)} credits left`
  const ofRows = `${formatCount(rows.remaining)} of ${formatCount(rows.limit)} search rows left`
  const label = [own && describeOwn(own), ofAccount, isShortOfRows(usage) && ofRows].filter(Boolean).join('. ')
  // The narrower of two limits counts.
  const narrower = own && own.remaining < credits.remaining ? own : credits
  const { remaining } = narrower
  const limit = narrower === credits ? credits.limit + beyond : narrower.limit
  return (
    <Tooltip label={label} side="right">
      <Link
        to={paths.usage()}
        aria-label={label}
        className="flex w-12 flex-col items-center gap-1 rounded-control border bg-surface px-1 py-1.5"
      >
        <span className={`figures text-small font-semibold ${isLowOn(narrower) ? 'text-amber' : 'text-ink'}`}>
          {remaining > 9_999 ? `${Math.floor(remaining / 1_000)}K` : formatCount(remaining)}
        </span>
        <span aria-hidden="true" className="h-1 w-full overflow-hidden rounded-full bg-bar">
          <span
            className="block h-full bg-gold"
            style={{ width: `${limit > 0 ? Math.min(100, (remaining / limit) * 100) : 0}%` }}
          />
        </span>
        {isShortOfRows(usage) && (
          <span aria-hidden="true" data-testid="search-rows" className="h-1 w-full overflow-hidden rounded-full bg-bar">
            <span className="block h-full bg-ink" style={{ width: `${(rows.remaining / rows.limit) * 100}%` }} />
          </span>
        )}
      </Link>
    </Tooltip>
  )
}

function NoPlan() {
  const { data: status } = useQuery(billingStatusQuery)
  if (!status) return <Skeleton className="mt-2 h-21 shrink-0 rounded-panel!" />
  return (
    <Box>
      <p className="mb-2 text-small text-ink-soft">
        {status.plan.status === 'none' ? 'No plan yet. You see a sample.' : `${status.plan.name} has ended.`}
      </p>
      <PlanStep status={status} isWide look="secondary" />
    </Box>
  )
}

const Box = ({ testId, children }: { testId?: string; children: ReactNode }) => (
  <div className="mt-2 shrink-0 rounded-panel border bg-surface p-3" data-testid={testId}>
    {children}
  </div>
)
