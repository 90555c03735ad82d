import { announceBalance, setCredits } from '../../api/balance.ts'
import { ApiError, call } from '../../api/call.ts'
import type { RevealedContact } from '../../api/contacts.ts'
import { perRequest } from '../../api/limits.ts'
import { noticeSessionEnd } from '../../api/queries.ts'
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

/** What pages see of the reveals of this tab, and of the contacts that they, jobs and others revealed. */
export type RevealState = {
  /** Contacts with their channels; only in memory, never in storage. */
  revealed: ReadonlyMap<string, RevealedContact>
  rows: ReadonlyMap<string, RowState>
  progress: { done: number; total: number } | null
  /** Set while the server is busy or away. */
  resumesAt: number | null
  spent: number
  /** What the rest of the run may still cost: no other reveal can have these credits. */
  pledged: number
  refusal: Refusal | null
  finished: Outcome | null
}

/** What one reveal, or one quote, takes. More of them are a job. */
export const chunkLength = perRequest.revealContacts.contact_ids

let revealed: ReadonlyMap<string, RevealedContact> = new Map()
/** The contacts of jobs that were made in this tab, until they are over. */
const inJobs = new Map<string, readonly string[]>()
/** The contacts that were asked about, for jobs made elsewhere or from a search. */
const inOtherJobs = new Map<string, readonly string[]>()
let run: Run = idleRun
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
  const { phase, chunks, done, total, spent } = of
  const rows = rowsOf(of)
  for (const ids of [...inJobs.values(), ...inOtherJobs.values()]) {
    for (const id of ids) if (!revealed.has(id)) rows.set(id, 'waiting')
  }
  return {
    revealed,
    rows,
    progress: isOpen(of) ? { done, total } : null,
    resumesAt: phase.name === 'waiting' ? phase.until : null,
    spent,
    pledged: chunks.flatMap(({ ids }) => ids).filter((id) => !revealed.has(id)).length,
    refusal: phase.name === 'refused' ? phase.refusal : null,
    finished: phase.name === 'finished' ? { contacts: of.revealed, spent } : null,
  }
}

function publish(): void {
  state = viewOf(run)
  for (const listener of listeners) listener()
}

/** Everything that happens to the run goes through here: the next state is shown and acted on. */
function dispatch(event: RunEvent): void {
  const before = run
  run = step(before, event)
  if (run === before) return
  publish()
  const { phase } = run
  if (phase.name === 'waiting' && phase !== before.phase) {
    const { key } = run.chunks[0]!
    setTimeout(() => dispatch({ type: 'retried', key }), phase.until - Date.now())
  }
  // The counters changed as well, here and in other tabs; the answer of the last reveal has told the credits already.
  if (isOpen(before) && !isOpen(run)) announceBalance()
  sendNext()
}

/** Contacts that were revealed earlier or by a job, and are read without another reveal. */
export function noteRevealed(contacts: readonly RevealedContact[]): void {
  revealed = new Map([...revealed, ...contacts.map((contact) => [contact.id, contact] as const)])
  publish()
}

/** Addresses that bounced: reveals no longer return them, so nothing here shows or copies them. */
export function forgetEmails(bounced: readonly string[]): void {
  const gone = new Set(bounced.map((email) => email.toLowerCase()))
  noteRevealed(
    [...revealed.values()]
      .filter(({ emails }) => emails.some(({ email }) => gone.has(email.toLowerCase())))
      .map((contact) => ({ ...contact, emails: contact.emails.filter(({ email }) => !gone.has(email.toLowerCase())) })),
  )
}

/** The rows of these contacts say so until the job is over. */
export function noteJob(jobId: string, contactIds: readonly string[]): void {
  inJobs.set(jobId, contactIds)
  publish()
}

/** The same of some of the contacts of a job that this tab did not make, or not with their ids. */
export function noteInOtherJob(jobId: string, contactIds: readonly string[]): void {
  inOtherJobs.set(jobId, [...(inOtherJobs.get(jobId) ?? []), ...contactIds])
  publish()
}

export const contactsInJob = (jobId: string): readonly string[] | undefined => inJobs.get(jobId)

export function forgetJob(jobId: string): void {
  const [isOwn, isOther] = [inJobs.delete(jobId), inOtherJobs.delete(jobId)]
  if (isOwn || isOther) publish()
}

/** Up to `chunkLength` in a request, one request after the other, whatever page is open. */
export function reveal(ids: readonly string[]): void {
  const fresh = ids.filter((id) => !isUnderWay(id))
  const chunks: Chunk[] = []
  for (let at = 0; at < fresh.length; at += chunkLength) {
    chunks.push({ key: crypto.randomUUID(), ids: fresh.slice(at, at + chunkLength) })
  }
  dispatch({ type: 'added', chunks })
}

export const isUnderWay = (id: string): boolean => {
  const row = state.rows.get(id)
  return row === 'waiting' || row === 'revealing'
}

/** The chunk that holds the row goes again, with the key it had: contacts that were charged then are not charged again. */
export function retryReveal(id: string): void {
  const failed = run.failed.find(({ chunk }) => chunk.ids.includes(id))?.chunk
  dispatch({ type: 'added', chunks: [failed ?? { key: crypto.randomUUID(), ids: [id] }] })
}

/** What was said about the end of the run has been read. */
export const dismissEnd = (): void => dispatch({ type: 'dismissed' })

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
    setCredits(reply.credits)
    noteRevealed(reply.data)
    awaited = null
    dispatch({
      type: 'answered',
      key: chunk.key,
      revealed: reply.data.length,
      unavailable: [...reply.unavailable_contact_ids, ...reply.excluded_contact_ids],
      spent: reply.credits.spent,
    })
  } catch (error) {
    awaited = null
    if (!(error instanceof ApiError)) throw error
    noticeSessionEnd(error)
    dispatch(eventOf(error, run, Date.now()))
  }
}
