import { useMemo, useRef, useState } from 'react'
import { contactColumns, contactValue } from '../../shared/contacts/contact-columns.ts'
import { ContactDetails } from '../../shared/contacts/contact-drawer.tsx'
import { ContactTable, RowSkeletons } from '../../shared/contacts/contact-table.tsx'
import { pressReveal, SelectionBar } from '../../shared/contacts/selection-bar.tsx'
import { useContactSelection } from '../../shared/contacts/use-contact-selection.ts'
import { useOwned } from '../../shared/contacts/use-owned.ts'
import { SampleBar } from '../../shared/first-run/sample-notice.tsx'
import { useOpenFromAddress } from '../../shared/open-from-address.ts'
import { RefusalDialog, useAnnounceReveals } from '../../shared/reveals/reveal-notices.tsx'
import { useRevealOne } from '../../shared/reveals/use-reveal-one.tsx'
import { useReveals } from '../../shared/reveals/use-reveals.ts'
import { contactGroups } from '../../shared/search/filters.ts'
import { useSearch } from '../../shared/search/use-search.ts'
import { SearchPage, useFilterSheet } from '../../shared/search-page/search-page.tsx'
import { useOwnLayout } from '../../shared/use-own-layout.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { pagingOf } from '../../ui/table/endless-table.tsx'
import { sortRows } from '../../ui/table/table-layout.ts'
import { useRowKeys, useRows } from '../../ui/table/use-rows.ts'
import { ViewMenu } from '../../ui/table/view-menu.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { foldByStore } from './fold-by-store.ts'
import { useSelectFound } from './use-select-found.ts'

const notFolded = () => 0

export function ContactsPage() {
  const found = useSearch('searchContacts', contactGroups)
  const { search, first, results } = found
  const layout = useOwnLayout('contacts', contactColumns)
  const { contacts, foldedOf } = useMemo(() => {
    const sorted = sortRows(found.rows, layout.sort, contactValue)
    if (!layout.isFolded) return { contacts: sorted, foldedOf: notFolded }
    const folded = foldByStore(sorted)
    return { contacts: folded.rows, foldedOf: folded.foldedOf }
  }, [found.rows, layout.sort, layout.isFolded])
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
        view={<ViewMenu layout={layout} isCard={isNarrow} foldLabel="One row per store" />}
        bar={
          found.isSample ? (
            <SampleBar selected={selected.length} noun="contact" onClear={clear} />
          ) : (
            <SelectionBar
              selected={selected}
              selectFound={layout.isFolded ? null : selectFound}
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
