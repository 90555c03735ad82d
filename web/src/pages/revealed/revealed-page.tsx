import { Suspense, useCallback, useEffect, useRef } from 'react'
import type { RevealedContact } from '../../api/contacts.ts'
import { LinkedContact } from '../../shared/contacts/contact-panel.tsx'
import { RevealedDetails } from '../../shared/contacts/revealed-details.tsx'
import { listKey } from '../../shared/lists/list-key.ts'
import { useOpening } from '../../shared/use-opening.ts'
import { useOwnLayout } from '../../shared/use-own-layout.ts'
import { SelectingAll, useSelectAll } from '../../shared/use-select-all.tsx'
import { useWholeSort } from '../../shared/use-whole-sort.ts'
import { useStatusKeys } from '../../shared/work/status-keys.ts'
import type { WorkItem } from '../../shared/work/work.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTable } from '../../ui/table/use-table.ts'
import { ViewMenu } from '../../ui/table/view-menu.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { revealedTable } from './revealed-columns.tsx'
import { RevealedHeader } from './revealed-header.tsx'
import { RevealedResults } from './revealed-results.tsx'
import { RevealedSelection } from './revealed-selection.tsx'
import { useLooking, useRevealed } from './use-revealed.ts'

const toItem = ({ id }: RevealedContact): WorkItem => ({ kind: 'contact', id })

/** Everything this account has revealed: found by words, copied and exported. */
export function RevealedPage() {
  const [looking, look] = useLooking()
  const revealed = useRevealed(looking)
  const { results, total } = revealed
  const sorted = useWholeSort(useOwnLayout('revealed', revealedTable.columns), results)
  const { layout } = sorted
  const place = JSON.stringify(looking)
  const field = useRef<HTMLInputElement>(null)
  const opening = useOpening<RevealedContact>()
  const statusKeys = useStatusKeys(toItem)
  const table = useTable<RevealedContact>({
    spec: revealedTable,
    layout,
    rows: revealed.contacts,
    place,
    opening,
    keys: { '/': () => field.current?.focus(), ...statusKeys, ...listKey },
  })
  const { rows: contacts, selected, clear, isCard } = table
  const selectAll = useSelectAll(table, results, place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: elsewhere nothing is chosen yet
  useEffect(clear, [place])
  const onWords = useCallback((wanted: string | undefined) => look({ words: wanted }, true), [look])

  useTitle('Revealed')
  return (
    <main className="flex h-full min-h-0 flex-col">
      <RevealedHeader
        total={results.data && { count: total ?? contacts.length, isExact: total !== null }}
        isStale={results.isPlaceholderData}
        looking={looking}
        onWords={onWords}
        onChoice={look}
        view={<ViewMenu layout={layout} isCard={isCard} />}
        canExport={contacts.length > 0}
        field={field}
      />
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <RevealedResults
            revealed={revealed}
            table={{ ...table, toggleAll: selectAll.toggle }}
            looking={looking}
            onShowAll={() => look({ words: undefined, days: undefined, status: undefined })}
          />
        </div>
        {table.openId !== null && (
          <Drawer title="Contact" asked={table.asked} onClose={table.close}>
            {table.open ? (
              <RevealedDetails contact={table.open} />
            ) : (
              <Suspense fallback={<Skeleton className="m-4 h-40" />}>
                <LinkedContact id={table.openId} isLoading={results.isFetching} />
              </Suspense>
            )}
          </Drawer>
        )}
      </div>
      {sorted.isLoading ? (
        <SelectingAll purpose="Sorting" loaded={revealed.contacts.length} />
      ) : (
        <RevealedSelection contacts={selected} loading={selectAll.loading} onClear={clear} />
      )}
    </main>
  )
}
