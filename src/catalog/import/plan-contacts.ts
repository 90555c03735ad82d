import { newContactId } from '../../base/ids.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { movedHashes, nothingMoved } from '../moved-emails.ts'
import type { BatchPlan } from './batch-plan.ts'
import { noteOutcome } from './counts.ts'
import { holdCorrections } from './held-corrections.ts'
import { type KnownContact, matchPeople } from './match-people.ts'
import { mergeContact } from './merge-records.ts'
import { isOldFingerprint, type Person, sealPerson, toPerson } from './person.ts'
import type { ContactRecord } from './read-contact.ts'
import type { StoredContact } from './stored-rows.ts'

type ContactPair = { given: Person; known: KnownContact | null; before: StoredContact | undefined }

export function planContact(
  plan: BatchPlan,
  { given, known, before }: ContactPair,
  { storeId, at }: { storeId: string; at: number },
  keys: ChannelKeys,
): void {
  if (!known) {
    plan.newContacts.push({ contactId: newContactId(), storeId, person: given, at })
    noteOutcome(plan.contacts, null, 'new')
    return
  }
  const { contactId } = known
  const person = before ? complete(given, before.record, known, keys) : given
  const isSame = !known.retired && isUnchanged(given, person, known, before, keys)
  if (isSame && isUpToDate(person, known, before, keys)) {
    plan.unchangedContactIds.push(contactId)
    noteOutcome(plan.contacts, known.seen, 'unchanged')
    return
  }
  const moved = before ? movedHashes(keys, before.record.channels, person.record.channels) : nothingMoved
  const sealed = sealPerson(contactId, person, keys)
  plan.changedContacts.push({ contactId, storeId, person, sealed, moved, at, isUpdate: !isSame })
  noteOutcome(plan.contacts, known.seen, isSame ? 'unchanged' : 'changed')
}

/** What the line says of a contact, on top of what is stored; found again by the same line. */
function complete(given: Person, before: ContactRecord, known: KnownContact, keys: ChannelKeys): Person {
  const line = { ...given.record, ...given.record.in_full }
  const held =
    line.corrected || !before.corrected ? line : { ...line, ...holdCorrections(line, before.corrected, keys) }
  const { corrected } = held
  const merged = toPerson({ ...mergeContact(before, held), ...(corrected && { corrected }) }, keys)
  const source = given.record.absent.includes('source_id') ? known.sourceHash : given.hashes().source
  return { ...merged, hashes: () => ({ ...merged.hashes(), source }), fingerprint: given.fingerprint }
}

function isUnchanged(
  given: Person,
  person: Person,
  known: KnownContact,
  before: StoredContact | undefined,
  keys: ChannelKeys,
): boolean {
  if (known.fingerprint === given.fingerprint()) return true
  return before !== undefined && content(person) === content(toPerson(before.record, keys))
}

/** Everything of a contact that anybody could see. */
const content = ({ record: { source_id, collected_at, absent, corrected, ...rest } }: Person): string =>
  JSON.stringify(rest)

/** Sealed under the key of today, found by the line that it came from, as young and as corrected as that says. */
function isUpToDate(
  person: Person,
  known: KnownContact,
  before: StoredContact | undefined,
  keys: ChannelKeys,
): boolean {
  if (before === undefined) return true
  const { keyId, record } = before
  const isSealed = keyId === null || keyId === keys.currentKeyId
  const { collected_at, corrected } = person.record
  const isSame = record.collected_at === collected_at && JSON.stringify(record.corrected) === JSON.stringify(corrected)
  return isSealed && !isOldFingerprint(known.fingerprint) && isSame
}

/** Which of the known people a line names. A line that names nobody does not say who was seen. */
export function planSightings(
  plan: BatchPlan,
  storeId: string,
  known: readonly KnownContact[],
  matches: readonly (KnownContact | null)[],
): void {
  if (matches.length === 0) return
  plan.peopledStoreIds.add(storeId)
  const named = new Set(matches)
  for (const contact of known) {
    if (!named.has(contact) && !contact.isMissed) plan.missedContactIds.push(contact.contactId)
    if (named.has(contact) && contact.isMissed) plan.foundContactIds.push(contact.contactId)
  }
}

/** A namesake must not leave in somebody's place. */
const withoutName = (contact: ContactRecord): ContactRecord => ({ ...contact, marks: { ...contact.marks, name: null } })

type LeavingInput = {
  known: readonly KnownContact[]
  matches: readonly (KnownContact | null)[]
  contacts: ContactRecord[] | null
  superseded: ContactRecord[]
}

/**
 * People whom the line retires; and with `--replace`, people whom only an earlier line of this import held. The same contacts
 * leave whether that line stood in this batch, in one before, or in a run that was interrupted.
 */
export function planLeavers(plan: BatchPlan, leaving: LeavingInput, keys: ChannelKeys, replace: boolean): void {
  const { known, matches, contacts, superseded } = leaving
  const matched = new Set(matches)
  const others = known.filter((contact) => !matched.has(contact))
  if (others.length === 0) return
  const find = (people: ContactRecord[]) =>
    new Set(
      matchPeople(
        people.map((contact) => toPerson(contact, keys)),
        others,
      ),
    )
  const retired = find(contacts?.filter((contact) => contact.retired).map(withoutName) ?? [])
  const heldEarlier = find(superseded)
  const isWholeList = replace && contacts !== null
  for (const contact of others) {
    const isSuperseded = heldEarlier.has(contact) || (isWholeList && contact.seen !== null)
    if (contact.retired || !(retired.has(contact) || isSuperseded)) continue
    plan.retiredContactIds.push(contact.contactId)
    plan.contacts.retired += 1
  }
}
