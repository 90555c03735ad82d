/**
 * One line of an import, as its source wrote it and before anything was checked. Only the domain is certain: any other
 * field may be absent, null, or hold a value that the catalogue does not know.
 */
export interface ImportedStore {
  domain: string
  name?: string | null | undefined
  category?: string | null | undefined
  country?: string | null | undefined
  traffic_tier?: string | null | undefined
  revenue_tier?: string | null | undefined
  /** USD a month. */
  monthly_revenue_estimate?: number | null | undefined
  shopify_plus?: boolean | null | undefined
  lead_fit_score?: number | null | undefined
  apps?: string[] | null | undefined
  pixels?: string[] | null | undefined
  theme?: { name?: string | null | undefined; type?: string | null | undefined } | null | undefined
  ads_active?: boolean | null | undefined
  contacts?: ImportedContact[] | null | undefined
  observed_at?: string | null | undefined
  retired?: boolean | null | undefined
}

export interface ImportedContact {
  source_id?: string | null | undefined
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  full_name?: string | null | undefined
  title?: string | null | undefined
  role?: string | null | undefined
  seniority?: string | null | undefined
  linkedin_url?: string | null | undefined
  email?: string | null | undefined
  emails?: ImportedEmail[] | null | undefined
  phones?: ImportedPhone[] | null | undefined
  collected_at?: string | null | undefined
  retired?: boolean | null | undefined
}

export interface ImportedEmail {
  email?: string | null | undefined
  status?: string | null | undefined
  type?: string | null | undefined
  is_primary?: boolean | null | undefined
  verified_at?: string | null | undefined
}

export interface ImportedPhone {
  phone?: string | null | undefined
  type?: string | null | undefined
  is_primary?: boolean | null | undefined
  verified_at?: string | null | undefined
}
