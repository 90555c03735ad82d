import type { ImportedContact, ImportedStore } from '../catalog/import-record.ts'
import type { Random } from './random.ts'

const hour = 60 * 60 * 1000
const twoYears = 2 * 365 * 24
/** Those that somebody may have looked at: nobody reports a bounce in the demo. */
const datedStatuses = ['verified', 'matched', 'found']

/** When the store was first seen, and when its people's emails were verified: over two years, to the hour. */
export function withDates(random: Random, store: ImportedStore, now: Date): ImportedStore {
  const newest = Math.floor(now.getTime() / hour) * hour
  // Half of them have been there from the beginning; the others came since, as many every month.
  const age = random.chance(0.5) ? twoYears : random.below(twoYears)
  const ago = (hours: number): string => new Date(newest - hours * hour).toISOString()
  const verified = (contact: ImportedContact): ImportedContact => ({
    ...contact,
    emails: contact.emails?.map((email) =>
      datedStatuses.includes(email.status ?? '') && random.chance(0.9)
        ? { ...email, verified_at: ago(Math.floor((random.below(1_000) / 1_000) ** 2 * Math.min(age + 240, 12_000))) }
        : email,
    ),
  })
  return { ...store, observed_at: ago(age), contacts: store.contacts?.map(verified) }
}
