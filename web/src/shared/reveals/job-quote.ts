import { queryOptions } from '@tanstack/react-query'
import type { Body } from '../../api/call.ts'
import { formatCount } from '../format.ts'
import { type JobQuote, quoteJob } from '../jobs/jobs.ts'

type JobRequest = Body<'createJob'>

/** What a reveal job works on. */
export type RevealSource =
  | { contact_ids: readonly string[] }
  | { search: NonNullable<JobRequest['search']>; max: number; per_store?: number }
  | { list_id: string }

/** Which contacts are worth a credit: those with an email of one of these statuses. */
export const acceptable = {
  any: { label: 'Any contact', statuses: [] },
  matched: { label: 'Verified or matched emails', statuses: ['verified', 'matched'] },
  verified: { label: 'Verified emails only', statuses: ['verified'] },
} as const satisfies Record<string, { label: string; statuses: readonly string[] }>
export type Acceptable = keyof typeof acceptable

export function revealRequest(source: RevealSource, accept: Acceptable): JobRequest {
  const { statuses } = acceptable[accept]
  const named = 'contact_ids' in source ? { contact_ids: [...source.contact_ids] } : source
  return { kind: 'reveal', ...named, ...(statuses.length > 0 && { accept: [...statuses] }) }
}

export const jobQuoteKey = ['jobQuote']

/** What it would cost, and what would be got for it. Nothing is spent. */
export const jobQuoteQuery = (source: RevealSource, accept: Acceptable) =>
  queryOptions({
    queryKey: [...jobQuoteKey, source, accept],
    queryFn: ({ signal }) => quoteJob(revealRequest(source, accept), signal),
    staleTime: 20_000,
    retry: false,
  })

type Status = Exclude<keyof JobQuote['emails'], 'none'>
const statusWords: Record<Status, string> = {
  verified: 'verified',
  matched: 'matched',
  found: 'found',
  reported: 'reported as bounced',
}
const statuses = Object.keys(statusWords) as Status[]

/** "13 new: 7 with an email, 5 verified, 1 matched, 1 found, 2 generic": the last two are of any status. */
export function describeNew({ counts, emails, email_types: types }: Pick<JobQuote, QuoteCounts>): string {
  const kinds = [
    [counts.new - emails.none, 'with an email'] as const,
    ...statuses.map((status) => [emails[status], statusWords[status]] as const),
    [types.personal, 'personal'] as const,
    [types.generic, 'generic'] as const,
  ]
  const named = kinds.filter(([count]) => count > 0).map(([count, name]) => `${formatCount(count)} ${name}`)
  return `${formatCount(counts.new)} new${named.length > 0 ? `: ${named.join(', ')}` : ''}`
}

/** How many contacts a job adds to its list: those that were revealed before, too. */
export const arrivingOf = ({ counts }: Pick<JobQuote, 'counts'>): number => counts.new + counts.already_revealed

type QuoteCounts = 'counts' | 'emails' | 'email_types'

/** What the account spends through this job: contacts that another job is about to reveal cost one credit, there or here. */
export const priceOf = ({ credits, being_revealed: underWay }: JobQuote): number => credits.required - underWay

/** "1 excluded, 2 already revealed": what costs nothing. */
export function describeFree({ counts }: JobQuote): string | null {
  const named = (Object.keys(freeKinds) as (keyof typeof freeKinds)[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${formatCount(counts[kind])} ${freeKinds[kind]}`)
  return named.length > 0 ? named.join(', ') : null
}

const freeKinds: Record<Exclude<keyof JobQuote['counts'], 'new'>, string> = {
  already_revealed: 'already revealed',
  excluded: 'excluded',
  unavailable: 'not available',
}
