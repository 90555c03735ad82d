// Made by "npm run generate" from the descriptions of the API. Do not edit.

export const routes = {
  revealContacts: { method: 'POST', path: '/api/v1/contacts/reveal', meter: 'request' },
  quoteReveal: { method: 'POST', path: '/api/v1/contacts/reveal/quote', meter: 'request' },
  listRevealedContacts: { method: 'GET', path: '/api/v1/contacts/revealed', meter: 'request' },
  getContact: { method: 'GET', path: '/api/v1/contacts/{contact_id}', meter: 'request' },
  searchContacts: { method: 'POST', path: '/api/v1/contacts/search', meter: 'request' },
  searchStores: { method: 'POST', path: '/api/v1/stores/search', meter: 'request' },
  getStore: { method: 'GET', path: '/api/v1/stores/{domain}', meter: 'request' },
  findSimilarStores: { method: 'GET', path: '/api/v1/stores/{domain}/similar', meter: 'request' },
  enrichStores: { method: 'POST', path: '/api/v1/stores/enrich', meter: 'request' },
  createJob: { method: 'POST', path: '/api/v1/jobs', meter: 'request' },
  listJobs: { method: 'GET', path: '/api/v1/jobs', meter: 'own' },
  getJob: { method: 'GET', path: '/api/v1/jobs/{job_id}', meter: 'own' },
  getJobResults: { method: 'GET', path: '/api/v1/jobs/{job_id}/results', meter: 'own' },
  cancelJob: { method: 'POST', path: '/api/v1/jobs/{job_id}/cancel', meter: 'own' },
  resumeJob: { method: 'POST', path: '/api/v1/jobs/{job_id}/resume', meter: 'own' },
  getUsage: { method: 'GET', path: '/api/v1/usage', meter: 'own' },
  getTaxonomy: { method: 'GET', path: '/api/v1/taxonomy', meter: 'own' },
  listCreditEntries: { method: 'GET', path: '/api/v1/credits/entries', meter: 'own' },
  getBillingStatus: { method: 'GET', path: '/api/v1/billing/status', meter: 'billing' },
  createSubscriptionLink: { method: 'POST', path: '/api/v1/billing/subscription-link', meter: 'billing' },
  getSubscriptionLink: { method: 'GET', path: '/api/v1/billing/subscription-link', meter: 'billing' },
  createPortalLink: { method: 'POST', path: '/api/v1/billing/portal-link', meter: 'billing' },
  getPortalLink: { method: 'GET', path: '/api/v1/billing/portal-link', meter: 'billing' },
  endTrial: { method: 'POST', path: '/api/v1/billing/end-trial', meter: 'billing' },
  createTopUpLink: { method: 'POST', path: '/api/v1/billing/top-up-link', meter: 'billing' },
  listInvoices: { method: 'GET', path: '/api/v1/billing/invoices', meter: 'billing' },
} as const

export type Operations = {
  revealContacts: {
    params: Record<never, never>
    query: Record<never, never>
    body: RevealContactsRequest
    reply: ContactRevealResult
  }
  quoteReveal: {
    params: Record<never, never>
    query: Record<never, never>
    body: RevealContactsRequest
    reply: ContactRevealQuote
  }
  listRevealedContacts: {
    params: Record<never, never>
    query: { limit?: number; cursor?: string }
    body: undefined
    reply: RevealedContactList
  }
  getContact: {
    params: { contact_id: string }
    query: Record<never, never>
    body: undefined
    reply: RevealedContactReply
  }
  searchContacts: {
    params: Record<never, never>
    query: Record<never, never>
    body: SearchContactsRequest
    reply: ContactPreviewList
  }
  searchStores: {
    params: Record<never, never>
    query: Record<never, never>
    body: SearchStoresRequest
    reply: StoreList
  }
  getStore: {
    params: { domain: string }
    query: Record<never, never>
    body: undefined
    reply: StoreReply
  }
  findSimilarStores: {
    params: { domain: string }
    query: { limit?: number }
    body: undefined
    reply: SimilarStoreList
  }
  enrichStores: {
    params: Record<never, never>
    query: Record<never, never>
    body: EnrichStoresRequest
    reply: StoreEnrichmentResult
  }
  createJob: {
    params: Record<never, never>
    query: Record<never, never>
    body: CreateJobRequest
    reply: CreatedJob | QuotedJob
  }
  listJobs: {
    params: Record<never, never>
    query: { limit?: number; cursor?: string }
    body: undefined
    reply: JobList
  }
  getJob: {
    params: { job_id: string }
    query: Record<never, never>
    body: undefined
    reply: GetJobReply
  }
  getJobResults: {
    params: { job_id: string }
    query: { limit?: number; cursor?: string }
    body: undefined
    reply: JobResultLineList
  }
  cancelJob: {
    params: { job_id: string }
    query: Record<never, never>
    body: CancelJobRequest
    reply: CancelJobReply
  }
  resumeJob: {
    params: { job_id: string }
    query: Record<never, never>
    body: CancelJobRequest
    reply: ResumeJobReply
  }
  getUsage: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: Usage
  }
  getTaxonomy: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: Taxonomy
  }
  listCreditEntries: {
    params: Record<never, never>
    query: { limit?: number; cursor?: string; kind?: "grant" | "spend" | "expire" | "refund" | "adjust" }
    body: undefined
    reply: CreditEntryList
  }
  getBillingStatus: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: BillingStatus
  }
  createSubscriptionLink: {
    params: Record<never, never>
    query: Record<never, never>
    body: CreateSubscriptionLinkRequest
    reply: BillingLink
  }
  getSubscriptionLink: {
    params: Record<never, never>
    query: { plan?: string; interval?: "month" | "year" }
    body: undefined
    reply: BillingLink
  }
  createPortalLink: {
    params: Record<never, never>
    query: Record<never, never>
    body: CancelJobRequest
    reply: BillingLink
  }
  getPortalLink: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: BillingLink
  }
  endTrial: {
    params: Record<never, never>
    query: Record<never, never>
    body: CancelJobRequest
    reply: BillingStatus
  }
  createTopUpLink: {
    params: Record<never, never>
    query: Record<never, never>
    body: CreateTopUpLinkRequest
    reply: BillingLink
  }
  listInvoices: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: InvoiceList
  }
}

export type ApiAccessAction = { action: "create_subscription_link" | "manage_billing"; url: string; endpoint: "/api/v1/billing/subscription-link" | "/api/v1/billing/portal-link" }

export type BillingAction = TrialCreditAction | ApiAccessAction

export type BillingLink = { object: "billing_link"; kind: "subscription" | "portal" | "top_up"; url: string; expires_at: string; request_id: string }

export type BillingStatus = { object: "billing_status"; provider: "stripe" | "sandbox" | "off"; plan: BillingStatusPlan; cancel_at_period_end: boolean; cancels_at: string | null; scheduled_change: BillingStatusScheduledChange | null; grace_ends_at: string | null; payment_method_on_file: boolean; payment_method: BillingStatusPaymentMethod | null; plans: (BillingStatusPlanItem)[]; credit_packs: (BillingStatusCreditPack)[]; auto_top_up: BillingStatusAutoTopUp; billing: TrialCreditAction | ApiAccessAction | null; request_id: string }

export type BillingStatusAutoTopUp = { enabled: boolean; pack_id: string | null; threshold: number; monthly_credit_ceiling: number; bought_this_month: number }

export type BillingStatusCreditPack = { id: string; name: string; credits: number; amount: number; currency: string; label: string; valid_months: number }

export type BillingStatusPaymentMethod = { brand: string; brand_name: string; last4: string; exp_month: number; exp_year: number }

export type BillingStatusPlan = { id: string; name: string; status: "none" | "trialing" | "active" | "past_due" | "lapsed"; interval: "month" | "year" | null; trial_ends_at: string | null; period: BillingStatusPlanPeriod | null }

export type BillingStatusPlanItem = { id: string; name: string; price_label: string; prices: (BillingStatusPlanPrice)[]; change: "current" | "checkout" | "upgrade" | "downgrade" | "unavailable"; credits_per_month: number; requests_per_minute: number; requests_per_day: number; search_rows_per_month: number; web_search_rows_per_month: number; trial: BillingStatusPlanTrial | null }

export type BillingStatusPlanPeriod = { start: string; end: string }

export type BillingStatusPlanPrice = { interval: "month" | "year"; amount: number; currency: string; label: string; change: "current" | "checkout" | "upgrade" | "downgrade" | "unavailable" }

export type BillingStatusPlanTrial = { credits: number; days: number }

export type BillingStatusScheduledChange = { plan_id: string; interval: "month" | "year"; at: string }

export type CancelJobReply = { id: string; object: "job"; kind: "reveal" | "enrich" | "export"; status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"; stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | null; counts: CreatedJobCounts; credits: CreatedJobCredits; created_at: string; started_at: string | null; ended_at: string | null; expires_at: string | null; request_id: string }

export type CancelJobRequest = Record<never, never>

export type ContactExportLine = { index: number; id: string; object: "contact_preview"; first_name: string | null; last_name_obfuscated: string | null; role: string | null; seniority: "executive" | "decision_maker" | "other"; title: string | null; has_verified_email: boolean; has_phone: boolean; has_linkedin: boolean; revealed: boolean; store: ContactPreviewStore }

export type ContactPreview = { id: string; object: "contact_preview"; first_name: string | null; last_name_obfuscated: string | null; role: string | null; seniority: "executive" | "decision_maker" | "other"; title: string | null; has_verified_email: boolean; has_phone: boolean; has_linkedin: boolean; revealed: boolean; store: ContactPreviewStore }

export type ContactPreviewList = { object: "list"; data: (ContactPreview)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number; facets?: ContactPreviewListFacets; warnings: (SearchWarning)[] }

export type ContactPreviewListFacets = { role?: (FacetCount)[]; seniority?: (FacetCount)[]; country?: (FacetCount)[]; category?: (FacetCount)[]; traffic_tier?: (FacetCount)[]; revenue_tier?: (FacetCount)[]; theme_type?: (FacetCount)[]; app?: (FacetCount)[]; pixel?: (FacetCount)[] }

export type ContactPreviewStore = { id: string; domain: string; name: string; category: string | null; traffic_tier: "under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m" | null; technologies: ContactPreviewStoreTechnologies }

export type ContactPreviewStoreTechnologies = { apps: (string)[]; pixels: (string)[] }

export type ContactRevealQuote = { object: "contact_reveal_quote"; credits: ContactRevealQuoteCredits; data: (ContactRevealQuoteData)[]; request_id: string }

export type ContactRevealQuoteCredits = { required: number; remaining: number; spendable_now: number }

export type ContactRevealQuoteData = { id: string; outcome: "new" | "already_revealed" | "unavailable" }

export type ContactRevealResult = { object: "contact_reveal_result"; credits: ContactRevealResultCredits; data: (RevealedContact)[]; unavailable_contact_ids: (string)[]; request_id: string }

export type ContactRevealResultCredits = { spent: number; remaining: number; spendable_now: number }

export type CreateJobRequest = { kind: "reveal" | "enrich" | "export"; contact_ids?: (string)[]; list_id?: string; search?: CreateJobRequestSearch; max?: number; domains?: (string)[]; include?: ("contact_previews")[]; max_credits?: number; on_short_balance?: "refuse" | "stop"; dry_run?: boolean }

export type CreateJobRequestSearch = { person?: PersonFilters; store?: StoreFilters }

export type CreateSubscriptionLinkRequest = { plan?: string; interval?: "month" | "year" }

export type CreateTopUpLinkRequest = { pack: string }

export type CreatedJob = { id: string; object: "job"; kind: "reveal" | "enrich" | "export"; status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"; stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | null; counts: CreatedJobCounts; credits: CreatedJobCredits; created_at: string; started_at: string | null; ended_at: string | null; expires_at: string | null; request_id: string }

export type CreatedJobCounts = { total: number; done: number; newly_revealed?: number; already_revealed?: number; unavailable?: number; found?: number; not_found?: number; exported?: number }

export type CreatedJobCredits = { spent: number; max: number | null }

export type CreditEntry = { id: string; object: "credit_entry"; kind: "grant" | "spend" | "expire" | "refund" | "adjust"; amount: number; balance_after: number; door: "api_key" | "oauth" | "mcp" | "web" | "operator" | "billing" | "system"; actor: { type?: string; id?: string; name?: string } | null; reason: string | null; contact_ids: (string)[]; lots: (CreditEntryLot)[]; request_id: string | null; job_id: string | null; created_at: string }

export type CreditEntryList = { object: "list"; data: (CreditEntry)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type CreditEntryLot = { id: string | null; source: "period" | "pack" | "goodwill" | "returned"; amount: number }

export type CreditLot = { id: string; source: "period" | "pack" | "goodwill" | "returned"; granted: number; remaining: number; expires_at: string | null }

export type EmailChannel = { email: string; status: "verified" | "matched" | "found"; type: "work" | "personal" | "generic" | "other"; is_primary: boolean }

export type EnrichJobLine = { index: number; domain: string; inputs: (string)[]; status: "found" | "not_found"; store: Store | null; contact_previews?: (ContactPreview)[] }

export type EnrichStoresRequest = { domains: (string)[]; include?: ("contact_previews")[] }

export type ExceededLimit = { name: "requests_per_minute" | "requests_per_day" | "own_requests_per_minute" | "billing_requests_per_minute" | "session_requests_per_minute" | "sample_requests_per_minute" | "web_requests_per_minute" | "search_rows_per_month" | "web_search_rows_per_month" | "exports_at_once"; limit: number; remaining: number; resets_at: string }

export type FacetCount = { value: string; count: number }

export type GetJobReply = { id: string; object: "job"; kind: "reveal" | "enrich" | "export"; status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"; stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | null; counts: CreatedJobCounts; credits: CreatedJobCredits; created_at: string; started_at: string | null; ended_at: string | null; expires_at: string | null; request_id: string }

export type Invoice = { id: string; object: "invoice"; number: string | null; description: string; status: "paid" | "open" | "void" | "uncollectible" | "refunded" | "partly_refunded" | "disputed"; total: number; currency: string; total_label: string; created_at: string; url: string | null; pdf_url: string | null }

export type InvoiceList = { object: "list"; data: (Invoice)[]; total: number; request_id: string }

export type Job = { id: string; object: "job"; kind: "reveal" | "enrich" | "export"; status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"; stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | null; counts: CreatedJobCounts; credits: CreatedJobCredits; created_at: string; started_at: string | null; ended_at: string | null; expires_at: string | null }

export type JobList = { object: "list"; data: (Job)[]; has_more: boolean; next_cursor: string | null; request_id: string }

export type JobResultLine = RevealJobLine | EnrichJobLine | StoreExportLine | ContactExportLine

export type JobResultLineList = { object: "list"; data: (JobResultLine)[]; has_more: boolean; next_cursor: string | null; request_id: string }

export type Period = { start: string; end: string }

export type PersonFilters = { roles_any?: (string)[]; seniority_any?: ("executive" | "decision_maker" | "other")[]; has_verified_email?: boolean; has_phone?: boolean; has_linkedin?: boolean; revealed?: boolean; title?: string; query?: string }

export type PhoneChannel = { phone: string; type: "direct" | "mobile" | "company" | "other"; is_primary: boolean }

export type Problem = { error: ProblemDetails }

export type ProblemDetails = { type: "authentication_error" | "permission_error" | "invalid_request_error" | "rate_limit_error" | "quota_error" | "not_found_error" | "server_error"; code: "invalid_request" | "invalid_json" | "invalid_contact_id" | "invalid_cursor" | "invalid_idempotency_key" | "missing_credentials" | "invalid_credentials" | "insufficient_contact_credits" | "key_credit_limit_reached" | "member_credit_limit_reached" | "connection_credit_limit_reached" | "payment_failed" | "api_access_required" | "insufficient_scope" | "host_not_allowed" | "no_revealable_contacts" | "contact_not_found" | "store_not_found" | "billing_customer_not_found" | "resource_not_found" | "route_not_found" | "method_not_allowed" | "subscription_required" | "not_in_trial" | "billing_not_configured" | "plan_not_for_sale" | "idempotency_conflict" | "job_is_over" | "job_not_stopped" | "request_timeout" | "request_too_large" | "uri_too_long" | "unsupported_media_type" | "rate_limit_exceeded" | "headers_too_large" | "internal_error" | "billing_provider_error" | "service_unavailable"; message: string; param?: string; billing?: BillingAction; limit?: ExceededLimit; doc_url: string; request_id: string }

export type QuotedJob = { object: "job_quote"; credits: QuotedJobCredits; counts: QuotedJobCounts; request_id: string }

export type QuotedJobCounts = { new: number; already_revealed: number; unavailable: number }

export type QuotedJobCredits = { required: number; remaining: number; spendable_now: number }

export type ResumeJobReply = { id: string; object: "job"; kind: "reveal" | "enrich" | "export"; status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"; stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | null; counts: CreatedJobCounts; credits: CreatedJobCredits; created_at: string; started_at: string | null; ended_at: string | null; expires_at: string | null; request_id: string }

export type RevealContactsRequest = { contact_ids: (string)[] }

export type RevealJobLine = { index: number; input: string; outcome: "newly_revealed" | "already_revealed" | "unavailable" | "not_reached"; charged: boolean; contact: RevealedContact | null }

export type RevealedContact = { id: string; object: "contact"; full_name: string | null; first_name: string | null; last_name: string | null; title: string | null; role: string | null; seniority: "executive" | "decision_maker" | "other"; linkedin_url: string | null; reveal_status: "newly_revealed" | "already_revealed"; charged: boolean; emails: (EmailChannel)[]; phones: (PhoneChannel)[]; store: RevealedContactStore; revealed_at: string }

export type RevealedContactList = { object: "list"; data: (RevealedContact)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type RevealedContactReply = { id: string; object: "contact"; full_name: string | null; first_name: string | null; last_name: string | null; title: string | null; role: string | null; seniority: "executive" | "decision_maker" | "other"; linkedin_url: string | null; reveal_status: "newly_revealed" | "already_revealed"; charged: boolean; emails: (EmailChannel)[]; phones: (PhoneChannel)[]; store: RevealedContactStore; revealed_at: string; request_id: string }

export type RevealedContactStore = { id: string; domain: string; name: string }

export type ScoreRange = { min?: number; max?: number }

export type SearchContactsRequest = { person?: PersonFilters; store?: StoreFilters; limit?: number; cursor?: string | null; facets?: ("role" | "seniority" | "country" | "category" | "traffic_tier" | "revenue_tier" | "theme_type" | "app" | "pixel")[] }

export type SearchStoresRequest = { store?: StoreFilters; contacts?: StoreContactFilters; limit?: number; cursor?: string | null; facets?: ("country" | "category" | "traffic_tier" | "revenue_tier" | "theme_type" | "app" | "pixel")[] }

export type SearchWarning = { param: string; value: string; message: string; nearest: string | null }

export type SimilarStore = { store: Store; similarity: number; reasons: (SimilarityReason)[] }

export type SimilarStoreList = { object: "list"; data: (SimilarStore)[]; total: number; request_id: string }

export type SimilarityReason = { field: string; value: string; weight: number }

export type Store = { id: string; object: "store"; domain: string; name: string; category: string | null; country: string | null; traffic_tier: "under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m" | null; revenue_tier: "under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m" | null; shopify_plus: boolean; lead_fit_score: number | null; technologies: StoreTechnologies; contacts_summary: StoreContactsSummary }

export type StoreContactFilters = { available?: boolean; verified_email?: boolean; roles_any?: (string)[] }

export type StoreContactsSummary = { total: number; has_revealable_contacts: boolean; verified_email_count: number; roles: (string)[] }

export type StoreEnrichmentResult = { object: "store_enrichment_result"; data: (StoreEnrichmentResultData)[]; found: number; not_found: number; request_id: string }

export type StoreEnrichmentResultData = { domain: string; inputs: (string)[]; status: "found" | "not_found"; store: Store | null; contact_previews?: (ContactPreview)[] }

export type StoreExportLine = { index: number; id: string; object: "store"; domain: string; name: string; category: string | null; country: string | null; traffic_tier: "under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m" | null; revenue_tier: "under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m" | null; shopify_plus: boolean; lead_fit_score: number | null; technologies: StoreTechnologies; contacts_summary: StoreContactsSummary }

export type StoreFilters = { countries?: (string)[]; categories?: (string)[]; traffic_tiers?: ("under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m")[]; revenue_tiers?: ("under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m")[]; theme_types?: (string)[]; shopify_plus?: boolean; ads_active?: boolean; lead_fit_score?: ScoreRange; domains?: (string)[]; query?: string; apps?: ValueChoice; pixels?: ValueChoice }

export type StoreList = { object: "list"; data: (Store)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number; facets?: StoreListFacets; warnings: (SearchWarning)[] }

export type StoreListFacets = { country?: (FacetCount)[]; category?: (FacetCount)[]; traffic_tier?: (FacetCount)[]; revenue_tier?: (FacetCount)[]; theme_type?: (FacetCount)[]; app?: (FacetCount)[]; pixel?: (FacetCount)[] }

export type StoreReply = { id: string; object: "store"; domain: string; name: string; category: string | null; country: string | null; traffic_tier: "under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m" | null; revenue_tier: "under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m" | null; shopify_plus: boolean; lead_fit_score: number | null; technologies: StoreTechnologies; contacts_summary: StoreContactsSummary; request_id: string }

export type StoreTechnologies = { apps: (string)[]; pixels: (string)[]; theme: StoreTechnologiesTheme }

export type StoreTechnologiesTheme = { name: string | null; type: string | null }

export type Taxonomy = { object: "taxonomy"; roles: (TaxonomyValue)[]; seniorities: (TaxonomyValue)[]; categories: (TaxonomyValue)[]; countries: (TaxonomyValue)[]; traffic_tiers: (TaxonomyTier)[]; revenue_tiers: (TaxonomyTier)[]; theme_types: (TaxonomyValue)[]; apps: (TaxonomyValue)[]; pixels: (TaxonomyValue)[]; email_statuses: (TaxonomyValue)[]; email_types: (TaxonomyValue)[]; phone_types: (TaxonomyValue)[]; request_id: string }

export type TaxonomyTier = { value: string; label: string; count: number | null; min: number; max: number | null }

export type TaxonomyValue = { value: string; label: string; count: number | null }

export type TrialCreditAction = { action: "end_trial_to_unlock_pro_credits"; current_limit: number; paid_plan_limit: number; trial_ends_at: string | null; url: string; can_unlock_paid_credits_now?: boolean }

export type Usage = { object: "usage"; account: UsageAccount; plan: UsagePlan; api_access: UsageApiAccess; requests: UsageRequests; own_requests: UsageOwnRequests; billing_requests: UsageOwnRequests; web_requests: UsageOwnRequests | null; search_rows: UsageWindow; web_search_rows: UsageWindow; contact_credits: UsageContactCredits; limits: (UsageLimit)[]; request_id: string }

export type UsageAccount = { id: string; name: string }

export type UsageApiAccess = { enabled: boolean; billing: ApiAccessAction | null }

export type UsageContactCredits = { limit: number; used: number; remaining: number; resets_at: string; trial_limit: number | null; paid_plan_limit: number; lots: (CreditLot)[]; low_at: number; spendable_now: number }

export type UsageLimit = { of: "key" | "member" | "connection"; limit: number; used: number; remaining: number; resets_at: string; low_at: number }

export type UsageOwnRequests = { minute: UsageWindow }

export type UsagePlan = { id: string; name: string; status: "none" | "trialing" | "active" | "past_due" | "lapsed"; trial_ends_at: string | null; period: Period; ends_at: string | null }

export type UsageRequests = { minute: UsageWindow; day: UsageWindow }

export type UsageWindow = { name: "requests_per_minute" | "requests_per_day" | "own_requests_per_minute" | "billing_requests_per_minute" | "session_requests_per_minute" | "sample_requests_per_minute" | "web_requests_per_minute" | "search_rows_per_month" | "web_search_rows_per_month" | "exports_at_once"; limit: number; used: number; remaining: number; resets_at: string }

export type ValueChoice = { any?: (string)[]; all?: (string)[]; none?: (string)[] }
