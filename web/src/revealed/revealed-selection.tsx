import { formatCount, plural } from '../format.ts'
import { AddToListMenu } from '../lists/add-to-list-menu.tsx'
import { type ContactList, listsQuery, removeFromList, revealedKey } from '../lists/lists.ts'
import { useAction } from '../settings/use-action.ts'
import { Bar } from '../ui/bar.tsx'
import { Button, IconButton } from '../ui/button.tsx'

/** Lists cost nothing and can be undone, so nothing is asked twice. */
export function RevealedSelection({
  contactIds,
  list,
  onClear,
}: {
  contactIds: string[]
  list: ContactList | undefined
  onClear: () => void
}) {
  const remove = useAction((listId: string) => removeFromList(listId, contactIds), {
    refresh: [listsQuery.queryKey, revealedKey],
    done: `${plural(contactIds.length, 'contact')} removed from the list.`,
  })
  if (contactIds.length === 0) return null
  return (
    <Bar>
      <p className="figures min-w-20 flex-1 text-table font-medium">{formatCount(contactIds.length)} selected</p>
      {list && (
        <Button icon="minus" isBusy={remove.isPending} onClick={() => remove.mutate(list.id, { onSuccess: onClear })}>
          Remove from list
        </Button>
      )}
      <AddToListMenu contactIds={contactIds} />
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
    </Bar>
  )
}
