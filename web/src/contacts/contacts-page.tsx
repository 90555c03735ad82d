import { useMemo, useRef, useState } from 'react'
import { plural } from '../figures.ts'
import { PageWithoutPlan } from '../first-run/first-run-start.tsx'
import { lacksPlan } from '../first-run/use-first-run.ts'
import { SavedSearchesMenu } from '../saved-searches/saved-searches-menu.tsx'
import { Chips } from '../search/chips.tsx'
import { FilterPanel } from '../search/filter-panel.tsx'
import { contactGroups, withoutFilters } from '../search/filters.ts'
import { SearchHeader } from '../search/search-header.tsx'
import { useFacetCounts, useSearchPages } from '../search/use-search.ts'
import { useUrlFilters } from '../search/use-url-filters.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/small-parts.tsx'
import { useIsNarrow } from '../ui/use-is-narrow.ts'
import { ContactDetails, ContactDrawer } from './contact-drawer.tsx'
import { ContactTable, RowSkeletons } from './contact-table.tsx'
import { RefusalDialog, ResumeNotice, SearchFailed, useAnnounceReveals } from './reveal-notices.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useContactKeys, useRows } from './use-contact-keys.ts'
import { useRevealOne } from './use-reveal-one.tsx'
import { useReveals } from './use-reveals.ts'
import { useSelection } from './use-selection.ts'

export function ContactsPage() {
  const [search, change] = useUrlFilters(contactGroups)
  const results = useSearchPages('searchContacts', contactGroups, search)
  const first = results.data?.pages[0]
  const countsOf = useFacetCounts('searchContacts', contactGroups, search, first?.facets)
  const contacts = useMemo(() => results.data?.pages.flatMap((page) => page.data) ?? [], [results.data])
  const reveals = useReveals()
  const { selection, toggle, toggleAll, clear } = useSelection(contacts)
  const selected = useMemo(() => [...selection.values()], [selection])
  const [isFiltering, setFiltering] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const isNarrow = useIsNarrow()
  const filterPanel = useRef<HTMLElement>(null)
  useAnnounceReveals(reveals, clear)
  const { revealOne, question } = useRevealOne()
  const { current, open, openAt, close } = useRows(contacts, search)
  useContactKeys({
    rows: { current, count: contacts.length, isOpen: open !== null, openAt, close },
    selection: { toggle, clear },
    onFilters: () => (isNarrow ? setFiltering(true) : filterPanel.current?.querySelector('input')?.focus()),
    onReveal: () => {
      if (selected.length > 0) document.querySelector<HTMLButtonElement>('[aria-label="Selection"] button')?.click()
      else if (contacts[current]) revealOne(contacts[current])
    },
  })

  const panel = <FilterPanel groups={contactGroups} search={search} onChange={change} countsOf={countsOf} />
  if (lacksPlan(results.error)) return <PageWithoutPlan title="Contacts" error={results.error} />
  return (
    <main className="flex h-full min-h-0">
      <h1 className="sr-only">Contacts</h1>
      {!isNarrow && (
        <aside
          ref={filterPanel}
          aria-label="Filters"
          className="hairline-scroll w-70 shrink-0 overflow-y-auto border-r bg-surface"
        >
          {panel}
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <SearchHeader
          total={first?.total}
          noun="contact"
          isStale={results.isPlaceholderData}
          onFilters={isNarrow ? () => setFiltering(true) : undefined}
          saved={<SavedSearchesMenu searches="contacts" search={search} />}
        >
          <Chips groups={contactGroups} search={search} onChange={change} />
        </SearchHeader>
        <ResumeNotice reveals={reveals} />
        {results.error && <SearchFailed error={results.error} onRetry={() => void results.refetch()} />}
        {results.isPending && <RowSkeletons count={14} isCard={isNarrow} />}
        {first && contacts.length === 0 && !results.isPlaceholderData && (
          <EmptyState
            icon="filter"
            title="No contact fits all of these filters."
            action={<Button onClick={() => change(withoutFilters(contactGroups))}>Clear all filters</Button>}
          >
            Take one of them away; the counts beside the values say which would find something.
          </EmptyState>
        )}
        {contacts.length > 0 && (
          <ContactTable
            contacts={contacts}
            total={first?.total ?? 0}
            reveals={reveals}
            selection={selection}
            current={current}
            openId={open?.id ?? null}
            isCard={isNarrow}
            isStale={results.isPlaceholderData}
            hasMore={results.hasNextPage}
            isLoadingMore={results.isFetchingNextPage}
            onLoadMore={results.fetchNextPage}
            onSelect={toggle}
            onSelectAll={toggleAll}
            onOpen={(index) => openAt(index, true)}
          />
        )}
        <SelectionBar
          selected={selected}
          reveals={reveals}
          isConfirming={isConfirming}
          onConfirming={setConfirming}
          onClear={clear}
        />
      </div>
      {open && !isNarrow && <ContactDrawer preview={open} reveals={reveals} onClose={close} />}
      {open && isNarrow && (
        <Sheet title="Contact" onClose={close}>
          <ContactDetails preview={open} reveals={reveals} />
        </Sheet>
      )}
      {isFiltering && (
        <Sheet
          title="Filters"
          side="left"
          onClose={() => setFiltering(false)}
          footer={
            <Button look="primary" size="large" className="w-full" onClick={() => setFiltering(false)}>
              {first ? `Show ${plural(first.total, 'contact')}` : 'Show contacts'}
            </Button>
          }
        >
          {panel}
        </Sheet>
      )}
      {question}
      <RefusalDialog reveals={reveals} />
    </main>
  )
}
