import { useQuery } from '@tanstack/react-query'
import { buttonClass, Spinner } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { plural } from '../format.ts'
import { membersQuery, useActorName } from '../members.ts'
import { useAction } from '../use-action.ts'
import { useSetStatus } from './status-keys.ts'
import { changeAll, statuses, type WorkItem, type WorkStatus, workKey } from './work.ts'

/** Sets the status of all that is selected, or who works on it. */
export function StatusMenu({ items }: { items: readonly WorkItem[] }) {
  const set = useSetStatus()
  const assign = useSetOwner(items)
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <button
          type="button"
          aria-busy={set.isPending || assign.isPending || undefined}
          className={`${buttonClass('secondary')} data-[state=open]:bg-hover`}
        >
          {set.isPending || assign.isPending ? <Spinner /> : <Icon name="check" />}
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
      <MenuSeparator />
      <MenuLabel>Set the owner</MenuLabel>
      <Owners onChoose={(owner) => assign.mutate(owner)} />
    </Menu>
  )
}

type Owner = { id: string | null; name: string }

const useSetOwner = (items: readonly WorkItem[]) =>
  useAction(
    async (owner: Owner) => ({
      ...owner,
      many: plural(await changeAll(items, { owner_id: owner.id }), items[0]!.kind),
    }),
    {
      refresh: [workKey],
      done: ({ id, name, many }) => ({
        title: id ? `Owner of ${many}: ${name}.` : `${many} without an owner now.`,
        look: 'success',
      }),
    },
  )

/** Asked for when the menu opens. */
function Owners({ onChoose }: { onChoose: (owner: Owner) => void }) {
  const { data: members } = useQuery(membersQuery)
  const nameOf = useActorName()
  return (
    <div className="hairline-scroll max-h-40 overflow-y-auto">
      {members?.data.map(({ user_id: id }) => (
        <MenuItem key={id} icon="user" onSelect={() => onChoose({ id, name: nameOf(id) })}>
          {nameOf(id)}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => onChoose({ id: null, name: '' })}>Nobody</MenuItem>
    </div>
  )
}
