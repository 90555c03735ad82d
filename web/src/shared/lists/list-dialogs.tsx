import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../api/limits.ts'
import { profileQuery } from '../../api/queries.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { plural } from '../format.ts'
import { useAction } from '../use-action.ts'
import { createList, deleteList, type List, listsQuery, updateList } from './lists.ts'

/** Makes a list, or changes the one that is given. */
export function ListDialog({
  list,
  kind: given,
  note,
  onDone,
  onClose,
}: {
  list?: List
  /** What the new list holds; unset: the person chooses. */
  kind?: List['kind']
  note?: string
  onDone?: (list: List) => void
  onClose: () => void
}) {
  const [name, setName] = useState(list?.name ?? '')
  const [kind, setKind] = useState<List['kind']>(given ?? 'contacts')
  const [isPrivate, setPrivate] = useState(list?.private ?? false)
  const { data: profile } = useQuery(profileQuery)
  const save = useAction(
    (changed: { name: string; private: boolean }) =>
      list ? updateList({ id: list.id, ...changed }) : createList({ ...changed, kind }),
    { refresh: [listsQuery.queryKey] },
  )
  const submit = () => {
    if (name.trim() === '') return
    save.mutate(
      { name: name.trim(), private: isPrivate },
      {
        onSuccess: (result) => {
          onClose()
          onDone?.(result)
        },
      },
    )
  }
  return (
    <FormDialog
      title={list ? 'Edit list' : 'New list'}
      action={list ? 'Save' : 'Create list'}
      isBusy={save.isPending}
      isDisabled={name.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {note && <p>{note}</p>}
      <Field
        label="Name"
        value={name}
        maxLength={limits.nameLengthMax}
        autoComplete="off"
        placeholder="Spring outreach"
        onChange={(event) => setName(event.target.value)}
      />
      {!list && !given && (
        <SelectField label="Holds" value={kind} onChange={(event) => setKind(event.target.value as List['kind'])}>
          <option value="contacts">Contacts</option>
          <option value="stores">Stores</option>
        </SelectField>
      )}
      {(!list || list.created_by === profile?.user.id) && (
        <label className="flex items-start gap-2.5">
          <Checkbox className="mt-0.5" checked={isPrivate} onChange={(event) => setPrivate(event.target.checked)} />
          <span className="text-table text-ink">
            Private
            <span className="block text-small text-ink-faint">
              Only you can see it. Otherwise everyone in the account can see and change it.
            </span>
          </span>
        </label>
      )}
    </FormDialog>
  )
}

export function DeleteListDialog({ list, onDone, onClose }: { list: List; onDone: () => void; onClose: () => void }) {
  const remove = useAction(deleteList, { refresh: [listsQuery.queryKey], done: `“${list.name}” deleted.` })
  return (
    <ConfirmDialog
      title={`Delete “${list.name}”?`}
      action="Delete list"
      isBusy={remove.isPending}
      onConfirm={() =>
        remove.mutate(list.id, {
          onSuccess: () => {
            onClose()
            onDone()
          },
        })
      }
      onClose={onClose}
    >
      <p>
        {list.items === 0
          ? 'It is empty.'
          : list.kind === 'stores'
            ? `It holds ${plural(list.items, 'store')}.`
            : `It holds ${plural(list.items, 'contact')}. What is revealed stays revealed.`}
        {!list.private && ' It will be deleted for everyone in the account.'}
      </p>
    </ConfirmDialog>
  )
}
