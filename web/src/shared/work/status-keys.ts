import { plural } from '../format.ts'
import { listItemsKey, revealedKey } from '../lists/lists.ts'
import { useAction } from '../use-action.ts'
import { changeAll, statuses, type WorkItem, type WorkStatus, workKey } from './work.ts'

/** Sets the status of contacts or stores, by a menu or a key. */
export function useSetStatus() {
  return useAction(
    async ({ items, status }: { items: readonly WorkItem[]; status: WorkStatus | null }) => ({
      many: plural(await changeAll(items, { status }), items[0]?.kind ?? 'contact'),
      isOne: items.length === 1,
      status,
    }),
    {
      // What is revealed, and what a list holds, can be shown by its status.
      refresh: [workKey, revealedKey, listItemsKey],
      done: ({ many, isOne, status }) => ({
        title: status
          ? `${many} ${isOne ? 'is' : 'are'} now “${statuses[status]}”.`
          : `The status of ${many} was removed.`,
        look: 'success',
      }),
    },
  )
}

/** One key a status: 1 to 5 set it, 0 takes it away, for what is selected or for the row that the keys are on. */
export function useStatusKeys<Row>(
  itemOf: (row: Row) => WorkItem,
): Record<string, (row: Row | undefined, selected: readonly Row[]) => void> {
  const set = useSetStatus()
  const all: (WorkStatus | null)[] = [null, ...(Object.keys(statuses) as WorkStatus[])]
  return Object.fromEntries(
    all.map((status, key) => [
      String(key),
      (row: Row | undefined, selected: readonly Row[]) => {
        const chosen = selected.length > 0 ? selected : row === undefined ? [] : [row]
        if (chosen.length > 0) set.mutate({ items: chosen.map(itemOf), status })
      },
    ]),
  )
}
