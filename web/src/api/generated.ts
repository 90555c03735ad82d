// Made by "npm run generate" from the descriptions of the API. Do not edit.

export const routes = {
  revealContacts: { method: 'POST', path: '/api/v1/contacts/reveal', meter: 'request' },
  quoteReveal: { method: 'POST', path: '/api/v1/contacts/reveal/quote', meter: 'request' },
  listRevealedContacts: { method: 'GET', path: '/api/v1/contacts/revealed', meter: 'request' },
  searchContacts: { method: 'POST', path: '/api/v1/contacts/search', meter: 'request' },
  searchStores: { method: 'POST', path: '/api/v1/stores/search', meter: 'request' },
  getStore: { method: 'GET', path: '/api/v1/stores/{domain}', meter: 'request' },
  enrichStores: { method: 'POST', path: '/api/v1/stores/enrich', meter: 'request' },
  getUsage: { method: 'GET', path: '/api/v1/usage', meter: 'own' },
  getTaxonomy: { method: 'GET', path: '/api/v1/taxonomy', meter: 'own' },
  listCreditEntries: { method: 'GET', path: '/api/v1/credits/entries', meter: 'own' },
  getBillingStatus: { method: 'GET', path: '/api/v1/billing/status', meter: 'billing' },
  createSubscriptionLink: { method: 'POST', path: '/api/v1/billing/subscription-link', meter: 'billing' },
  getSubscriptionLink: { method: 'GET', path: '/api/v1/billing/subscription-link', meter: 'billing' },
  createPortalLink: { method: 'POST', path: '/api/v1/billing/portal-link', meter: 'billing' },
  getPortalLink: { method: 'GET', path: '/api/v1/billing/portal-link', meter: 'billing' },
  endTrial: { method: 'POST', path: '/api/v1/billing/end-trial', meter: 'billing' },
  getProfile: { method: 'GET', path: '/app/v1/profile', meter: 'session' },
  updateProfile: { method: 'POST', path: '/app/v1/profile', meter: 'session' },
  switchAccount: { method: 'POST', path: '/app/v1/account/switch', meter: 'session' },
  renameAccount: { method: 'POST', path: '/app/v1/account', meter: 'session' },
  leaveAccount: { method: 'POST', path: '/app/v1/account/leave', meter: 'session' },
  listKeys: { method: 'GET', path: '/app/v1/keys', meter: 'session' },
  createKey: { method: 'POST', path: '/app/v1/keys', meter: 'session' },
  updateKey: { method: 'POST', path: '/app/v1/keys/{key_id}', meter: 'session' },
  revokeKey: { method: 'POST', path: '/app/v1/keys/{key_id}/revoke', meter: 'session' },
  listMembers: { method: 'GET', path: '/app/v1/members', meter: 'session' },
  updateMember: { method: 'POST', path: '/app/v1/members/{user_id}', meter: 'session' },
  removeMember: { method: 'POST', path: '/app/v1/members/{user_id}/remove', meter: 'session' },
  listInvitations: { method: 'GET', path: '/app/v1/invitations', meter: 'session' },
  inviteMember: { method: 'POST', path: '/app/v1/invitations', meter: 'session' },
  withdrawInvitation: { method: 'POST', path: '/app/v1/invitations/{invitation_id}/withdraw', meter: 'session' },
  readInvitation: { method: 'POST', path: '/app/v1/invitations/read', meter: 'session' },
  acceptInvitation: { method: 'POST', path: '/app/v1/invitations/accept', meter: 'session' },
  listConnections: { method: 'GET', path: '/app/v1/connections', meter: 'session' },
  updateConnection: { method: 'POST', path: '/app/v1/connections/{connection_id}', meter: 'session' },
  disconnect: { method: 'POST', path: '/app/v1/connections/{connection_id}/disconnect', meter: 'session' },
  searchRevealedContacts: { method: 'GET', path: '/app/v1/revealed', meter: 'request' },
  listContactLists: { method: 'GET', path: '/app/v1/lists', meter: 'session' },
  createContactList: { method: 'POST', path: '/app/v1/lists', meter: 'session' },
  updateContactList: { method: 'POST', path: '/app/v1/lists/{list_id}', meter: 'session' },
  deleteContactList: { method: 'POST', path: '/app/v1/lists/{list_id}/delete', meter: 'session' },
  addToContactList: { method: 'POST', path: '/app/v1/lists/{list_id}/add', meter: 'session' },
  removeFromContactList: { method: 'POST', path: '/app/v1/lists/{list_id}/remove', meter: 'session' },
  listSavedSearches: { method: 'GET', path: '/app/v1/saved-searches', meter: 'session' },
  saveSearch: { method: 'POST', path: '/app/v1/saved-searches', meter: 'session' },
  deleteSavedSearch: { method: 'POST', path: '/app/v1/saved-searches/{saved_search_id}/delete', meter: 'session' },
  getCreditHistory: { method: 'GET', path: '/app/v1/credits/history', meter: 'session' },
} as const

export type Operations = {
  revealContacts: {
    params: Record<never, never>
    query: Record<never, never>
    body: { contact_ids: (string)[] }
    reply: { object: "contact_reveal_result"; credits: { spent: number; remaining: number }; data: ({ id: string; object: "contact"; full_name: string | null; first_name: string | null; last_name: string | null; title: string | null; role: string | null; seniority: "executive" | "decision_maker" | "other"; linkedin_url: string | null; reveal_status: "newly_revealed" | "already_revealed"; charged: boolean; emails: ({ email: string; status: string; type: "work" | "personal" | "generic" | "other"; is_primary: boolean })[]; phones: ({ phone: string; type: "direct" | "mobile" | "company" | "other"; is_primary: boolean })[]; store: { id: string; domain: string; name: string }; revealed_at: string })[]; unavailable_contact_ids: (string)[]; request_id: string }
  }
  quoteReveal: {
    params: Record<never, never>
    query: Record<never, never>
    body: { contact_ids: (string)[] }
    reply: { object: "contact_reveal_quote"; credits: { required: number; remaining: number }; data: ({ id: string; outcome: "new" | "already_revealed" | "unavailable" })[]; request_id: string }
  }
  listRevealedContacts: {
    params: Record<never, never>
    query: { limit?: number; cursor?: string }
    body: undefined
    reply: { object: "list"; data: ({ id: string; object: "contact"; full_name: string | null; first_name: string | null; last_name: string | null; title: string | null; role: string | null; seniority: "executive" | "decision_maker" | "other"; linkedin_url: string | null; reveal_status: "newly_revealed" | "already_revealed"; charged: boolean; emails: ({ email: string; status: string; type: "work" | "personal" | "generic" | "other"; is_primary: boolean })[]; phones: ({ phone: string; type: "direct" | "mobile" | "company" | "other"; is_primary: boolean })[]; store: { id: string; domain: string; name: string }; revealed_at: string })[]; has_more: boolean; next_cursor: string | null; request_id: string }
  }
  searchContacts: {
    params: Record<never, never>
    query: Record<never, never>
    body: { person?: { roles_any?: (string)[]; seniority_any?: (string)[]; has_verified_email?: boolean; has_phone?: boolean; has_linkedin?: boolean; revealed?: boolean; title?: string }; store?: { countries?: (string)[]; categories?: (string)[]; traffic_tiers?: (string)[]; revenue_tiers?: (string)[]; theme_types?: (string)[]; shopify_plus?: boolean; ads_active?: boolean; lead_fit_score?: { min?: number; max?: number }; domains?: (string)[]; apps?: { any?: (string)[]; all?: (string)[]; none?: (string)[] }; pixels?: { any?: (string)[]; all?: (string)[]; none?: (string)[] } }; limit?: number; cursor?: string; facets?: ("role" | "seniority" | "country" | "category" | "traffic_tier" | "revenue_tier" | "theme_type" | "app" | "pixel")[] }
    reply: { object: "list"; data: ({ id: string; object: "contact_preview"; first_name: string | null; last_name_obfuscated: string | null; role: string | null; seniority: "executive" | "decision_maker" | "other"; title: string | null; has_verified_email: boolean; has_phone: boolean; has_linkedin: boolean; revealed: boolean; store: { id: string; domain: string; name: string; category: string | null; traffic_tier: string | null; technologies: { apps: (string)[]; pixels: (string)[] } } })[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number; facets?: { role?: ({ value: string; count: number })[]; seniority?: ({ value: string; count: number })[]; country?: ({ value: string; count: number })[]; category?: ({ value: string; count: number })[]; traffic_tier?: ({ value: string; count: number })[]; revenue_tier?: ({ value: string; count: number })[]; theme_type?: ({ value: string; count: number })[]; app?: ({ value: string; count: number })[]; pixel?: ({ value: string; count: number })[] } }
  }
  searchStores: {
    params: Record<never, never>
    query: Record<never, never>
    body: { store?: { countries?: (string)[]; categories?: (string)[]; traffic_tiers?: (string)[]; revenue_tiers?: (string)[]; theme_types?: (string)[]; shopify_plus?: boolean; ads_active?: boolean; lead_fit_score?: { min?: number; max?: number }; domains?: (string)[]; apps?: { any?: (string)[]; all?: (string)[]; none?: (string)[] }; pixels?: { any?: (string)[]; all?: (string)[]; none?: (string)[] } }; contacts?: { available?: boolean; verified_email?: boolean; roles_any?: (string)[] }; limit?: number; cursor?: string; facets?: ("country" | "category" | "traffic_tier" | "revenue_tier" | "theme_type" | "app" | "pixel")[] }
    reply: { object: "list"; data: ({ id: string; object: "store"; domain: string; name: string; category: string | null; country: string | null; traffic_tier: string | null; revenue_tier: string | null; shopify_plus: boolean; lead_fit_score: number | null; technologies: { apps: (string)[]; pixels: (string)[]; theme: { name: string | null; type: string | null } }; contacts_summary: { total: number; has_revealable_contacts: boolean; verified_email_count: number; roles: (string)[] } })[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number; facets?: { country?: ({ value: string; count: number })[]; category?: ({ value: string; count: number })[]; traffic_tier?: ({ value: string; count: number })[]; revenue_tier?: ({ value: string; count: number })[]; theme_type?: ({ value: string; count: number })[]; app?: ({ value: string; count: number })[]; pixel?: ({ value: string; count: number })[] } }
  }
  getStore: {
    params: { domain: string }
    query: Record<never, never>
    body: undefined
    reply: { id: string; object: "store"; domain: string; name: string; category: string | null; country: string | null; traffic_tier: string | null; revenue_tier: string | null; shopify_plus: boolean; lead_fit_score: number | null; technologies: { apps: (string)[]; pixels: (string)[]; theme: { name: string | null; type: string | null } }; contacts_summary: { total: number; has_revealable_contacts: boolean; verified_email_count: number; roles: (string)[] }; request_id: string }
  }
  enrichStores: {
    params: Record<never, never>
    query: Record<never, never>
    body: { domains: (string)[]; include?: ("contact_previews")[] }
    reply: { object: "store_enrichment_result"; data: ({ domain: string; status: "found" | "not_found"; store: { id: string; object: "store"; domain: string; name: string; category: string | null; country: string | null; traffic_tier: string | null; revenue_tier: string | null; shopify_plus: boolean; lead_fit_score: number | null; technologies: { apps: (string)[]; pixels: (string)[]; theme: { name: string | null; type: string | null } }; contacts_summary: { total: number; has_revealable_contacts: boolean; verified_email_count: number; roles: (string)[] } } | null; contact_previews?: ({ id: string; object: "contact_preview"; first_name: string | null; last_name_obfuscated: string | null; role: string | null; seniority: "executive" | "decision_maker" | "other"; title: string | null; has_verified_email: boolean; has_phone: boolean; has_linkedin: boolean; revealed: boolean; store: { id: string; domain: string; name: string; category: string | null; traffic_tier: string | null; technologies: { apps: (string)[]; pixels: (string)[] } } })[] })[]; found: number; not_found: number; request_id: string }
  }
  getUsage: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: { object: "usage"; account: { id: string; name: string }; plan: { id: string; name: string; status: "none" | "trialing" | "active" | "past_due" | "lapsed"; trial_ends_at: string | null; period: { start: string; end: string } }; api_access: { enabled: boolean; billing: { action: "create_subscription_link" | "manage_billing"; url: string; endpoint: "/api/v1/billing/subscription-link" | "/api/v1/billing/portal-link" } | null }; requests: { minute: { limit: number; used: number; remaining: number; resets_at: string }; day: { limit: number; used: number; remaining: number; resets_at: string } }; search_rows: { limit: number; used: number; remaining: number; resets_at: string }; contact_credits: { limit: number; used: number; remaining: number; resets_at: string; trial_limit: number | null; paid_plan_limit: number }; request_id: string }
  }
  getTaxonomy: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: { object: "taxonomy"; roles: ({ value: string; label: string; count: number | null })[]; seniorities: ({ value: string; label: string; count: number | null })[]; categories: ({ value: string; label: string; count: number | null })[]; countries: ({ value: string; label: string; count: number | null })[]; traffic_tiers: ({ value: string; label: string; count: number | null; min: number; max: number | null })[]; revenue_tiers: ({ value: string; label: string; count: number | null; min: number; max: number | null })[]; theme_types: ({ value: string; label: string; count: number | null })[]; apps: ({ value: string; label: string; count: number | null })[]; pixels: ({ value: string; label: string; count: number | null })[]; email_statuses: ({ value: string; label: string; count: number | null })[]; email_types: ({ value: string; label: string; count: number | null })[]; phone_types: ({ value: string; label: string; count: number | null })[]; request_id: string }
  }
  listCreditEntries: {
    params: Record<never, never>
    query: { limit?: number; cursor?: string; kind?: "grant" | "spend" | "expire" | "refund" | "adjust" }
    body: undefined
    reply: { object: "list"; data: ({ id: string; object: "credit_entry"; kind: "grant" | "spend" | "expire" | "refund" | "adjust"; amount: number; balance_after: number; door: "api_key" | "oauth" | "mcp" | "web" | "operator" | "billing" | "system"; actor: { type?: string; id?: string; name?: string } | null; reason: string | null; contact_ids: (string)[]; request_id: string | null; created_at: string })[]; has_more: boolean; next_cursor: string | null; request_id: string }
  }
  getBillingStatus: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: { object: "billing_status"; provider: "stripe" | "sandbox"; plan: { id: string; name: string; status: "none" | "trialing" | "active" | "past_due" | "lapsed"; trial_ends_at: string | null; period: { start: string; end: string } | null }; cancel_at_period_end: boolean; grace_ends_at: string | null; payment_method_on_file: boolean; plans: ({ id: string; name: string; price_label: string; credits_per_month: number; trial: { credits: number; days: number } | null })[]; billing: { action: "end_trial_to_unlock_pro_credits"; current_limit: number; paid_plan_limit: number; trial_ends_at: string | null; url: string; can_unlock_paid_credits_now?: boolean } | { action: "create_subscription_link" | "manage_billing"; url: string; endpoint: "/api/v1/billing/subscription-link" | "/api/v1/billing/portal-link" } | null; request_id: string }
  }
  createSubscriptionLink: {
    params: Record<never, never>
    query: Record<never, never>
    body: { plan?: string }
    reply: { object: "billing_link"; kind: "subscription" | "portal"; url: string; expires_at: string; request_id: string }
  }
  getSubscriptionLink: {
    params: Record<never, never>
    query: { plan?: string }
    body: undefined
    reply: { object: "billing_link"; kind: "subscription" | "portal"; url: string; expires_at: string; request_id: string }
  }
  createPortalLink: {
    params: Record<never, never>
    query: Record<never, never>
    body: Record<never, never>
    reply: { object: "billing_link"; kind: "subscription" | "portal"; url: string; expires_at: string; request_id: string }
  }
  getPortalLink: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: { object: "billing_link"; kind: "subscription" | "portal"; url: string; expires_at: string; request_id: string }
  }
  endTrial: {
    params: Record<never, never>
    query: Record<never, never>
    body: Record<never, never>
    reply: { object: "billing_status"; provider: "stripe" | "sandbox"; plan: { id: string; name: string; status: "none" | "trialing" | "active" | "past_due" | "lapsed"; trial_ends_at: string | null; period: { start: string; end: string } | null }; cancel_at_period_end: boolean; grace_ends_at: string | null; payment_method_on_file: boolean; plans: ({ id: string; name: string; price_label: string; credits_per_month: number; trial: { credits: number; days: number } | null })[]; billing: { action: "end_trial_to_unlock_pro_credits"; current_limit: number; paid_plan_limit: number; trial_ends_at: string | null; url: string; can_unlock_paid_credits_now?: boolean } | { action: "create_subscription_link" | "manage_billing"; url: string; endpoint: "/api/v1/billing/subscription-link" | "/api/v1/billing/portal-link" } | null; request_id: string }
  }
  getProfile: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: { object: "profile"; user: { id: string; email: string; name: string; two_factor_enabled: boolean; created_at: string }; account: { id: string; name: string }; api_access: { enabled: boolean; billing: { action: "create_subscription_link" | "manage_billing"; url: string; endpoint: "/api/v1/billing/subscription-link" | "/api/v1/billing/portal-link" } | null }; role: "owner" | "admin" | "member"; scopes: (string)[]; credit_limit: number | null; accounts: ({ id: string; name: string; role: "owner" | "admin" | "member" })[]; request_id: string }
  }
  updateProfile: {
    params: Record<never, never>
    query: Record<never, never>
    body: { name: string }
    reply: { object: "profile"; user: { id: string; email: string; name: string; two_factor_enabled: boolean; created_at: string }; account: { id: string; name: string }; api_access: { enabled: boolean; billing: { action: "create_subscription_link" | "manage_billing"; url: string; endpoint: "/api/v1/billing/subscription-link" | "/api/v1/billing/portal-link" } | null }; role: "owner" | "admin" | "member"; scopes: (string)[]; credit_limit: number | null; accounts: ({ id: string; name: string; role: "owner" | "admin" | "member" })[]; request_id: string }
  }
  switchAccount: {
    params: Record<never, never>
    query: Record<never, never>
    body: { account_id: string }
    reply: { object: "profile"; user: { id: string; email: string; name: string; two_factor_enabled: boolean; created_at: string }; account: { id: string; name: string }; api_access: { enabled: boolean; billing: { action: "create_subscription_link" | "manage_billing"; url: string; endpoint: "/api/v1/billing/subscription-link" | "/api/v1/billing/portal-link" } | null }; role: "owner" | "admin" | "member"; scopes: (string)[]; credit_limit: number | null; accounts: ({ id: string; name: string; role: "owner" | "admin" | "member" })[]; request_id: string }
  }
  renameAccount: {
    params: Record<never, never>
    query: Record<never, never>
    body: { name: string }
    reply: { object: "profile"; user: { id: string; email: string; name: string; two_factor_enabled: boolean; created_at: string }; account: { id: string; name: string }; api_access: { enabled: boolean; billing: { action: "create_subscription_link" | "manage_billing"; url: string; endpoint: "/api/v1/billing/subscription-link" | "/api/v1/billing/portal-link" } | null }; role: "owner" | "admin" | "member"; scopes: (string)[]; credit_limit: number | null; accounts: ({ id: string; name: string; role: "owner" | "admin" | "member" })[]; request_id: string }
  }
  leaveAccount: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: { object: "departure"; account_id: string; user_id: string; request_id: string }
  }
  listKeys: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: { object: "list"; data: ({ id: string; object: "key"; name: string; prefix: string; scopes: ("contacts:reveal" | "contacts:search" | "stores:read" | "usage:read" | "billing:read" | "billing:manage")[]; credit_limit: number | null; credits_spent: number; created_by: { id: string; name: string } | null; created_at: string; expires_at: string | null; revoked_at: string | null; last_used_at: string | null })[]; request_id: string }
  }
  createKey: {
    params: Record<never, never>
    query: Record<never, never>
    body: { name: string; scopes?: ("contacts:reveal" | "contacts:search" | "stores:read" | "usage:read" | "billing:read" | "billing:manage")[]; credit_limit?: number | null; expires_at?: string | null }
    reply: { object: "new_key"; key: { id: string; object: "key"; name: string; prefix: string; scopes: ("contacts:reveal" | "contacts:search" | "stores:read" | "usage:read" | "billing:read" | "billing:manage")[]; credit_limit: number | null; credits_spent: number; created_by: { id: string; name: string } | null; created_at: string; expires_at: string | null; revoked_at: string | null; last_used_at: string | null }; api_key: string; request_id: string }
  }
  updateKey: {
    params: { key_id: string }
    query: Record<never, never>
    body: { name?: string; credit_limit?: number | null; expires_at?: string | null }
    reply: { object: "key_result"; key: { id: string; object: "key"; name: string; prefix: string; scopes: ("contacts:reveal" | "contacts:search" | "stores:read" | "usage:read" | "billing:read" | "billing:manage")[]; credit_limit: number | null; credits_spent: number; created_by: { id: string; name: string } | null; created_at: string; expires_at: string | null; revoked_at: string | null; last_used_at: string | null }; request_id: string }
  }
  revokeKey: {
    params: { key_id: string }
    query: Record<never, never>
    body: undefined
    reply: { object: "key_result"; key: { id: string; object: "key"; name: string; prefix: string; scopes: ("contacts:reveal" | "contacts:search" | "stores:read" | "usage:read" | "billing:read" | "billing:manage")[]; credit_limit: number | null; credits_spent: number; created_by: { id: string; name: string } | null; created_at: string; expires_at: string | null; revoked_at: string | null; last_used_at: string | null }; request_id: string }
  }
  listMembers: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: { object: "list"; data: ({ user_id: string; object: "member"; name: string; email: string; role: "owner" | "admin" | "member"; credit_limit: number | null; credits_spent: number; two_factor_enabled: boolean; joined_at: string; is_you: boolean })[]; request_id: string }
  }
  updateMember: {
    params: { user_id: string }
    query: Record<never, never>
    body: { role?: "owner" | "admin" | "member"; credit_limit?: number | null }
    reply: { object: "member_result"; member: { user_id: string; object: "member"; name: string; email: string; role: "owner" | "admin" | "member"; credit_limit: number | null; credits_spent: number; two_factor_enabled: boolean; joined_at: string; is_you: boolean }; request_id: string }
  }
  removeMember: {
    params: { user_id: string }
    query: Record<never, never>
    body: undefined
    reply: { object: "departure"; account_id: string; user_id: string; request_id: string }
  }
  listInvitations: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: { object: "list"; data: ({ id: string; object: "invitation"; email: string; role: "owner" | "admin" | "member"; credit_limit: number | null; invited_by: { id: string; name: string } | null; created_at: string; expires_at: string; status: "pending" | "accepted" | "withdrawn" | "expired" })[]; request_id: string }
  }
  inviteMember: {
    params: Record<never, never>
    query: Record<never, never>
    body: { email: string; role: "owner" | "admin" | "member"; credit_limit?: number | null }
    reply: { object: "invitation_result"; invitation: { id: string; object: "invitation"; email: string; role: "owner" | "admin" | "member"; credit_limit: number | null; invited_by: { id: string; name: string } | null; created_at: string; expires_at: string; status: "pending" | "accepted" | "withdrawn" | "expired" }; request_id: string }
  }
  withdrawInvitation: {
    params: { invitation_id: string }
    query: Record<never, never>
    body: undefined
    reply: { object: "invitation_result"; invitation: { id: string; object: "invitation"; email: string; role: "owner" | "admin" | "member"; credit_limit: number | null; invited_by: { id: string; name: string } | null; created_at: string; expires_at: string; status: "pending" | "accepted" | "withdrawn" | "expired" }; request_id: string }
  }
  readInvitation: {
    params: Record<never, never>
    query: Record<never, never>
    body: { token: string }
    reply: { object: "invitation_offer"; account_name: string; inviter_name: string; role: "owner" | "admin" | "member"; credit_limit: number | null; request_id: string }
  }
  acceptInvitation: {
    params: Record<never, never>
    query: Record<never, never>
    body: { token: string }
    reply: { object: "profile"; user: { id: string; email: string; name: string; two_factor_enabled: boolean; created_at: string }; account: { id: string; name: string }; api_access: { enabled: boolean; billing: { action: "create_subscription_link" | "manage_billing"; url: string; endpoint: "/api/v1/billing/subscription-link" | "/api/v1/billing/portal-link" } | null }; role: "owner" | "admin" | "member"; scopes: (string)[]; credit_limit: number | null; accounts: ({ id: string; name: string; role: "owner" | "admin" | "member" })[]; request_id: string }
  }
  listConnections: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: { object: "list"; data: ({ id: string; object: "connection"; client: { id: string; name: string; uri: string | null }; member: { id: string; name: string }; scopes: (string)[]; credit_limit: number | null; limit_set_by: { id: string; name: string } | null; credits_spent: number; created_at: string })[]; request_id: string }
  }
  updateConnection: {
    params: { connection_id: string }
    query: Record<never, never>
    body: { credit_limit: number | null }
    reply: { object: "connection_result"; connection: { id: string; object: "connection"; client: { id: string; name: string; uri: string | null }; member: { id: string; name: string }; scopes: (string)[]; credit_limit: number | null; limit_set_by: { id: string; name: string } | null; credits_spent: number; created_at: string }; request_id: string }
  }
  disconnect: {
    params: { connection_id: string }
    query: Record<never, never>
    body: undefined
    reply: { object: "connection_result"; connection: { id: string; object: "connection"; client: { id: string; name: string; uri: string | null }; member: { id: string; name: string }; scopes: (string)[]; credit_limit: number | null; limit_set_by: { id: string; name: string } | null; credits_spent: number; created_at: string }; request_id: string }
  }
  searchRevealedContacts: {
    params: Record<never, never>
    query: { words?: string; list_id?: string; limit?: number; cursor?: string }
    body: undefined
    reply: { object: "list"; data: ({ id: string; object: "contact"; full_name: string | null; first_name: string | null; last_name: string | null; title: string | null; role: string | null; seniority: "executive" | "decision_maker" | "other"; linkedin_url: string | null; reveal_status: "newly_revealed" | "already_revealed"; charged: boolean; emails: ({ email: string; status: string; type: "work" | "personal" | "generic" | "other"; is_primary: boolean })[]; phones: ({ phone: string; type: "direct" | "mobile" | "company" | "other"; is_primary: boolean })[]; store: { id: string; domain: string; name: string }; revealed_at: string })[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number | null }
  }
  listContactLists: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: { object: "list"; data: ({ id: string; object: "contact_list"; name: string; shared: boolean; mine: boolean; contacts: number; created_at: string })[]; request_id: string }
  }
  createContactList: {
    params: Record<never, never>
    query: Record<never, never>
    body: { name: string; shared?: boolean }
    reply: { object: "contact_list_result"; list: { id: string; object: "contact_list"; name: string; shared: boolean; mine: boolean; contacts: number; created_at: string }; request_id: string }
  }
  updateContactList: {
    params: { list_id: string }
    query: Record<never, never>
    body: { name?: string; shared?: boolean }
    reply: { object: "contact_list_result"; list: { id: string; object: "contact_list"; name: string; shared: boolean; mine: boolean; contacts: number; created_at: string }; request_id: string }
  }
  deleteContactList: {
    params: { list_id: string }
    query: Record<never, never>
    body: undefined
    reply: { object: "deleted"; id: string; request_id: string }
  }
  addToContactList: {
    params: { list_id: string }
    query: Record<never, never>
    body: { contact_ids: (string)[] }
    reply: { object: "contact_list_result"; list: { id: string; object: "contact_list"; name: string; shared: boolean; mine: boolean; contacts: number; created_at: string }; request_id: string }
  }
  removeFromContactList: {
    params: { list_id: string }
    query: Record<never, never>
    body: { contact_ids: (string)[] }
    reply: { object: "contact_list_result"; list: { id: string; object: "contact_list"; name: string; shared: boolean; mine: boolean; contacts: number; created_at: string }; request_id: string }
  }
  listSavedSearches: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: { object: "list"; data: ({ id: string; object: "saved_search"; name: string; searches: "contacts" | "stores"; query: Record<never, never>; created_at: string })[]; request_id: string }
  }
  saveSearch: {
    params: Record<never, never>
    query: Record<never, never>
    body: { name: string; searches: "contacts" | "stores"; query: Record<never, never> }
    reply: { object: "saved_search_result"; saved_search: { id: string; object: "saved_search"; name: string; searches: "contacts" | "stores"; query: Record<never, never>; created_at: string }; request_id: string }
  }
  deleteSavedSearch: {
    params: { saved_search_id: string }
    query: Record<never, never>
    body: undefined
    reply: { object: "deleted"; id: string; request_id: string }
  }
  getCreditHistory: {
    params: Record<never, never>
    query: { days?: number }
    body: undefined
    reply: { object: "credit_history"; data: ({ date: string; door: "api_key" | "oauth" | "mcp" | "web" | "operator" | "billing" | "system"; actor: { type: string | null; id: string | null; name: string | null }; spent: number })[]; request_id: string }
  }
}

export type ErrorBody = { error: { type: "authentication_error" | "permission_error" | "invalid_request_error" | "rate_limit_error" | "quota_error" | "not_found_error" | "server_error"; code: "invalid_request" | "invalid_json" | "invalid_contact_id" | "invalid_cursor" | "invalid_idempotency_key" | "missing_credentials" | "invalid_credentials" | "insufficient_contact_credits" | "key_credit_limit_reached" | "member_credit_limit_reached" | "connection_credit_limit_reached" | "api_access_required" | "owner_required" | "admin_required" | "insufficient_scope" | "no_revealable_contacts" | "store_not_found" | "billing_customer_not_found" | "resource_not_found" | "route_not_found" | "method_not_allowed" | "last_owner" | "idempotency_conflict" | "request_too_large" | "unsupported_media_type" | "rate_limit_exceeded" | "internal_error" | "service_unavailable"; message: string; param?: string; billing?: { action: "end_trial_to_unlock_pro_credits"; current_limit: number; paid_plan_limit: number; trial_ends_at: string | null; url: string; can_unlock_paid_credits_now?: boolean } | { action: "create_subscription_link" | "manage_billing"; url: string; endpoint: "/api/v1/billing/subscription-link" | "/api/v1/billing/portal-link" }; limit?: { name: "requests_per_minute" | "requests_per_day" | "search_rows_per_month"; limit: number; remaining: number; resets_at: string }; request_id: string } }
