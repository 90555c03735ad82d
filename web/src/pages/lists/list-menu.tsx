import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profileQuery } from '../../api/queries.ts'
import { DeleteListDialog, ListDialog } from '../../shared/lists/list-dialogs.tsx'
import { type List, listsQuery, updateList } from '../../shared/lists/lists.ts'
import { useAction } from '../../shared/use-action.ts'
import { MenuItem, MenuSeparator, MoreMenu } from '../../ui/menu.tsx'

/** A list can be renamed and deleted by everybody who sees it, and shared by whoever made it. */
export function ListMenu({ list, onDeleted = () => {} }: { list: List; onDeleted?: () => void }) {
  const { data: profile } = useQuery(profileQuery)
  const [asked, setAsked] = useState<'change' | 'delete' | null>(null)
  const isMine = profile?.user.id === list.created_by
  const share = useAction(updateList, {
    refresh: [listsQuery.queryKey],
    done: list.private ? 'Everyone in the account can see the list.' : 'Only you can see the list now.',
  })
  return (
    <>
      <MoreMenu label={`Change ${list.name}`}>
        <MenuItem icon="pencil" onSelect={() => setAsked('change')}>
          Rename
        </MenuItem>
        {isMine && (
          <MenuItem icon="shared" onSelect={() => share.mutate({ id: list.id, private: !list.private })}>
            {list.private ? 'Share with the account' : 'Make private'}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon="trash" onSelect={() => setAsked('delete')}>
          Delete
        </MenuItem>
      </MoreMenu>
      {asked === 'change' && <ListDialog list={list} onClose={() => setAsked(null)} />}
      {asked === 'delete' && <DeleteListDialog list={list} onDone={onDeleted} onClose={() => setAsked(null)} />}
    </>
  )
}
