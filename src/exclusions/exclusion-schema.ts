import { type Static, Type } from 'typebox'
import { exclusionEntriesMax } from '../base/bounds.ts'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import {
  count,
  dateTime,
  givenNameMax,
  noControlCharacters,
  nullableDateTime,
  requestId,
  requestIdExample,
} from '../base/schema.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { emailLengthMax } from '../catalog/channel-values.ts'
import {
  type ExclusionEntry,
  type ExclusionKind,
  exclusionKinds,
  readExclusionEntry,
} from '../catalog/exclusions/exclusion-entry.ts'
import type { Exclusion } from '../catalog/exclusions/exclusions.ts'
import type { Database } from '../db/database.ts'

export type ExclusionNeeds = { database: Database; clock: Clock; channelKeys: ChannelKeys }

export const entriesPerCallMax = 10_000

export const exclusionParams = Type.Object({
  label: Type.String({
    minLength: 1,
    maxLength: givenNameMax,
    pattern: noControlCharacters,
    description: 'Your name for the list, such as `customers`.',
  }),
})

const value = (description: string, longest: number) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: longest, description }))

const valueOfKind = {
  email: value('Whoever has this address.', emailLengthMax),
  domain: value('The store, and everybody in it; in any form a person would paste.', 2_048),
  linkedin_url: value('Whoever has this profile.', 2_000),
  email_sha256: value('The SHA-256 of an address, trimmed and in lower case, as lower-case hex.', 64),
} satisfies Record<ExclusionKind, unknown>

const entry = Type.Object(valueOfKind, { additionalProperties: false, description: 'Exactly one of these.' })

export const exclusionEntries = Type.Array(entry, {
  maxItems: entriesPerCallMax,
  description: `Whom to leave out. An account can have ${exclusionEntriesMax.toLocaleString('en-US')} entries over all its lists.`,
})

const forEachKind = <Value>(make: (kind: ExclusionKind) => Value): Record<ExclusionKind, Value> =>
  Object.fromEntries(exclusionKinds.map((kind) => [kind, make(kind)])) as Record<ExclusionKind, Value>

export const exclusionFields = Type.Object(
  {
    label: Type.String({ description: 'The name of the list.' }),
    object: Type.Literal('exclusion'),
    counts: Type.Object(
      {
        total: count({ description: 'Entries in all.' }),
        ...forEachKind((kind) => count({ description: `Entries of the kind \`${kind}\`.` })),
      },
      { description: 'How many entries it has. The entries themselves are kept as keyed hashes and can’t be read.' },
    ),
    created_at: dateTime({ description: 'When it was made.' }),
    updated_at: dateTime({ description: 'When entries were last sent.' }),
    expires_at: nullableDateTime({ description: 'When the list ends; null: never.' }),
  },
  { title: 'Exclusion' },
)

export const exclusionReply = Type.Object({ ...exclusionFields.properties, request_id: requestId })

export const exampleExclusion: Static<typeof exclusionFields> = {
  label: 'customers',
  object: 'exclusion',
  counts: { total: 3, email: 1, domain: 1, linkedin_url: 0, email_sha256: 1 },
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
  expires_at: null,
}
export const exampleExclusionReply = { ...exampleExclusion, request_id: requestIdExample }

export function renderExclusion({
  label,
  counts,
  createdAt,
  updatedAt,
  expiresAt,
}: Exclusion): Static<typeof exclusionFields> {
  const ofKinds = forEachKind((kind) => counts[kind] ?? 0)
  const total = Object.values(ofKinds).reduce((sum, ofKind) => sum + ofKind)
  return {
    label,
    object: 'exclusion',
    counts: { total, ...ofKinds },
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  }
}

export const noExclusion = () => problems.resourceNotFound('label')

const wanted: Record<ExclusionKind, string> = {
  email: 'an email address',
  domain: 'a domain',
  linkedin_url: 'the address of a profile',
  email_sha256: '64 digits of lower-case hex',
}

/** Refuses the first entry that is none, by name; nothing is changed then. */
export function readEntries(given: Static<typeof exclusionEntries>, keys: ChannelKeys): ExclusionEntry[] {
  return given.map((one, at) => {
    const [kind, ...others] = exclusionKinds.filter((name) => one[name] !== undefined)
    if (kind === undefined || others.length > 0) {
      throw problems.invalidRequest(
        `entries[${at}]`,
        `entries[${at}] must have exactly one of ${exclusionKinds.join(', ')}.`,
      )
    }
    const read = readExclusionEntry(kind, one[kind]!, keys)
    const param = `entries[${at}].${kind}`
    if (!read) throw problems.invalidRequest(param, `${param} must be ${wanted[kind]}.`)
    return read
  })
}
