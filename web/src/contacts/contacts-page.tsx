import { useMemo, useRef, useState } from 'react'
import { SampleBar } from '../first-run/sample-notice.tsx'
import { contactGroups } from '../search/filters.ts'
import { SearchPage, useFilterSheet } from '../search/search-page.tsx'
import { useSearch } from '../search/use-search.ts'
import { Drawer } from '../ui/drawer.tsx'
import { pagingOf } from '../ui/endless-table.tsx'
import { sortRows, useTableLayout } from '../ui/table-layout.ts'
import { useIsNarrow } from '../ui/use-is-narrow.ts'
import { ViewMenu } from '../ui/view-menu.tsx'
import { contactColumns, contactValue } from './contact-columns.ts'
import { ContactDetails } from './contact-drawer.tsx'
import { ContactTable, RowSkeletons } from './contact-table.tsx'
import { foldByStore } from './fold-by-store.ts'
import { useOpenFromAddress } from './open-from-address.ts'
import { RefusalDialog, useAnnounceReveals } from './reveal-notices.tsx'
import { pressReveal, SelectionBar } from './selection-bar.tsx'
import { useContactSelection } from './use-contact-selection.ts'
import { useOwned } from './use-owned.ts'
import { useRevealOne } from './use-reveal-one.tsx'
import { useReveals } from './use-reveals.ts'
import { useRowKeys, useRows } from './use-rows.ts'
import { useSelectFound } from './use-select-found.ts'

const notFolded = () => 0

export function ContactsPage() {
  const found = useSearch('searchContacts', contactGroups)
  const { search, first, results } = found
  const layout = useTableLayout('contacts', contactColumns)
  const { contacts, foldedOf } = useMemo(() => {
    const sorted = sortRows(found.rows, layout.sort, contactValue)
    if (!layout.isPerStore) return { contacts: sorted, foldedOf: notFolded }
    const folded = foldByStore(sorted)
    return { contacts: folded.rows, foldedOf: folded.foldedOf }
  }, [found.rows, layout.sort, layout.isPerStore])
  const reveals = useReveals()
  useOwned(found.rows)
  const { selection, selected, toggle, toggleAll, select, clear } = useContactSelection(contacts, reveals)
  const selectFound = useSelectFound(found, selection, select)
  const [isConfirming, setConfirming] = useState(false)
  const isNarrow = useIsNarrow()
  const panel = useRef<HTMLElement>(null)
  const sheet = useFilterSheet(panel)
  useAnnounceReveals(reveals)
  const { revealOne, question } = useRevealOne()
  const rows = useRows(contacts, search)
  const { current, open, asked, openAt, close } = rows
  useOpenFromAddress(contacts, rows)
  const revealWanted = () => {
    if (found.isSample) return
    if (selected.length > 0) pressReveal()
    else if (contacts[current]) revealOne(contacts[current])
  }
  useRowKeys({ rows, selection: { toggle, clear }, more: { '/': sheet.goTo, r: revealWanted } })

  return (
    <>
      <SearchPage
        search={found}
        panel={panel}
        sheet={sheet}
        skeletons={<RowSkeletons count={14} isCard={isNarrow} />}
        view={<ViewMenu layout={layout} isCard={isNarrow} hasStores />}
        bar={
          found.isSample ? (
            <SampleBar selected={selected.length} noun="contact" onClear={clear} />
          ) : (
            <SelectionBar
              selected={selected}
              selectFound={layout.isPerStore ? null : selectFound}
              reveals={reveals}
              isConfirming={isConfirming}
              onConfirming={setConfirming}
              onClear={clear}
            />
          )
        }
        aside={
          open && (
            <Drawer title="Contact" asked={asked} isBusy={reveals.rows.get(open.id) === 'revealing'} onClose={close}>
              <ContactDetails preview={open} reveals={reveals} />
            </Drawer>
          )
        }
      >
        <ContactTable
          contacts={contacts}
          layout={layout}
          total={found.isSample ? contacts.length : (first?.total ?? 0)}
          reveals={reveals}
          selection={selection}
          current={current}
          openId={open?.id ?? null}
          isCard={isNarrow}
          paging={pagingOf(results)}
          foldedOf={foldedOf}
          onSelect={toggle}
          onSelectAll={toggleAll}
          onOpen={openAt}
        />
      </SearchPage>
      {question}
      <RefusalDialog reveals={reveals} />
    </>
  )
}
