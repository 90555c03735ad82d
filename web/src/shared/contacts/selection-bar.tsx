import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ContactPreview } from '../../api/contacts.ts'
import { limits } from '../../api/limits.ts'
import { Bar } from '../../ui/bar.tsx'
import { Button, IconButton, Spinner } from '../../ui/button.tsx'
import { Meter } from '../../ui/meter.tsx'
import { MoreCredits } from '../billing/billing-action.tsx'
import { whoRaisesLimits } from '../billing/plan-notices.tsx'
import { ExportMenu } from '../exports/export-menu.tsx'
import { formatCount, plural } from '../format.ts'
import { AddToListMenu, ListChoice } from '../lists/add-to-list-menu.tsx'
import { ConfirmReveal } from '../reveals/confirm-reveal.tsx'
import { needsConfirmation } from '../reveals/needs-confirmation.ts'
import { chunkLength, type RevealState, reveal } from '../reveals/reveal-run.ts'
import { type Quote, useFoundQuote, useQuote } from '../reveals/use-quote.ts'
import { type Spendable, useSpendable } from '../reveals/use-spendable.ts'
import { SelectFoundButton } from '../search-page/select-found-button.tsx'
import { useFoundJob } from '../search-page/use-found-job.ts'
import { OthersAtWork } from '../work/others-at-work.tsx'
import { StatusMenu } from '../work/status-menu.tsx'
import { CopyEmails } from './copy-emails.tsx'
import type { FoundSelection, SelectionBarProps } from './selection.ts'

// Loaded when somebody first reveals more than one request takes.
const RevealDialog = lazy(async () => ({ default: (await import('../reveals/reveal-dialog.tsx')).RevealDialog }))

/** Says the cost before the action, and offers the next step for what is revealed: copy, list, export. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, found = null, selectFound = null, reveals, isConfirming, onConfirming, onClear, children } = props
  const quote = useQuote(found ? none : selected, reveals)
  const credits = useSpendable()
  if (reveals.progress) return <ProgressBar reveals={reveals} />
  if (found) return <FoundBar found={found} credits={credits} onClear={onClear} />
  if (selected.length === 0) return null

  const { cost, toReveal } = quote
  const spendable = credits?.spendable ?? 0
  const isShort = credits !== undefined && cost > spendable
  const isMany = toReveal.length > chunkLength
  const start = () => {
    onConfirming(false)
    reveal(toReveal)
  }
  return (
    <Bar>
      <Facts facts={factsOf(selected.length, quote)} cost={cost} credits={credits} />
      <OthersAtWork kind="contacts" ids={selected.map(({ id }) => id)} />
      {selectFound && <SelectFoundButton {...selectFound} />}
      {isShort && <ShortOfCredits credits={credits} affordable={toReveal.slice(0, spendable)} />}
      {!isShort && cost > 0 && (
        <Button
          data-reveals
          look="gold"
          onClick={() => (isMany || needsConfirmation(cost, spendable) ? onConfirming(true) : start())}
        >
          Reveal {formatCount(cost)}
        </Button>
      )}
      {children}
      <StatusMenu items={selected.map(({ id }) => ({ kind: 'contact', id }))} />
      <AddToListMenu ids={selected.map(({ id }) => id)} />
      {quote.revealed.length > 0 && (
        <>
          <CopyEmails contacts={quote.revealed.flatMap((id) => reveals.revealed.get(id) ?? [])} />
          <ExportMenu what={{ contact_ids: [...quote.revealed] }} name="contacts" />
        </>
      )}
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
      {isConfirming && !isShort && cost > 0 && !isMany && (
        <ConfirmReveal contactIds={toReveal} cost={cost} onConfirm={start} onClose={() => onConfirming(false)} />
      )}
      <Suspense>
        {isConfirming && !isShort && isMany && (
          <RevealDialog source={{ contact_ids: toReveal }} most={toReveal.length} onClose={() => onConfirming(false)} />
        )}
      </Suspense>
    </Bar>
  )
}

const none: readonly ContactPreview[] = []

function factsOf(selected: number, { cost, revealed, underWay, unavailable, excluded }: Quote): string[] {
  const some = revealed.length
  return [
    `${formatCount(selected)} selected`,
    underWay > 0 && `${formatCount(underWay)} being revealed`,
    some > 0 && cost > 0 && `${formatCount(cost)} new`,
    some > 0 && (some < selected ? `${formatCount(some)} already revealed` : 'all revealed'),
    unavailable > 0 && `${formatCount(unavailable)} not available`,
    excluded > 0 && `${formatCount(excluded)} excluded`,
  ].filter((fact) => fact !== false)
}

function Facts({ facts, cost, credits }: { facts: readonly string[]; cost: number; credits: Spendable | undefined }) {
  return (
    <p
      className="figures flex min-w-0 flex-1 flex-wrap gap-x-2 text-table text-ink-soft max-md:basis-full md:min-w-48"
      data-testid="quote"
    >
      <span className="font-medium text-ink">{facts.join(' · ')}</span>
      {cost > 0 && <span className="text-gold-ink">{costInWords(cost, credits)}</span>}
    </p>
  )
}

/** Everything that was found: counted, priced and revealed by the server. */
function FoundBar({
  found: { search, source, count },
  credits,
  onClear,
}: {
  found: FoundSelection
  credits: Spendable | undefined
  onClear: () => void
}) {
  const [isAsking, setAsking] = useState(false)
  const { quote, error } = useFoundQuote(source)
  const { start, most: listed } = useFoundJob(search, Math.min(count, limits.listItemsMax), 'contact')
  const underWay = quote?.being_revealed ?? 0
  const cost = (quote?.counts.new ?? 0) - underWay
  const spendable = credits?.spendable ?? 0
  const facts = factsOf(count, {
    toReveal: [],
    revealed: [],
    underWay,
    cost,
    unavailable: quote?.counts.unavailable ?? 0,
    excluded: quote?.counts.excluded ?? 0,
  })
  const owned = quote ? Math.max(0, count - quote.counts.new - quote.counts.unavailable - quote.counts.excluded) : 0
  const all = owned > 0 ? [...facts, `${formatCount(owned)} already revealed`] : facts
  const most = Math.min(cost, spendable)
  let action: ReactNode = null
  if (source !== null && !quote && !error) action = <Spinner />
  else if (most > 0) {
    action = (
      <Button data-reveals look="gold" onClick={() => setAsking(true)}>
        Reveal {most < cost ? 'the first ' : ''}
        {formatCount(most)}
      </Button>
    )
  }
  return (
    <Bar>
      <Facts facts={all} cost={cost} credits={credits} />
      {error && <p className="text-small text-danger">{error.message}</p>}
      {action}
      {credits && cost > spendable && !credits.isOwnLimit && (
        <MoreCredits usage={credits.usage} look={most > 0 ? 'secondary' : 'gold'} />
      )}
      <ListChoice kind="contacts" count={listed} isBusy={start.isPending} onChoose={(list) => start.mutate(list)} />
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
      <Suspense>
        {isAsking && source && <RevealDialog source={source} most={most + underWay} onClose={() => setAsking(false)} />}
      </Suspense>
    </Bar>
  )
}

/** The narrower of two limits: what is left in the account, or of one's own limit. */
function costInWords(cost: number, credits: Spendable | undefined): string {
  const costs = `costs ${plural(cost, 'credit')}`
  if (!credits) return costs
  const { spendable, pledged, isOwnLimit } = credits
  const reserved =
    pledged > 0 ? `; ${formatCount(pledged)} ${pledged === 1 ? 'is' : 'are'} reserved for a running job` : ''
  if (isOwnLimit && spendable === 0) return `${costs} · your own limit is used up${reserved}. ${whoRaisesLimits}`
  if (spendable === 0) return `${costs} · no credits left${reserved}`
  if (cost > spendable) {
    return `${costs} · only ${formatCount(spendable)} left${isOwnLimit ? ' of your own limit' : ''}${reserved}`
  }
  return `${costs} · ${formatCount(spendable - cost)} left after${isOwnLimit ? ', within your own limit' : ''}${reserved}`
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
function ShortOfCredits({ credits, affordable }: { credits: Spendable; affordable: string[] }) {
  const [isAsking, setAsking] = useState(false)
  const { usage, isOwnLimit } = credits
  const close = () => setAsking(false)
  return (
    <>
      {affordable.length > 0 && (
        <Button look="gold" data-reveals onClick={() => setAsking(true)}>
          Reveal the first {formatCount(affordable.length)}
        </Button>
      )}
      {/* It takes all that is left, so it always asks first. */}
      {isAsking && affordable.length <= chunkLength && (
        <ConfirmReveal
          contactIds={affordable}
          cost={affordable.length}
          onConfirm={() => {
            close()
            reveal(affordable)
          }}
          onClose={close}
        />
      )}
      <Suspense>
        {isAsking && affordable.length > chunkLength && (
          <RevealDialog source={{ contact_ids: affordable }} most={affordable.length} onClose={close} />
        )}
      </Suspense>
      {/* A larger plan does not lift somebody's own limit. */}
      {!isOwnLimit && <MoreCredits usage={usage} look={affordable.length > 0 ? 'secondary' : 'gold'} />}
    </>
  )
}
