import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { profileQuery } from '../../api/queries.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorNotice } from '../error-notice.tsx'
import { formatCount } from '../format.ts'
import { useAction } from '../use-action.ts'
import { DeleteListDialog, ListDialog } from './list-dialogs.tsx'
import { type List, listsOf, listsQuery, updateList } from './lists.ts'

/** Everything, then the lists by name; each can be renamed, shared and deleted. */
export function ListColumn({
  chosen,
  onChoose,
}: {
  chosen: string | undefined
  onChoose: (listId: string | undefined) => void
}) {
  const { data, error, refetch } = useQuery(listsQuery)
  const lists = listsOf('contacts', data)
  const [isNaming, setNaming] = useState(false)
  const [changing, setChanging] = useState<List | null>(null)
  const [deleting, setDeleting] = useState<List | null>(null)
  return (
    <nav aria-label="Lists" className="p-3">
      <ListLine icon="revealed" isChosen={chosen === undefined} onChoose={() => onChoose(undefined)}>
        All revealed
      </ListLine>
      <div className="mt-4 mb-1 flex items-center justify-between pl-2">
        <h2 className="text-small font-medium text-ink-faint">Lists</h2>
        <IconButton icon="plus" label="New list" onClick={() => setNaming(true)} />
      </div>
      {error && !lists && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!lists &&
        !error &&
        ['w-3/4', 'w-1/2', 'w-2/3'].map((width) => <Skeleton key={width} className={`mx-2 my-2 h-4 ${width}`} />)}
      {lists?.length === 0 && (
        <p className="px-2 text-small text-ink-faint">
          Use lists to group contacts for a campaign or a colleague. Select contacts, then add them to a list.
        </p>
      )}
      <ul>
        {lists?.map((list) => (
          <li key={list.id} className="relative">
            <ListLine
              icon={list.private ? 'list' : 'shared'}
              isChosen={list.id === chosen}
              onChoose={() => onChoose(list.id)}
              count={list.items}
              hasMenu
            >
              {list.name}
              {!list.private && <span className="sr-only">, shared</span>}
            </ListLine>
            <ListMenu list={list} onChange={() => setChanging(list)} onDelete={() => setDeleting(list)} />
          </li>
        ))}
      </ul>
      {isNaming && <ListDialog onDone={({ id }) => onChoose(id)} onClose={() => setNaming(false)} />}
      {changing && <ListDialog list={changing} onClose={() => setChanging(null)} />}
      {deleting && (
        <DeleteListDialog
          list={deleting}
          onDone={() => deleting.id === chosen && onChoose(undefined)}
          onClose={() => setDeleting(null)}
        />
      )}
    </nav>
  )
}

function ListLine({
  icon,
  isChosen,
  onChoose,
  count,
  hasMenu = false,
  children,
}: {
  icon: IconName
  isChosen: boolean
  onChoose: () => void
  count?: number
  hasMenu?: boolean
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-current={isChosen ? 'page' : undefined}
      onClick={onChoose}
      className={`flex min-h-8 w-full items-center gap-2.5 rounded-control pl-2 text-left text-table font-medium text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:text-ink ${hasMenu ? 'pr-9' : 'pr-2'}`}
    >
      <Icon name={icon} className="text-ink-faint" />
      <span className="line-clamp-2 min-w-0 flex-1 py-1 wrap-anywhere">{children}</span>
      {count !== undefined && (
        <span className="figures text-small font-normal text-ink-faint">{formatCount(count)}</span>
      )}
    </button>
  )
}

function ListMenu({ list, onChange, onDelete }: { list: List; onChange: () => void; onDelete: () => void }) {
  const { data: profile } = useQuery(profileQuery)
  const isMine = profile?.user.id === list.created_by
  const share = useAction(updateList, {
    refresh: [listsQuery.queryKey],
    done: list.private ? 'Everyone in the account can see the list.' : 'Only you can see the list now.',
  })
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label={`Change ${list.name}`}
          className="absolute top-0.5 right-0.5 inline-flex size-7 items-center justify-center rounded-control text-ink-faint hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
        >
          <Icon name="more" />
        </button>
      }
    >
      <MenuItem icon="pencil" onSelect={onChange}>
        Rename
      </MenuItem>
      {isMine && (
        <MenuItem icon="shared" onSelect={() => share.mutate({ id: list.id, private: !list.private })}>
          {list.private ? 'Share with the account' : 'Make private'}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon="trash" onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  )
}
