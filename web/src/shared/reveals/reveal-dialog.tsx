import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field, SelectField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useRested } from '../../ui/use-rested.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { formatCount, formatMoment, plural } from '../format.ts'
import { type Acceptable, acceptable, arrivingOf, jobQuoteQuery, priceOf, type RevealSource } from './job-quote.ts'
import { Breakdown, quoteRestMs, TargetFields } from './reveal-parts.tsx'
import { useSpendable } from './use-spendable.ts'
import { newList, noList, type RevealTarget, useStartReveal } from './use-start-reveal.ts'

type RevealDialogProps = {
  source: RevealSource
  /** How many contacts these are; null where all of them go or none. */
  most?: number | null
  onClose: () => void
}

/** What the reveal of many costs, what is got for it, and where it goes. It then runs on the server. */
export function RevealDialog({ source, most = null, onClose }: RevealDialogProps) {
  const [typed, setTyped] = useState(String(most ?? ''))
  const count = Number(typed)
  const isPossible = most === null || (Number.isInteger(count) && count >= 1 && count <= most)
  const [accept, setAccept] = useState<Acceptable>('any')
  const isList = 'list_id' in source
  // The contacts of a list are in it already.
  const [target, setTarget] = useState<RevealTarget>(() => ({
    id: isList ? noList : newList,
    name: `Revealed ${formatMoment(new Date().toISOString())}`,
  }))
  const asked = useRested(isPossible ? limited(source, most === null ? null : count) : source, quoteRestMs)
  const quoting = useQuery({ ...jobQuoteQuery(asked.value, accept), placeholderData: keepPreviousData })
  const quote = asked.isResting && !quoting.isPlaceholderData ? quoting.data : undefined
  const shown = quote ?? quoting.data
  const spendable = useSpendable()?.spendable ?? 0
  const cost = shown ? priceOf(shown) : 0
  // A list has no first ones to choose: it is revealed as far as the credits go.
  const price = isList ? Math.min(cost, spendable) : cost
  const isRefused = !isPossible || price > spendable || price === 0 || (target.id === newList && !target.name.trim())
  const start = useStartReveal(onClose)
  const submit = () => {
    if (quote && !isRefused && !start.isPending)
      start.mutate({ source: asked.value, accept, target, price, underWay: quote.being_revealed })
  }
  return (
    <FormDialog
      title="Reveal contacts"
      action={`Spend ${plural(price, 'credit')}`}
      look="gold"
      isBusy={start.isPending || (!quote && !quoting.error)}
      isDisabled={quote !== undefined && isRefused}
      startsAtAction
      error={start.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {quoting.error && !quoting.data && <ErrorNotice error={quoting.error} onRetry={() => void quoting.refetch()} />}
      {shown ? (
        <Breakdown quote={shown} spendable={spendable} isPart={isList} />
      ) : (
        !quoting.error && <Skeleton className="h-16" />
      )}
      {most !== null && (
        <Field
          label="Contacts to reveal"
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          value={typed}
          error={isPossible ? undefined : `Enter a number from 1 to ${formatCount(most)}.`}
          hint="The first new ones of your selection, in its order."
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <AcceptField accept={accept} onChange={setAccept} />
      {!isList && <TargetFields target={target} onChange={setTarget} arriving={shown && arrivingOf(shown)} />}
      <p className="text-small text-ink-faint">
        This runs on the server: you can go on working, or close this tab. Pause it at any time.
      </p>
    </FormDialog>
  )
}

const limited = (source: RevealSource, count: number | null): RevealSource => {
  if (count === null) return source
  if ('contact_ids' in source) return { contact_ids: source.contact_ids.slice(0, count) }
  return 'search' in source ? { ...source, max: count } : source
}

const AcceptField = ({ accept, onChange }: { accept: Acceptable; onChange: (accept: Acceptable) => void }) => (
  <SelectField
    label="Only pay for"
    value={accept}
    hint={accept === 'any' ? undefined : 'Contacts without such an email are left out and not charged.'}
    onChange={(event) => onChange(event.target.value as Acceptable)}
  >
    {Object.entries(acceptable).map(([value, { label }]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </SelectField>
)
