import type { RevealedContact } from '../../api/contacts.ts'
import { CopyEmails } from '../../shared/contacts/copy-emails.tsx'
import { ExportMenu } from '../../shared/exports/export-menu.tsx'
import { formatCount, plural } from '../../shared/format.ts'
import { AddToListMenu } from '../../shared/lists/add-to-list-menu.tsx'
import { type List, listsQuery, removeFromList, revealedKey } from '../../shared/lists/lists.ts'
import { useAction } from '../../shared/use-action.ts'
import { Bar } from '../../ui/bar.tsx'
import { Button, IconButton, Spinner } from '../../ui/button.tsx'

/** Lists cost nothing and can be undone, so nothing is asked twice. */
export function RevealedSelection({
  contacts,
  list,
  loading,
  onClear,
}: {
  contacts: RevealedContact[]
  list: List | undefined
  /** How many of all have come so far, while all of them are asked for. */
  loading: number | null
  onClear: () => void
}) {
  const contactIds = contacts.map(({ id }) => id)
  const remove = useAction((listId: string) => removeFromList(listId, contactIds), {
    refresh: [listsQuery.queryKey, revealedKey],
    done: `${plural(contactIds.length, 'contact')} removed from the list.`,
  })
  if (loading !== null) {
    return (
      <Bar>
        <Spinner />
        <p role="status" className="figures min-w-20 flex-1 text-table font-medium">
          Selecting all, {formatCount(loading)} so far
        </p>
      </Bar>
    )
  }
  if (contactIds.length === 0) return null
  return (
    <Bar>
      <p data-testid="selected" className="figures min-w-20 flex-1 text-table font-medium">
        {formatCount(contactIds.length)} selected
      </p>
      <CopyEmails contacts={contacts} />
      {list && (
        <Button icon="minus" isBusy={remove.isPending} onClick={() => remove.mutate(list.id, { onSuccess: onClear })}>
          Remove from list
        </Button>
      )}
      <AddToListMenu ids={contactIds} />
      <ExportMenu what={{ contact_ids: contactIds }} name={list?.name ?? 'contacts'} />
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
    </Bar>
  )
}
