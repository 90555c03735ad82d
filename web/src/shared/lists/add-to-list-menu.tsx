import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { buttonClass, Spinner } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { formatCount, plural } from '../format.ts'
import { useAction } from '../use-action.ts'
import { ListDialog } from './list-dialogs.tsx'
import { useListKey } from './list-key.ts'
import { addToList, type List, listItemsKey, listsOf, listsQuery, revealedKey } from './lists.ts'

type MenuLook = {
  label?: string
  /** Above its button in a bar at the foot, which is where a selection has it: there the key opens it, too. */
  side?: 'top' | 'bottom'
  isWide?: boolean
}

/** Puts contacts or stores into a list, or into a new one. */
export function AddToListMenu({
  ids,
  kind = 'contacts',
  ...look
}: { ids: readonly string[]; kind?: List['kind'] } & MenuLook) {
  const noun = kind === 'contacts' ? 'contact' : 'store'
  const add = useAction(
    async (list: List) => {
      await addToList(list.id, ids)
      return { list, added: ids.length }
    },
    {
      refresh: [listsQuery.queryKey, listItemsKey, revealedKey],
      done: ({ list, added }) => ({ title: `${plural(added, noun)} in “${list.name}”.`, look: 'success' }),
    },
  )
  return (
    <ListChoice kind={kind} count={ids.length} isBusy={add.isPending} onChoose={(list) => add.mutate(list)} {...look} />
  )
}

/** Asks for a list, or for the name of a new one. */
export function ListChoice({
  kind,
  count,
  isBusy,
  onChoose,
  label = 'Add to list',
  side = 'top',
  isWide = false,
}: {
  kind: List['kind']
  /** How many are to be added. */
  count: number
  isBusy: boolean
  onChoose: (list: List) => void
} & MenuLook) {
  const { data, error } = useQuery(listsQuery)
  const lists = listsOf(kind, data)
  const noun = kind === 'contacts' ? 'contact' : 'store'
  const [isNaming, setNaming] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => setOpen(true), [])
  useListKey(side === 'top' && count > 0, open)
  return (
    <>
      <Menu
        side={side}
        align="end"
        opening={{ isOpen, setOpen }}
        trigger={
          <button
            type="button"
            disabled={count === 0}
            aria-busy={isBusy || undefined}
            className={`${buttonClass('secondary')} data-[state=open]:bg-hover ${isWide ? 'w-full' : ''}`}
          >
            {isBusy ? <Spinner /> : <Icon name="list" />}
            {label}
          </button>
        }
      >
        <div className="w-72">
          <MenuLabel>Add to</MenuLabel>
          {error && <p className="px-2 pb-2 text-small text-danger">Couldn’t load lists.</p>}
          {lists?.length === 0 && (
            <p className="px-2 pb-2 text-small text-ink-faint">No lists yet. Create the first one here.</p>
          )}
          <div className="hairline-scroll max-h-72 overflow-y-auto">
            {lists?.map((list) => (
              <MenuItem
                key={list.id}
                icon={list.private ? 'list' : 'shared'}
                hint={<span className="figures text-small text-ink-faint">{formatCount(list.items)}</span>}
                onSelect={() => onChoose(list)}
              >
                {list.name}
              </MenuItem>
            ))}
          </div>
          <MenuSeparator />
          <MenuItem icon="plus" onSelect={() => setNaming(true)}>
            New list
          </MenuItem>
        </div>
      </Menu>
      {isNaming && (
        <ListDialog
          kind={kind}
          note={`${plural(count, noun)} will be added.`}
          onDone={onChoose}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}
