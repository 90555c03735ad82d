import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { ErrorNotice } from '../error-notice.tsx'
import { formatCount, formatMoment, plural } from '../format.ts'
import { createJob, type Job, type JobQuote } from '../jobs/jobs.ts'
import { createList, deleteList, listsOf, listsQuery } from '../lists/lists.ts'
import { useAction } from '../use-action.ts'
import {
  type Acceptable,
  acceptable,
  describeFree,
  describeNew,
  jobQuoteQuery,
  type RevealSource,
  revealRequest,
} from './job-quote.ts'
import { noteJob } from './reveal-run.ts'
import { useSpendable } from './use-spendable.ts'

const newList = 'new'
const noList = ''
const restMs = 300

/** What the reveal of many costs, what is got for it, and where it goes. It then runs on the server. */
export function RevealDialog({
  source,
  most = null,
  onDone,
  onClose,
}: {
  source: RevealSource
  /** How many contacts these are; null where all of them go or none. */
  most?: number | null
  onDone?: (job: Job) => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState(String(most ?? ''))
  const count = Number(typed)
  const isPossible = most === null || (Number.isInteger(count) && count >= 1 && count <= most)
  const [accept, setAccept] = useState<Acceptable>('any')
  const [target, setTarget] = useState(newList)
  const [name, setName] = useState(() => `Revealed ${formatMoment(new Date().toISOString())}`)
  const { data: lists } = useQuery(listsQuery)
  const asked = useRested(isPossible ? limited(source, most === null ? null : count) : source)
  const quoting = useQuery({ ...jobQuoteQuery(asked.value, accept), placeholderData: keepPreviousData })
  const quote = asked.isResting && !quoting.isPlaceholderData ? quoting.data : undefined
  const shown = quote ?? quoting.data
  const spendable = useSpendable()?.spendable ?? 0
  const cost = shown?.credits.required ?? 0
  const isShort = cost > spendable
  const formId = useId()
  const key = useRef(crypto.randomUUID())
  const start = useAction(
    async (required: number) => {
      const listId =
        target === newList ? (await createList({ name: name.trim(), kind: 'contacts', private: false })).id : target
      const body = {
        ...revealRequest(asked.value, accept),
        max_credits: required,
        ...(listId !== noList && { add_to_list_id: listId }),
      }
      return createJob(body, key.current).catch(async (error: unknown) => {
        // Nobody wants an empty list for a reveal that was refused.
        if (target === newList) await deleteList(listId).catch(() => {})
        key.current = crypto.randomUUID()
        throw error
      })
    },
    { refresh: [listsQuery.queryKey], showsRefusal: true },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!quote || quote.counts.new === 0 || isShort || !isPossible || start.isPending) return
    start.mutate(quote.credits.required, {
      onSuccess: (job) => {
        if ('contact_ids' in asked.value) noteJob(job.id, asked.value.contact_ids)
        toast({ title: `Revealing ${plural(quote.counts.new, 'contact')}. You can close this tab.` })
        onClose()
        onDone?.(job)
      },
    })
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
            disabled={!isPossible || isShort || quote?.counts.new === 0 || (target === newList && name.trim() === '')}
            data-starts-here
          >
            Spend {plural(cost, 'credit')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        {quoting.error && !quoting.data && <ErrorNotice error={quoting.error} onRetry={() => void quoting.refetch()} />}
        {shown ? <Breakdown quote={shown} spendable={spendable} /> : !quoting.error && <Skeleton className="h-16" />}
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
        <SelectField
          label="Only pay for"
          value={accept}
          hint="Contacts without such an email are left out and not charged."
          onChange={(event) => setAccept(event.target.value as Acceptable)}
        >
          {Object.entries(acceptable).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField label="Add to list" value={target} onChange={(event) => setTarget(event.target.value)}>
          <option value={newList}>A new list</option>
          <option value={noList}>No list</option>
          {listsOf('contacts', lists)?.map((list) => (
            <option key={list.id} value={list.id}>
              {list.name}
            </option>
          ))}
        </SelectField>
        {target === newList && (
          <Field
            label="Name of the list"
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
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

function Breakdown({ quote, spendable }: { quote: JobQuote; spendable: number }) {
  const isOwnLimit = useSpendable()?.isOwnLimit ?? false
  const { required } = quote.credits
  const free = describeFree(quote)
  return (
    <div className="figures" data-testid="reveal-quote">
      <p className="font-medium text-ink">{describeNew(quote)}</p>
      {free && <p>{free}: not charged</p>}
      <p className={required > spendable ? 'text-danger' : ''}>
        {required > spendable
          ? `This costs ${plural(required, 'credit')}, and ${formatCount(spendable)} ${isOwnLimit ? 'are left of your own limit' : 'are left'}. Enter fewer contacts.`
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
