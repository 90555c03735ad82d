import type { ChangeType } from './change-types.ts'

/** A store as the catalogue's tables and the index both hold it. */
export type StoreFacts = {
  id: string
  domain: string
  name: string
  category: string | null
  country: string | null
  trafficTier: string | null
  revenueTier: string | null
  shopifyPlus: boolean
  leadFitScore: number | null
  apps: string[]
  pixels: string[]
  themeName: string | null
  themeType: string | null
  firstSeenAt: Date | null
  updatedAt: Date | null
  observedAt: Date | null
}

export type LastChange = { type: ChangeType; value: string; observedAt: Date }

/** What a store says about its contacts. */
export type ContactsSummary = {
  /** Over all contacts that are neither suppressed nor retired; roles in alphabetical order. */
  total: number
  roles: string[]
  /** Over those of them that a reveal could return something for. */
  hasRevealableContacts: boolean
  verifiedEmailCount: number
}
