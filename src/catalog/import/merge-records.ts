/** Absent is not empty: what a line does not hold stays as an earlier line, or the catalogue, has it. */
import type { Channels } from '../channels.ts'
import { nameKey } from '../slug.ts'
import { mergeNames } from './merge-names.ts'
import { mergeRepeats, samePersonIn } from './merge-repeats.ts'
import type { ContactField, ContactRecord } from './read-contact.ts'
import type { StoreFields, StoreRecord } from './read-store.ts'
import { judgeMerged } from './without-channels.ts'

export function mergeFields(earlier: StoreFields, later: Pick<StoreRecord, 'fields' | 'absent'>): StoreFields {
  if (later.absent.length === 0) return later.fields
  const kept = later.absent.map((name) => [name, earlier[name]])
  return { ...later.fields, ...Object.fromEntries(kept) }
}

/** Two lines of one store as if they were one. With `replace`, the later list of people is the whole list. */
export function mergeLines(earlier: StoreRecord, later: StoreRecord, replace: boolean): StoreRecord {
  return {
    domain: later.domain,
    observedAt: later.observedAt,
    fields: mergeFields(earlier.fields, later),
    absent: later.absent.filter((name) => earlier.absent.includes(name)),
    contacts: replace ? (later.contacts ?? earlier.contacts) : mergePeople(earlier.contacts, later.contacts),
    retired: false,
  }
}

/** Retirements, returns and changes in between depend on the order: such lines are applied one after the other. */
export const canMergeLines = (one: StoreRecord, other: StoreRecord): boolean =>
  one.observedAt === other.observedAt && !retiresSomething(one) && !retiresSomething(other)

const retiresSomething = ({ retired, contacts }: StoreRecord): boolean =>
  retired || (contacts?.some((contact) => contact.retired) ?? false)

function mergePeople(earlier: ContactRecord[] | null, later: ContactRecord[] | null): ContactRecord[] | null {
  if (!earlier || !later) return later ?? earlier
  const people = mergeRepeats(earlier)
  const find = samePersonIn(people)
  for (const contact of mergeRepeats(later)) {
    const place = find(contact)
    if (place < 0) people.push(contact)
    else people[place] = mergeContact(people[place]!, contact)
  }
  return people
}

export function mergeContact(earlier: ContactRecord, later: ContactRecord): ContactRecord {
  const absent = later.absent.filter((name) => earlier.absent.includes(name))
  const pick = (name: ContactField): ContactRecord => (later.absent.includes(name) ? earlier : later)
  const channels: Channels = {
    emails: pick('emails').channels.emails,
    phones: pick('phones').channels.phones,
    linkedin_url: pick('linkedin_url').channels.linkedin_url,
  }
  const { title } = pick('title')
  const { role } = pick('role')
  const texts = judgeMerged({ ...mergeNames(earlier, later), title, role }, channels, [earlier, later])
  return {
    source_id: pick('source_id').source_id,
    ...texts,
    seniority: pick('seniority').seniority,
    channels,
    collected_at: pick('collected_at').collected_at,
    absent,
    retired: false,
    marks: {
      linkedin: pick('linkedin_url').marks.linkedin,
      emails: pick('emails').marks.emails,
      name: nameKey(texts.full_name),
    },
  }
}
