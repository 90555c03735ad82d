import { buttonClass, Spinner } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { formatCount, plural } from '../format.ts'
import { useAction } from '../use-action.ts'
import { changeAll, changedMax, statuses, type WorkItem, type WorkStatus, workKey } from './work.ts'

/** Sets the status of contacts or stores, by a menu or a key. */
export function useSetStatus() {
  return useAction(
    async ({ items, status }: { items: readonly WorkItem[]; status: WorkStatus | null }) => {
      if (items.length > changedMax) throw new Error(`Select up to ${formatCount(changedMax)} at once.`)
      return { count: await changeAll(items, { status }), status }
    },
    {
      refresh: [workKey],
      done: ({ count, status }) => ({
        title: `${plural(count, 'row')}: ${status ? statuses[status].toLowerCase() : 'status taken away'}.`,
        look: 'success',
      }),
    },
  )
}

/** One key a status: 1 to 5 set it, 0 takes it away. */
export const statusKeys = <Row,>(set: (status: WorkStatus | null, row: Row | undefined) => void) =>
  Object.fromEntries(
    ([null, ...Object.keys(statuses)] as (WorkStatus | null)[]).map((status, key) => [
      String(key),
      (row: Row | undefined) => set(status, row),
    ]),
  )

export function StatusMenu({ items }: { items: readonly WorkItem[] }) {
  const set = useSetStatus()
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <button
          type="button"
          aria-busy={set.isPending || undefined}
          className={`${buttonClass('secondary')} data-[state=open]:bg-hover`}
        >
          {set.isPending ? <Spinner /> : <Icon name="check" />}
          <span className="max-sm:sr-only">Status</span>
        </button>
      }
    >
      <MenuLabel>Set the status</MenuLabel>
      {(Object.entries(statuses) as [WorkStatus, string][]).map(([status, label], at) => (
        <MenuItem
          key={status}
          hint={<span className="text-small text-ink-faint">{at + 1}</span>}
          onSelect={() => set.mutate({ items, status })}
        >
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem
        hint={<span className="text-small text-ink-faint">0</span>}
        onSelect={() => set.mutate({ items, status: null })}
      >
        None
      </MenuItem>
    </Menu>
  )
}
