import { plural } from '../format.ts'
import { revealedKey } from '../lists/lists.ts'
import { useAction } from '../use-action.ts'
import { changeAll, statuses, type WorkItem, type WorkStatus, workKey } from './work.ts'

/** Sets the status of contacts or stores, by a menu or a key. */
export function useSetStatus() {
  return useAction(
    async ({ items, status }: { items: readonly WorkItem[]; status: WorkStatus | null }) => ({
      count: await changeAll(items, { status }),
      status,
    }),
    {
      // What is revealed can be shown by its status.
      refresh: [workKey, revealedKey],
      done: ({ count, status }) => ({
        title: `${plural(count, 'row')}: ${status ? statuses[status].toLowerCase() : 'status taken away'}.`,
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
