import { formatCount, plural } from '../format.ts'
import { type Job, revealedBy } from './jobs.ts'

const nouns = { reveal: 'contact', enrich: 'domain', export: 'row' } as const

export const nounOf = ({ kind }: Job): string => nouns[kind]

/** It exports into a list, not into a file. */
const fillsList = ({ kind, list_id: listId }: Job): boolean => kind === 'export' && listId !== null

const doing = { reveal: 'Revealing', enrich: 'Looking up', export: 'Exporting' } as const

const stops: Record<NonNullable<Job['stop_reason']>, string> = {
  insufficient_contact_credits: 'Stopped: credits ran out',
  credit_limit_reached: 'Stopped: credit limit reached',
  max_credits_reached: 'Stopped: its maximum is spent',
  search_rows_used_up: 'Stopped: no search rows left',
  no_longer_allowed: 'Stopped: no longer allowed',
  paused: 'Paused',
}

/** How a job stands, in a few words. */
export function describeJob(job: Job): string {
  const { status, stop_reason: reason, kind } = job
  switch (status) {
    case 'queued':
      return 'Waiting to start'
    case 'running':
      return fillsList(job) ? 'Adding to a list' : doing[kind]
    case 'stopped':
      return reason ? (stops[reason as keyof typeof stops] ?? 'Stopped') : 'Stopped'
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return 'Failed'
    case 'finished':
      return finished[kind](job)
  }
}

const finished: Record<Job['kind'], (job: Job) => string> = {
  reveal: (job) => `${plural(revealedBy(job), 'contact')} revealed`,
  enrich: ({ counts }) => `${formatCount(counts.found ?? 0)} of ${plural(counts.total, 'domain')} found`,
  // Some of them may have been in the list before.
  export: (job) =>
    fillsList(job)
      ? `${plural(job.counts.exported ?? 0, 'item is', 'items are')} in the list`
      : `${plural(job.counts.exported ?? 0, nounOf(job))} exported`,
}

/** The same as a sentence, for the moment at which it ends. */
export function describeEnd(job: Job): string {
  const { kind, credits, counts } = job
  if (job.status === 'finished' && kind === 'reveal') return describeReveal(revealedBy(job), credits.spent)
  if (job.status === 'finished') return `${describeJob(job)}.`
  return `${describeJob(job)}. ${formatCount(counts.done)} of ${plural(counts.total, nounOf(job))} done.`
}

/** What came of a reveal, of however many. */
export function describeReveal(contacts: number, spent: number): string {
  if (contacts === 0) return 'None of these contacts can be revealed. No credits spent.'
  return spent > 0 ? `Revealed. ${plural(spent, 'credit')} spent.` : 'Already revealed. No credits spent.'
}
