import type { Clock } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { correctionSource } from '../catalog/corrections.ts'
import { findHeldPeople, type HeldPerson, isShared } from '../catalog/find-held-people.ts'
import { correctPeople } from '../catalog/import/correct-people.ts'
import { suppress } from '../catalog/suppressions.ts'
import type { Database, Db } from '../db/database.ts'
import { erasePeople } from './erasing/erase-people.ts'
import { askOf, endRequest, holdRequest, type PrivacyKind, type PrivacyRequest } from './requests.ts'

export type PrivacyParts = { clock: Clock; keys: ChannelKeys }

/**
 * Once a person has confirmed: a copy is there at once, an objection holds at once. Corrections wait for the operator, and so do
 * erasures unless they are automatic; an erasure of a shared mailbox always waits.
 */
export async function answerAtOnce(
  tx: Db,
  parts: PrivacyParts,
  request: PrivacyRequest,
  { automatic }: { automatic: boolean },
): Promise<boolean> {
  const { clock, keys } = parts
  const people = await findHeldPeople(tx, keys, request.emailHash)
  const { email } = askOf(keys, request)!
  const answer = await atOnce[request.kind]({ tx, keys, people, email, automatic })
  if (answer === null) return false
  await endRequest(tx, clock, request.id, { state: 'done', actor: 'service', ...answer })
  return true
}

type ConfirmedRequest = { tx: Db; keys: ChannelKeys; people: readonly HeldPerson[]; email: string; automatic: boolean }
type Answer = { contactIds: string[]; forgets?: true }

const idsOf = (people: readonly HeldPerson[]): string[] => people.map(({ contactId }) => contactId)

/** What happens as soon as a request is confirmed; null: it waits for the operator. */
const atOnce: Record<PrivacyKind, (confirmed: ConfirmedRequest) => Promise<Answer | null>> = {
  copy: async ({ people }) => ({ contactIds: idsOf(people), forgets: true }),
  object: async ({ tx, keys, people, email }) => {
    await suppress(tx, keys, { email })
    return { contactIds: idsOf(people), forgets: true }
  },
  correct: async () => null,
  erase: async ({ tx, keys, people, email, automatic }) =>
    automatic && !isShared(people) ? { contactIds: await erasePeople(tx, keys, [{ email }]) } : null,
}

type Completion = {
  actor: string
  /** Those of a shared mailbox who asked. Unset: whoever holds the address, if that is one person. */
  contactIds?: readonly string[] | undefined
  record?: RecordAnswer
}

/** Writes in the transaction of the answer who gave it: nobody is erased without that. */
type RecordAnswer = (tx: Db) => Promise<void>
const nothing: RecordAnswer = async () => {}

/** The operator carries an open request out. False: it is not open. */
export async function completeRequest(
  database: Database,
  { clock, keys }: PrivacyParts,
  id: string,
  { actor, contactIds, record = nothing }: Completion,
): Promise<boolean> {
  const corrected = await correctFirst(database, keys, id)
  return database.transaction(async (tx) => {
    const request = await holdRequest(tx, id)
    if (request?.state !== 'open') return false
    const { email } = askOf(keys, request)!
    if (contactIds) await assertHeld(tx, keys, request, contactIds)
    else if (request.kind === 'erase') await assertNotShared(tx, keys, request)
    const targets = contactIds?.map((contact) => ({ contact })) ?? [{ email }]
    const concerned = await byOperator[request.kind]({ tx, keys, targets, corrected })
    await endRequest(tx, clock, id, { state: 'done', actor, contactIds: concerned })
    await record(tx)
    return true
  })
}

type OperatorOrder = { tx: Db; keys: ChannelKeys; targets: Parameters<typeof erasePeople>[2]; corrected: string[] }

/** What the operator has to do; it returns whom that concerned. Copies and objections never wait for it. */
const byOperator: Record<PrivacyKind, (ordered: OperatorOrder) => Promise<string[]>> = {
  copy: neverOpen,
  object: neverOpen,
  correct: async ({ corrected }) => corrected,
  erase: ({ tx, keys, targets }) => erasePeople(tx, keys, targets),
}

function neverOpen(): never {
  throw new Error('This kind of request is answered as soon as it is confirmed.')
}

/** A slip must not erase a stranger, nor tell the person that an id without anybody behind it was erased. */
async function assertHeld(
  tx: Db,
  keys: ChannelKeys,
  { id, emailHash }: PrivacyRequest,
  contactIds: readonly string[],
): Promise<void> {
  const held = new Set((await findHeldPeople(tx, keys, emailHash)).map(({ contactId }) => contactId))
  const stranger = contactIds.find((contactId) => !held.has(contactId))
  if (stranger === undefined) return
  throw new Refusal(
    `${stranger} is not held under the address of ${id}. "prospector privacy show ${id}" lists who is. Nothing was erased.`,
  )
}

/** An erasure can't be undone: of several people behind one mailbox only those leave who were named. */
async function assertNotShared(tx: Db, keys: ChannelKeys, { id, emailHash }: PrivacyRequest): Promise<void> {
  const people = await findHeldPeople(tx, keys, emailHash)
  if (!isShared(people)) return
  throw new Refusal(
    `Several people share the mailbox of ${id}: ${idsOf(people).join(', ')}. Name those who asked, with --contact or contact_ids. ` +
      'Nobody was erased.',
  )
}

export async function refuseRequest(
  database: Database,
  { clock }: PrivacyParts,
  id: string,
  { reason, actor, record = nothing }: { reason: string; actor: string; record?: RecordAnswer },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const request = await holdRequest(tx, id)
    if (request?.state !== 'open') return false
    await endRequest(tx, clock, id, { state: 'refused', actor, refusal: reason })
    await record(tx)
    return true
  })
}

/** The checks and masks of an import, and the index, follow. Done again after an interruption it changes nothing more. */
async function correctFirst(database: Database, keys: ChannelKeys, id: string): Promise<string[]> {
  const request = await database.transaction((tx) => holdRequest(tx, id))
  if (request?.state !== 'open' || request.kind !== 'correct') return []
  const { remark: _, ...fields } = askOf(keys, request)!.proposal ?? {}
  const people = await findHeldPeople(database, keys, request.emailHash)
  // Nobody knows which of several people behind one mailbox wrote: the operator corrects those by an import.
  if (Object.keys(fields).length > 0 && !isShared(people)) {
    const corrections = people.map(({ contactId, store }) => ({ contactId, domain: store.domain, fields }))
    await correctPeople(database, keys, correctionSource, corrections)
  }
  return idsOf(people)
}
