/**
 * The states of a run of reveals, and the events that lead from one to the next. Nothing here knows the network, storage or
 * React: reveal-run.ts turns what happens into events and acts on the state.
 *
 *   idle ──added──▶ revealing ◀──retried── waiting
 *                   │  │  ▲ └──busy────────▶ │
 *        last chunk │  │  └─resumed─ paused ◀┴─paused
 *                   │  └─paused─▶ pausing ─answered─▶ paused
 *                   ▼
 *               finished          refused: the account may not go on; signed_out: until somebody has signed in again
 */
import type { ApiError } from '../../api/call.ts'

/** One request of a run. Its key goes out again with every retry, so that no chunk can be charged twice. */
export type Chunk = { key: string; ids: readonly string[] }

/** Why a run ended before its end, and what helps. */
export type Refusal = Pick<ApiError, 'code' | 'message'> & { action: NonNullable<ApiError['billing']>['action'] | null }

/** The list that revealed contacts go into. It is created with the first of them. */
export type RunList = {
  name: string
  id: string | null
  /** Revealed, but not in the list, because the server refused that. */
  unlisted: readonly string[]
  problem: string | null
}

export type Outcome = { contacts: number; unavailable: number; spent: number; list: RunList | null }

export type Phase =
  | { name: 'idle' }
  /** The first chunk is on its way. */
  | { name: 'revealing' }
  /** The server is busy or away: the first chunk goes again at this time. */
  | { name: 'waiting'; until: number }
  /** The chunk on its way is still awaited. */
  | { name: 'pausing' }
  | { name: 'paused' }
  | { name: 'signed_out' }
  | { name: 'finished' }
  | { name: 'refused'; refusal: Refusal }

export type Run = {
  /** The member and the account that it spends for. */
  owner: string
  phase: Phase
  /** What is left to do. */
  chunks: readonly Chunk[]
  /** How often the first chunk was sent in vain. */
  failures: number
  total: number
  done: number
  /** Of those that are done: the ones that were revealed, and the ones that the catalogue no longer gives. The others failed. */
  revealed: number
  unavailable: number
  spent: number
  list: RunList | null
  /** What stays on its row until it is tried again. */
  failed: readonly { chunk: Chunk; error: ApiError }[]
  gone: readonly string[]
}

export type RunEvent =
  | { type: 'added'; chunks: readonly Chunk[]; listName: string | null }
  | { type: 'answered'; key: string; revealed: number; unavailable: readonly string[]; spent: number }
  | { type: 'busy'; key: string; until: number }
  | { type: 'retried'; key: string }
  | { type: 'failed'; key: string; error: ApiError }
  | { type: 'refused'; key: string; refusal: Refusal }
  | { type: 'signed_out'; key: string }
  | { type: 'listed'; listId: string; ids: readonly string[] }
  | { type: 'unlisted'; listId: string | null; ids: readonly string[]; problem: string }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'stopped' }
  | { type: 'dismissed' }

export const idleRun = (owner: string): Run => ({
  owner,
  phase: { name: 'idle' },
  chunks: [],
  failures: 0,
  total: 0,
  done: 0,
  revealed: 0,
  unavailable: 0,
  spent: 0,
  list: null,
  failed: [],
  gone: [],
})

/** With work to do, whether or not it is being done at the moment. */
export const isOpen = ({ chunks }: Run): boolean => chunks.length > 0

/** The next state. Events that come too late, such as the answer to a chunk that was given up, change nothing. */
export function step(run: Run, event: RunEvent): Run {
  if ('key' in event && event.key !== run.chunks[0]?.key) return run
  switch (event.type) {
    case 'added':
      return add(run, event.chunks, event.listName)
    case 'answered':
      return advance(run, {
        revealed: run.revealed + event.revealed,
        unavailable: run.unavailable + event.unavailable.length,
        spent: run.spent + event.spent,
        gone: [...run.gone, ...event.unavailable],
      })
    case 'failed':
      return advance(run, { failed: [...run.failed, { chunk: run.chunks[0]!, error: event.error }] })
    case 'busy': {
      const phase: Phase = run.phase.name === 'pausing' ? { name: 'paused' } : { name: 'waiting', until: event.until }
      return { ...run, failures: run.failures + 1, phase }
    }
    case 'retried':
      return run.phase.name === 'waiting' ? { ...run, phase: { name: 'revealing' } } : run
    case 'refused':
      return { ...run, chunks: [], phase: { name: 'refused', refusal: event.refusal } }
    case 'signed_out':
      return { ...run, phase: { name: 'signed_out' } }
    case 'listed':
    case 'unlisted':
      return run.list ? { ...run, list: listAfter(run.list, event) } : run
    case 'paused':
      return { ...run, phase: pausedFrom[run.phase.name] ?? run.phase }
    case 'resumed':
      return ['pausing', 'paused', 'signed_out'].includes(run.phase.name)
        ? { ...run, phase: { name: 'revealing' } }
        : run
    case 'stopped':
      return isOpen(run) ? { ...idleRun(run.owner), failed: run.failed, gone: run.gone } : run
    case 'dismissed':
      return isOpen(run) ? run : { ...idleRun(run.owner), failed: run.failed, gone: run.gone }
  }
}

const pausedFrom: Partial<Record<Phase['name'], Phase>> = {
  revealing: { name: 'pausing' },
  waiting: { name: 'paused' },
}

function add(run: Run, chunks: readonly Chunk[], listName: string | null): Run {
  const ids = new Set(chunks.flatMap((chunk) => chunk.ids))
  if (ids.size === 0) return run
  const begun: Run = isOpen(run)
    ? run
    : { ...idleRun(run.owner), failed: run.failed, gone: run.gone, phase: { name: 'revealing' } }
  return {
    ...begun,
    chunks: [...begun.chunks, ...chunks],
    total: begun.total + ids.size,
    list: begun.list ?? (listName === null ? null : { name: listName, id: null, unlisted: [], problem: null }),
    failed: begun.failed.filter(({ chunk }) => !chunk.ids.some((id) => ids.has(id))),
    gone: begun.gone.filter((id) => !ids.has(id)),
  }
}

/** The first chunk is done with. */
function advance(run: Run, change: Partial<Run>): Run {
  const [first, ...chunks] = run.chunks
  const phase: Phase =
    chunks.length === 0
      ? { name: 'finished' }
      : run.phase.name === 'pausing' || run.phase.name === 'paused'
        ? { name: 'paused' }
        : { name: 'revealing' }
  return { ...run, ...change, chunks, phase, failures: 0, done: run.done + first!.ids.length }
}

function listAfter(list: RunList, event: Extract<RunEvent, { type: 'listed' | 'unlisted' }>): RunList {
  const others = list.unlisted.filter((id) => !event.ids.includes(id))
  if (event.type === 'unlisted') {
    return { ...list, id: event.listId ?? list.id, unlisted: [...others, ...event.ids], problem: event.problem }
  }
  return { ...list, id: event.listId, unlisted: others, problem: others.length > 0 ? list.problem : null }
}

const failuresMax = 3
const waitSecondsMax = 90

/** What an error means for the run. A busy server is waited for and a lost connection is tried again, but not for ever. */
export function eventOf(error: ApiError, { chunks, failures }: Run, now: number): RunEvent {
  const { key, ids } = chunks[0]!
  const { status, code, message, retryAfterSeconds } = error
  if (status === 401) return { type: 'signed_out', key }
  if (status === 402 || status === 403) {
    return { type: 'refused', key, refusal: { code, message, action: error.billing?.action ?? null } }
  }
  if (code === 'no_revealable_contacts') return { type: 'answered', key, revealed: 0, unavailable: ids, spent: 0 }
  const isWorthWaiting = error.isRetryable && (retryAfterSeconds ?? 0) <= waitSecondsMax
  if (!isWorthWaiting || failures + 1 >= failuresMax) return { type: 'failed', key, error }
  return { type: 'busy', key, until: now + (retryAfterSeconds ?? failures + 1) * 1_000 }
}

export type RowState = 'waiting' | 'revealing' | 'unavailable' | { error: ApiError }

/** What the rows of a table show of it. */
export function rowsOf({ chunks, phase, failed, gone }: Run): Map<string, RowState> {
  const rows = new Map<string, RowState>(gone.map((id) => [id, 'unavailable']))
  for (const { chunk, error } of failed) for (const id of chunk.ids) rows.set(id, { error })
  const isOnItsWay = ['revealing', 'waiting', 'pausing'].includes(phase.name)
  for (const [at, { ids }] of chunks.entries()) {
    for (const id of ids) rows.set(id, at === 0 && isOnItsWay ? 'revealing' : 'waiting')
  }
  return rows
}
