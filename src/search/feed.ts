/**
 * What the index is built from. The catalogue's room provides the feed; this room knows no table.
 * A row has no name and no channel, so neither can end up in the index.
 */
export type StoreRow = {
  id: string
  domain: string
  category: string | null
  country: string | null
  trafficTier: string | null
  revenueTier: string | null
  shopifyPlus: boolean
  adsActive: boolean
  /** 0 to 100, decimals allowed. */
  leadFitScore: number | null
  apps: string[]
  pixels: string[]
  themeType: string | null
}

export type ContactRow = {
  id: string
  storeId: string
  role: string | null
  seniority: string
  title: string | null
  hasEmail: boolean
  hasPhone: boolean
  hasLinkedin: boolean
}

/** A store with every contact of it that is neither suppressed nor retired. */
export type StoreWithContacts = { store: StoreRow; contacts: ContactRow[] }

export type Feed = AsyncIterable<StoreWithContacts[]> | Iterable<StoreWithContacts[]>

/** A module that a build worker can load by its address exports this as `openFeed`. */
export type OpenFeed = (options: unknown) => Feed | Promise<Feed>
