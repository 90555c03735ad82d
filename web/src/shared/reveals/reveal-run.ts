import { ApiError, call, type Reply } from '../../api/call.ts'
import type { RevealedContact } from '../../api/contacts.ts'
import { noticeSessionEnd, queryClient, setCredits, usageQuery } from '../../api/queries.ts'
import type { BillingActionName } from '../billing/billing-action.tsx'
import { addToList, createList, listsQuery, revealedKey } from '../lists/lists.ts'
import { type Chunk, loadRun, type StoredRun, storeRun } from './stored-run.ts'

export type RowState = 'waiting' | 'revealing' | 'unavailable' | { error: ApiError }

/** Why a run ended before its end, and what helps. */
type Refusal = Pick<ApiError, 'code' | 'message'> & { action: BillingActionName | undefined }

/** What a run led to: said until it is dismissed. */
export type Finished = {
  contacts: number
  unavailable: number
  spent: number
  listId: string | null
  listName: string | null
}

export type RevealState = {
  /** What this page knows of contacts that are ours; only in memory, never in storage. */
  revealed: ReadonlyMap<string, RevealedContact>
  rows: ReadonlyMap<string, RowState>
  progress: { done: number; total: number } | null
  isPaused: boolean
  /** Set while the server is rate limiting. */
  resumesAt: number | null
  spent: number
  refusal: Refusal | null
  finished: Finished | null
}

/** What one reveal, or one quote, takes. */
export const chunkLength = 10
const triesMax = 3

const noRun: StoredRun = {
  owner: '',
  chunks: [],
  done: 0,
  revealed: 0,
  unavailable: 0,
  total: 0,
  spent: 0,
  isPaused: false,
  listName: null,
  listId: null,
}

let state: RevealState = {
  revealed: new Map(),
  rows: new Map(),
  progress: null,
  isPaused: false,
  resumesAt: null,
  spent: 0,
  refusal: null,
  finished: null,
}
let run: StoredRun = noRun
let failed: Chunk[] = []
let isWorking = false
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

/** The run as it is now, in sight and in storage. */
function setRun(next: StoredRun): void {
  run = next
  storeRun(run)
  const isOn = run.chunks.length > 0
  update({
    progress: isOn ? { done: run.done, total: run.total } : null,
    isPaused: isOn && run.isPaused,
    spent: run.spent,
  })
}

/** Contacts that are ours and were read without a reveal. */
export function noteOwned(contacts: readonly RevealedContact[]): void {
  const revealed = new Map(state.revealed)
  for (const contact of contacts) revealed.set(contact.id, contact)
  update({ revealed })
}

/** Chunks of ten, one after the other, whatever page is open. Called while a run is under way, it lengthens the run. */
export function reveal(ids: readonly string[], listName: string | null = null): void {
  const fresh = ids.filter((id) => !isUnderWay(id))
  const chunks: Chunk[] = []
  for (let at = 0; at < fresh.length; at += chunkLength) {
    chunks.push({ key: crypto.randomUUID(), ids: fresh.slice(at, at + chunkLength) })
  }
  add(chunks, listName)
}

const isUnderWay = (id: string): boolean => {
  const row = state.rows.get(id)
  return row === 'waiting' || row === 'revealing'
}

/** The chunk that holds the row goes again, with the key it had: what was charged then is not charged again. */
export function retryReveal(id: string): void {
  const chunk = failed.find(({ ids }) => ids.includes(id))
  failed = failed.filter((other) => other !== chunk)
  add([chunk ?? { key: crypto.randomUUID(), ids: [id] }], null)
}

function add(chunks: Chunk[], listName: string | null): void {
  if (chunks.length === 0) return
  const ids = chunks.flatMap((chunk) => chunk.ids)
  const before = run.chunks.length > 0 ? run : { ...noRun, owner: run.owner }
  setRows(ids, 'waiting')
  update({ refusal: null, finished: null })
  setRun({
    ...before,
    chunks: [...before.chunks, ...chunks],
    total: before.total + ids.length,
    listName: listName ?? before.listName,
  })
  void work()
}

/** The person who is signed in now. An unfinished run of theirs in this tab goes on; one of somebody else is forgotten. */
export function continueRunOf(owner: string): void {
  if (run.owner === owner) return
  const left = loadRun()
  if (left?.owner !== owner) {
    setRun({ ...noRun, owner })
    return
  }
  setRun(left)
  setRows(
    left.chunks.flatMap(({ ids }) => ids),
    'waiting',
  )
  if (!left.isPaused) void work()
}

export const pauseReveal = (): void => setRun({ ...run, isPaused: true })

export function resumeReveal(): void {
  setRun({ ...run, isPaused: false })
  void work()
}

/** Gives up what has not been revealed yet. */
export function discardRun(): void {
  setRows(
    run.chunks.flatMap(({ ids }) => ids),
    undefined,
  )
  setRun({ ...noRun, owner: run.owner })
}

export const dismissRefusal = (): void => update({ refusal: null })
export const dismissFinished = (): void => update({ finished: null })

async function work(): Promise<void> {
  if (isWorking) return
  isWorking = true
  try {
    for (let chunk = run.chunks[0]; chunk && !run.isPaused; chunk = run.chunks[0]) await send(chunk)
  } finally {
    isWorking = false
  }
  if (run.chunks.length === 0 && run.total > 0) finish()
  // The counters changed as well; the answer of the last reveal has told the credits already.
  void queryClient.invalidateQueries({ queryKey: usageQuery.queryKey })
}

async function send(chunk: Chunk): Promise<void> {
  setRows(chunk.ids, 'revealing')
  try {
    const reply = await sendPatiently(chunk)
    take(chunk, reply)
    await keepInList(reply.data.map(({ id }) => id))
    next(chunk, {
      revealed: reply.data.length,
      unavailable: reply.unavailable_contact_ids.length,
      spent: reply.credits.spent,
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    refuse(chunk, error)
  }
}

/** The chunk is done with. It may be gone already: somebody gave the run up meanwhile. */
function next(chunk: Chunk, { revealed = 0, unavailable = 0, spent = 0 }): void {
  if (!run.chunks.includes(chunk)) return
  setRun({
    ...run,
    chunks: run.chunks.filter((other) => other !== chunk),
    done: run.done + chunk.ids.length,
    revealed: run.revealed + revealed,
    unavailable: run.unavailable + unavailable,
    spent: run.spent + spent,
  })
}

function finish(): void {
  const { revealed: contacts, unavailable, spent, listId, listName } = run
  run = { ...noRun, owner: run.owner }
  update({ finished: { contacts, unavailable, spent, listId, listName } })
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
  setRows(chunk.ids, undefined)
  setRows(reply.unavailable_contact_ids, 'unavailable')
  noteOwned(reply.data)
  setCredits(reply.credits.remaining)
}

/** The list is created with its first contacts. A failure here must not stop the reveals. */
async function keepInList(ids: string[]): Promise<void> {
  if (run.listName === null || ids.length === 0) return
  try {
    const listId = run.listId ?? (await createList({ name: run.listName, shared: false })).list.id
    run = { ...run, listId }
    await addToList(listId, ids)
    void queryClient.invalidateQueries({ queryKey: listsQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: revealedKey })
  } catch (error) {
    noticeSessionEnd(error)
    run = { ...run, listName: run.listId ? run.listName : null }
  }
}

/** A refusal of the account ends the run and frees its rows; a failure stays on the rows it hit. */
function refuse(chunk: Chunk, error: ApiError): void {
  if (error.status === 401) {
    // The run stays stored: it goes on after signing in.
    run = { ...run, isPaused: true }
    noticeSessionEnd(error)
    return
  }
  if (error.status === 402 || error.status === 403) {
    update({ refusal: { code: error.code, message: error.message, action: error.billing?.action } })
    discardRun()
    return
  }
  if (error.code === 'no_revealable_contacts') {
    setRows(chunk.ids, 'unavailable')
    next(chunk, { unavailable: chunk.ids.length })
    return
  }
  failed = [...failed, chunk]
  setRows(chunk.ids, { error })
  next(chunk, {})
}
