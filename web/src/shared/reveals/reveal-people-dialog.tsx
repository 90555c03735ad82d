import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/call.ts'
import { perRequest } from '../../api/limits.ts'
import { taxonomyQuery } from '../../api/queries.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useRested } from '../../ui/use-rested.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { formatCount, formatMoment, plural } from '../format.ts'
import type { Job } from '../jobs/jobs.ts'
import { arrivingOf, jobQuoteQuery, priceOf, type RevealSource } from './job-quote.ts'
import { Breakdown, quoteRestMs, TargetFields } from './reveal-parts.tsx'
import { useSpendable } from './use-spendable.ts'
import { newList, type RevealTarget, useStartReveal } from './use-start-reveal.ts'

const perStoreChoices = [1, 2, 3, 5, 10]
const anyRole = ''

/** Which email somebody must have to be worth a credit. */
const emailChoices = {
  verified_work: { label: 'A verified work email', email_statuses_any: ['verified'], email_types_any: ['work'] },
  work: { label: 'Any work email', email_types_any: ['work'] },
  verified: { label: 'Any verified email', email_statuses_any: ['verified'] },
  any: { label: 'Any email', has_verified_email: true },
  none: { label: 'No email needed' },
} as const
type EmailChoice = keyof typeof emailChoices

/** `most` as it was typed. */
type Choice = { role: string; perStore: number; email: EmailChoice; most: string }

const isCount = (typed: string): boolean =>
  Number.isInteger(Number(typed)) && Number(typed) >= 1 && Number(typed) <= perRequest.createJob.contact_ids

/** "One founder per store, with a verified work email, at most 500" as what a job works on. */
function toSource(listId: string, { role, perStore, email, most }: Choice): RevealSource {
  const { label: _, ...filters } = emailChoices[email]
  const person = { ...(role !== anyRole && { roles_any: [role] }), ...filters }
  return {
    search: { store: { list_id: listId }, person: person as never },
    max: isCount(most) ? Number(most) : 1,
    per_store: perStore,
  }
}

/** People of the stores of a list: who, how many of each store, with which email, and what it costs. */
export function RevealPeopleDialog({
  listId,
  stores,
  onStarted = () => {},
  onClose,
}: {
  listId: string
  /** How many the list holds. */
  stores: number
  onStarted?: (job: Job) => void
  onClose: () => void
}) {
  const spendable = useSpendable()?.spendable ?? 0
  const [choice, setChoice] = useState<Choice>(() => ({
    role: 'founder',
    perStore: 1,
    email: 'verified_work',
    most: String(Math.max(1, Math.min(perRequest.createJob.contact_ids, spendable, stores))),
  }))
  const isPossible = isCount(choice.most)
  const [target, setTarget] = useState<RevealTarget>(() => ({
    id: newList,
    name: `Revealed ${formatMoment(new Date().toISOString())}`,
  }))
  const asked = useRested(toSource(listId, choice), quoteRestMs)
  const quoting = useQuery({ ...jobQuoteQuery(asked.value, 'any'), placeholderData: keepPreviousData })
  // Nobody fits: that is an answer, too.
  const isNobody = quoting.error instanceof ApiError && quoting.error.param === 'search'
  const quote = asked.isResting && !quoting.isPlaceholderData && !quoting.error ? quoting.data : undefined
  const shown = quote ?? quoting.data
  const price = shown ? priceOf(shown) : 0
  const isRefused = !isPossible || price > spendable || price === 0 || (target.id === newList && !target.name.trim())
  const start = useStartReveal((job) => {
    onStarted(job)
    onClose()
  })
  const submit = () => {
    if (!quote || isRefused || start.isPending) return
    start.mutate({ source: asked.value, accept: 'any', target, price, underWay: quote.being_revealed })
  }
  return (
    <FormDialog
      title={`Reveal people at ${plural(stores, 'store')}`}
      action={`Spend ${plural(isNobody ? 0 : price, 'credit')}`}
      look="gold"
      isBusy={start.isPending || (!quote && !quoting.error)}
      isDisabled={isNobody || (quote !== undefined && isRefused)}
      error={start.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceFields choice={choice} onChange={setChoice} />
      {isNobody && (
        <p role="status" data-testid="reveal-quote">
          Nobody at these stores fits. Choose another role or email.
        </p>
      )}
      {quoting.error && !isNobody && <ErrorNotice error={quoting.error} onRetry={() => void quoting.refetch()} />}
      {!quoting.error && (shown ? <Breakdown quote={shown} spendable={spendable} /> : <Skeleton className="h-16" />)}
      <TargetFields target={target} onChange={setTarget} arriving={shown && arrivingOf(shown)} />
      <p className="text-small text-ink-faint">
        People you have revealed already count for their store and cost nothing. This runs on the server: you can close
        this tab.
      </p>
    </FormDialog>
  )
}

/** Whom to reveal. */
function ChoiceFields({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  const { data: taxonomy } = useQuery(taxonomyQuery)
  const { role, perStore, email, most } = choice
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField label="Role" value={role} onChange={(event) => onChange({ ...choice, role: event.target.value })}>
        <option value={anyRole}>Any role</option>
        {taxonomy?.roles.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="People per store"
        value={perStore}
        onChange={(event) => onChange({ ...choice, perStore: Number(event.target.value) })}
      >
        {perStoreChoices.map((count) => (
          <option key={count} value={count}>
            {count === 1 ? 'One' : `Up to ${count}`}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="With"
        value={email}
        onChange={(event) => onChange({ ...choice, email: event.target.value as EmailChoice })}
      >
        {Object.entries(emailChoices).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Field
        label="At most"
        type="number"
        inputMode="numeric"
        min={1}
        max={perRequest.createJob.contact_ids}
        value={most}
        error={isCount(most) ? undefined : `Enter a number from 1 to ${formatCount(perRequest.createJob.contact_ids)}.`}
        onChange={(event) => onChange({ ...choice, most: event.target.value })}
      />
    </div>
  )
}
