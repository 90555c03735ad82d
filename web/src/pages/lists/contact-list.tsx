import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { ContactPreview, RevealedContact } from '../../api/contacts.ts'
import { type ContactRow, listedContactTable } from '../../shared/contacts/contact-columns.tsx'
import { ContactPanel } from '../../shared/contacts/contact-panel.tsx'
import { pressReveal, SelectionBar } from '../../shared/contacts/lazy-selection-bar.tsx'
import { useShowRevealed } from '../../shared/contacts/use-show-revealed.ts'
import { ExportMenu } from '../../shared/exports/export-menu.tsx'
import { plural } from '../../shared/format.ts'
import { SendToHubspot } from '../../shared/hubspot/send-to-hubspot.tsx'
import { listKey } from '../../shared/lists/list-key.ts'
import { type List, listItemsKey, listsQuery, removeFromList } from '../../shared/lists/lists.ts'
import { RefusalDialog, useAnnounceReveals } from '../../shared/reveals/reveal-notices.tsx'
import { noteRevealed } from '../../shared/reveals/reveal-run.ts'
import { useReveals } from '../../shared/reveals/use-reveals.ts'
import { useAction } from '../../shared/use-action.ts'
import { useOpening } from '../../shared/use-opening.ts'
import { useOwnLayout } from '../../shared/use-own-layout.ts'
import { SelectingAll, useSelectAll } from '../../shared/use-select-all.tsx'
import { useWholeSort } from '../../shared/use-whole-sort.ts'
import { useStatusChoice } from '../../shared/work/status-choice.tsx'
import { useStatusKeys } from '../../shared/work/status-keys.ts'
import type { WorkItem } from '../../shared/work/work.ts'
import { Button } from '../../ui/button.tsx'
import { pagingOf } from '../../ui/table/endless-table.tsx'
import { Table } from '../../ui/table/table.tsx'
import { useTable } from '../../ui/table/use-table.ts'
import { ViewMenu } from '../../ui/table/view-menu.tsx'
import { ListHeader, ListRows } from './list-frame.tsx'
import { type ListItem, useListItems } from './use-list-items.ts'

const RevealDialog = lazy(async () => ({
  default: (await import('../../shared/reveals/reveal-dialog.tsx')).RevealDialog,
}))

const isRevealed = (item: ListItem): item is RevealedContact => item.object === 'contact'

/** A contact that is ours in the shape of a row; its name and channels come from what is revealed. */
const toRow = (item: ListItem): ContactRow =>
  isRevealed(item)
    ? ({ ...item, last_name_obfuscated: null, revealed: true, has_verified_email: item.emails.length > 0 } as never)
    : (item as ContactPreview)

const toItem = ({ id }: ContactRow): WorkItem => ({ kind: 'contact', id })

/** Contacts of a list, revealed or not. */
export function ContactList({ list }: { list: List }) {
  const [status] = useStatusChoice()
  const listed = useListItems(list.id, status)
  const { results, items, total } = listed
  const rows = useMemo(() => items.map(toRow), [items])
  useEffect(() => noteRevealed(items.filter(isRevealed)), [items])
  const reveals = useReveals()
  const sorted = useWholeSort(useOwnLayout('list-contacts', listedContactTable.columns), results)
  const { layout } = sorted
  const place = [list.id, status].join(' ')
  const opening = useOpening<ContactRow>()
  const statusKeys = useStatusKeys(toItem)
  const table = useTable<ContactRow>({
    spec: listedContactTable,
    layout,
    rows,
    place,
    opening,
    keys: { r: pressReveal, ...statusKeys, ...listKey },
  })
  const { selected, clear, isCard } = table
  const pages = useMemo(
    () => ({
      ...toPages(results),
      fetchNextPage: async () => toPages(await results.fetchNextPage()),
    }),
    [results],
  )
  const selectAll = useSelectAll(table, pages, place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: elsewhere nothing is chosen yet
  useEffect(clear, [place])
  const [isConfirming, setConfirming] = useState(false)
  const [isAsking, setAsking] = useState(false)
  useShowRevealed(rows)
  useAnnounceReveals(reveals)
  const ids = selected.map(({ id }) => id)
  const remove = useAction(() => removeFromList(list.id, ids), {
    refresh: [listsQuery.queryKey, listItemsKey],
    done: `${plural(ids.length, 'contact')} removed from the list.`,
  })
  const what = { list_id: list.id, ...(status && { work_status: status }) }
  const hasNew = rows.some(({ id }) => !reveals.revealed.has(id)) || results.hasNextPage
  return (
    <main className="flex h-full min-h-0 flex-col">
      <ListHeader list={list} items={listed}>
        {hasNew && rows.length > 0 && !status && (
          <Button look="gold" onClick={() => setAsking(true)}>
            Reveal all
          </Button>
        )}
        <ViewMenu layout={layout} isCard={isCard} />
        {!status && <SendToHubspot what={{ list_id: list.id }} isDisabled={rows.length === 0} />}
        <ExportMenu what={what} name={list.name} isDisabled={rows.length === 0} side="bottom" />
      </ListHeader>
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <ListRows list={list} items={listed} status={status} spec={listedContactTable} isCard={isCard}>
            <Table table={{ ...table, toggleAll: selectAll.toggle }} total={total ?? null} paging={pagingOf(results)} />
          </ListRows>
        </div>
        <ContactPanel table={table} isLoading={results.isFetching} />
      </div>
      {sorted.isLoading ? (
        <SelectingAll purpose="Sorting" loaded={rows.length} />
      ) : selectAll.loading !== null ? (
        <SelectingAll loaded={selectAll.loading} />
      ) : (
        <SelectionBar
          selected={selected}
          reveals={reveals}
          isConfirming={isConfirming}
          onConfirming={setConfirming}
          onClear={clear}
        >
          <SendToHubspot
            what={{ contact_ids: ids }}
            isDisabled={!selected.some(({ id }) => reveals.revealed.has(id))}
          />
          <Button icon="minus" isBusy={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess: clear })}>
            Remove from list
          </Button>
        </SelectionBar>
      )}
      <Suspense>{isAsking && <RevealDialog source={{ list_id: list.id }} onClose={() => setAsking(false)} />}</Suspense>
      <RefusalDialog reveals={reveals} />
    </main>
  )
}

type Results = ReturnType<typeof useListItems>['results']
type LoadState = Pick<Results, 'hasNextPage' | 'isError'> & { data?: Results['data'] }

const toPages = ({ data, hasNextPage, isError }: LoadState) => ({
  data: data && { pages: data.pages.map((page) => ({ data: page.data.map(toRow) })) },
  hasNextPage,
  isError,
})
