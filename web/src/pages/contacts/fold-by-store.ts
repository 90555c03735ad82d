import type { ContactRow } from '../../shared/contacts/contact-columns.tsx'

/** The first contact of each store, with the number of others of those that are loaded. */
export function foldByStore(contacts: readonly ContactRow[]): readonly ContactRow[] {
  const byStore = Map.groupBy(contacts, ({ store }) => store.id)
  return [...byStore.values()].map(([first, ...others]) =>
    others.length > 0 ? { ...first!, folded: others.length } : first!,
  )
}
