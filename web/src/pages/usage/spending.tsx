import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { doors } from '../../shared/doors.ts'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { formatCount, formatShare, formatUtcDay } from '../../shared/format.ts'
import { Section } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { CreditChart } from './credit-chart.tsx'
import { type Day, daysOf, historyQuery, type Spender, spendersOf, spendingDoors, sumOf } from './credit-history.ts'

const ranges = [31, 92] as const

/** Where the credits went: by day and door, then by who spent them. */
export function Spending() {
  const [count, setCount] = useState<number>(ranges[0])
  const { data, error, refetch } = useQuery({ ...historyQuery(count), placeholderData: (before) => before })
  const days = daysOf(data?.data ?? [], count)
  const spends = days.flatMap((day) => day.spends)
  return (
    <>
      <Section
        title="Credits by day"
        note="What reveals spent. Credits that came back are in the statement, and not subtracted here."
        actions={<RangeChoice count={count} onChange={setCount} />}
      >
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-63 rounded-panel!" />}
        {data && sumOf(spends) === 0 && (
          <p className="flex h-63 items-center justify-center rounded-panel border bg-surface px-4 text-center text-ink-faint">
            No credits spent in the last {count} days.
          </p>
        )}
        {sumOf(spends) > 0 && (
          <div className="rounded-panel border bg-surface p-4">
            <CreditChart days={days} />
            <details className="mt-3">
              <summary className="text-small text-ink-faint hover:text-ink">Show as table</summary>
              <div className="mt-3">
                <DayTable days={days} />
              </div>
            </details>
          </div>
        )}
      </Section>
      <Section title="Who spent most" note={`Members and API keys by credits spent in the last ${count} days.`}>
        {!data && !error && <Skeleton className="h-21 rounded-panel!" />}
        {data && sumOf(spends) === 0 && (
          <p className="flex h-21 items-center justify-center rounded-panel border bg-surface px-4 text-center text-ink-faint">
            No credits spent.
          </p>
        )}
        {sumOf(spends) > 0 && <Spenders spenders={spendersOf(spends)} />}
      </Section>
    </>
  )
}

function RangeChoice({ count, onChange }: { count: number; onChange: (count: number) => void }) {
  return (
    <fieldset className="flex rounded-control border bg-surface p-0.5">
      <legend className="sr-only">Days in the chart</legend>
      {ranges.map((range) => (
        <label
          key={range}
          className="figures flex h-6 cursor-pointer items-center rounded-small px-2 text-small font-medium text-ink-faint hover:text-ink has-checked:bg-selected has-checked:text-ink has-focus-visible:outline-2"
        >
          <input
            type="radio"
            name="days"
            className="sr-only"
            checked={count === range}
            onChange={() => onChange(range)}
          />
          {range} days
        </label>
      ))}
    </fieldset>
  )
}

function DayTable({ days }: { days: Day[] }) {
  const used = spendingDoors.filter(({ door }) => days.some(({ byDoor }) => byDoor.has(door)))
  const columns: Column<Day>[] = [
    { head: 'Day', cell: ({ date }) => <span className="figures whitespace-nowrap">{formatUtcDay(date)}</span> },
    ...used.map(({ door, label }) => ({
      head: label,
      isNumber: true,
      cell: ({ byDoor }: Day) => formatCount(byDoor.get(door) ?? 0),
    })),
    { head: 'All', isNumber: true, cell: ({ total }) => <span className="font-medium">{formatCount(total)}</span> },
  ]
  const spent = days.filter(({ total }) => total > 0).reverse()
  return <DataTable label="Credits by day and source" columns={columns} rows={spent} keyOf={({ date }) => date} />
}

function Spenders({ spenders }: { spenders: Spender[] }) {
  const total = spenders.reduce((sum, { spent }) => sum + spent, 0)
  const columns: Column<Spender>[] = [
    {
      head: '#',
      isNumber: true,
      cell: (spender) => <span className="text-ink-faint">{spenders.indexOf(spender) + 1}</span>,
    },
    {
      head: 'Who',
      cell: ({ name, kind }) => (
        <span className="block max-w-70 py-1.5">
          <span className="block truncate font-medium">{name}</span>
          <span className="block text-small text-ink-faint">{kind}</span>
        </span>
      ),
    },
    { head: 'Through', isWideOnly: true, cell: (spender) => spender.doors.map((door) => doors[door].name).join(', ') },
    {
      head: 'Share',
      isWideOnly: true,
      cell: ({ spent }) => (
        <span className="figures flex items-center gap-2 text-small text-ink-faint">
          <span aria-hidden="true" className="block h-1 w-32 rounded-full bg-bar">
            <span className="block h-full rounded-full bg-gold" style={{ width: `${(spent / total) * 100}%` }} />
          </span>
          {formatShare(spent / total)}
        </span>
      ),
    },
    {
      head: 'Credits',
      isNumber: true,
      cell: ({ spent }) => <span className="font-medium">{formatCount(spent)}</span>,
    },
  ]
  return <DataTable label="Credits by member and key" columns={columns} rows={spenders} keyOf={({ id }) => id} />
}
