import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../api/call.ts'
import { usageQuery } from '../../api/queries.ts'
import { SearchFailed } from '../../shared/first-run/without-plan.tsx'
import { daysUntil, formatCount, formatDay, plural } from '../../shared/format.ts'
import { Meter } from '../../ui/meter.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spending } from './spending.tsx'
import { Statement } from './statement.tsx'

type Usage = Reply<'getUsage'>

export function UsagePage() {
  const { data: usage, error, refetch } = useQuery({ ...usageQuery, staleTime: 0 })
  return (
    <Page title="Usage">
      {error && !usage && <SearchFailed error={error} onRetry={() => void refetch()} />}
      {!error && !usage && <Skeleton className="h-50 rounded-panel!" />}
      {usage && (
        <>
          <ThisPeriod usage={usage} />
          <Spending />
          <Statement />
        </>
      )}
    </Page>
  )
}

function ThisPeriod({ usage }: { usage: Usage }) {
  const { plan, contact_credits: credits, search_rows: rows, requests } = usage
  const own = usage.limits.find(({ of }) => of === 'member')
  const days = daysUntil(plan.period.end)
  return (
    <Section
      title={days <= 1 ? 'This period, last day' : `This period, ${plural(days, 'day')} left`}
      note={`${plan.name}${plan.status === 'trialing' ? ' trial' : ''}, ${formatDay(plan.period.start)} to ${formatDay(plan.period.end)}. Unused credits and rows do not carry over.`}
    >
      <div className={`grid gap-3 ${own ? 'sm:grid-cols-2 lg:grid-cols-4' : 'sm:grid-cols-3'}`}>
        <Figure label="Contact credits" {...credits} look="gold" note="Shared by everyone, in the app and the API" />
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

type FigureProps = {
  label: string
  used: number
  limit: number
  remaining: number
  note: string
  look?: 'gold' | 'ink'
}

function Figure({ label, used, limit, remaining, note, look = 'ink' }: FigureProps) {
  return (
    <div className="rounded-panel border bg-surface p-4">
      <p className="text-small text-ink-faint">{label}</p>
      <p className="figures mt-1 text-title font-semibold">
        {formatCount(remaining)} <span className="text-small font-normal text-ink-faint">left</span>
      </p>
      <p className="figures mb-3 text-small text-ink-faint">
        {formatCount(used)} of {formatCount(limit)} used
      </p>
      <Meter value={remaining} max={limit} look={look} label={`${label} left`} />
      <p className="mt-2 text-small text-ink-faint">{note}</p>
    </div>
  )
}
