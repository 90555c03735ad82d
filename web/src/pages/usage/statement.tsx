import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { doorNames } from '../../shared/doors.ts'
import { formatCount, formatMoment } from '../../shared/format.ts'
import { PagedTable } from '../../shared/paged-table.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Section } from '../../ui/page.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { type CreditEntry, describeEntry, type EntryKind, kindNames, statementQuery } from './entries.ts'

const columns: Column<CreditEntry>[] = [
  {
    head: 'Date',
    isWideOnly: true,
    cell: ({ created_at: at }) => <span className="figures whitespace-nowrap">{formatMoment(at)}</span>,
  },
  {
    head: 'What',
    cell: (entry) => {
      const { what, why } = describeEntry(entry)
      return (
        <span className="block py-2">
          <span className="block font-medium">{what}</span>
          <span className="block text-small text-ink-faint">{why}</span>
        </span>
      )
    },
  },
  {
    head: 'Who',
    isWideOnly: true,
    cell: (entry) => (
      <span className="flex max-w-60 items-center gap-1">
        <span className="min-w-0">
          <span className="block truncate">{entry.actor?.name ?? doorNames[entry.door]}</span>
          {entry.actor && (
            <span className="block text-small whitespace-nowrap text-ink-faint">{doorNames[entry.door]}</span>
          )}
        </span>
        {entry.request_id && <CopyButton text={entry.request_id} label={`Copy request ID ${entry.request_id}`} />}
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

/** The ledger, newest first, every line in words. */
export function Statement() {
  const [kind, setKind] = useState<EntryKind | null>(null)
  const results = useInfiniteQuery({ ...statementQuery(kind), placeholderData: keepPreviousData })
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
