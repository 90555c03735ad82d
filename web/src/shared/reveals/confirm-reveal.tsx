import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { formatCount, formatMoment, plural } from '../format.ts'
import { useSpendable } from './use-spendable.ts'

/** Below these a reveal needs no second question. */
const confirmAbove = 10
const confirmAboveShare = 0.1

export const needsConfirmation = (cost: number, spendable: number): boolean =>
  cost > confirmAbove || cost > spendable * confirmAboveShare

/** The cost once more, and for many contacts how many of them and the list that they go into. */
export function ConfirmReveal({
  cost: most,
  spendable,
  onConfirm,
  onClose,
}: {
  cost: number
  spendable: number
  onConfirm: (listName: string | null, count: number) => void
  onClose: () => void
}) {
  const isBulk = most > confirmAbove
  const [typed, setTyped] = useState(String(most))
  const count = Number(typed)
  const isPossible = Number.isInteger(count) && count >= 1 && count <= most
  const cost = isPossible ? count : most
  const isOwnLimit = useSpendable()?.isOwnLimit ?? false
  const [isDone, setDone] = useState(false)
  const [listName, setListName] = useState(() => (isBulk ? `Revealed ${formatMoment(new Date().toISOString())}` : ''))
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isDone || !isPossible) return
    setDone(true)
    onConfirm(listName.trim() || null, cost)
  }
  return (
    <Dialog
      title={`Reveal ${plural(cost, 'contact')}?`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="gold" disabled={isDone || !isPossible} data-starts-here>
            Spend {plural(cost, 'credit')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <p className="figures">
          This spends {plural(cost, 'credit')} of {formatCount(spendable)}
          {isOwnLimit ? ' in your own limit' : ''}, leaving {formatCount(spendable - cost)}. Opening revealed contacts
          again is free.
        </p>
        {isBulk && (
          <>
            <Field
              label="Contacts to reveal"
              type="number"
              inputMode="numeric"
              min={1}
              max={most}
              value={typed}
              error={isPossible ? undefined : `Enter a number from 1 to ${formatCount(most)}.`}
              hint="The first of your selection."
              onChange={(event) => setTyped(event.target.value)}
            />
            <Field
              label="Add to a new list"
              value={listName}
              maxLength={100}
              autoComplete="off"
              hint="Leave empty for no list."
              onChange={(event) => setListName(event.target.value)}
            />
            <p className="text-small text-ink-faint">
              Keep this tab open until it is done. You can go to other pages and pause it at any time.
            </p>
          </>
        )}
      </form>
    </Dialog>
  )
}
