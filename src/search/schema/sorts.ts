/** The orders that results come in. `score` is the order of the documents themselves; each other is an order next to it. */
export const contactSorts = ['score', 'newest', 'updated'] as const
export const storeSorts = ['score', 'name', 'visits', 'revenue', 'contacts', 'newest', 'last_change'] as const

export type ContactSort = (typeof contactSorts)[number]
export type StoreSort = (typeof storeSorts)[number]
export type Sort = ContactSort | StoreSort

/** Those that a segment keeps an order for. */
export type FurtherContactSort = Exclude<ContactSort, 'score'>
export type FurtherStoreSort = Exclude<StoreSort, 'score'>
