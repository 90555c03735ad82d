/**
 * What the index is built from. The catalogue provides the feed; this module knows no table. No column holds a channel or
 * more of a last name than its mask, so neither can end up in the index.
 */
export type StoreColumn =
  | 'id'
  | 'domain'
  | 'name'
  | 'category'
  | 'country'
  | 'trafficTier'
  | 'revenueTier'
  | 'shopifyPlus'
  | 'adsActive'
  /** 0 to 100, decimals allowed. */
  | 'leadFitScore'
  | 'apps'
  | 'pixels'
  | 'themeName'
  | 'themeType'
  /** When it was first seen, when something of it last changed, and when it was last looked at. */
  | 'firstSeenAt'
  | 'updatedAt'
  | 'observedAt'

export type ContactColumn =
  | 'id'
  | 'storeId'
  | 'firstName'
  /** Its first letter and a mask. */
  | 'maskedLastName'
  | 'role'
  | 'seniority'
  | 'title'
  | 'hasEmail'
  | 'hasPhone'
  | 'hasLinkedin'
  | 'addedAt'
  | 'updatedAt'
  /** Status and type of each email that may leave, in the order of a reveal, and when each was verified. */
  | 'emailKinds'
  | 'emailsVerifiedAt'

/** A change of a store: its type and its value, with `changeSeparator` between, and when it was observed. */
export type ChangeColumn = 'storeId' | 'change' | 'observedAt'
export const changeSeparator = '\x1f'

/**
 * Some rows, as bytes: making a string of every value would cost more than building the index does. A text is UTF-8, a flag
 * one byte, 1 or 0, a number a double with its high byte first, a time the microseconds since 2000 in eight bytes. A list holds its items one after the other, each behind its
 * length in four bytes, high byte first. The reader may overwrite a batch, and loses it when it asks for the next.
 */
export type Rows = {
  count: number
  bytes: DataView
  /**
   * The value of column `c` in row `r` is the bytes from `spans[2 * i]` up to `spans[2 * i + 1]`, with
   * `i = r * columns + c`. Both are -1 where there is no value.
   */
  spans: Int32Array
}

/** The columns are named in the order in which the rows hold them. */
export type Table = { columns: readonly string[]; batches: AsyncIterable<Rows> | Iterable<Rows> }

/**
 * All stores are read before the first contact, and all contacts before the first change. Contacts are those that are neither suppressed nor retired, also those
 * that a reveal could return nothing for: searches do not list them, but their store counts them. A contact or a
 * change whose store is not among the stores is left out.
 */
export type Feed = { stores: Table; contacts: Table; changes: Table; close?(): Promise<void> }

/** Which catalogue it is. Every suppression raises the second version; all else that an index has to be rebuilt for, the first. */
export type CatalogueState = {
  version: number
  suppressionVersion: number
  /** How often people were erased, who are in every index from before. */
  erasures: number
}

/**
 * A module that a build worker can load by its address exports this as `openFeed`. The state is that of the very snapshot
 * which the rows are read from.
 */
export type OpenFeed = (
  options: unknown,
) => Promise<Feed & CatalogueState & { stateId: string | null; changedStoreIds: string[] | null }>

/** Asks a feed for what has changed since a version, if that is known and not too much; else it gives everything. */
export type WantedChanges = { version: number; storesMax: number }
