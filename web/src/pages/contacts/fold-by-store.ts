import type { ContactPreview } from '../../api/contacts.ts'

/** The first contact of each store, and how many more of those that are loaded stand behind it. */
export function foldByStore(contacts: readonly ContactPreview[]): {
  rows: ContactPreview[]
  foldedOf: (contact: ContactPreview) => number
} {
  const counts = new Map<string, number>()
  const rows: ContactPreview[] = []
  for (const contact of contacts) {
    const count = counts.get(contact.store.id) ?? 0
    if (count === 0) rows.push(contact)
    counts.set(contact.store.id, count + 1)
  }
  return { rows, foldedOf: ({ store }) => (counts.get(store.id) ?? 1) - 1 }
}
