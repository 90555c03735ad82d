import { useState } from 'react'
import type { ContactPreview } from '../../api/contacts.ts'
import { Bar } from '../../ui/bar.tsx'
import { Button, IconButton, Spinner } from '../../ui/button.tsx'
import { Meter } from '../../ui/meter.tsx'
import { MoreCredits } from '../billing/billing-action.tsx'
import { whoRaisesLimits } from '../billing/plan-notices.tsx'
import { ExportMenu } from '../exports/export-menu.tsx'
import { formatCount, plural } from '../format.ts'
import { AddToListMenu } from '../lists/add-to-list-menu.tsx'
import { ConfirmReveal, needsConfirmation } from '../reveals/confirm-reveal.tsx'
import { bulkAbove } from '../reveals/reveal-progress.tsx'
import { isUnderWay, pauseReveal, type RevealState, resumeReveal, reveal } from '../reveals/reveal-run.ts'
import { useQuote } from '../reveals/use-quote.ts'
import { type Spendable, useSpendable } from '../reveals/use-spendable.ts'
import { CopyEmails } from './copy-emails.tsx'

/** Beyond the rows that are loaded: all that a search found, or as many as fit one selection. */
export type SelectFound = { count: number; isAll: boolean; isLoading: boolean; start: () => void }

type SelectionBarProps = {
  selected: readonly ContactPreview[]
  selectFound?: SelectFound | null
  reveals: RevealState
  isConfirming: boolean
  onConfirming: (isConfirming: boolean) => void
  onClear: () => void
}

/** The bar knows the cost and what to ask first, so the key presses its button, where it has one. */
export const pressReveal = (): void => document.querySelector<HTMLButtonElement>('[data-reveals]')?.click()

/** Says the cost before the action, and offers the next step for what is revealed: copy, list, export. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, selectFound = null, reveals, isConfirming, onConfirming, onClear } = props
  const quoted = useQuote(selected, reveals)
  const credits = useSpendable()
  if (reveals.progress && reveals.progress.total <= bulkAbove) return <ProgressBar reveals={reveals} />
  if (selected.length === 0) return null

  // What a run in the background has taken on is neither offered nor counted twice.
  const underWay = quoted.new.filter(isUnderWay)
  const quote = { ...quoted, new: quoted.new.filter((id) => !underWay.includes(id)) }
  const cost = quote.new.length
  const spendable = credits?.spendable ?? 0
  const isShort = credits !== undefined && cost > spendable
  const revealed = quote.revealed.flatMap((id) => reveals.revealed.get(id) ?? [])
  const start = (listName: string | null, count = cost) => {
    onConfirming(false)
    reveal(quote.new.slice(0, count), listName)
  }
  const facts = [
    `${formatCount(selected.length)} selected`,
    underWay.length > 0 && `${formatCount(underWay.length)} being revealed`,
    quote.revealed.length > 0 && cost > 0 && `${formatCount(cost)} new`,
    quote.revealed.length > 0 &&
      (quote.revealed.length < selected.length
        ? `${formatCount(quote.revealed.length)} already revealed`
        : 'all revealed'),
    quote.unavailable.length > 0 && `${formatCount(quote.unavailable.length)} not available`,
  ].filter((fact) => fact !== false)

  return (
    <Bar>
      <p
        className="figures flex min-w-0 flex-1 flex-wrap gap-x-2 text-table text-ink-soft max-md:basis-full md:min-w-48"
        data-testid="quote"
      >
        <span className="font-medium text-ink">{facts.join(' · ')}</span>
        {cost > 0 && <span className="text-gold-ink">{costInWords(cost, credits)}</span>}
      </p>
      {selectFound && (
        <Button look="quiet" isBusy={selectFound.isLoading} onClick={selectFound.start}>
          Select {selectFound.isAll ? 'all' : 'the first'} {formatCount(selectFound.count)}
        </Button>
      )}
      {isShort && <ShortOfCredits credits={credits} affordable={quote.new.slice(0, spendable)} />}
      {!isShort && cost > 0 && (
        <Button
          data-reveals
          look="gold"
          onClick={() => (needsConfirmation(cost, spendable) ? onConfirming(true) : start(null))}
        >
          Reveal {formatCount(cost)}
        </Button>
      )}
      {quote.revealed.length > 0 && (
        <>
          <CopyEmails contacts={revealed} />
          <AddToListMenu
            contactIds={quote.revealed}
            label={cost === 0 ? 'Add to list' : `Add ${formatCount(quote.revealed.length)} to list`}
          />
          <ExportMenu what={{ contact_ids: quote.revealed }} name="contacts" />
        </>
      )}
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
      {isConfirming && !isShort && (
        <ConfirmReveal cost={cost} spendable={spendable} onConfirm={start} onClose={() => onConfirming(false)} />
      )}
    </Bar>
  )
}

/** Of two limits the narrower one counts: what is left in the account, or of one's own limit. */
function costInWords(cost: number, credits: Spendable | undefined): string {
  const costs = `costs ${plural(cost, 'credit')}`
  if (!credits) return costs
  const { spendable, pledged, isOwnLimit } = credits
  const beside = pledged > 0 ? ` beside the ${formatCount(pledged)} of the run` : ''
  if (isOwnLimit && spendable === 0) return `${costs} · your own limit is used up${beside}. ${whoRaisesLimits}`
  if (spendable === 0) return `${costs} · no credits left${beside}`
  if (cost > spendable) {
    return `${costs} · only ${formatCount(spendable)} left${isOwnLimit ? ' of your own limit' : ''}${beside}`
  }
  return `${costs} · ${formatCount(spendable - cost)} left after${isOwnLimit ? ', within your own limit' : ''}${beside}`
}

function ProgressBar({ reveals: { progress, resumesAt, spent, isPaused } }: { reveals: RevealState }) {
  const { done, total } = progress!
  return (
    <Bar>
      {!isPaused && <Spinner />}
      <p role="status" className="figures shrink-0 text-table font-medium">
        {resumesAt ? 'Rate limited. Resuming shortly.' : `Revealing ${formatCount(done)} of ${formatCount(total)}`}
      </p>
      <div className="min-w-16 flex-1">
        <Meter value={done} max={total} label="Contacts revealed in this run" />
      </div>
      <p className="figures text-table text-gold-ink">{plural(spent, 'credit')} spent</p>
      {isPaused ? (
        <Button size="small" onClick={resumeReveal}>
          Resume
        </Button>
      ) : (
        <IconButton icon="pause" label="Pause revealing" onClick={pauseReveal} />
      )}
    </Bar>
  )
}

/** Not a dead end: what is affordable can be revealed, and the rest has a way to be paid. */
function ShortOfCredits({ credits, affordable }: { credits: Spendable; affordable: string[] }) {
  const [isAsking, setAsking] = useState(false)
  const { usage, spendable, isOwnLimit } = credits
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
          spendable={spendable}
          onConfirm={(listName, count) => {
            setAsking(false)
            reveal(affordable.slice(0, count), listName)
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {/* A larger plan does not lift somebody's own limit. */}
      {!isOwnLimit && <MoreCredits usage={usage} look={affordable.length > 0 ? 'secondary' : 'gold'} />}
    </>
  )
}
