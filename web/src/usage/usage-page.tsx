import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { usageQuery } from '../api/queries.ts'
import { SearchFailed } from '../contacts/reveal-notices.tsx'
import { daysUntil, formatCount, formatDay, formatMoment, plural } from '../figures.ts'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Page, Section } from '../ui/page.tsx'
import { Meter, Skeleton, Tag } from '../ui/small-parts.tsx'
import { CreditChart } from './credit-chart.tsx'
import { type CreditEntry, describeEntry, doorNames, spendsQuery, statementQuery } from './entries.ts'

export function UsagePage() {
  const { data: usage, error, refetch } = useQuery({ ...usageQuery, staleTime: 0 })
  return (
    <Page title="Usage">
      {error && !usage && <SearchFailed error={error} onRetry={() => void refetch()} />}
      {!error && !usage && <Skeleton className="h-28 rounded-panel!" />}
      {usage && (
        <>
          <Section
            title="This period"
            note={`${usage.plan.name}${usage.plan.status === 'trialing' ? ' trial' : ''}, ${formatDay(usage.plan.period.start)} to ${formatDay(usage.plan.period.end)}. ${plural(daysUntil(usage.plan.period.end), 'day')} left; unused credits and rows end with it.`}
          >
            <div className="grid gap-3 sm:grid-cols-3">
              <Figure
                label="Contact credits"
                {...usage.contact_credits}
                look="gold"
                note="shared by everybody and every door"
              />
              <Figure label="Search rows" {...usage.search_rows} note="rows of store and contact searches" />
              <Figure
                label="Requests today"
                {...usage.requests.day}
                note={`at most ${formatCount(usage.requests.minute.limit)} a minute`}
              />
            </div>
          </Section>
          <CreditsByDay start={usage.plan.period.start} end={usage.plan.period.end} />
          <Statement />
        </>
      )}
    </Page>
  )
}

function Figure({
  label,
  used,
  limit,
  remaining,
  note,
  look = 'ink',
}: {
  label: string
  used: number
  limit: number
  remaining: number
  note: string
  look?: 'gold' | 'ink'
}) {
  return (
    <div className="rounded-panel border bg-surface p-4">
      <p className="text-small text-ink-faint">{label}</p>
      <p className="figures mt-1 text-title font-semibold">{formatCount(remaining)}</p>
      <p className="figures mb-3 text-small text-ink-faint">
        left; {formatCount(used)} of {formatCount(limit)} used
      </p>
      <Meter value={remaining} max={limit} look={look} label={`${label} left`} />
      <p className="mt-2 text-small text-ink-faint">{note}</p>
    </div>
  )
}

function CreditsByDay({ start, end }: { start: string; end: string }) {
  const { data, error, refetch } = useQuery(spendsQuery(start))
  return (
    <Section
      title="Credits by day"
      note={
        data &&
        !data.isWhole &&
        `From ${formatDay(data.spends.at(-1)!.created_at)} on; earlier days are in the statement.`
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data ? (
        <CreditChart spends={data.spends} start={start} end={end} />
      ) : (
        !error && <Skeleton className="h-54 rounded-panel!" />
      )}
    </Section>
  )
}

const columns: Column<CreditEntry>[] = [
  { head: 'Date', cell: ({ created_at: at }) => <span className="figures whitespace-nowrap">{formatMoment(at)}</span> },
  { head: 'What', cell: (entry) => describeEntry(entry) },
  {
    head: 'Who',
    isWideOnly: true,
    cell: ({ actor, door }) => (
      <span className="flex items-center gap-2">
        <span className="truncate">{actor?.name ?? '–'}</span>
        <Tag>{doorNames[door]}</Tag>
      </span>
    ),
  },
  {
    head: 'Credits',
    isNumber: true,
    cell: ({ amount }) => (
      <span className={amount > 0 ? 'text-success' : ''}>
        {amount > 0 ? `+${formatCount(amount)}` : formatCount(amount).replace('-', '−')}
      </span>
    ),
  },
  {
    head: 'Balance',
    isNumber: true,
    cell: ({ balance_after: balance }) => <span className="font-medium">{formatCount(balance)}</span>,
  },
]

function Statement() {
  const results = useInfiniteQuery(statementQuery)
  const entries = results.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Section title="Statement" note="Every movement of the pool. Entries are never changed or removed.">
      {results.error && <ErrorNotice error={results.error} onRetry={() => void results.refetch()} />}
      {results.isPending && <Skeleton className="h-60 rounded-panel!" />}
      {results.isSuccess && entries.length === 0 && <p className="text-ink-faint">Nothing has moved yet.</p>}
      {entries.length > 0 && <DataTable label="Statement" columns={columns} rows={entries} keyOf={({ id }) => id} />}
      {results.hasNextPage && (
        <Button className="mt-4" isBusy={results.isFetchingNextPage} onClick={() => void results.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Section>
  )
}
