import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { plural } from '../../shared/format.ts'
import { listKey } from '../../shared/lists/list-key.ts'
import { type List, listItemsKey, listsQuery, removeFromList } from '../../shared/lists/lists.ts'
import { paths } from '../../shared/paths.ts'
import { SortMenu } from '../../shared/search-page/sort-menu.tsx'
import { type Store, storeTable } from '../../shared/stores/store-columns.tsx'
import { ExportStores, StoreSelection } from '../../shared/stores/store-selection.tsx'
import { useAction } from '../../shared/use-action.ts'
import { useOwnLayout } from '../../shared/use-own-layout.ts'
import { SelectingAll, useSelectAll } from '../../shared/use-select-all.tsx'
import { useStatusChoice } from '../../shared/work/status-choice.tsx'
import { useStatusKeys } from '../../shared/work/status-keys.ts'
import type { WorkItem } from '../../shared/work/work.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { pagingOf } from '../../ui/table/endless-table.tsx'
import { Table } from '../../ui/table/table.tsx'
import { type Opening, useTable } from '../../ui/table/use-table.ts'
import { ViewMenu } from '../../ui/table/view-menu.tsx'
import { ListHeader, ListRows } from './list-frame.tsx'
import { useListItems } from './use-list-items.ts'
import { useListSort } from './use-list-sort.ts'

const RevealPeopleDialog = lazy(async () => ({
  default: (await import('../../shared/reveals/reveal-people-dialog.tsx')).RevealPeopleDialog,
}))

/** A list has the order in which it grew, so the score is a sort like the others. */
const spec = {
  ...storeTable,
  columns: storeTable.columns.map((column) =>
    column.id === 'score' ? { ...column, sort: { name: 'score' } } : column,
  ),
}

const toItem = ({ id }: Store): WorkItem => ({ kind: 'store', id })

export function StoreList({ list }: { list: List }) {
  const [status] = useStatusChoice()
  const serverSort = useListSort()
  const listed = useListItems(list.id, status, serverSort.current)
  const place = [list.id, status].join(' ')
  const { results, items, total } = listed
  const rows = items as Store[]
  const layout = useOwnLayout('list-stores', spec.columns)
  const navigate = useNavigate()
  const opening = useMemo(
    (): Opening<Store> => ({
      id: null,
      show: ({ domain }) => void navigate({ to: paths.store(domain) }),
      close: () => {},
    }),
    [navigate],
  )
  const keys = { ...useStatusKeys(toItem), ...listKey }
  const table = useTable<Store>({ spec, layout, rows, place, opening, serverSort, keys })
  const { selected, clear, isCard } = table
  const selectAll = useSelectAll(table, results as never, [place, serverSort.current].join(' '))
  // biome-ignore lint/correctness/useExhaustiveDependencies: elsewhere nothing is chosen yet
  useEffect(clear, [place])
  const [isAsking, setAsking] = useState(false)
  const domains = selected.map(({ domain }) => domain)
  const remove = useAction(() => removeFromList(list.id, domains), {
    refresh: [listsQuery.queryKey, listItemsKey],
    done: `${plural(domains.length, 'store')} removed from the list.`,
  })
  /** Also those that nobody has scrolled to. */
  const readAll = async () => {
    let read: Pick<typeof results, 'data' | 'hasNextPage'> = results
    while (read.hasNextPage) {
      const next = await results.fetchNextPage()
      if (next.error) throw next.error
      read = next
    }
    return (read.data?.pages ?? []).flatMap((page) => (page.data as Store[]).map(({ domain }) => domain))
  }
  return (
    <main className="flex h-full min-h-0 flex-col">
      <ListHeader list={list} items={listed}>
        {rows.length > 0 && !status && (
          <ButtonLink to={paths.contactsOfList(list.id)} look="secondary">
            Contacts at these stores
          </ButtonLink>
        )}
        {rows.length > 0 && !status && (
          <Button look="gold" onClick={() => setAsking(true)}>
            Reveal people
          </Button>
        )}
        <SortMenu id="storesOfList" serverSort={serverSort} />
        <ViewMenu layout={layout} isCard={isCard} isSorted />
        <ExportStores domains={rows.length > 0 ? readAll : []} name={list.name} />
      </ListHeader>
      <div className="flex min-h-0 flex-1 flex-col">
        <ListRows list={list} items={listed} status={status} spec={spec} isCard={isCard}>
          <Table table={{ ...table, toggleAll: selectAll.toggle }} total={total ?? null} paging={pagingOf(results)} />
        </ListRows>
      </div>
      {selectAll.loading !== null ? (
        <SelectingAll loaded={selectAll.loading} />
      ) : (
        <StoreSelection stores={selected} onClear={clear}>
          <Button icon="minus" isBusy={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess: clear })}>
            Remove from list
          </Button>
        </StoreSelection>
      )}
      <Suspense>
        {isAsking && (
          <RevealPeopleDialog listId={list.id} stores={total ?? rows.length} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </main>
  )
}
