import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { type ExclusionEntry, readExclusionEntry } from '../catalog/exclusions/exclusion-entry.ts'
import type { Crm, CrmObject } from './crm.ts'
import { companyKind, contactKind } from './properties.ts'

/** Where the next page begins; null when everything was read. */
export type Reading = { object: CrmObject; after: string | null } | null

const kinds = {
  contacts: { kind: contactKind, names: ['email', 'hs_additional_emails'], entry: 'email' },
  companies: { kind: companyKind, names: ['domain', 'hs_additional_domains'], entry: 'domain' },
} as const

const pagesAtOnce = 10

/**
 * Some pages of what the portal holds, as entries of an exclusion list. Records that we created are left out: their people are revealed
 * already, and their stores may have others worth finding.
 */
export async function readExclusion(
  crm: Crm,
  keys: ChannelKeys,
  from: NonNullable<Reading>,
): Promise<{ read: number; entries: ExclusionEntry[]; next: Reading }> {
  const { kind, names, entry } = kinds[from.object]
  const entries: ExclusionEntry[] = []
  let read = 0
  let { after } = from
  for (let pages = 0; pages < pagesAtOnce; pages += 1) {
    const { records, next } = await crm.readPage(from.object, [...names, 'prospector_origin'], after)
    const theirs = records.filter(({ properties }) => properties.prospector_origin !== 'created')
    const values = theirs.flatMap((record) => kind.keysOf(record))
    entries.push(...values.flatMap((value) => readExclusionEntry(entry, value, keys) ?? []))
    read += records.length
    after = next
    if (next === null) break
  }
  if (after !== null) return { read, entries, next: { object: from.object, after } }
  return { read, entries, next: from.object === 'contacts' ? { object: 'companies', after: null } : null }
}
