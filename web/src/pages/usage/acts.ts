import type { CreditEntry } from './entries.ts'

/** Entries that one act made: a large reveal goes in many requests, each with an entry of its own. Newest first. */
type Act = { id: string; entries: [CreditEntry, ...CreditEntry[]] }

/** Requests of one act follow each other; a pause this long between two of them makes two acts. */
const pauseMs = 60_000

/** Neighbours by the same person or key through the same door, each soon after the one before, or of one job. Only reveals are merged. */
export function actsOf(entries: readonly CreditEntry[]): readonly Act[] {
  const acts: Act[] = []
  for (const entry of entries) {
    const act = acts.at(-1)
    if (act && belongs(act.entries.at(-1)!, entry)) act.entries.push(entry)
    else acts.push({ id: entry.id, entries: [entry] })
  }
  return acts
}

/**
 * What can be shown of a statement that goes on: the last act may go on in the next page, and is shown with it. Nobody sees
 * a sum that grows by paging.
 */
export const wholeActs = (acts: readonly Act[], hasMore: boolean): readonly Act[] =>
  hasMore ? acts.slice(0, -1) : acts

/** Below this many lines a statement looks as if little had happened; a large act may fill whole pages. */
const linesMin = 10

/**
 * Whether the next page is asked for unasked: the last page lies within one act, so that it ended none, or there are few lines to show.
 */
export function readsOn(pages: readonly (readonly CreditEntry[])[], hasMore: boolean): boolean {
  const endsNone = actsOf(pages.at(-1) ?? []).length <= 1
  return hasMore && (endsNone || wholeActs(actsOf(pages.flat()), hasMore).length < linesMin)
}

const belongs = (newer: CreditEntry, older: CreditEntry): boolean =>
  newer.kind === 'spend' &&
  older.kind === 'spend' &&
  newer.door === older.door &&
  newer.actor?.id === older.actor?.id &&
  newer.job_id === older.job_id &&
  (newer.job_id !== null || Date.parse(newer.created_at) - Date.parse(older.created_at) < pauseMs)

/** The act as one entry: all its credits and contacts, and the balance after the last of them. */
export function mergedEntry({ entries: [newest, ...older] }: Act): CreditEntry {
  return {
    ...newest,
    amount: older.reduce((sum, { amount }) => sum + amount, newest.amount),
    contact_ids: [...newest.contact_ids, ...older.flatMap(({ contact_ids: ids }) => ids)],
  }
}
