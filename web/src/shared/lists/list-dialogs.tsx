import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { plural } from '../format.ts'
import { useAction } from '../use-action.ts'
import { type ContactList, createList, deleteList, listsQuery, updateList } from './lists.ts'

const nameLengthMax = 100

/** Makes a list, or changes the one that is given. */
export function ListDialog({
  list,
  note,
  onDone,
  onClose,
}: {
  list?: ContactList
  note?: string
  onDone?: (list: ContactList) => void
  onClose: () => void
}) {
  const [name, setName] = useState(list?.name ?? '')
  const [isShared, setShared] = useState(list?.shared ?? false)
  const formId = useId()
  const save = useAction(
    (given: { name: string; shared: boolean }) => (list ? updateList({ id: list.id, ...given }) : createList(given)),
    { refresh: [listsQuery.queryKey] },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    save.mutate(
      { name: name.trim(), shared: isShared },
      {
        onSuccess: (result) => {
          onClose()
          onDone?.(result.list)
        },
      },
    )
  }
  return (
    <Dialog
      title={list ? 'Edit list' : 'New list'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={save.isPending} disabled={name.trim() === ''}>
            {list ? 'Save' : 'Create list'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        {note && <p>{note}</p>}
        <Field
          label="Name"
          value={name}
          maxLength={nameLengthMax}
          autoComplete="off"
          placeholder="Spring outreach"
          onChange={(event) => setName(event.target.value)}
        />
        <label className="flex items-start gap-2.5">
          <Checkbox className="mt-0.5" checked={isShared} onChange={(event) => setShared(event.target.checked)} />
          <span className="text-table text-ink">
            Share with the account
            <span className="block text-small text-ink-faint">
              Everyone can see it and add or remove contacts. Only you can rename or delete it.
            </span>
          </span>
        </label>
      </form>
    </Dialog>
  )
}

export function DeleteListDialog({
  list,
  onDone,
  onClose,
}: {
  list: ContactList
  onDone: () => void
  onClose: () => void
}) {
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
        {list.contacts === 0 ? 'It is empty.' : `Its ${plural(list.contacts, 'contact')} stay revealed.`}
        {list.shared && ' It will be deleted for everyone in the account.'}
      </p>
    </ConfirmDialog>
  )
}
