import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../api/call.ts'
import { usageQuery } from '../api/queries.ts'
import { BillingButton, moreCreditsAction } from '../billing/billing-action.tsx'
import { formatCount, plural } from '../format.ts'
import { AddToListMenu } from '../lists/add-to-list-menu.tsx'
import { Bar } from '../ui/bar.tsx'
import { Button, IconButton, Spinner } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Meter } from '../ui/meter.tsx'
import type { ContactPreview } from './contact-preview.ts'
import { type RevealState, reveal } from './reveal-run.ts'
import { useQuote } from './use-quote.ts'

/** Below these a reveal needs no second question. */
const confirmAbove = 10
const confirmAboveShare = 0.1

type SelectionBarProps = {
  selected: ContactPreview[]
  reveals: RevealState
  isConfirming: boolean
  onConfirming: (isConfirming: boolean) => void
  onClear: () => void
}

export const needsConfirmation = (cost: number, remaining: number): boolean =>
  cost > confirmAbove || cost > remaining * confirmAboveShare

/** The bar knows the cost and what to ask first, so the key presses its button, where it has one. */
export const pressReveal = (): void => document.querySelector<HTMLButtonElement>('[data-reveals]')?.click()

/** Says the cost before the action: what is new, what is ours already, and what is left after. */
export function SelectionBar({ selected, reveals, isConfirming, onConfirming, onClear }: SelectionBarProps) {
  const quote = useQuote(selected, reveals)
  const { data: usage } = useQuery(usageQuery)
  if (reveals.progress) return <ProgressBar reveals={reveals} />
  if (selected.length === 0) return null

  const cost = quote.new.length
  const remaining = usage?.contact_credits.remaining
  const isShort = remaining !== undefined && cost > remaining
  const wanted = selected.map(({ id }) => id).filter((id) => !quote.unavailable.includes(id))
  const start = () => {
    onConfirming(false)
    reveal(wanted)
  }
  const facts = [
    `${formatCount(selected.length)} selected`,
    quote.yours.length > 0 && `${formatCount(cost)} new`,
    quote.yours.length > 0 && `${formatCount(quote.yours.length)} already owned`,
    quote.unavailable.length > 0 && `${formatCount(quote.unavailable.length)} not available`,
  ].filter((fact) => fact !== false)

  return (
    <Bar>
      <p className="figures flex min-w-0 flex-1 flex-wrap gap-x-2 text-table text-ink-soft" data-testid="quote">
        <span className="font-medium text-ink">{facts.join(' · ')}</span>
        <span className="text-gold-ink">
          {cost === 0 ? 'costs nothing' : `costs ${plural(cost, 'credit')}`}
          {remaining !== undefined && !isShort && ` · ${formatCount(remaining - cost)} left after`}
          {isShort && ` · only ${formatCount(remaining)} left`}
        </span>
      </p>
      {usage && isShort ? (
        <ShortOfCredits usage={usage} affordable={quote.new.slice(0, remaining)} />
      ) : (
        <Button
          data-reveals
          look={cost > 0 ? 'gold' : 'secondary'}
          disabled={wanted.length === 0}
          onClick={() => (needsConfirmation(cost, remaining ?? 0) && cost > 0 ? onConfirming(true) : start())}
        >
          {cost > 0 ? `Reveal ${formatCount(cost)}` : 'Show channels'}
        </Button>
      )}
      {quote.yours.length > 0 && (
        <AddToListMenu
          contactIds={quote.yours}
          label={
            quote.yours.length === selected.length ? 'Add to list' : `Add ${formatCount(quote.yours.length)} to list`
          }
        />
      )}
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
      {isConfirming && !isShort && (
        <ConfirmReveal cost={cost} remaining={remaining ?? 0} onConfirm={start} onClose={() => onConfirming(false)} />
      )}
    </Bar>
  )
}

function ProgressBar({ reveals: { progress, resumesAt, spent } }: { reveals: RevealState }) {
  const { done, total } = progress!
  return (
    <Bar>
      <Spinner />
      <p role="status" className="figures shrink-0 text-table font-medium">
        {resumesAt ? 'Rate limited. Resuming shortly.' : `Revealing ${formatCount(done)} of ${formatCount(total)}`}
      </p>
      <div className="min-w-16 flex-1">
        <Meter value={done} max={total} label="Contacts revealed in this run" />
      </div>
      <p className="figures text-table text-gold-ink">{plural(spent, 'credit')} spent</p>
    </Bar>
  )
}

/** Not a dead end: what is affordable can be revealed, and the rest has a way to be paid. */
function ShortOfCredits({ usage, affordable }: { usage: Reply<'getUsage'>; affordable: string[] }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {affordable.length > 0 && (
        <Button look="gold" data-reveals onClick={() => setAsking(true)}>
          Reveal the first {formatCount(affordable.length)}
        </Button>
      )}
      {/* It takes all that is left, so it always asks first. */}
      {isAsking && (
        <ConfirmReveal
          cost={affordable.length}
          remaining={usage.contact_credits.remaining}
          onConfirm={() => {
            setAsking(false)
            reveal(affordable)
          }}
          onClose={() => setAsking(false)}
        />
      )}
      <BillingButton action={moreCreditsAction(usage)} />
    </>
  )
}

export function ConfirmReveal({
  cost,
  remaining,
  onConfirm,
  onClose,
}: {
  cost: number
  remaining: number
  onConfirm: () => void
  onClose: () => void
}) {
  const [isDone, setDone] = useState(false)
  return (
    <Dialog
      title={`Reveal ${plural(cost, 'contact')}?`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="gold"
            disabled={isDone}
            onClick={() => {
              setDone(true)
              onConfirm()
            }}
          >
            Spend {plural(cost, 'credit')}
          </Button>
        </>
      }
    >
      <p className="figures">
        This spends {plural(cost, 'credit')} of the {formatCount(remaining)} left, leaving{' '}
        {formatCount(remaining - cost)}. Revealed contacts stay yours; opening them again is free.
      </p>
    </Dialog>
  )
}
