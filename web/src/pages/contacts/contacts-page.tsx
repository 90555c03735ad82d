import { useMemo, useRef, useState } from 'react'
import type { Body } from '../../api/call.ts'
import { perRequest } from '../../api/limits.ts'
import { selectionLeftHere, wasAllSelectedHere } from '../../shared/billing/checkout-return.ts'
import { type ContactRow, contactTable } from '../../shared/contacts/contact-columns.tsx'
import { ContactPanel } from '../../shared/contacts/contact-panel.tsx'
import { pressReveal, SelectionBar } from '../../shared/contacts/lazy-selection-bar.tsx'
import type { FoundSelection } from '../../shared/contacts/selection.ts'
import { useSelectionKept } from '../../shared/contacts/use-selection-kept.ts'
import { useShowRevealed } from '../../shared/contacts/use-show-revealed.ts'
import { SampleBar } from '../../shared/first-run/lazy-sample.tsx'
import { listKey } from '../../shared/lists/list-key.ts'
import { RefusalDialog, useAnnounceReveals } from '../../shared/reveals/reveal-notices.tsx'
import { useRevealOne } from '../../shared/reveals/use-reveal-one.tsx'
import { useReveals } from '../../shared/reveals/use-reveals.ts'
import { toRequest } from '../../shared/search/filter-params.ts'
import { contactGroups } from '../../shared/search/filters.ts'
import { type Search, useSearch } from '../../shared/search/use-search.ts'
import { SearchPage, useFilterSheet } from '../../shared/search-page/search-page.tsx'
import type { FoundSearch } from '../../shared/search-page/use-found-job.ts'
import { useSelectFound } from '../../shared/search-page/use-select-found.ts'
import { useOpening } from '../../shared/use-opening.ts'
import { useOwnLayout } from '../../shared/use-own-layout.ts'
import { useStatusKeys } from '../../shared/work/status-keys.ts'
import type { WorkItem } from '../../shared/work/work.ts'
import { pagingOf } from '../../ui/table/endless-table.tsx'
import { Table } from '../../ui/table/table.tsx'
import { useTable } from '../../ui/table/use-table.ts'
import { ViewMenu } from '../../ui/table/view-menu.tsx'
import { foldByStore } from './fold-by-store.ts'

/** Contacts that are revealed already are left alone: they cost nothing, and there is nothing to do for them. */
function toSelection({ groups, search: asked, serverSort }: Search<'searchContacts'>, count: number): FoundSelection {
  const sort = serverSort.current as ContactSort | null
  const search: FoundSearch = { person: {}, ...toRequest(groups, asked), ...(sort && { sort }) }
  if (search.person?.revealed) return { search, source: null, count }
  const notYet = { ...search, person: { ...search.person, revealed: false } }
  return { search, source: { search: notYet, max: perRequest.createJob.contact_ids }, count }
}
type ContactSort = NonNullable<Body<'searchContacts'>['sort']>

const toItem = ({ id }: ContactRow): WorkItem => ({ kind: 'contact', id })

export function ContactsPage() {
  const found = useSearch('searchContacts', contactGroups)
  const { search, first, results } = found
  const layout = useOwnLayout('contacts', contactTable.columns)
  const reveals = useReveals()
  const { revealOne, question } = useRevealOne()
  const statusKeys = useStatusKeys(toItem)
  const panel = useRef<HTMLElement>(null)
  const sheet = useFilterSheet(panel)
  const opening = useOpening<ContactRow>()
  const table = useTable<ContactRow>({
    spec: contactTable,
    layout,
    rows: found.rows,
    place: search,
    opening,
    serverSort: found.serverSort,
    fold: foldByStore,
    begin: selectionLeftHere,
    keys: {
      '/': sheet.goTo,
      ...(!found.isSample && { ...statusKeys, ...listKey }),
      r: (row) => {
        if (found.isSample) return
        if (table.selected.length > 0) pressReveal()
        else if (row) revealOne(row)
      },
    },
  })
  const { selected, clear } = table
  const shown = useMemo(() => (table.open ? [...found.rows, table.open] : found.rows), [found.rows, table.open])
  useShowRevealed(shown)
  useAnnounceReveals(reveals)
  const { selectFound, count } = useSelectFound(found, table, perRequest.createJob.contact_ids, wasAllSelectedHere)
  useSelectionKept(selected, count)
  const [isConfirming, setConfirming] = useState(false)

  return (
    <>
      <SearchPage
        search={found}
        panel={panel}
        sheet={sheet}
        table={table}
        view={<ViewMenu layout={layout} isCard={table.isCard} isSorted foldLabel="One row per store" />}
        bar={
          found.isSample ? (
            <SampleBar selected={selected.length} noun="contact" onClear={clear} />
          ) : (
            <SelectionBar
              selected={selected}
              found={layout.isFolded || count === null ? null : toSelection(found, count)}
              selectFound={layout.isFolded ? null : selectFound}
              reveals={reveals}
              isConfirming={isConfirming}
              onConfirming={setConfirming}
              onClear={clear}
            />
          )
        }
        aside={<ContactPanel table={table} isLoading={results.isFetching} />}
      >
        <Table
          table={table}
          total={found.isSample ? table.rows.length : (first?.total ?? 0)}
          paging={pagingOf(results)}
        />
      </SearchPage>
      {question}
      <RefusalDialog reveals={reveals} />
    </>
  )
}
