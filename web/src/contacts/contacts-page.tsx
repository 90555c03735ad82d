import { useEffect, useMemo, useRef, useState } from 'react'
import { plural } from '../figures.ts'
import { SavedSearchesMenu } from '../saved-searches/saved-searches-menu.tsx'
import { Chips } from '../search/chips.tsx'
import { FilterPanel } from '../search/filter-panel.tsx'
import { contactGroups } from '../search/filters.ts'
import { SearchHeader } from '../search/search-header.tsx'
import { useFacetCounts, useSearchPages } from '../search/use-search.ts'
import { useUrlFilters } from '../search/use-url-filters.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/small-parts.tsx'
import { useIsNarrow } from '../ui/use-is-narrow.ts'
import { ContactDetails, ContactDrawer } from './contact-drawer.tsx'
import type { ContactPreview } from './contact-preview.ts'
import { ContactTable, RowSkeletons } from './contact-table.tsx'
import { RefusalDialog, ResumeNotice, SearchFailed, useAnnounceReveals } from './reveal-notices.tsx'
import { reveal } from './reveal-run.ts'
import { SelectionBar } from './selection-bar.tsx'
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
  const [current, setCurrent] = useState(-1)
  const [open, setOpen] = useState<ContactPreview | null>(null)
  const [isFiltering, setFiltering] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const isNarrow = useIsNarrow()
  const filterPanel = useRef<HTMLElement>(null)
  useAnnounceReveals(reveals, clear)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search starts at its first row
  useEffect(() => setCurrent(-1), [search])

  const step = (by: number) => {
    const next = Math.min(Math.max(current + by, 0), contacts.length - 1)
    setCurrent(next)
    if (open && contacts[next]) setOpen(contacts[next])
  }
  const openAt = (index: number) => {
    setCurrent(index)
    setOpen(contacts[index] ?? null)
  }
  useShortcuts({
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    x: () => toggle(current, false),
    X: () => toggle(current, true),
    Enter: () => openAt(Math.max(current, 0)),
    '/': () => (isNarrow ? setFiltering(true) : filterPanel.current?.querySelector('input')?.focus()),
    Escape: () => (open ? setOpen(null) : clear()),
    r: () => {
      if (selected.length > 0) document.querySelector<HTMLButtonElement>('[aria-label="Selection"] button')?.click()
      else if (contacts[current]) reveal([contacts[current].id])
    },
  })

  const panel = <FilterPanel groups={contactGroups} search={search} onChange={change} countsOf={countsOf} />
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
          <EmptyState icon="filter" title="No contact fits all of these filters.">
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
            onOpen={openAt}
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
      {open && !isNarrow && <ContactDrawer preview={open} reveals={reveals} onClose={() => setOpen(null)} />}
      {open && isNarrow && (
        <Sheet title="Contact" onClose={() => setOpen(null)}>
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
      <RefusalDialog reveals={reveals} />
    </main>
  )
}
