import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Reply } from '../../api/call.ts'
import { type Credits, isExtra, sourceNames, splitCredits } from '../../shared/credit-lots.ts'
import { PageWithoutPlan, SearchFailed } from '../../shared/first-run/without-plan.tsx'
import { daysUntil, formatCount, formatDay, formatSince, plural } from '../../shared/format.ts'
import { useUsage } from '../../shared/use-usage.ts'
import { Meter } from '../../ui/meter.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BouncesSection } from './bounces-section.tsx'
import { historyKey } from './credit-history.ts'
import { statementKey } from './entries.ts'
import { Spending } from './spending.tsx'
import { Statement } from './statement.tsx'

type Usage = Reply<'getUsage'>

export function UsagePage() {
  const { data: usage, error, refetch, hasPlan } = useUsage({ staleTime: 0 })
  useEntriesOf(usage?.contact_credits)
  if (!hasPlan) return <PageWithoutPlan title="Usage" />
  return (
    <Page title="Usage">
      {error && !usage && <SearchFailed error={error} onRetry={() => void refetch()} />}
      {!error && !usage && <Skeleton className="h-50 rounded-panel!" />}
      {usage && (
        <>
          <ThisPeriod usage={usage} />
          <Spending />
          <BouncesSection />
          <Statement />
        </>
      )}
    </Page>
  )
}

/** The chart and the statement explain the balance above them: they are loaded again whenever a job or a colleague moves it. */
function useEntriesOf(credits: Credits | undefined): void {
  const client = useQueryClient()
  const shown = useRef<string | null>(null)
  const balance = credits ? `${credits.used} ${credits.remaining}` : null
  useEffect(() => {
    const before = shown.current
    shown.current = balance
    if (before === null || before === balance) return
    for (const queryKey of [historyKey, statementKey]) void client.invalidateQueries({ queryKey })
  }, [balance, client])
}

function ThisPeriod({ usage }: { usage: Usage }) {
  const { plan, contact_credits: credits, search_rows: rows, requests } = usage
  const own = usage.limits.find(({ of }) => of === 'member')
  const days = daysUntil(plan.period.end)
  return (
    <Section
      title={days <= 1 ? 'This period, last day' : `This period, ${plural(days, 'day')} left`}
      note={`${plan.name}${plan.status === 'trialing' ? ' trial' : ''}, ${formatDay(plan.period.start)} to ${formatDay(plan.period.end)}. ${carriedOver(credits)}`}
    >
      <div className={`grid gap-3 ${own ? 'sm:grid-cols-2 lg:grid-cols-4' : 'sm:grid-cols-3'}`}>
        <CreditFigure credits={credits} since={formatSince(plan.period.start)} />
        {own && <Figure label="Your own limit" {...own} look="gold" note="Credits you may spend this period" />}
        <Figure
          label="Search rows"
          {...usage.web_search_rows}
          note={`The API has ${formatCount(rows.remaining)} of its own left`}
        />
        <Figure
          label="API requests today"
          {...requests.day}
          note={`At most ${formatCount(requests.minute.limit)} a minute`}
        />
      </div>
    </Section>
  )
}

/** What ends with the period, and what does not. */
const carriedOver = ({ lots }: Credits): string =>
  lots.some(isExtra)
    ? 'Unused rows and credits of the period do not carry over; other credits stay until the date next to them.'
    : 'Unused credits and rows do not carry over.'

/** All credits that can be spent, and where they come from: the period's own, then what lasts longer. */
function CreditFigure({ credits, since }: { credits: Credits; since: string }) {
  const { limit, used, remaining, lots } = credits
  const extra = lots.filter(isExtra)
  if (extra.length === 0) {
    return (
      <Figure
        label="Contact credits"
        limit={limit}
        used={used}
        remaining={remaining}
        since={since}
        look="gold"
        note="Shared by everyone, in the app and the API"
      />
    )
  }
  const { ofPeriod, beyond } = splitCredits(credits)
  return (
    <div className="rounded-panel border bg-surface p-4">
      <p className="text-small text-ink-faint">Contact credits</p>
      <p className="figures mt-1 text-title font-semibold">
        {formatCount(remaining)} <span className="text-small font-normal text-ink-faint">left</span>
      </p>
      <p className="figures mb-3 text-small text-ink-faint">
        {formatCount(used)} used {since}
      </p>
      <Meter value={remaining} max={limit + beyond} look="gold" label="Contact credits left" />
      <ul aria-label="Where the credits come from" className="figures mt-2 text-small text-ink-faint">
        <li>
          {formatCount(ofPeriod)} of the {formatCount(limit)} of this period
        </li>
        {[...linesOf(extra)].map(([words, left]) => (
          <li key={words}>
            {formatCount(left)} {words}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Where credits come from and when they end, with how many of them there are: each bounce returns one in a lot of its own. */
function linesOf(lots: Credits['lots']): Map<string, number> {
  const lines = new Map<string, number>()
  for (const { source, remaining, expires_at: end } of lots) {
    const words = sourceNames[source] + (end ? `, until ${formatDay(end)}` : '')
    lines.set(words, (lines.get(words) ?? 0) + remaining)
  }
  return lines
}

type FigureProps = {
  label: string
  used: number
  limit: number
  remaining: number
  note: string
  /** From when `used` counts, where it does not go without saying. */
  since?: string
  look?: 'gold' | 'ink'
}

function Figure({ label, used, limit, remaining, note, since, look = 'ink' }: FigureProps) {
  return (
    <div className="rounded-panel border bg-surface p-4">
      <p className="text-small text-ink-faint">{label}</p>
      <p className="figures mt-1 text-title font-semibold">
        {formatCount(remaining)} <span className="text-small font-normal text-ink-faint">left</span>
      </p>
      <p className="figures mb-3 text-small text-ink-faint">
        {formatCount(used)} of {formatCount(limit)} used {since}
      </p>
      <Meter value={remaining} max={limit} look={look} label={`${label} left`} />
      <p className="mt-2 text-small text-ink-faint">{note}</p>
    </div>
  )
}
