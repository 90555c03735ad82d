import { useEffect, useState } from 'react'
import { setCredits } from '../../api/balance.ts'
import { call, type Reply } from '../../api/call.ts'
import type { ContactPreview } from '../../api/contacts.ts'
import { noticeSessionEnd } from '../../api/queries.ts'
import { chunkLength, type RevealState } from './reveal-run.ts'

type Outcome = Reply<'quoteReveal'>['data'][number]['outcome']
/** The ids of what is selected, by what a reveal would do with them. */
type Quote = { new: string[]; revealed: string[]; unavailable: string[] }

/** A quote is asked for when the selection rests, ten at a time, and each contact only once: quotes count as requests. */
const restMs = 500
/** Of a larger selection the first ones; for the others stands what the search said of them a moment ago. */
const quotedMax = 100

export function useQuote(selected: readonly ContactPreview[], reveals: RevealState): Quote {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const unasked = selected
    .slice(0, quotedMax)
    .filter(({ id, revealed }) => !revealed && !reveals.revealed.has(id) && !outcomes.has(id))
    .map(({ id }) => id)
    .join(' ')

  useEffect(() => {
    if (unasked === '') return
    const stopped = new AbortController()
    const timer = setTimeout(async () => {
      const ids = unasked.split(' ')
      for (let at = 0; at < ids.length; at += chunkLength) {
        const quote = await call('quoteReveal', {
          body: { contact_ids: ids.slice(at, at + chunkLength) },
          signal: stopped.signal,
        }).catch(noticeSessionEnd)
        if (!quote || stopped.signal.aborted) return
        // Another tab or a colleague may have spent meanwhile.
        setCredits(quote.credits)
        setOutcomes((known) => new Map([...known, ...quote.data.map(({ id, outcome }) => [id, outcome] as const)]))
      }
    }, restMs)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [unasked])

  const quote: Quote = { new: [], revealed: [], unavailable: [] }
  for (const { id, revealed } of selected) {
    if (revealed || reveals.revealed.has(id) || outcomes.get(id) === 'already_revealed') quote.revealed.push(id)
    else if (outcomes.get(id) === 'unavailable' || reveals.rows.get(id) === 'unavailable') quote.unavailable.push(id)
    else quote.new.push(id)
  }
  return quote
}
