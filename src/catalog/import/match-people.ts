import type { ChannelKeys } from '../channel-keys.ts'
import type { TextsInFull } from '../channels.ts'
import { emailHashes } from '../email-hashes.ts'
import { firstWordOf, likelyLastName, titleWithoutLastName, withoutLastName } from '../last-names-in-text.ts'
import type { LineEffect } from './counts.ts'
import { type ContactRecord, readRole } from './read-contact.ts'
import type { ContactTexts } from './without-channels.ts'

/** A contact of a line, with everything by which it may be found again. Hashes are hexadecimal. */
export type Person = {
  record: ContactRecord
  /** Made when they are first asked for: whoever is known by the fingerprint needs none of them. */
  hashes: () => PersonHashes
  /** Equal only for lines that say the same of a contact: what was written by one of them needs no second look. */
  fingerprint: string
}

type PersonHashes = {
  source: string | null
  linkedin: string | null
  emails: string[]
  name: string | null
}

/** A contact that the catalogue already holds for the same store. */
export type KnownContact = {
  contactId: string
  sourceHash: string | null
  linkedinHash: string | null
  emailHashes: string[]
  name: string | null
  fingerprint: string
  retired: boolean
  seen: LineEffect
  /** The last list of the store's people did not hold them. */
  isMissed: boolean
  /** Of an erased person only the hash of the name is left. */
  erased: { nameHash: string | null } | null
}

export function toPerson(imported: ContactRecord, keys: ChannelKeys): Person {
  const record = forPreviews(imported)
  let hashes: PersonHashes | null = null
  return {
    record,
    hashes: () => {
      hashes ??= hashesOf(record, keys)
      return hashes
    },
    // It contains the key's id, so an import after a change of keys seals everything again.
    fingerprint: fingerprintOf(keys, keys.currentKeyId + JSON.stringify(record)),
  }
}

function hashesOf({ source_id, marks }: ContactRecord, keys: ChannelKeys): PersonHashes {
  return {
    source: source_id === null ? null : keys.hashHex('source', source_id),
    linkedin: marks.linkedin === null ? null : keys.hashHex('linkedin', marks.linkedin),
    emails: marks.emails.flatMap((email) => emailHashes(email, keys)),
    name: marks.name === null ? null : keys.hashHex('name', marks.name),
  }
}

/** Earlier releases hashed the whole row; their hashes, without the mark at the end, are replaced when they are met. */
const fingerprintMark = '02'
export const fingerprintOf = (keys: ChannelKeys, text: string): string =>
  keys.hashHex('content', text) + fingerprintMark
export const isOldFingerprint = (hex: string): boolean => hex.length === 32

/** The texts that a preview shows next to the masked last name must not give it away. A reveal returns them in full. */
export function forPreviews<Texts extends ContactTexts>(imported: Texts): Texts & { in_full?: TextsInFull } {
  const { first_name, last_name, full_name, title, role } = imported
  const lastName = last_name ?? (full_name && likelyLastName(full_name))
  const shownTitle = title && lastName ? titleWithoutLastName(title, lastName, first_name) : title
  const shownName = first_name && (last_name ? withoutLastName(first_name, last_name) : firstWordOf(first_name))
  const holdsName = role && lastName && titleWithoutLastName(role, lastName, first_name) !== role
  const shownRole = holdsName ? readRole(role, lastName, first_name) : role
  if (shownTitle === title && shownName === first_name && shownRole === role) return imported
  const in_full = {
    ...(first_name && shownName !== first_name && { first_name }),
    ...(title && shownTitle !== title && { title }),
  }
  return {
    ...imported,
    first_name: shownName,
    title: shownTitle,
    role: shownRole,
    ...(Object.keys(in_full).length > 0 && { in_full }),
  }
}

/**
 * Finds each person among the known contacts of the store, the surest evidence first for all of them: the same content,
 * then the source's id, the profile, an email, the full name. Each known contact is matched once.
 */
export function matchPeople(people: readonly Person[], known: readonly KnownContact[]): (KnownContact | null)[] {
  const matches: (KnownContact | null)[] = people.map(() => null)
  if (known.length === 0) return matches
  const given = new Set<KnownContact>()

  function pass(
    knownMarks: (contact: KnownContact) => Marks,
    marks: (person: Person) => Marks,
    accept: Accept = always,
  ): void {
    if (given.size === known.length || given.size === people.length) return
    const byMark = groupByMark(known, knownMarks)
    people.forEach((person, at) => {
      if (matches[at]) return
      const candidates = marks(person)
        .flatMap((mark) => (mark === null ? [] : (byMark.get(mark) ?? [])))
        .filter((contact) => !given.has(contact) && accept(person, contact))
      const match = candidates.find((contact) => haveSameName(person, contact)) ?? candidates[0]
      if (!match) return
      given.add(match)
      matches[at] = match
    })
  }

  pass(
    (contact) => [contact.fingerprint],
    (person) => [person.fingerprint],
  )
  pass(
    (contact) => [contact.sourceHash],
    (person) => [person.hashes().source],
  )
  pass(
    (contact) => [contact.linkedinHash],
    (person) => [person.hashes().linkedin],
  )
  // A shared mailbox is not proof against the source's own word that these are two, unless the names agree as well. Nor is it proof
  // that somebody is an erased person: whoever was taken for one would be erased, too.
  pass(
    (contact) => contact.emailHashes,
    (person) => person.hashes().emails,
    (person, contact) => haveSameName(person, contact) || (contact.erased === null && !contradict(person, contact)),
  )
  pass(
    (contact) => [contact.name],
    (person) => [person.record.marks.name],
    (person, contact) => !contradict(person, contact),
  )
  return matches
}

type Marks = readonly (string | null)[]

type Accept = (person: Person, contact: KnownContact) => boolean
const always: Accept = () => true

function groupByMark(known: readonly KnownContact[], marksOf: (contact: KnownContact) => Marks) {
  const groups = new Map<string, KnownContact[]>()
  for (const contact of known) {
    for (const mark of marksOf(contact)) {
      if (mark === null) continue
      const group = groups.get(mark)
      if (group) group.push(contact)
      else groups.set(mark, [contact])
    }
  }
  return groups
}

function haveSameName(person: Person, contact: KnownContact): boolean {
  if (contact.erased) return contact.erased.nameHash === person.hashes().name
  return contact.name !== null && contact.name === person.record.marks.name
}

/** Their source tells them apart: by its own ids, or by two different profiles. */
function contradict(person: Person, contact: KnownContact): boolean {
  const { source, linkedin } = person.hashes()
  const sourcesDiffer = source !== null && contact.sourceHash !== null && source !== contact.sourceHash
  return sourcesDiffer || (linkedin !== null && contact.linkedinHash !== null && linkedin !== contact.linkedinHash)
}
