import { useMemo, useRef, useState } from 'react'
import { contactGroups } from '../search/filters.ts'
import { SearchPage, useFilterSheet } from '../search/search-page.tsx'
import { useSearch } from '../search/use-search.ts'
import { Drawer } from '../ui/drawer.tsx'
import { pagingOf } from '../ui/endless-table.tsx'
import { useIsNarrow } from '../ui/use-is-narrow.ts'
import { ContactDetails } from './contact-drawer.tsx'
import { ContactTable, RowSkeletons } from './contact-table.tsx'
import { RefusalDialog, ResumeNotice, useAnnounceReveals } from './reveal-notices.tsx'
import { pressReveal, SelectionBar } from './selection-bar.tsx'
import { useRevealOne } from './use-reveal-one.tsx'
import { useReveals } from './use-reveals.ts'
import { useRowKeys, useRows } from './use-rows.ts'
import { useSelection } from './use-selection.ts'

export function ContactsPage() {
  const found = useSearch('searchContacts', contactGroups)
  const { rows: contacts, search, first, results } = found
  const reveals = useReveals()
  const { selection, toggle, toggleAll, clear } = useSelection(contacts)
  const selected = useMemo(() => [...selection.values()], [selection])
  const [isConfirming, setConfirming] = useState(false)
  const isNarrow = useIsNarrow()
  const panel = useRef<HTMLElement>(null)
  const sheet = useFilterSheet(panel)
  useAnnounceReveals(reveals, clear)
  const { revealOne, question } = useRevealOne()
  const rows = useRows(contacts, search)
  const { current, open, asked, openAt, close } = rows
  const revealWanted = () => {
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
        notice={<ResumeNotice reveals={reveals} />}
        bar={
          <SelectionBar
            selected={selected}
            reveals={reveals}
            isConfirming={isConfirming}
            onConfirming={setConfirming}
            onClear={clear}
          />
        }
        beside={
          open && (
            <Drawer title="Contact" asked={asked} isBusy={reveals.rows.get(open.id) === 'revealing'} onClose={close}>
              <ContactDetails preview={open} reveals={reveals} />
            </Drawer>
          )
        }
      >
        <ContactTable
          contacts={contacts}
          total={first?.total ?? 0}
          reveals={reveals}
          selection={selection}
          current={current}
          openId={open?.id ?? null}
          isCard={isNarrow}
          paging={pagingOf(results)}
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
