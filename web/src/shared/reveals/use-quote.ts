import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { setCredits } from '../../api/balance.ts'
import { ApiError, call, type Reply } from '../../api/call.ts'
import type { ContactPreview } from '../../api/contacts.ts'
import { noticeSessionEnd } from '../../api/queries.ts'
import { useRested } from '../../ui/use-rested.ts'
import type { JobQuote } from '../jobs/jobs.ts'
import { jobQuoteQuery, priceOf, type RevealSource } from './job-quote.ts'
import { chunkLength, isUnderWay, type RevealState } from './reveal-run.ts'

type Outcome = Reply<'quoteReveal'>['data'][number]['outcome']

/** What a reveal of the selection would do. */
export type Quote = {
  /** What would be asked for; the outcome of a few may be that they cost nothing. */
  toReveal: readonly string[]
  revealed: readonly string[]
  cost: number
  unavailable: number
  excluded: number
  underWay: number
}

/** Every outcome is named: a new one must not be taken for one that costs a credit. */
const kinds: Record<Outcome, 'new' | 'revealed' | 'excluded' | 'unavailable'> = {
  new: 'new',
  already_revealed: 'revealed',
  excluded: 'excluded',
  unavailable: 'unavailable',
}

/** A quote is asked for when the selection rests: quotes count as requests. */
const restMs = 500

export function useQuote(selected: readonly ContactPreview[], reveals: RevealState): Quote {
  const isMany = selected.length > chunkLength
  const outcomes = useOutcomes(isMany ? [] : selected, reveals)
  const quote = { toReveal: [] as string[], revealed: [] as string[], unavailable: 0, excluded: 0, underWay: 0 }
  for (const { id, revealed } of selected) {
    const outcome = outcomes.get(id)
    const kind = revealed || reveals.revealed.has(id) ? 'revealed' : outcome && kinds[outcome]
    if (kind === 'revealed') quote.revealed.push(id)
    else if (kind === 'excluded') quote.excluded += 1
    else if (kind === 'unavailable' || reveals.rows.get(id) === 'unavailable') quote.unavailable += 1
    // What a job in the background has taken on is neither offered nor counted twice.
    else if (isUnderWay(id)) quote.underWay += 1
    else quote.toReveal.push(id)
  }
  const counted = useRestedQuote(isMany ? quote.toReveal : [])
  return {
    ...quote,
    cost: counted ? priceOf(counted) : quote.toReveal.length,
    unavailable: quote.unavailable + (counted?.counts.unavailable ?? 0),
    excluded: quote.excluded + (counted?.counts.excluded ?? 0),
    underWay: quote.underWay + (counted?.being_revealed ?? 0),
  }
}

/** For up to ten contacts, one by one: each is asked for once. */
function useOutcomes(selected: readonly ContactPreview[], { revealed }: RevealState): ReadonlyMap<string, Outcome> {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const unasked = selected
    .filter((contact) => !contact.revealed && !revealed.has(contact.id) && !outcomes.has(contact.id))
    .map(({ id }) => id)
    .join(' ')
  useEffect(() => {
    if (unasked === '') return
    const stopped = new AbortController()
    const timer = setTimeout(async () => {
      const body = { contact_ids: unasked.split(' ') }
      const quote = await call('quoteReveal', { body, signal: stopped.signal }).catch(noticeSessionEnd)
      if (!quote || stopped.signal.aborted) return
      // Another tab or a colleague may have spent meanwhile.
      setCredits(quote.credits)
      setOutcomes((known) => new Map([...known, ...quote.data.map(({ id, outcome }) => [id, outcome] as const)]))
    }, restMs)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [unasked])
  return outcomes
}

/** For more than that, all at once. */
function useRestedQuote(ids: readonly string[]) {
  const { value: rested, isResting } = useRested(ids, restMs)
  const { data } = useQuery({
    ...jobQuoteQuery({ contact_ids: [...rested] }, 'any'),
    enabled: rested.length > 0 && isResting,
  })
  return isResting && ids.length > 0 ? data : undefined
}

const nothing = {
  counts: { new: 0, already_revealed: 0, unavailable: 0, excluded: 0 },
  being_revealed: 0,
} satisfies Pick<JobQuote, 'counts' | 'being_revealed'>

/** The same of everything that a search found. */
export function useFoundQuote(source: RevealSource | null) {
  const { data, error } = useQuery({
    ...jobQuoteQuery(source ?? { contact_ids: [] }, 'any'),
    enabled: source !== null,
    placeholderData: keepPreviousData,
  })
  if (source === null) return { quote: undefined, error: null }
  // Nothing is left of it: all is revealed.
  if (error instanceof ApiError && error.param === 'search') return { quote: nothing, error: null }
  return { quote: data, error }
}
