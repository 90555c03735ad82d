import type { LineEffect } from './counts.ts'
import type { Person } from './person.ts'

/** A contact that the catalogue already holds for the same store. */
export type KnownContact = {
  contactId: string
  sourceHash: string | null
  linkedinHash: string | null
  /** Read when they are asked for: most people of a second import are found by their fingerprint. */
  emailHashes: () => string[]
  name: () => string | null
  fingerprint: string
  retired: boolean
  seen: LineEffect
  /** The last list of the store's people did not hold them. */
  isMissed: boolean
  /** An erased person is known only by the hash of the name. */
  erased: { nameHash: string | null } | null
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
      const candidates: KnownContact[] = []
      for (const mark of marks(person)) {
        for (const contact of (mark !== null && byMark.get(mark)) || []) {
          if (!given.has(contact) && accept(person, contact)) candidates.push(contact)
        }
      }
      const sameName = candidates.length > 1 && candidates.find((contact) => haveSameName(person, contact))
      const match = sameName || candidates[0]
      if (match) give(match, at)
    })
  }

  function give(match: KnownContact, at: number): void {
    given.add(match)
    matches[at] = match
  }

  if (known.length <= fewPeople) {
    // Where most people of a second import end: groups would cost more than a look at each of the few.
    people.forEach((person, at) => {
      const fingerprint = person.fingerprint()
      const match = known.find((contact) => contact.fingerprint === fingerprint && !given.has(contact))
      if (match) give(match, at)
    })
  } else {
    pass(
      (contact) => [contact.fingerprint],
      (person) => [person.fingerprint()],
    )
  }
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
    (contact) => contact.emailHashes(),
    (person) => person.hashes().emails,
    (person, contact) => haveSameName(person, contact) || (contact.erased === null && !contradict(person, contact)),
  )
  pass(
    (contact) => [contact.name()],
    (person) => [person.record.marks.name],
    (person, contact) => !contradict(person, contact),
  )
  return matches
}

const fewPeople = 20

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
  const name = contact.name()
  return name !== null && name === person.record.marks.name
}

/** Their source tells them apart: by its own ids, or by two different profiles. */
function contradict(person: Person, contact: KnownContact): boolean {
  const { source, linkedin } = person.hashes()
  const sourcesDiffer = source !== null && contact.sourceHash !== null && source !== contact.sourceHash
  return sourcesDiffer || (linkedin !== null && contact.linkedinHash !== null && linkedin !== contact.linkedinHash)
}
