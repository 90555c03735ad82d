import type { Channels } from '../channels.ts'
import type { ContactRecord } from './read-contact.ts'

/**
 * One line may list a person twice. Both entries become one contact, with the channels of both; where they differ, the
 * later entry is right.
 */
export function mergeRepeats(contacts: ContactRecord[]): ContactRecord[] {
  if (contacts.length < 2) return contacts
  const kept: ContactRecord[] = []
  // A few entries are compared pairwise; of many, only those that share an identifier.
  const placesByMark = contacts.length > 20 ? new Map<string, number[]>() : null
  for (const contact of contacts) {
    const candidates = placesByMark
      ? marksOf(contact).flatMap((mark) => placesByMark.get(mark) ?? [])
      : Array.from(kept.keys())
    const place = candidates.find((candidate) => areOnePerson(kept[candidate]!, contact)) ?? kept.length
    kept[place] = place < kept.length ? merge(kept[place]!, contact) : contact
    if (placesByMark) notePlace(placesByMark, contact, place)
  }
  return kept
}

function notePlace(placesByMark: Map<string, number[]>, contact: ContactRecord, place: number): void {
  for (const mark of marksOf(contact)) {
    const places = placesByMark.get(mark)
    if (places) places.push(place)
    else placesByMark.set(mark, [place])
  }
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
  return {
    source_id: later.source_id ?? earlier.source_id,
    first_name: later.first_name ?? earlier.first_name,
    last_name: later.last_name ?? earlier.last_name,
    full_name: later.full_name ?? earlier.full_name,
    title: later.title ?? earlier.title,
    role: later.role ?? earlier.role,
    seniority: later.seniority === 'other' ? earlier.seniority : later.seniority,
    channels,
    marks: {
      linkedin: later.marks.linkedin ?? earlier.marks.linkedin,
      emails: [...emails.keys()],
      name: later.marks.name ?? earlier.marks.name,
    },
  }
}
