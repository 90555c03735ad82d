import { useQuery } from '@tanstack/react-query'
import { limits } from '../../api/limits.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { formatCount, plural } from '../format.ts'
import type { JobQuote } from '../jobs/jobs.ts'
import { describeRoom, listsOf, listsQuery } from '../lists/lists.ts'
import { describeFree, describeNew, priceOf } from './job-quote.ts'
import { useSpendable } from './use-spendable.ts'
import { newList, noList, type RevealTarget } from './use-start-reveal.ts'

/** A quote is asked for when what is chosen rests: each is a request. */
export const quoteRestMs = 300

type TargetFieldsProps = {
  target: RevealTarget
  onChange: (target: RevealTarget) => void
  /** How many contacts would go there; unknown until there is a quote. */
  arriving: number | undefined
}

/** Where revealed contacts go. */
export function TargetFields({ target, onChange, arriving = 0 }: TargetFieldsProps) {
  const lists = listsOf('contacts', useQuery(listsQuery).data)
  const chosen = lists?.find(({ id }) => id === target.id)
  return (
    <>
      <SelectField
        label="Add to list"
        value={target.id}
        hint={chosen && describeRoom(chosen, arriving)}
        onChange={(event) => onChange({ ...target, id: event.target.value })}
      >
        <option value={newList}>A new list</option>
        <option value={noList}>No list</option>
        {lists?.map((list) => (
          <option key={list.id} value={list.id}>
            {list.name}
          </option>
        ))}
      </SelectField>
      {target.id === newList && (
        <Field
          label="Name of the list"
          value={target.name}
          maxLength={limits.nameLengthMax}
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
  const price = priceOf(quote)
  const underWay = quote.being_revealed
  const free = describeFree(quote)
  const left = `${formatCount(spendable)} ${isOwnLimit ? 'are left of your own limit' : 'are left'}`
  return (
    <div className="figures" data-testid="reveal-quote">
      <p className="font-medium text-ink">{describeNew(quote)}</p>
      {underWay > 0 && (
        <p>
          {formatCount(underWay)} of them {underWay === 1 ? 'is' : 'are'} being revealed by another job: not charged
          again
        </p>
      )}
      {free && <p>{free}: not charged</p>}
      <p className={price > spendable ? 'text-danger' : ''}>
        {price > spendable
          ? `This costs ${plural(price, 'credit')}, and ${left}. ${isPart ? 'The first ones are revealed.' : 'Enter fewer contacts.'}`
          : `Spends ${plural(price, 'credit')} of ${formatCount(spendable)}${isOwnLimit ? ' in your own limit' : ''}, leaving ${formatCount(spendable - price)}. Opening revealed contacts again is free.`}
      </p>
    </div>
  )
}
