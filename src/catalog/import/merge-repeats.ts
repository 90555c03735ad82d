import type { Channels } from '../channels.ts'
import { nameKey } from '../slug.ts'
import { mergeNames } from './merge-names.ts'
import type { ContactRecord } from './read-contact.ts'
import { judgeMerged } from './without-channels.ts'

/**
 * One line may list a person twice. Both entries become one contact, with the channels of both; where they differ, the
 * later entry is right.
 */
export function mergeRepeats(contacts: ContactRecord[]): ContactRecord[] {
  if (contacts.length < 2) return contacts
  const kept: ContactRecord[] = []
  const find = samePersonIn(kept, contacts.length)
  for (const contact of contacts) {
    const place = find(contact)
    if (place < 0) kept.push(contact)
    else kept[place] = merge(kept[place]!, contact)
    find.note(contact, place < 0 ? kept.length - 1 : place)
  }
  return kept
}

type Finder = ((contact: ContactRecord) => number) & { note(contact: ContactRecord, place: number): void }

/** Where in `people` the same person is, or -1. A few are compared one by one; of many, only those that share an identifier. */
export function samePersonIn(people: ContactRecord[], expected = people.length): Finder {
  const placesByMark = expected > 20 ? new Map<string, number[]>() : null
  const note = (contact: ContactRecord, place: number): void => {
    if (!placesByMark) return
    for (const mark of marksOf(contact)) {
      const places = placesByMark.get(mark)
      if (places) places.push(place)
      else placesByMark.set(mark, [place])
    }
  }
  people.forEach(note)
  const find = (contact: ContactRecord): number => {
    if (!placesByMark) return people.findIndex((one) => areOnePerson(one, contact))
    const candidates = marksOf(contact).flatMap((mark) => placesByMark.get(mark) ?? [])
    return candidates.find((candidate) => areOnePerson(people[candidate]!, contact)) ?? -1
  }
  return Object.assign(find, { note })
}

function marksOf({ source_id, marks }: ContactRecord): string[] {
  const all = marks.emails.map((email) => `email ${email}`)
  if (source_id !== null) all.push(`source ${source_id}`)
  if (marks.linkedin !== null) all.push(`linkedin ${marks.linkedin}`)
  if (marks.name !== null) all.push(`name ${marks.name}`)
  return all
}

/**
 * Stricter than matching against the catalogue, where each row is matched only once: colleagues who share a mailbox
 * are told apart by their names, and namesakes by the ids or profiles that their source gave them.
 */
function areOnePerson(one: ContactRecord, other: ContactRecord): boolean {
  if (one.source_id !== null && one.source_id === other.source_id) return true
  if (one.marks.linkedin !== null && one.marks.linkedin === other.marks.linkedin) return true
  const haveSameName = one.marks.name !== null && one.marks.name === other.marks.name
  if (haveSameName) return shareEmail(one, other) || !contradict(one, other)
  if (one.marks.name !== null && other.marks.name !== null) return false
  return shareEmail(one, other) && !contradict(one, other)
}

function shareEmail(one: ContactRecord, other: ContactRecord): boolean {
  return one.marks.emails.some((email) => other.marks.emails.includes(email))
}

function contradict(one: ContactRecord, other: ContactRecord): boolean {
  const sourcesDiffer = one.source_id !== null && other.source_id !== null && one.source_id !== other.source_id
  const { linkedin } = one.marks
  return sourcesDiffer || (linkedin !== null && other.marks.linkedin !== null && linkedin !== other.marks.linkedin)
}

function merge(earlier: ContactRecord, later: ContactRecord): ContactRecord {
  const emails = new Map(earlier.marks.emails.map((mark, at) => [mark, earlier.channels.emails[at]!]))
  later.marks.emails.forEach((mark, at) => {
    emails.set(mark, later.channels.emails[at]!)
  })
  const phones = new Map([...earlier.channels.phones, ...later.channels.phones].map((item) => [item.phone, item]))
  const channels: Channels = {
    emails: [...emails.values()],
    phones: [...phones.values()],
    linkedin_url: later.channels.linkedin_url ?? earlier.channels.linkedin_url,
  }
  const title = later.title ?? earlier.title
  const role = later.role ?? earlier.role
  const texts = judgeMerged({ ...mergeNames(earlier, later), title, role }, channels, [earlier, later])
  return {
    source_id: later.source_id ?? earlier.source_id,
    ...texts,
    seniority: later.seniority === 'other' ? earlier.seniority : later.seniority,
    channels,
    collected_at: later.collected_at ?? earlier.collected_at,
    absent: later.absent.filter((name) => earlier.absent.includes(name)),
    retired: false,
    marks: {
      linkedin: later.marks.linkedin ?? earlier.marks.linkedin,
      emails: [...emails.keys()],
      name: nameKey(texts.full_name),
    },
  }
}
