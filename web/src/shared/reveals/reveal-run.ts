import { announceBalance, setCredits } from '../../api/balance.ts'
import { ApiError, call, type Reply } from '../../api/call.ts'
import type { RevealedContact } from '../../api/contacts.ts'
import { noticeSessionEnd, queryClient } from '../../api/queries.ts'
import { addToList, createList, listsQuery, revealedKey } from '../lists/lists.ts'
import {
  type Chunk,
  eventOf,
  idleRun,
  isOpen,
  type Outcome,
  type Refusal,
  type RowState,
  type Run,
  type RunEvent,
  rowsOf,
  step,
} from './run-machine.ts'
import { loadRun, storeRun } from './stored-run.ts'

/** What pages see of the one run of this tab, and of the contacts that it and others revealed. */
export type RevealState = {
  /** Contacts with their channels; only in memory, never in storage. */
  revealed: ReadonlyMap<string, RevealedContact>
  rows: ReadonlyMap<string, RowState>
  progress: { done: number; total: number } | null
  isPaused: boolean
  /** Set while the server is busy or away. */
  resumesAt: number | null
  spent: number
  /** What the rest of the run may still cost: no other reveal can have these credits. */
  pledged: number
  refusal: Refusal | null
  /** Said until it is dismissed. */
  finished: Outcome | null
}

/** What one reveal, or one quote, takes. */
export const chunkLength = 10

let revealed: ReadonlyMap<string, RevealedContact> = new Map()
let run: Run = idleRun('')
let state: RevealState = viewOf(run)
/** The key of the chunk whose answer is awaited: one request at a time. */
let awaited: string | null = null
const listeners = new Set<() => void>()

export const readRevealState = (): RevealState => state

export function subscribeToReveals(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function viewOf(of: Run): RevealState {
  const { phase, chunks, done, total, spent, list } = of
  const rows = rowsOf(of)
  // While a chunk is put into its list, its contacts are there already.
  for (const [id, row] of rows) if (row === 'revealing' && revealed.has(id)) rows.delete(id)
  const outcome: Outcome = { contacts: of.revealed, unavailable: of.unavailable, spent, list }
  return {
    revealed,
    rows,
    progress: isOpen(of) ? { done, total } : null,
    isPaused: phase.name === 'paused' || phase.name === 'pausing',
    resumesAt: phase.name === 'waiting' ? phase.until : null,
    spent,
    pledged: chunks.flatMap(({ ids }) => ids).filter((id) => !revealed.has(id)).length,
    refusal: phase.name === 'refused' ? phase.refusal : null,
    finished: phase.name === 'finished' ? outcome : null,
  }
}

function publish(): void {
  state = viewOf(run)
  for (const listener of listeners) listener()
}

/** Everything that happens to the run goes through here: the next state is stored, shown and acted on. */
function happen(event: RunEvent): void {
  const before = run
  run = step(before, event)
  if (run === before) return
  storeRun(run)
  publish()
  const { phase } = run
  if (phase.name === 'waiting' && phase !== before.phase) {
    const { key } = run.chunks[0]!
    setTimeout(() => happen({ type: 'retried', key }), phase.until - Date.now())
  }
  // The counters changed as well, here and in other tabs; the answer of the last reveal has told the credits already.
  if (isActive(before) && !isActive(run)) announceBalance()
  sendNext()
}

const isActive = ({ phase: { name } }: Run): boolean => name === 'revealing' || name === 'waiting' || name === 'pausing'

/** Contacts that were revealed earlier, and are read without another reveal. */
export function noteRevealed(contacts: readonly RevealedContact[]): void {
  revealed = new Map([...revealed, ...contacts.map((contact) => [contact.id, contact] as const)])
  publish()
}

/** In chunks, one after the other, whatever page is open. Called while a run is under way, it lengthens the run. */
export function reveal(ids: readonly string[], listName: string | null = null): void {
  const fresh = ids.filter((id) => !isUnderWay(id))
  const chunks: Chunk[] = []
  for (let at = 0; at < fresh.length; at += chunkLength) {
    chunks.push({ key: crypto.randomUUID(), ids: fresh.slice(at, at + chunkLength) })
  }
  happen({ type: 'added', chunks, listName })
}

export const isUnderWay = (id: string): boolean => {
  const row = state.rows.get(id)
  return row === 'waiting' || row === 'revealing'
}

/** The chunk that holds the row goes again, with the key it had: contacts that were charged then are not charged again. */
export function retryReveal(id: string): void {
  const failed = run.failed.find(({ chunk }) => chunk.ids.includes(id))?.chunk
  happen({ type: 'added', chunks: [failed ?? { key: crypto.randomUUID(), ids: [id] }], listName: null })
}

/** The person who is signed in now. An unfinished run of theirs in this tab goes on; one of somebody else is forgotten. */
export function continueRunOf(owner: string): void {
  if (run.owner === owner) return
  run = loadRun(owner)
  storeRun(run)
  publish()
  sendNext()
}

export const pauseReveal = (): void => happen({ type: 'paused' })
export const resumeReveal = (): void => happen({ type: 'resumed' })
/** Gives up what has not been revealed yet. */
export const stopReveal = (): void => happen({ type: 'stopped' })
/** What was said about the end of the run has been read. */
export const dismissEnd = (): void => happen({ type: 'dismissed' })

/** Those who are revealed but not in the list that was chosen for them. */
export async function retryList(): Promise<void> {
  if (run.list && run.list.unlisted.length > 0) await keepInList(run.list.unlisted)
}

function sendNext(): void {
  const [chunk] = run.chunks
  if (run.phase.name === 'revealing' && chunk && awaited === null) void send(chunk)
}

async function send(chunk: Chunk): Promise<void> {
  awaited = chunk.key
  try {
    const reply = await call('revealContacts', {
      body: { contact_ids: [...chunk.ids] },
      headers: { 'Idempotency-Key': chunk.key },
    })
    take(reply)
    // Before the chunk is done with: after a reload it is asked for again, and put into the list then.
    if (run.chunks[0]?.key === chunk.key) await keepInList(reply.data.map(({ id }) => id))
    awaited = null
    happen({
      type: 'answered',
      key: chunk.key,
      revealed: reply.data.length,
      unavailable: reply.unavailable_contact_ids,
      spent: reply.credits.spent,
    })
  } catch (error) {
    awaited = null
    if (!(error instanceof ApiError)) throw error
    noticeSessionEnd(error)
    if (run.chunks[0]?.key === chunk.key) happen(eventOf(error, run, Date.now()))
  } finally {
    // The chunk may have been given up meanwhile, and the run may have others.
    sendNext()
  }
}

function take(reply: Reply<'revealContacts'>): void {
  setCredits(reply.credits)
  noteRevealed(reply.data)
}

/** The list is created with its first contacts. A failure does not stop the reveals: it is kept, and said at the end. */
async function keepInList(ids: readonly string[]): Promise<void> {
  if (run.list === null || ids.length === 0) return
  let listId = run.list.id
  try {
    listId ??= (await createList({ name: run.list.name, kind: 'contacts', private: false })).id
    await addToList(listId, ids)
    happen({ type: 'listed', listId, ids })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    noticeSessionEnd(error)
    happen({ type: 'unlisted', listId, ids, problem: error.message })
  }
  void queryClient.invalidateQueries({ queryKey: listsQuery.queryKey })
  void queryClient.invalidateQueries({ queryKey: revealedKey })
}
