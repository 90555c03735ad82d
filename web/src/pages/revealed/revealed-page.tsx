import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFolded } from '../../shared/folding.ts'
import { ListColumn } from '../../shared/lists/list-column.tsx'
import { listsQuery } from '../../shared/lists/lists.ts'
import { useOpenFromAddress } from '../../shared/open-from-address.ts'
import { useOwnLayout } from '../../shared/use-own-layout.ts'
import { Sheet } from '../../ui/dialog.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { sortRows } from '../../ui/table/table-layout.ts'
import { useRowKeys, useRows } from '../../ui/table/use-rows.ts'
import { useSelection } from '../../ui/table/use-selection.ts'
import { ViewMenu } from '../../ui/table/view-menu.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { useTitle } from '../../ui/use-title.ts'
import { revealedColumns, revealedValue } from './revealed-columns.ts'
import { RevealedDetails } from './revealed-drawer.tsx'
import { RevealedHeader } from './revealed-header.tsx'
import { RevealedResults } from './revealed-results.tsx'
import { RevealedSelection } from './revealed-selection.tsx'
import { useLooking, useRevealed } from './use-revealed.ts'

/** Everything this account owns: found by words, kept in lists, copied and exported. */
export function RevealedPage() {
  const [looking, look] = useLooking()
  const revealed = useRevealed(looking)
  const { results, total } = revealed
  const { data: lists } = useQuery(listsQuery)
  const list = lists?.data.find(({ id }) => id === looking.list)
  const layout = useOwnLayout('revealed', revealedColumns)
  const contacts = useMemo(
    () => sortRows(revealed.contacts, layout.sort, revealedValue),
    [revealed.contacts, layout.sort],
  )
  const selecting = useSelection(contacts)
  const { selection, clear } = selecting
  const selected = useMemo(() => [...selection.values()], [selection])
  const place = JSON.stringify(looking)
  // biome-ignore lint/correctness/useExhaustiveDependencies: elsewhere nothing is chosen yet
  useEffect(clear, [place])
  const rows = useRows(contacts, place)
  useOpenFromAddress(contacts, rows)
  const field = useRef<HTMLInputElement>(null)
  useRowKeys({ rows, selection: selecting, more: { '/': () => field.current?.focus() } })
  const [isListing, setListing] = useState(false)
  const isNarrow = useIsNarrow()
  const [isFolded, fold] = useFolded('lists')
  const onWords = useCallback((wanted: string | undefined) => look({ words: wanted }, true), [look])
  const choose = (chosen: string | undefined) => {
    setListing(false)
    look({ list: chosen, words: undefined, days: undefined })
  }
  const column = <ListColumn chosen={looking.list} onChoose={choose} />

  useTitle(list ? `${list.name}, Revealed` : 'Revealed')
  return (
    <main className="flex h-full min-h-0 flex-col">
      <RevealedHeader
        list={list}
        total={results.data && { count: total ?? contacts.length, isExact: total !== null }}
        isStale={results.isPlaceholderData}
        looking={looking}
        onWords={onWords}
        onDays={(days) => look({ days })}
        onLists={isNarrow ? () => setListing(true) : () => fold(!isFolded)}
        areListsOpen={!isNarrow && !isFolded}
        view={<ViewMenu layout={layout} isCard={isNarrow} />}
        canExport={contacts.length > 0}
        field={field}
      />
      <div className="relative flex min-h-0 flex-1">
        {!isNarrow && !isFolded && (
          <aside aria-label="Lists" className="hairline-scroll w-60 shrink-0 overflow-y-auto border-r bg-surface">
            {column}
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <RevealedResults
            revealed={revealed}
            contacts={contacts}
            layout={layout}
            looking={looking}
            rows={rows}
            selecting={selecting}
            onShowAll={() => look({ words: undefined, days: undefined })}
          />
        </div>
        {rows.open && (
          <Drawer title="Contact" asked={rows.asked} onClose={rows.close}>
            <RevealedDetails contact={rows.open} />
          </Drawer>
        )}
      </div>
      <RevealedSelection contacts={selected} list={list} onClear={clear} />
      {isListing && (
        <Sheet title="Lists" side="left" onClose={() => setListing(false)}>
          {column}
        </Sheet>
      )}
    </main>
  )
}
