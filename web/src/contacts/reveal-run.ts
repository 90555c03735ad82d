import { ApiError, call, type Reply } from '../api/call.ts'
import { noticeSessionEnd, queryClient, setCreditsRemaining, usageQuery } from '../api/queries.ts'
import { type BillingActionName, moreCreditsAction } from '../billing/billing-action.tsx'
import { formatDay } from '../format.ts'

export type RevealedContact = Reply<'revealContacts'>['data'][number]

/** One request of a run. Its key goes out again with every retry, so that no chunk can be charged twice. */
type Chunk = { key: string; ids: string[] }

export type RowState = 'waiting' | 'revealing' | 'unavailable' | { error: ApiError }

/** Why a run ended before its end, and what helps. */
type Refusal = Pick<ApiError, 'code' | 'message'> & { action: BillingActionName | undefined }

export type RevealState = {
  /** What this page knows of contacts that are ours; in memory alone, never in storage. */
  revealed: ReadonlyMap<string, RevealedContact>
  rows: ReadonlyMap<string, RowState>
  progress: { done: number; total: number } | null
  /** Set while the server asks for patience. */
  resumesAt: number | null
  spent: number
  refusal: Refusal | null
  /** A run that another page load left unfinished. */
  unfinished: number
}

const chunkLength = 10
const triesMax = 3
const storageKey = 'prospector.reveal-run'

let state: RevealState = {
  revealed: new Map(),
  rows: new Map(),
  progress: null,
  resumesAt: null,
  spent: 0,
  refusal: null,
  unfinished: loadChunks().reduce((sum, { ids }) => sum + ids.length, 0),
}
let queue: Chunk[] = []
let failed: Chunk[] = []
let isRunning = false
const listeners = new Set<() => void>()

export const readRevealState = (): RevealState => state
export function subscribeToReveals(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function update(change: Partial<RevealState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

function setRows(ids: readonly string[], row: RowState | undefined): void {
  const rows = new Map(state.rows)
  for (const id of ids) row === undefined ? rows.delete(id) : rows.set(id, row)
  update({ rows })
}

/** Chunks of ten, one after the other. Called while a run is under way, it lengthens the run. */
export function reveal(ids: readonly string[]): void {
  const fresh = ids.filter((id) => !isUnderWay(id))
  const chunks: Chunk[] = []
  for (let at = 0; at < fresh.length; at += chunkLength) {
    chunks.push({ key: crypto.randomUUID(), ids: fresh.slice(at, at + chunkLength) })
  }
  run(chunks)
}

/**
 * A new contact while the pool is known to be empty: the refusal is shown at once. Somebody may have filled the pool
 * meanwhile, so that is asked first, and only then is nothing sent.
 */
export async function revealFromEmptyPool(id: string): Promise<void> {
  const usage = await queryClient.fetchQuery({ ...usageQuery, staleTime: 0 }).catch(() => null)
  if (usage?.contact_credits.remaining === 0) update({ refusal: outOfCredits(usage), spent: 0 })
  else reveal([id])
}

const outOfCredits = (usage: Reply<'getUsage'>): Refusal => ({
  code: 'insufficient_contact_credits',
  message: `No contact credits left. Credits renew on ${formatDay(usage.contact_credits.resets_at)}.`,
  action: moreCreditsAction(usage),
})

const isUnderWay = (id: string): boolean => {
  const row = state.rows.get(id)
  return row === 'waiting' || row === 'revealing'
}

/** The chunk that holds the row goes again, with the key it had: what was charged then is not charged again. */
export function retryReveal(id: string): void {
  const chunk = failed.find(({ ids }) => ids.includes(id))
  failed = failed.filter((other) => other !== chunk)
  run([chunk ?? { key: crypto.randomUUID(), ids: [id] }])
}

export function resumeReveal(): void {
  const left = loadChunks()
  update({ unfinished: 0 })
  run(left)
}

export function forgetUnfinished(): void {
  storeChunks([])
  update({ unfinished: 0 })
}

export const dismissRefusal = (): void => update({ refusal: null })

function run(chunks: Chunk[]): void {
  if (chunks.length === 0) return
  queue = [...queue, ...chunks]
  setRows(
    chunks.flatMap(({ ids }) => ids),
    'waiting',
  )
  const added = chunks.reduce((sum, { ids }) => sum + ids.length, 0)
  const before = isRunning && state.progress ? state.progress : { done: 0, total: 0 }
  update({
    progress: { done: before.done, total: before.total + added },
    refusal: null,
    unfinished: 0,
    ...(!isRunning && { spent: 0 }),
  })
  if (!isRunning) void work()
}

async function work(): Promise<void> {
  isRunning = true
  for (let chunk = queue[0]; chunk; chunk = queue[0]) {
    storeChunks(queue)
    setRows(chunk.ids, 'revealing')
    try {
      take(chunk, await sendPatiently(chunk))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (endsRun(chunk, error)) break
    }
    queue = queue.slice(1)
    const { done, total } = state.progress!
    update({ progress: { done: done + chunk.ids.length, total } })
  }
  isRunning = false
  queue = []
  update({ progress: null })
  // The counters changed as well; the answer of the last reveal has told the credits already.
  void queryClient.invalidateQueries({ queryKey: usageQuery.queryKey })
}

/** A busy server is waited for; a lost connection is tried again. Everything else is the caller's to decide. */
async function sendPatiently(chunk: Chunk): Promise<Reply<'revealContacts'>> {
  for (let tries = 1; ; tries++) {
    try {
      return await call('revealContacts', {
        body: { contact_ids: chunk.ids },
        headers: { 'Idempotency-Key': chunk.key },
      })
    } catch (error) {
      const isWorthWaiting = error instanceof ApiError && error.isPassing && (error.retryAfterSeconds ?? 0) <= 90
      if (!isWorthWaiting || tries === triesMax) throw error
      const pauseMs = error.retryAfterSeconds ? error.retryAfterSeconds * 1_000 : tries * 1_000
      update({ resumesAt: Date.now() + pauseMs })
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      update({ resumesAt: null })
    }
  }
}

function take(chunk: Chunk, reply: Reply<'revealContacts'>): void {
  storeChunks(queue.slice(1))
  setRows(chunk.ids, undefined)
  setRows(reply.unavailable_contact_ids, 'unavailable')
  const revealed = new Map(state.revealed)
  for (const contact of reply.data) revealed.set(contact.id, contact)
  update({ revealed, spent: state.spent + reply.credits.spent })
  setCreditsRemaining(reply.credits.remaining)
}

/** A refusal of the account ends the run and frees its rows; a failure stays on the rows it hit. */
function endsRun(chunk: Chunk, error: ApiError): boolean {
  if (error.status === 401) {
    // The run stays stored: it goes on after signing in.
    noticeSessionEnd(error)
    return true
  }
  if (error.status === 402 || error.status === 403) {
    setRows(
      queue.flatMap(({ ids }) => ids),
      undefined,
    )
    storeChunks([])
    update({ refusal: { code: error.code, message: error.message, action: error.billing?.action } })
    return true
  }
  storeChunks(queue.slice(1))
  if (error.code === 'no_revealable_contacts') {
    setRows(chunk.ids, 'unavailable')
  } else {
    failed = [...failed, chunk]
    setRows(chunk.ids, { error })
  }
  return false
}

function storeChunks(chunks: Chunk[]): void {
  try {
    if (chunks.length === 0) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify(chunks))
  } catch {
    // Without storage a run can't be resumed after a reload; a second reveal of the same contacts is free anyway.
  }
}

function loadChunks(): Chunk[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as Chunk[]
  } catch {
    return []
  }
}
