import { useInfiniteQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { contactColumnsInStore } from '../../shared/contacts/contact-columns.ts'
import { ContactDetails } from '../../shared/contacts/contact-drawer.tsx'
import { ContactRow } from '../../shared/contacts/contact-row.tsx'
import { RowSkeletons } from '../../shared/contacts/contact-table.tsx'
import { pressReveal, SelectionBar } from '../../shared/contacts/selection-bar.tsx'
import { useContactSelection } from '../../shared/contacts/use-contact-selection.ts'
import { useOwned } from '../../shared/contacts/use-owned.ts'
import { SearchFailed } from '../../shared/first-run/without-plan.tsx'
import { RefusalDialog, useAnnounceReveals } from '../../shared/reveals/reveal-notices.tsx'
import { useReveals } from '../../shared/reveals/use-reveals.ts'
import { useOwnLayout } from '../../shared/use-own-layout.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { focusRow } from '../../ui/table/selectable-row.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { useRowKeys, useRows } from '../../ui/table/use-rows.ts'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'

const pageRows = 25

/** As high as the rows and their head will be: what follows must not move. */
const TableSkeleton = ({ rows, isCard }: { rows: number; isCard: boolean }) =>
  rows > 0 && (
    <div className="overflow-hidden rounded-panel border pt-9">
      <RowSkeletons count={rows} isCard={isCard} />
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
  const { selection, selected, toggle, toggleAll, clear } = useContactSelection(contacts, reveals)
  const [isConfirming, setConfirming] = useState(false)
  const isNarrow = useIsNarrow()
  useAnnounceReveals(reveals)
  useOwned(contacts)
  const layout = useOwnLayout('store-contacts', contactColumnsInStore)
  const rows = useRows(contacts, domain)
  const { current, open, openAt, close } = rows
  useRowKeys({ rows, selection: { toggle, clear }, more: { r: pressReveal } })
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => focusRow(grid.current, current), [current])

  return (
    <section aria-labelledby="people" className="min-w-0">
      <h2 id="people" className="mb-2 font-semibold">
        Contacts
      </h2>
      {results.error && <SearchFailed error={results.error} onRetry={() => void results.refetch()} />}
      {results.isPending && <TableSkeleton rows={Math.min(expected, pageRows)} isCard={isNarrow} />}
      {results.isSuccess && contacts.length === 0 && (
        <p className="text-ink-faint">No contacts to reveal at this store.</p>
      )}
      {contacts.length > 0 && (
        <div
          className="@container overflow-hidden rounded-panel border"
          style={{ '--columns': layout.template } as CSSProperties}
        >
          <div
            ref={grid}
            role="grid"
            aria-label="Contacts of this store"
            aria-multiselectable="true"
            className="*:scroll-mb-16 -mb-px"
          >
            <div className="text-small font-medium text-ink-faint">
              <TableHead
                layout={layout}
                isCard={isNarrow}
                cardLabel="Contact"
                chosen={contacts.filter(({ id }) => selection.has(id)).length}
                count={contacts.length}
                onSelectAll={toggleAll}
              />
            </div>
            {contacts.map((preview, index) => (
              <ContactRow
                key={preview.id}
                preview={preview}
                revealed={reveals.revealed.get(preview.id)}
                rowState={reveals.rows.get(preview.id)}
                isSelected={selection.has(preview.id)}
                isCurrent={index === Math.max(current, 0)}
                isOpen={false}
                isCard={isNarrow}
                layout={layout}
                index={index}
                onSelect={toggle}
                onOpen={openAt}
              />
            ))}
          </div>
        </div>
      )}
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
