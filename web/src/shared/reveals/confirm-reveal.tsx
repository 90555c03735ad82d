import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatCount, plural } from '../format.ts'
import { describeNew } from './job-quote.ts'
import { type Spendable, useSpendable } from './use-spendable.ts'

/** The cost once more, where a few contacts cost much of what is left. */
export function ConfirmReveal({
  contactIds,
  cost,
  onConfirm,
  onClose,
}: {
  contactIds: readonly string[]
  cost: number
  onConfirm: () => void
  onClose: () => void
}) {
  const credits = useSpendable()
  const [isDone, setDone] = useState(false)
  const { data: quote } = useQuery({
    queryKey: ['quoteReveal', contactIds],
    queryFn: ({ signal }) => call('quoteReveal', { signal, body: { contact_ids: [...contactIds] } }),
    // Once it is confirmed, nothing is left to be asked for.
    enabled: contactIds.length > 0,
    staleTime: 20_000,
    retry: false,
  })
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
      {/* It has its line from the start: nothing moves when the answer comes. */}
      <p className="figures min-h-5 font-medium text-ink" data-testid="reveal-quote">
        {quote && describeNew(quote)}
      </p>
      <p className="figures">
        This spends {plural(cost, 'credit')}
        {credits && ofWhat(credits, cost)}. Opening revealed contacts again is free.
      </p>
    </ConfirmDialog>
  )
}

const ofWhat = ({ spendable, isOwnLimit }: Spendable, cost: number): string =>
  ` of ${formatCount(spendable)}${isOwnLimit ? ' in your own limit' : ''}, leaving ${formatCount(spendable - cost)}`
