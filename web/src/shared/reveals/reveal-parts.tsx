import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '../../api/limits.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { formatCount, plural } from '../format.ts'
import type { JobQuote } from '../jobs/jobs.ts'
import { listsOf, listsQuery } from '../lists/lists.ts'
import { describeFree, describeNew } from './job-quote.ts'
import { useSpendable } from './use-spendable.ts'
import { newList, noList, type RevealTarget } from './use-start-reveal.ts'

const restMs = 300

/** Where revealed contacts go. */
export function TargetFields({ target, onChange }: { target: RevealTarget; onChange: (target: RevealTarget) => void }) {
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
          maxLength={limits.referenceLengthMax}
          autoComplete="off"
          onChange={(event) => onChange({ ...target, name: event.target.value })}
        />
      )}
    </>
  )
}

/** What a reveal costs, and what is got for it. */
export function Breakdown({
  quote,
  spendable,
  isPart = false,
}: {
  quote: JobQuote
  spendable: number
  /** It is revealed as far as the credits go. */
  isPart?: boolean
}) {
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
export function useRested<Value>(value: Value): { value: Value; isResting: boolean } {
  const [rested, setRested] = useState(value)
  const written = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values are the same one
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [written])
  return { value: rested, isResting: JSON.stringify(rested) === written }
}
