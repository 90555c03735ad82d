import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorNotice } from '../error-notice.tsx'
import { formatCount, formatMoment, plural } from '../format.ts'
import type { JobQuote } from '../jobs/jobs.ts'
import { listsOf, listsQuery } from '../lists/lists.ts'
import {
  type Acceptable,
  acceptable,
  describeFree,
  describeNew,
  jobQuoteQuery,
  type RevealSource,
} from './job-quote.ts'
import { useSpendable } from './use-spendable.ts'
import { newList, noList, type RevealTarget, useStartReveal } from './use-start-reveal.ts'

const restMs = 300

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
  const asked = useRested(isPossible ? limited(source, most === null ? null : count) : source)
  const quoting = useQuery({ ...jobQuoteQuery(asked.value, accept), placeholderData: keepPreviousData })
  const quote = asked.isResting && !quoting.isPlaceholderData ? quoting.data : undefined
  const shown = quote ?? quoting.data
  const spendable = useSpendable()?.spendable ?? 0
  const cost = shown?.credits.required ?? 0
  // A list has no first ones to choose: it is revealed as far as the credits go.
  const price = isList ? Math.min(cost, spendable) : cost
  const isRefused = !isPossible || price > spendable || price === 0 || (target.id === newList && !target.name.trim())
  const start = useStartReveal(onClose)
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (quote && !isRefused && !start.isPending) start.mutate({ source: asked.value, accept, target, price })
  }
  return (
    <Dialog
      title="Reveal contacts"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            look="gold"
            isBusy={start.isPending || (!quote && !quoting.error)}
            disabled={quote !== undefined && isRefused}
            data-starts-here
          >
            Spend {plural(price, 'credit')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
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
            hint="The first of your selection."
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <AcceptField accept={accept} onChange={setAccept} />
        {!isList && <TargetFields target={target} onChange={setTarget} />}
        {start.error && <ErrorNotice error={start.error} />}
        <p className="text-small text-ink-faint">
          This runs on the server: you can go on working, or close this tab. Pause it at any time.
        </p>
      </form>
    </Dialog>
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
    hint="Contacts without such an email are left out and not charged."
    onChange={(event) => onChange(event.target.value as Acceptable)}
  >
    {Object.entries(acceptable).map(([value, { label }]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </SelectField>
)

function TargetFields({ target, onChange }: { target: RevealTarget; onChange: (target: RevealTarget) => void }) {
  const { data: lists } = useQuery(listsQuery)
  return (
    <>
      <SelectField
        label="Add to list"
        value={target.id}
        onChange={(event) => onChange({ ...target, id: event.target.value })}
      >
        <option value={newList}>A new list</option>
        <option value={noList}>No list</option>
        {listsOf('contacts', lists)?.map((list) => (
          <option key={list.id} value={list.id}>
            {list.name}
          </option>
        ))}
      </SelectField>
      {target.id === newList && (
        <Field
          label="Name of the list"
          value={target.name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => onChange({ ...target, name: event.target.value })}
        />
      )}
    </>
  )
}

function Breakdown({ quote, spendable, isPart }: { quote: JobQuote; spendable: number; isPart: boolean }) {
  const isOwnLimit = useSpendable()?.isOwnLimit ?? false
  const { required } = quote.credits
  const free = describeFree(quote)
  const left = `${formatCount(spendable)} ${isOwnLimit ? 'are left of your own limit' : 'are left'}`
  return (
    <div className="figures" data-testid="reveal-quote">
      <p className="font-medium text-ink">{describeNew(quote)}</p>
      {free && <p>{free}: not charged</p>}
      <p className={required > spendable ? 'text-danger' : ''}>
        {required > spendable
          ? `This costs ${plural(required, 'credit')}, and ${left}. ${isPart ? 'The first ones are revealed.' : 'Enter fewer contacts.'}`
          : `Spends ${plural(required, 'credit')} of ${formatCount(spendable)}${isOwnLimit ? ' in your own limit' : ''}, leaving ${formatCount(spendable - required)}. Opening revealed contacts again is free.`}
      </p>
    </div>
  )
}

/** Follows a value when it rests: each quote is a request. */
function useRested<Value>(value: Value): { value: Value; isResting: boolean } {
  const [rested, setRested] = useState(value)
  const written = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values are the same one
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [written])
  return { value: rested, isResting: JSON.stringify(rested) === written }
}
