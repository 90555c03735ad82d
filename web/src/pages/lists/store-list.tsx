import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { plural } from '../../shared/format.ts'
import { type List, listItemsKey, listsQuery, removeFromList } from '../../shared/lists/lists.ts'
import { paths } from '../../shared/paths.ts'
import { type Store, storeTable } from '../../shared/stores/store-columns.tsx'
import { ContactsAtStores, ExportStores, StoreSelection } from '../../shared/stores/store-selection.tsx'
import { useAction } from '../../shared/use-action.ts'
import { useOwnLayout } from '../../shared/use-own-layout.ts'
import { SelectingAll, useSelectAll } from '../../shared/use-select-all.tsx'
import { Button } from '../../ui/button.tsx'
import { pagingOf } from '../../ui/table/endless-table.tsx'
import { Table } from '../../ui/table/table.tsx'
import { type Opening, useTable } from '../../ui/table/use-table.ts'
import { ViewMenu } from '../../ui/table/view-menu.tsx'
import { ListHeader, ListRows } from './list-frame.tsx'
import { useListItems } from './use-list-items.ts'

/** Sorting belongs to searches: a list has the order in which it grew. */
const spec = { ...storeTable, columns: storeTable.columns.map(({ sort, ...column }) => column) }

export function StoreList({ list }: { list: List }) {
  const listed = useListItems(list.id)
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
  const table = useTable<Store>({ spec, layout, rows, place: list.id, opening })
  const { selected, clear, isCard } = table
  const selectAll = useSelectAll(table, results as never, list.id)
  const domains = selected.map(({ domain }) => domain)
  const remove = useAction(() => removeFromList(list.id, domains), {
    refresh: [listsQuery.queryKey, listItemsKey],
    done: `${plural(domains.length, 'store')} removed from the list.`,
  })
  const all = rows.map(({ domain }) => domain)
  return (
    <main className="flex h-full min-h-0 flex-col">
      <ListHeader list={list} total={total}>
        {rows.length > 0 && <ContactsAtStores domains={all} look="secondary" />}
        <ViewMenu layout={layout} isCard={isCard} />
        <ExportStores domains={all} name={list.name} />
      </ListHeader>
      <div className="flex min-h-0 flex-1 flex-col">
        <ListRows list={list} items={listed} spec={spec} isCard={isCard}>
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
    </main>
  )
}
