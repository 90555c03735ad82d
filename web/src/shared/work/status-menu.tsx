import { buttonClass, Spinner } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { useSetStatus } from './status-keys.ts'
import { statuses, type WorkItem, type WorkStatus } from './work.ts'

/** Sets the status of all that is selected. */
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
