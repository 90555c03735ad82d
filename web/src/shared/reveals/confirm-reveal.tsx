import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatCount, plural } from '../format.ts'
import { useSpendable } from './use-spendable.ts'

/** Below these a reveal needs no second question. */
const confirmAbove = 10
const confirmAboveShare = 0.1

export const needsConfirmation = (cost: number, spendable: number): boolean =>
  cost > confirmAbove || cost > spendable * confirmAboveShare

/** The cost once more, where a few contacts cost much of what is left. */
export function ConfirmReveal({
  cost,
  spendable,
  onConfirm,
  onClose,
}: {
  cost: number
  spendable: number
  onConfirm: () => void
  onClose: () => void
}) {
  const isOwnLimit = useSpendable()?.isOwnLimit ?? false
  const [isDone, setDone] = useState(false)
  return (
    <ConfirmDialog
      title={`Reveal ${plural(cost, 'contact')}?`}
      action={`Spend ${plural(cost, 'credit')}`}
      look="gold"
      isBusy={isDone}
      onConfirm={() => {
        setDone(true)
        onConfirm()
      }}
      onClose={onClose}
    >
      <p className="figures">
        This spends {plural(cost, 'credit')} of {formatCount(spendable)}
        {isOwnLimit ? ' in your own limit' : ''}, leaving {formatCount(spendable - cost)}. Opening revealed contacts
        again is free.
      </p>
    </ConfirmDialog>
  )
}
