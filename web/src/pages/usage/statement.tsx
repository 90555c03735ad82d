import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { doors } from '../../shared/doors.ts'
import { formatCount, formatMoment } from '../../shared/format.ts'
import { PagedTable } from '../../shared/paged-table.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Section } from '../../ui/page.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { actsOf, mergedEntry, readsOn, wholeActs } from './acts.ts'
import { type CreditEntry, describeEntry, type EntryKind, kindNames, statementQuery } from './entries.ts'

/** A line is an act, or one of the entries that an open act consists of. */
type Line = CreditEntry & { parts: number; isOpen: boolean; isPart: boolean }

function linesOf(acts: ReturnType<typeof actsOf>, open: ReadonlySet<string>): Line[] {
  return acts.flatMap((act) => {
    const isOpen = open.has(act.id)
    const line: Line = { ...mergedEntry(act), parts: act.entries.length, isOpen, isPart: false }
    const parts = act.entries.map(
      (entry): Line => ({ ...entry, id: `${entry.id} part`, parts: 1, isOpen: false, isPart: true }),
    )
    return isOpen ? [line, ...parts] : [line]
  })
}

const columnsWith = (toggle: (id: string) => void): Column<Line>[] => [
  {
    head: 'Date',
    isWideOnly: true,
    cell: ({ created_at: at }) => <span className="figures whitespace-nowrap">{formatMoment(at)}</span>,
  },
  {
    head: 'What',
    cell: (line) => {
      const { what, why } = describeEntry(line)
      return (
        <span className={`block py-2 ${line.isPart ? 'pl-5 text-ink-soft' : ''}`}>
          <span className="block font-medium">{what}</span>
          {line.parts > 1 ? (
            <button
              type="button"
              aria-expanded={line.isOpen}
              onClick={() => toggle(line.id)}
              className="flex min-h-6 items-center gap-1 text-small text-ink-faint hover:text-ink"
            >
              In {formatCount(line.parts)} requests
              <Icon name="chevronDown" size={12} className={line.isOpen ? 'rotate-180' : ''} />
            </button>
          ) : (
            !line.isPart && <span className="block text-small text-ink-faint">{why}</span>
          )}
        </span>
      )
    },
  },
  {
    head: 'Who',
    isWideOnly: true,
    cell: (line) => (
      <span className="flex max-w-60 items-center gap-1">
        <span className="min-w-0">
          <span className="block truncate">{line.actor?.name ?? doors[line.door].name}</span>
          {line.actor && (
            <span className="block text-small whitespace-nowrap text-ink-faint">{doors[line.door].name}</span>
          )}
        </span>
        {line.request_id && line.parts === 1 && (
          <CopyButton text={line.request_id} label={`Copy request ID ${line.request_id}`} />
        )}
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

const toggled = (open: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(open.has(id) ? [...open].filter((other) => other !== id) : [...open, id])

/** The ledger, newest first, every act in words; one that took several requests unfolds. */
export function Statement() {
  const [kind, setKind] = useState<EntryKind | null>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const results = useInfiniteQuery({ ...statementQuery(kind), placeholderData: keepPreviousData })
  const columns = useMemo(() => columnsWith((id) => setOpen((before) => toggled(before, id))), [])
  const { hasNextPage, isFetching, isError, fetchNextPage } = results
  const toLines = useCallback(
    (entries: CreditEntry[]) => linesOf(wholeActs(actsOf(entries), hasNextPage), open),
    [open, hasNextPage],
  )
  const isShort = readsOn(results.data?.pages.map(({ data }) => data) ?? [], hasNextPage)
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])
  return (
    <Section
      title="Statement"
      note="Every change to the balance. Entries are never edited or removed."
      actions={<KindChoice kind={kind} onChange={setKind} />}
    >
      <PagedTable
        label="Lines of the statement"
        columns={columns}
        results={results}
        rowsOf={toLines}
        empty={kind ? `No ${kindNames[kind].toLowerCase()} yet.` : 'No entries yet.'}
      />
    </Section>
  )
}

function KindChoice({ kind, onChange }: { kind: EntryKind | null; onChange: (kind: EntryKind | null) => void }) {
  return (
    <select
      aria-label="Kind of entries"
      value={kind ?? ''}
      onChange={(event) => onChange((event.target.value || null) as EntryKind | null)}
      className="h-7 rounded-control border border-control/60 bg-surface px-2 text-small text-ink"
    >
      <option value="">Everything</option>
      {(Object.entries(kindNames) as [EntryKind, string][]).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
