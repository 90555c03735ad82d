/**
 * The states of the reveals of this tab, and the events that lead from one to the next. Nothing here knows the network or
 * React: reveal-run.ts turns what happens into events and acts on the state. More than one request takes are a job on
 * the server, not a run (shared/jobs).
 *
 *   idle ──added──▶ revealing ◀──retried── waiting
 *                   │  └──busy────────────▶ │
 *        last chunk ▼
 *               finished          refused: the account may not go on
 */
import type { ApiError } from '../../api/call.ts'

/** One request of a run. Its key goes out again with every retry, so that no chunk can be charged twice. */
export type Chunk = { key: string; ids: readonly string[] }

/** Why a run ended before its end, and what helps. */
export type Refusal = Pick<ApiError, 'code' | 'message'> & { action: NonNullable<ApiError['billing']>['action'] | null }

export type Outcome = { contacts: number; spent: number }

export type Phase =
  | { name: 'idle' }
  /** The first chunk is on its way. */
  | { name: 'revealing' }
  /** The server is busy or away: the first chunk goes again at this time. */
  | { name: 'waiting'; until: number }
  | { name: 'finished' }
  | { name: 'refused'; refusal: Refusal }

export type Run = {
  phase: Phase
  /** What is left to do. */
  chunks: readonly Chunk[]
  /** How often the first chunk was sent in vain. */
  failures: number
  total: number
  done: number
  /** The done ones that were revealed. The others failed, or are gone. */
  revealed: number
  spent: number
  /** What stays on its row until it is tried again. */
  failed: readonly { chunk: Chunk; error: ApiError }[]
  gone: readonly string[]
}

export type RunEvent =
  | { type: 'added'; chunks: readonly Chunk[] }
  | { type: 'answered'; key: string; revealed: number; unavailable: readonly string[]; spent: number }
  | { type: 'busy'; key: string; until: number }
  | { type: 'retried'; key: string }
  | { type: 'failed'; key: string; error: ApiError }
  | { type: 'refused'; key: string; refusal: Refusal }
  | { type: 'dismissed' }

export const idleRun: Run = {
  phase: { name: 'idle' },
  chunks: [],
  failures: 0,
  total: 0,
  done: 0,
  revealed: 0,
  spent: 0,
  failed: [],
  gone: [],
}

/** With work to do, whether or not it is being done at the moment. */
export const isOpen = ({ chunks }: Run): boolean => chunks.length > 0

/** The next state. Events that come too late, such as a timer for a chunk that was answered, change nothing. */
export function step(run: Run, event: RunEvent): Run {
  if ('key' in event && event.key !== run.chunks[0]?.key) return run
  switch (event.type) {
    case 'added':
      return add(run, event.chunks)
    case 'answered':
      return advance(run, {
        revealed: run.revealed + event.revealed,
        spent: run.spent + event.spent,
        gone: [...run.gone, ...event.unavailable],
      })
    case 'failed':
      return advance(run, { failed: [...run.failed, { chunk: run.chunks[0]!, error: event.error }] })
    case 'busy':
      return { ...run, failures: run.failures + 1, phase: { name: 'waiting', until: event.until } }
    case 'retried':
      return run.phase.name === 'waiting' ? { ...run, phase: { name: 'revealing' } } : run
    case 'refused':
      return { ...run, chunks: [], phase: { name: 'refused', refusal: event.refusal } }
    case 'dismissed':
      return isOpen(run) ? run : { ...idleRun, failed: run.failed, gone: run.gone }
  }
}

function add(run: Run, chunks: readonly Chunk[]): Run {
  const ids = new Set(chunks.flatMap((chunk) => chunk.ids))
  if (ids.size === 0) return run
  const begun: Run = isOpen(run)
    ? run
    : { ...idleRun, failed: run.failed, gone: run.gone, phase: { name: 'revealing' } }
  return {
    ...begun,
    chunks: [...begun.chunks, ...chunks],
    total: begun.total + ids.size,
    failed: begun.failed.filter(({ chunk }) => !chunk.ids.some((id) => ids.has(id))),
    gone: begun.gone.filter((id) => !ids.has(id)),
  }
}

/** The first chunk is done with. */
function advance(run: Run, change: Partial<Run>): Run {
  const [first, ...chunks] = run.chunks
  const phase: Phase = { name: chunks.length === 0 ? 'finished' : 'revealing' }
  return { ...run, ...change, chunks, phase, failures: 0, done: run.done + first!.ids.length }
}

const failuresMax = 3
const waitSecondsMax = 90

/** What an error means for the run. A busy server is waited for and a lost connection is tried again, but not for ever. */
export function eventOf(error: ApiError, { chunks, failures }: Run, now: number): RunEvent {
  const { key, ids } = chunks[0]!
  const { status, code, message, retryAfterSeconds } = error
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
  const isOnItsWay = phase.name === 'revealing' || phase.name === 'waiting'
  for (const [at, { ids }] of chunks.entries()) {
    for (const id of ids) rows.set(id, at === 0 && isOnItsWay ? 'revealing' : 'waiting')
  }
  return rows
}
