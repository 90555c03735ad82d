import { createHash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import type { Db } from '../db/database.ts'
import type { Language } from './languages/languages.ts'

export const privacyKinds = ['copy', 'object', 'correct', 'erase'] as const
export type PrivacyKind = (typeof privacyKinds)[number]
type PrivacyState = 'unconfirmed' | 'open' | 'done' | 'refused' | 'not_held'

/** Who asks, and what they propose: sealed until the request has ended, then deleted. */
type PrivacyAsk = { email: string; proposal?: Proposal }
export type Proposal = { first_name?: string; last_name?: string; title?: string; remark?: string }
/** Longer texts are cut. */
export const proposalLengths = { first_name: 200, last_name: 200, title: 200, remark: 2_000 } satisfies Record<
  keyof Proposal,
  number
>

export type PrivacyRequest = {
  id: string
  kind: PrivacyKind
  state: PrivacyState
  emailHash: Buffer
  sealed: Buffer | null
  keyId: string | null
  language: Language
  createdAt: Date
  confirmedAt: Date | null
  dueAt: Date | null
  endedAt: Date | null
  contactIds: string[]
  refusal: string | null
}

/** A link in a mail lives this long; so does a copy, from the confirmation on. */
export const linkDays = 7
/** GDPR, article 12: without undue delay, and within one month. A request of the last days of January is due on 1 or 2 March. */
export const dueDays = 30
/** The longest reason, which the person reads. */
export const refusalLengthMax = 1_000
/** The operator is reminded, and doctor warns, from this many days before. */
export const remindDaysBefore = 7

const columns = sql`request_id AS id, kind, state, email_hash AS "emailHash", sealed, sealed_key_id AS "keyId", language,
  created_at AS "createdAt", confirmed_at AS "confirmedAt", due_at AS "dueAt", ended_at AS "endedAt",
  contact_ids AS "contactIds", refusal`

/** Spoken and typed: no letters that look alike. */
const newRequestNumber = (): string =>
  `PR-${randomBase62(24)
    .toUpperCase()
    .replaceAll(/[01OIL]/g, '')
    .slice(0, 8)
    .replace(/(?<=^.{4})/, '-')}`

const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
const isToken = (text: string): boolean => /^[A-Za-z0-9]{40}$/.test(text)

export async function openRequest(
  tx: Db,
  { clock, keys }: { clock: Clock; keys: ChannelKeys },
  { kind, language, ask }: { kind: PrivacyKind; language: Language; ask: PrivacyAsk },
): Promise<string> {
  const id = newRequestNumber()
  const { keyId, sealed } = keys.seal(id, ask)
  await tx.query(sql`
    INSERT INTO privacy_requests (request_id, kind, state, email_hash, sealed, sealed_key_id, language, created_at)
    VALUES (${id}, ${kind}, 'unconfirmed', ${keys.hash('email', ask.email)}, ${sealed}, ${keyId}, ${language}, ${clock.sql})`)
  await noteStep(tx, clock, id, 'asked', 'person')
  return id
}

/** What was asked, while the request is under way; null afterwards. */
export const askOf = (keys: ChannelKeys, { id, keyId, sealed }: PrivacyRequest): PrivacyAsk | null =>
  sealed && keyId ? keys.open<PrivacyAsk>(id, keyId, sealed) : null

export async function findRequest(db: Db, id: string): Promise<PrivacyRequest | null> {
  const [found] = await db.query<PrivacyRequest>(sql`SELECT ${columns} FROM privacy_requests WHERE request_id = ${id}`)
  return found ?? null
}

/** As `findRequest`, and nobody else acts on it before the transaction ends. */
export async function holdRequest(tx: Db, id: string): Promise<PrivacyRequest | null> {
  const [found] = await tx.query<PrivacyRequest>(
    sql`SELECT ${columns} FROM privacy_requests WHERE request_id = ${id} FOR UPDATE`,
  )
  return found ?? null
}

/** The request that a link belongs to, as long as the link lives. */
export async function findByLink(db: Db, clock: Clock, token: string): Promise<PrivacyRequest | null> {
  if (!isToken(token)) return null
  const [found] = await db.query<PrivacyRequest>(sql`
    SELECT ${columns} FROM privacy_requests
    WHERE token_hash = ${tokenHash(token)}
      AND coalesce(confirmed_at, created_at) > ${clock.sql} - make_interval(days => ${linkDays})`)
  return found ?? null
}

/** A new link for a mail that is about to be sent; one that was sent before no longer counts. */
export async function newLink(db: Db, id: string): Promise<string> {
  const token = randomBase62(40)
  await db.query(sql`UPDATE privacy_requests SET token_hash = ${tokenHash(token)} WHERE request_id = ${id}`)
  return token
}

export async function confirmRequest(tx: Db, clock: Clock, id: string): Promise<void> {
  await tx.query(sql`
    UPDATE privacy_requests SET state = 'open', confirmed_at = ${clock.sql},
      due_at = ${clock.sql} + make_interval(days => ${dueDays})
    WHERE request_id = ${id}`)
  await noteStep(tx, clock, id, 'confirmed', 'person')
}

type RequestEnd = {
  state: 'done' | 'refused' | 'not_held'
  actor: string
  contactIds?: string[]
  refusal?: string
  /** No mail follows: the address and what the person wrote are deleted now, not when it has been sent. */
  forgets?: true
}

export async function endRequest(tx: Db, clock: Clock, id: string, ending: RequestEnd): Promise<void> {
  const { state, actor, contactIds = [], refusal = null, forgets } = ending
  await tx.query(sql`
    UPDATE privacy_requests SET state = ${state}, ended_at = ${clock.sql}, contact_ids = ${contactIds}::text[],
      refusal = ${refusal}
    WHERE request_id = ${id}`)
  if (forgets) await forgetAddress(tx, id)
  await noteStep(tx, clock, id, state, actor)
}

/** Nothing is left of the person but a keyed hash. */
export async function forgetAddress(db: Db, id: string): Promise<void> {
  await db.query(sql`UPDATE privacy_requests SET sealed = NULL, sealed_key_id = NULL WHERE request_id = ${id}`)
}

/** Requests for which a mail has to be sent: a link or "nothing is held", or the answer. */
export const findDueMails = (db: Db, most: number): Promise<{ id: string }[]> =>
  db.query(sql`
    SELECT request_id AS id FROM privacy_requests
    WHERE sealed IS NOT NULL AND ((state = 'unconfirmed' AND token_hash IS NULL) OR state IN ('done', 'refused'))
    ORDER BY tried_at NULLS FIRST, created_at LIMIT ${most}`)

/** A mail that could not be sent goes behind all others. */
export async function noteTried(db: Db, clock: Clock, id: string): Promise<void> {
  await db.query(sql`UPDATE privacy_requests SET tried_at = ${clock.sql} WHERE request_id = ${id}`)
}

/** Open requests that are due soon and about which the operator was not mailed yet. */
export const takeNearlyDue = (tx: Db, clock: Clock): Promise<{ id: string; kind: PrivacyKind; dueAt: Date }[]> =>
  tx.query(sql`
    UPDATE privacy_requests SET reminded_at = ${clock.sql}
    WHERE state = 'open' AND reminded_at IS NULL AND due_at < ${clock.sql} + make_interval(days => ${remindDaysBefore})
    RETURNING request_id AS id, kind, due_at AS "dueAt"`)

export async function listRequests(db: Db, { all }: { all: boolean }): Promise<PrivacyRequest[]> {
  return db.query<PrivacyRequest>(sql`
    SELECT ${columns} FROM privacy_requests
    WHERE ${all}::boolean OR state = 'open' ORDER BY due_at, created_at, request_id`)
}

/** The last answer first. */
export const listAnswered = (db: Db, limit: number): Promise<PrivacyRequest[]> =>
  db.query<PrivacyRequest>(sql`
    SELECT ${columns} FROM privacy_requests
    WHERE state IN ('done', 'refused') ORDER BY ended_at DESC, request_id LIMIT ${limit}`)

type PrivacyStep = { step: string; actor: string; at: Date }

export const stepsOf = (db: Db, id: string): Promise<PrivacyStep[]> =>
  db.query<PrivacyStep>(sql`
    SELECT step, actor, created_at AS at FROM privacy_steps WHERE request_id = ${id} ORDER BY created_at`)

export async function noteStep(db: Db, clock: Clock, id: string, step: string, actor: string): Promise<void> {
  await db.query(sql`
    INSERT INTO privacy_steps (request_id, step, actor, created_at) VALUES (${id}, ${step}, ${actor}, ${clock.sql})`)
}

/** Open requests: all, those that are due soon, and those that are overdue. */
export async function countDue(db: Db, clock: Clock): Promise<{ open: number; soon: number; overdue: number }> {
  const [row] = await db.query<{ open: number; soon: number; overdue: number }>(sql`
    SELECT count(*)::int AS open,
      (count(*) FILTER (WHERE due_at < ${clock.sql} + make_interval(days => ${remindDaysBefore}) AND due_at >= ${clock.sql}))::int AS soon,
      (count(*) FILTER (WHERE due_at < ${clock.sql}))::int AS overdue
    FROM privacy_requests WHERE state = 'open'`)
  return row!
}
