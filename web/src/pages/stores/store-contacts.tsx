import { useInfiniteQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { selectionLeftHere } from '../../shared/billing/checkout-return.ts'
import { type ContactRow, storeContactTable } from '../../shared/contacts/contact-columns.tsx'
import { ContactDetails } from '../../shared/contacts/contact-drawer.tsx'
import { pressReveal, SelectionBar } from '../../shared/contacts/lazy-selection-bar.tsx'
import { useSelectionKept } from '../../shared/contacts/use-selection-kept.ts'
import { useShowRevealed } from '../../shared/contacts/use-show-revealed.ts'
import { SearchFailed } from '../../shared/first-run/without-plan.tsx'
import { RefusalDialog, useAnnounceReveals } from '../../shared/reveals/reveal-notices.tsx'
import { useReveals } from '../../shared/reveals/use-reveals.ts'
import { useOpening } from '../../shared/use-opening.ts'
import { useOwnLayout } from '../../shared/use-own-layout.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { TableSkeletons } from '../../ui/table/table.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { focusRow, TableRow } from '../../ui/table/table-row.tsx'
import { type Table, useTable } from '../../ui/table/use-table.ts'

const pageRows = 25

/** As high as the rows and their head will be: content below must not move. */
const TableSkeleton = ({ rows, isCard }: { rows: number; isCard: boolean }) =>
  rows > 0 && (
    <div className="overflow-hidden rounded-panel border pt-9">
      <TableSkeletons spec={storeContactTable} count={rows} isCard={isCard} />
    </div>
  )

/** The people of one store, with the same rows, selection and reveal as the contacts page. */
export function StoreContacts({ domain, expected }: { domain: string; expected: number }) {
  const results = useInfiniteQuery({
    queryKey: ['searchContacts', 'store', domain],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call('searchContacts', {
        signal,
        body: { store: { domains: [domain] }, limit: pageRows, ...(pageParam !== null && { cursor: pageParam }) },
      }),
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 5 * 60_000,
  })
  const contacts = useMemo(() => results.data?.pages.flatMap((page) => page.data) ?? [], [results.data])
  const reveals = useReveals()
  const layout = useOwnLayout('store-contacts', storeContactTable.columns)
  const opening = useOpening<ContactRow>()
  const table = useTable<ContactRow>({
    spec: storeContactTable,
    layout,
    rows: contacts,
    place: domain,
    opening,
    begin: selectionLeftHere,
    keys: { r: pressReveal },
  })
  const { selected, open, clear, close } = table
  const [isConfirming, setConfirming] = useState(false)
  useSelectionKept(selected)
  useAnnounceReveals(reveals)
  useShowRevealed(contacts)

  return (
    <section aria-labelledby="people" className="min-w-0">
      <h2 id="people" className="mb-2 font-semibold">
        Contacts
      </h2>
      {results.error && <SearchFailed error={results.error} onRetry={() => void results.refetch()} />}
      {results.isPending && <TableSkeleton rows={Math.min(expected, pageRows)} isCard={table.isCard} />}
      {results.isSuccess && contacts.length === 0 && (
        <p className="text-ink-faint">No contacts to reveal at this store.</p>
      )}
      {contacts.length > 0 && <WholeTable table={table} />}
      {results.hasNextPage && (
        <Button className="mt-3" isBusy={results.isFetchingNextPage} onClick={() => void results.fetchNextPage()}>
          Show more
        </Button>
      )}
      <div className="sticky bottom-0 z-20 -mx-4 mt-3">
        <SelectionBar
          selected={selected}
          reveals={reveals}
          isConfirming={isConfirming}
          onConfirming={setConfirming}
          onClear={clear}
        />
      </div>
      {open && (
        <Sheet title="Contact" onClose={close}>
          <ContactDetails preview={open} reveals={reveals} />
        </Sheet>
      )}
      <RefusalDialog reveals={reveals} />
    </section>
  )
}

/** All rows that are loaded, in a page that scrolls as a whole. */
function WholeTable({ table }: { table: Table<ContactRow> }) {
  const { spec, layout, rows, selection, current, isCard, toggle, openAt } = table
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => focusRow(grid.current, current), [current])
  return (
    <div
      className="@container overflow-hidden rounded-panel border"
      style={{ '--columns': layout.template } as CSSProperties}
    >
      <div ref={grid} role="grid" aria-label={spec.label} aria-multiselectable="true" className="*:scroll-mb-16 -mb-px">
        <div className="text-small font-medium text-ink-faint">
          <TableHead table={table} layout={layout} />
        </div>
        {rows.map((row, index) => (
          <TableRow
            key={row.id}
            spec={spec}
            row={row}
            layout={layout}
            index={index}
            isSelected={selection.has(row.id)}
            isCurrent={index === Math.max(current, 0)}
            isOpen={false}
            isCard={isCard}
            onSelect={toggle}
            onOpen={openAt}
          />
        ))}
      </div>
    </div>
  )
}
