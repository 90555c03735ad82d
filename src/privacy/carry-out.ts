import type { Clock } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { findHeldPeople, type HeldPerson } from '../catalog/find-held-people.ts'
import { correctPeople } from '../catalog/import/correct-people.ts'
import { nameKey } from '../catalog/slug.ts'
import { suppress } from '../catalog/suppressions.ts'
import type { Database, Db } from '../db/database.ts'
import { erasePeople } from './erasing/erase-people.ts'
import { askOf, endRequest, holdRequest, type PrivacyRequest } from './requests.ts'

export type PrivacyParts = { clock: Clock; keys: ChannelKeys }

/** The source that corrected people have. */
const correctionSource = 'privacy'

/** A mailbox that several people share: its reader may not see or decide about all of them. */
export const isShared = (people: readonly HeldPerson[]): boolean =>
  new Set(people.map(({ fullName }) => (fullName === null ? null : nameKey(fullName)))).size > 1

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
  const contactIds = people.map(({ contactId }) => contactId)
  const ask = askOf(keys, request)!
  if (request.kind === 'object') await suppress(tx, keys, { email: ask.email })
  if (request.kind === 'copy' || request.kind === 'object') {
    await endRequest(tx, clock, request.id, { state: 'done', actor: 'service', contactIds, forgets: true })
    return true
  }
  if (request.kind !== 'erase' || !automatic || isShared(people)) return false
  const erased = await erasePeople(tx, keys, [{ email: ask.email }])
  await endRequest(tx, clock, request.id, { state: 'done', actor: 'service', contactIds: erased })
  return true
}

type Completion = {
  actor: string
  /** Of several people behind one mailbox, those who asked. Unset: everybody who holds the address. */
  contactIds?: readonly string[] | undefined
}

/** The operator carries an open request out. False: it is not open. */
export async function completeRequest(
  database: Database,
  { clock, keys }: PrivacyParts,
  id: string,
  { actor, contactIds }: Completion,
): Promise<boolean> {
  const corrected = await correctFirst(database, keys, id)
  return database.transaction(async (tx) => {
    const request = await holdRequest(tx, id)
    if (request?.state !== 'open') return false
    const { email } = askOf(keys, request)!
    if (contactIds) await assertHeld(tx, keys, request, contactIds)
    const targets = contactIds?.map((contact) => ({ contact })) ?? [{ email }]
    const concerned = request.kind === 'erase' ? await erasePeople(tx, keys, targets) : corrected
    await endRequest(tx, clock, id, { state: 'done', actor, contactIds: concerned })
    return true
  })
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

export async function refuseRequest(
  database: Database,
  { clock }: PrivacyParts,
  id: string,
  { reason, actor }: { reason: string; actor: string },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const request = await holdRequest(tx, id)
    if (request?.state !== 'open') return false
    await endRequest(tx, clock, id, { state: 'refused', actor, refusal: reason })
    return true
  })
}

/** The checks and masks of an import, and the index, follow. Done again after an interruption it changes nothing more. */
async function correctFirst(database: Database, keys: ChannelKeys, id: string): Promise<string[]> {
  const request = await database.transaction((tx) => holdRequest(tx, id))
  if (request?.state !== 'open' || request.kind !== 'correct') return []
  const { remark: _, ...fields } = askOf(keys, request)!.proposal ?? {}
  const people = await findHeldPeople(database, keys, request.emailHash)
  // Of several people behind one mailbox nobody knows who wrote: the operator corrects those by an import.
  if (Object.keys(fields).length > 0 && !isShared(people)) {
    const corrections = people.map(({ contactId, store }) => ({ contactId, domain: store.domain, fields }))
    await correctPeople(database, keys, correctionSource, corrections)
  }
  return people.map(({ contactId }) => contactId)
}
