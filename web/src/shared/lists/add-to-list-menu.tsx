import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buttonClass, Spinner } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { formatCount, plural } from '../format.ts'
import { useAction } from '../use-action.ts'
import { ListDialog } from './list-dialogs.tsx'
import { addToList, type List, listItemsKey, listsOf, listsQuery, revealedKey } from './lists.ts'

/** Puts contacts or stores into a list, or into a new one. */
export function AddToListMenu({
  ids,
  kind = 'contacts',
  label = 'Add to list',
  side = 'top',
  isWide = false,
}: {
  ids: string[]
  kind?: List['kind']
  label?: string
  side?: 'top' | 'bottom'
  isWide?: boolean
}) {
  const { data, error } = useQuery(listsQuery)
  const lists = listsOf(kind, data)
  const noun = kind === 'contacts' ? 'contact' : 'store'
  const [isNaming, setNaming] = useState(false)
  const add = useAction((list: List) => addToList(list.id, ids), {
    refresh: [listsQuery.queryKey, listItemsKey, revealedKey],
  })
  const addTo = (list: List) =>
    add.mutate(list, {
      onSuccess: () => toast({ title: `${plural(ids.length, noun)} in “${list.name}”.`, look: 'success' }),
    })
  return (
    <>
      <Menu
        side={side}
        align="end"
        trigger={
          <button
            type="button"
            disabled={ids.length === 0}
            aria-busy={add.isPending || undefined}
            className={`${buttonClass('secondary')} data-[state=open]:bg-hover ${isWide ? 'w-full' : ''}`}
          >
            {add.isPending ? <Spinner /> : <Icon name="list" />}
            {label}
          </button>
        }
      >
        <div className="w-60">
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
                onSelect={() => addTo(list)}
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
          note={`${plural(ids.length, noun)} will be added.`}
          onDone={addTo}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}
