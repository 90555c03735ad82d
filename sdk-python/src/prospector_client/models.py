# Made by "npm run generate" from the description of the API. Do not edit.
"""What the service takes and answers, as plain dictionaries. Fields may be added; ignore what you do not know."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AddListItemsReply(TypedDict):
    id: str
    """The id of the list."""
    object: Literal["saved_list"]
    """Always `saved_list`."""
    kind: Literal["contacts", "stores"]
    """What it holds."""
    name: str
    """Its name."""
    private: bool
    """Only its maker sees it."""
    items: int
    """How many items it holds, also those that can’t be shown at the moment."""
    created_by: str
    """The member or the key that made it."""
    created_at: str
    """When it was made."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    added: int
    """How many were added."""
    unavailable_ids: list[str]
    """Those that nothing can be shown for: unknown, opted out, or no longer in the catalogue."""


class AddListItemsRequest(TypedDict):
    ids: list[str]
    """Ids of contacts; for a list of stores ids or domains of stores."""


class AdvanceTestClockRequest(TypedDict):
    advance_seconds: int
    """How far, such as 2678400 for 31 days."""


class ApiAccessAction(TypedDict):
    action: Literal["create_subscription_link", "manage_billing"]
    """What helps: subscribe, or fix the existing subscription."""
    url: str
    """The page where a person can do it."""
    endpoint: Literal["/api/v1/billing/subscription-link", "/api/v1/billing/portal-link"]
    """The operation that makes a link for it."""


class BestEmail(TypedDict):
    status: Literal["verified", "matched", "found", "reported"]
    """`verified`: a mail server confirmed that the mailbox exists. `matched`: found in a source that names this very
    person with this address. `found`: found in public together with the store, not confirmed. `reported`: a customer
    reported that it bounced. Addresses that were guessed, that belong to a catch-all domain or that bounced are never
    returned."""
    type: Literal["work", "personal", "generic", "other"]
    """`work`: at the company. `personal`: private. `generic`: shared, such as info@. `other`: unknown."""
    verified_at: str | None
    """When the address was last verified; null if unknown."""


class BillingLink(TypedDict):
    object: Literal["billing_link"]
    """Always `billing_link`."""
    kind: Literal["subscription", "portal", "top_up"]
    """The page it leads to: the checkout of a plan, the checkout of extra credits, or the billing portal of an account
    that has a subscription."""
    url: str
    """For this account only, for one use. Asking for another link does not end it."""
    expires_at: str
    """When the link stops working."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class BillingStatus(TypedDict):
    object: Literal["billing_status"]
    """Always `billing_status`."""
    provider: Literal["stripe", "sandbox", "off"]
    """The payment provider."""
    plan: BillingStatusPlan
    """The account’s plan, and where its subscription stands."""
    cancel_at_period_end: bool
    """Whether the subscription was cancelled and ends with the period."""
    cancels_at: str | None
    """When a subscription that was cancelled ends, and access with it; null for one that renews."""
    scheduled_change: BillingStatusScheduledChange | None
    """A change of plan that waits for the end of the period."""
    grace_ends_at: str | None
    """After a failed payment: when access ends unless it is paid."""
    payment_method_on_file: bool
    """Whether the payment provider has a card or other means to charge."""
    payment_method: BillingStatusPaymentMethod | None
    """The card on file; null without one."""
    plans: list[BillingStatusPlanItem]
    """The plans for sale, and what choosing each means for this account."""
    credit_packs: list[BillingStatusCreditPack]
    """Extra credits for sale."""
    auto_top_up: BillingStatusAutoTopUp
    """Buying credits automatically, as an owner of the account set it."""
    billing: TrialCreditAction | ApiAccessAction | None
    """What would restore access or bring more credits now; null when nothing is needed."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class BillingStatusAutoTopUp(TypedDict):
    enabled: bool
    """Whether packs are bought automatically."""
    pack_id: str | None
    """The credit pack that is bought."""
    threshold: int
    """A pack is bought when fewer credits than this are left."""
    monthly_credit_ceiling: int
    """The most credits that are bought in a calendar month (UTC)."""
    bought_this_month: int
    """Credits bought so in this calendar month (UTC)."""


class BillingStatusCreditPack(TypedDict):
    id: str
    """The id of the pack: `pack` of a top-up link."""
    name: str
    """The name of the pack, such as 500 credits."""
    credits: int
    """Contact credits in the pack."""
    amount: int
    """In the smallest unit of the currency."""
    currency: str
    """Three-letter ISO 4217 code, in lower case."""
    label: str
    """The price as people read it."""
    valid_months: int
    """How long the credits can be spent."""


class BillingStatusPaymentMethod(TypedDict):
    brand: str
    """The card network’s short name, such as `visa`."""
    brand_name: str
    """As people know it, such as American Express."""
    last4: str
    """The last four digits."""
    exp_month: int
    """The month in which it expires, 1 to 12."""
    exp_year: int
    """The year in which it expires."""


class BillingStatusPlan(TypedDict):
    id: str
    """The id of the plan, such as `pro`."""
    name: str
    """The name of the plan, such as Pro."""
    status: Literal["none", "trialing", "active", "past_due", "lapsed"]
    """Where the subscription stands. `trialing`, `active` and `past_due` (a payment failed, and access stays for some
    days) have API access; `none` (never subscribed) and `lapsed` do not."""
    interval: Literal["month", "year"] | None
    """Null without a subscription."""
    trial_ends_at: str | None
    """When the trial ends; null outside a trial."""
    period: BillingStatusPlanPeriod | None
    """The trial or usage month; null without API access."""


class BillingStatusPlanItem(TypedDict):
    id: str
    """The id of the plan, such as `pro`."""
    name: str
    """The name of the plan, such as Pro."""
    price_label: str
    """The price as people read it, such as `$99 a month`."""
    prices: list[BillingStatusPlanPrice]
    """What it costs by the month and by the year."""
    change: Literal["current", "checkout", "upgrade", "downgrade", "unavailable"]
    """What choosing it means: `checkout` needs a subscription link, `upgrade` takes effect at once, `downgrade` at the
    end of the period."""
    credits_per_month: int
    """Contact credits that each usage month starts with."""
    requests_per_minute: int
    """Store and contact requests a minute."""
    requests_per_day: int
    """Store and contact requests a day (UTC)."""
    search_rows_per_month: int
    """Rows that searches of the API may return in a usage month."""
    web_search_rows_per_month: int
    """Rows that the web application may show in a usage month."""
    watches: int
    """Saved searches and lists that the account may watch."""
    trial: BillingStatusPlanTrial | None
    """The trial that a checkout of this account starts with; null when it is paid at once."""


class BillingStatusPlanPeriod(TypedDict):
    start: str
    """When the period began."""
    end: str
    """When the period ends and the next one begins."""


class BillingStatusPlanPrice(TypedDict):
    interval: Literal["month", "year"]
    """How often it is paid."""
    amount: int
    """In the smallest unit of the currency."""
    currency: str
    """Three-letter ISO 4217 code, in lower case."""
    label: str
    """The price as people read it."""
    change: Literal["current", "checkout", "upgrade", "downgrade", "unavailable"]
    """What choosing it means: `checkout` needs a subscription link, `upgrade` takes effect at once, `downgrade` at the
    end of the period."""


class BillingStatusPlanTrial(TypedDict):
    credits: int
    """Contact credits of the trial."""
    days: int
    """How long the trial lasts."""


class BillingStatusScheduledChange(TypedDict):
    plan_id: str
    """The id of the plan, such as `pro`."""
    interval: Literal["month", "year"]
    """How often it is paid."""
    at: str
    """When it takes effect."""


class BounceResult(TypedDict):
    object: Literal["bounce_result"]
    """Always `bounce_result`."""
    data: list[BounceResultData]
    """One for each bounce, in the order of the request."""
    credits: BounceResultCredits
    """What came back, and what is left."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class BounceResultCredits(TypedDict):
    returned: int
    """Credits that this request brought back."""
    remaining: int
    """Credits left after this request."""


class BounceResultData(TypedDict):
    email: str | None
    """The address; null if only a contact was given that the account has not paid for, or whose address the catalogue
    no longer holds."""
    contact_id: str | None
    """The contact; null if only an address was given that the account has not paid for."""
    verdict: Literal["returned", "already_returned", "not_revealed", "too_old", "soft", "other_email_delivered", "limit"]
    """`returned`: one credit is back. `already_returned`: this contact has returned its credit before. `not_revealed`:
    the account has not paid for this address. `too_old`: it was revealed more than 30 days ago. `soft`: a temporary
    failure; try again. `other_email_delivered`: the reveal handed over another email, which was not reported. `limit`:
    more bounced than come back by themselves (10% of the contacts that an account revealed in the last 30 days, and 20
    in any case); the credit comes back only if the operator accepts the bounce."""


class CancelJobReply(TypedDict):
    id: str
    """Names the job."""
    object: Literal["job"]
    """Always `job`."""
    kind: Literal["reveal", "enrich", "export"]
    """What it does with each input."""
    status: Literal["queued", "running", "finished", "stopped", "cancelled", "failed"]
    """A stopped job can be resumed; a cancelled or failed one can’t."""
    stop_reason: Literal["insufficient_contact_credits", "credit_limit_reached", "max_credits_reached", "search_rows_used_up", "no_longer_allowed", "paused"] | None
    """Why it stopped: credits, a credit limit, `max_credits` or search rows were used up, its maker lost the right to
    go on, or somebody paused it."""
    error: CreatedJobError | None
    """Why it failed; null unless it has."""
    counts: CreatedJobCounts
    """How far it is, and how many inputs had each outcome."""
    credits: CreatedJobCredits
    """What it costs."""
    list_id: str | None
    """The list that it adds to: `add_to_list_id` as given; null if that is a private list of somebody else."""
    created_by: str
    """The member, key or connection that made it, or resumed it last."""
    created_at: str
    """When it was made."""
    started_at: str | None
    """When its first input was worked on."""
    ended_at: str | None
    """When it finished, stopped, failed or was cancelled."""
    expires_at: str | None
    """When the job and its results are deleted: 30 days after its end."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class ChangeFilter(TypedDict):
    type: Literal["store_added", "app_added", "app_removed", "pixel_added", "pixel_removed", "theme_changed", "traffic_tier_up", "traffic_tier_down", "revenue_tier_up", "revenue_tier_down", "shopify_plus_gained", "shopify_plus_lost", "ads_started", "ads_stopped", "contact_added"]
    """A type of change, as `change_types` of the taxonomy lists them."""
    value: NotRequired[str]
    """The app or pixel that was added or removed. Left out: any."""
    within_days: int
    """Observed within this many days of 24 hours before the request."""


class ChangesFilter(TypedDict):
    any: NotRequired[list[ChangeFilter]]
    """At least one of these."""


class ConnectHubspotRequest(TypedDict):
    token: NotRequired[str]
    """The access token of a private app or a service key of HubSpot, with the scopes crm.objects.contacts.read,
    crm.objects.contacts.write, crm.objects.companies.read, crm.objects.companies.write, crm.schemas.contacts.write,
    crm.schemas.companies.write. If omitted: the one that is connected."""
    automatic: NotRequired[bool]
    """Whether contacts are sent as they are revealed. False unless given."""


class ContactErasedEvent(TypedDict):
    type: Literal["contact.erased"]
    """Always `contact.erased`."""
    timestamp: str
    """When it happened."""
    data: ContactSuppressedEventData
    """As in the feed, and its sequence."""


class ContactExport(TypedDict):
    object: Literal["contact_export"]
    """Always `contact_export`."""
    rows: int
    """How many rows the spreadsheet has."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class ContactExportLine(TypedDict):
    index: int
    """The place of the input, from 0 on."""
    id: str
    """Opaque; what reveal takes."""
    object: Literal["contact_preview"]
    """Always `contact_preview`."""
    first_name: str | None
    """First name."""
    last_name_obfuscated: str | None
    """The first letter of the last name, masked: `L***`. A reveal returns all of it."""
    role: str | None
    """Normalised decision-maker role."""
    seniority: Literal["executive", "decision_maker", "other"]
    """`executive`: founders and the C-level. `decision_maker`: heads and managers. `other`: everybody else."""
    title: str | None
    """Job title."""
    has_verified_email: bool
    """Reveal can return at least one email, of whatever status: `best_email` says which."""
    has_phone: bool
    """Reveal can return a phone."""
    has_linkedin: bool
    """Reveal can return a LinkedIn URL."""
    revealed: bool
    """This account already revealed the contact."""
    best_email: BestEmail | None
    """Of the email that a reveal lists first, without the address; null without one."""
    added_at: str | None
    """When the person was first seen at the store; null if unknown."""
    updated_at: str | None
    """When something of the person last changed; null if unknown."""
    store: ContactPreviewStore
    """The store that the person works at."""
    excluded: NotRequired[bool]
    """An exclusion list of this account names the contact. Only in searches that show excluded ones."""


class ContactPreview(TypedDict):
    id: str
    """Opaque; what reveal takes."""
    object: Literal["contact_preview"]
    """Always `contact_preview`."""
    first_name: str | None
    """First name."""
    last_name_obfuscated: str | None
    """The first letter of the last name, masked: `L***`. A reveal returns all of it."""
    role: str | None
    """Normalised decision-maker role."""
    seniority: Literal["executive", "decision_maker", "other"]
    """`executive`: founders and the C-level. `decision_maker`: heads and managers. `other`: everybody else."""
    title: str | None
    """Job title."""
    has_verified_email: bool
    """Reveal can return at least one email, of whatever status: `best_email` says which."""
    has_phone: bool
    """Reveal can return a phone."""
    has_linkedin: bool
    """Reveal can return a LinkedIn URL."""
    revealed: bool
    """This account already revealed the contact."""
    best_email: BestEmail | None
    """Of the email that a reveal lists first, without the address; null without one."""
    added_at: str | None
    """When the person was first seen at the store; null if unknown."""
    updated_at: str | None
    """When something of the person last changed; null if unknown."""
    store: ContactPreviewStore
    """The store that the person works at."""
    excluded: NotRequired[bool]
    """An exclusion list of this account names the contact. Only in searches that show excluded ones."""


class ContactPreviewList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[ContactPreview]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """Exact number of matches, over all pages."""
    facets: NotRequired[ContactPreviewListFacets]
    """Counts over the whole result set, for the facets that were asked for."""
    warnings: list[SearchWarning]
    """Values that the catalogue does not hold. They match nothing, and under `none` everything."""


class ContactPreviewListFacets(TypedDict):
    role: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    seniority: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    country: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    category: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    traffic_tier: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    revenue_tier: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    theme_type: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    app: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    pixel: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    change: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    change_week: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""


class ContactPreviewStore(TypedDict):
    id: str
    """The id of the store."""
    domain: str
    """The hostname of the store, in ASCII."""
    name: str
    """The name of the store or company."""
    category: str | None
    """What it sells."""
    country: str | None
    """Two-letter country code inferred for the store."""
    traffic_tier: Literal["under_10k", "10k_50k", "50k_100k", "100k_500k", "500k_1m", "1m_5m", "over_5m"] | None
    """Estimated visits a month."""
    technologies: ContactPreviewStoreTechnologies
    """What the store runs on."""


class ContactPreviewStoreTechnologies(TypedDict):
    apps: list[str]
    """Apps that the store uses."""
    pixels: list[str]
    """Tracking pixels that the store uses."""


class ContactQuery(TypedDict):
    person: NotRequired[PersonFilters]
    """Filters of the person. All that are given must match."""
    store: NotRequired[StoreFilters]
    """Filters of the store. All that are given must match."""
    work: NotRequired[WorkFilters]
    """Filters by the account’s own work. All that are given must match."""
    sort: NotRequired[Literal["score", "newest", "updated"]]
    """The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last. Equal
    ones, and all by default, come by lead fit score."""


class ContactRevealQuote(TypedDict):
    object: Literal["contact_reveal_quote"]
    """Always `contact_reveal_quote`."""
    credits: ContactRevealQuoteCredits
    """What it would cost, and what is there."""
    data: list[ContactRevealQuoteData]
    """What a reveal would make of each contact, in the order of the request."""
    counts: ContactRevealQuoteCounts
    """How many contacts have each outcome, each contact counted once."""
    emails: ContactRevealQuoteEmails
    """What emails the new contacts have: each is counted once, under its best one."""
    email_types: ContactRevealQuoteEmailTypes
    """Of what type these best emails are. Contacts without an email are not counted."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class ContactRevealQuoteCounts(TypedDict):
    new: int
    """Contacts that would cost a credit each."""
    already_revealed: int
    """Contacts that the account has revealed before."""
    unavailable: int
    """Contacts that can’t be revealed."""
    excluded: int
    """Contacts that the account excludes."""


class ContactRevealQuoteCredits(TypedDict):
    required: int
    """Credits that a reveal would spend."""
    remaining: int
    """Credits left now."""
    spendable_now: int
    """Credits that this caller can spend now: the least of the account’s credits and the caller’s own limits."""


class ContactRevealQuoteData(TypedDict):
    id: str
    """The id of the contact."""
    outcome: Literal["new", "already_revealed", "unavailable", "excluded"]
    """`new` costs one credit. `already_revealed` is free. `unavailable` can’t be revealed, and `excluded` is on an
    exclusion list of the account: both cost nothing."""


class ContactRevealQuoteEmailTypes(TypedDict):
    work: int
    """New contacts whose best email is of their work."""
    personal: int
    """New contacts whose best email is personal."""
    generic: int
    """New contacts whose best email is of nobody in person, such as info@."""
    other: int
    """New contacts whose best email is of another type."""


class ContactRevealQuoteEmails(TypedDict):
    verified: int
    """New contacts whose best email is `verified`."""
    matched: int
    """New contacts whose best email is `matched`."""
    found: int
    """New contacts whose best email is `found`."""
    reported: int
    """New contacts whose best email is `reported`."""
    none: int
    """New contacts without an email."""


class ContactRevealResult(TypedDict):
    object: Literal["contact_reveal_result"]
    """Always `contact_reveal_result`."""
    credits: ContactRevealResultCredits
    """What this request cost, and what is left."""
    data: list[RevealedContact]
    """The contacts, in the order of the request."""
    unavailable_contact_ids: list[str]
    """Requested contacts that can’t be revealed. They cost nothing."""
    excluded_contact_ids: list[str]
    """Requested contacts that this account excludes and has not revealed. They cost nothing."""
    reference: str | None
    """Your reference, as it was sent."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class ContactRevealResultCredits(TypedDict):
    spent: int
    """Credits spent by this request."""
    remaining: int
    """Credits left after this request."""
    spendable_now: int
    """Credits that this caller can spend now: the least of the account’s credits and the caller’s own limits."""


class ContactSuppressedEvent(TypedDict):
    type: Literal["contact.suppressed"]
    """Always `contact.suppressed`."""
    timestamp: str
    """When it happened."""
    data: ContactSuppressedEventData
    """As in the feed, and its sequence."""


class ContactSuppressedEventData(TypedDict):
    contact_ids: list[str]
    """Contacts that the account had revealed."""
    sequence: int
    """The number of the event in the feed."""


class ContactUpdatedEvent(TypedDict):
    type: Literal["contact.updated"]
    """Always `contact.updated`."""
    timestamp: str
    """When it happened."""
    data: ContactUpdatedEventData
    """As in the feed, and its sequence."""


class ContactUpdatedEventData(TypedDict):
    contact_ids: list[str]
    """Contacts that the account has revealed."""
    sequence: int
    """The number of the event in the feed."""


class CreateHubspotExclusionRequest(TypedDict):
    label: NotRequired[str]
    """The exclusion list to fill. Default: `HubSpot`."""


class CreateHubspotRunRequest(TypedDict):
    contact_ids: NotRequired[list[str]]
    """Only these."""
    list_id: NotRequired[str]
    """Only those in this list."""
    dry_run: NotRequired[bool]
    """Say what would happen, and write nothing. Default: `false`."""


class CreateJobRequest(TypedDict):
    kind: Literal["reveal", "enrich", "export"]
    """What to do: reveal contacts, enrich domains, or export search results."""
    contact_ids: NotRequired[list[str]]
    """For `reveal`: the contacts, in this order."""
    list_id: NotRequired[str]
    """For `reveal`: the contacts of this list."""
    people: NotRequired[list[JobPerson]]
    """For `reveal`: people whom you know, each by email, linkedin_url, or first_name, last_name and domain. Whoever
    can’t be revealed has the outcome `no_match` and costs nothing."""
    search: NotRequired[CreateJobRequestSearch]
    """For `reveal`: the first `max` contacts of this search. For `export`: its contacts, or without `person` its
    stores, for which it takes `contacts`, too."""
    max: NotRequired[int]
    """With `search`: at most this many results."""
    per_store: NotRequired[int]
    """For `reveal` with `search`: at most this many contacts of each store. Those who are revealed already count, and
    come first."""
    domains: NotRequired[list[str]]
    """For `enrich`: domains in any form a person would paste."""
    include: NotRequired[list[Literal["contact_previews"]]]
    """For `enrich`: adds up to 10 previews a store. Needs the scope `contacts:search`, too."""
    add_to_list_id: NotRequired[str]
    """Contacts that are revealed, stores that are found, or exported items are added to this list as the job goes on,
    as many as fit. Needs the scope `lists:write`, too."""
    accept: NotRequired[list[Literal["verified", "matched", "found", "reported"]]]
    """Only pay for contacts with an email of one of these statuses. Any other contact is unavailable for this request
    and costs nothing."""
    reference: NotRequired[str]
    """Your own words for it, such as a campaign or a ticket: up to 100 visible characters, kept on the ledger entry."""
    allow_excluded: NotRequired[bool]
    """True: contacts that the account excludes are revealed after all, and charged."""
    max_credits: NotRequired[int]
    """For `reveal`: the job never spends more than this."""
    on_short_balance: NotRequired[Literal["refuse", "stop"]]
    """For `reveal`, when the credits don’t suffice: `refuse` answers 402 and makes no job, `stop` reveals what it can.
    Default: `refuse`."""
    dry_run: NotRequired[bool]
    """For `reveal`: answers 200 with the cost, and makes no job."""


class CreateJobRequestSearch(TypedDict):
    person: NotRequired[PersonFilters]
    """Filters of the person. All that are given must match."""
    store: NotRequired[StoreFilters]
    """Filters of the store. All that are given must match."""
    contacts: NotRequired[StoreContactFilters]
    """Filters of a store by the people who work there."""
    work: NotRequired[WorkFilters]
    """Filters by the account’s own work. All that are given must match."""
    sort: NotRequired[Literal["score", "newest", "updated", "name", "visits", "revenue", "contacts", "last_change"]]
    """The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last. Equal
    ones, and all by default, come by lead fit score."""


class CreateListRequest(TypedDict):
    name: str
    """A name, on one line."""
    kind: Literal["contacts", "stores"]
    """What it will hold."""
    private: NotRequired[bool]
    """Only its maker sees it. Only people can have private lists; a key can’t."""


class CreateSavedSearchRequest(TypedDict):
    name: str
    """A name, on one line."""
    kind: Literal["contacts", "stores"]
    """What it searches."""
    query: dict[str, Any]
    """The filters of the search, and its `sort`: its body without limit, cursor and facets."""


class CreateSubscriptionLinkRequest(TypedDict):
    plan: NotRequired[str]
    """The plan to subscribe to. Default: the account’s plan."""
    interval: NotRequired[Literal["month", "year"]]
    """How often it is paid. Default: `month`."""


class CreateTopUpLinkRequest(TypedDict):
    pack: str
    """The id of a credit pack."""


class CreateWatchRequest(TypedDict):
    saved_search_id: NotRequired[str]
    """The saved search to watch."""
    list_id: NotRequired[str]
    """Or the list to watch."""
    mail: NotRequired[Literal["off", "daily", "weekly"]]
    """How often news is mailed to whoever made the watch; of a key: to the owners. A new watch mails nothing unless
    this says so."""
    events: NotRequired[bool]
    """Whether news is recorded as the event `watch.matched`, which the whole account can read. A new watch does, unless
    this says otherwise; of a private list, never."""
    add_to_list_id: NotRequired[str | None]
    """News is added to this list, as long as it has room."""


class CreateWebhookRequest(TypedDict):
    url: str
    """Where events are sent: an https address on the public internet. A demo server also takes `http://localhost` and
    `http://127.0.0.1`."""
    types: NotRequired[list[Literal["reveal.created", "credits.low", "credits.exhausted", "credits.renewed", "credits.expiring", "plan.changed", "trial.ending", "limit.reached", "contact.updated", "contact.suppressed", "contact.erased", "work.changed", "job.finished", "watch.matched", "webhook.disabled", "hubspot.stopped"]] | None]
    """The types of events to send. Null or omitted: every type, also those that are added later."""


class CreatedJob(TypedDict):
    id: str
    """Names the job."""
    object: Literal["job"]
    """Always `job`."""
    kind: Literal["reveal", "enrich", "export"]
    """What it does with each input."""
    status: Literal["queued", "running", "finished", "stopped", "cancelled", "failed"]
    """A stopped job can be resumed; a cancelled or failed one can’t."""
    stop_reason: Literal["insufficient_contact_credits", "credit_limit_reached", "max_credits_reached", "search_rows_used_up", "no_longer_allowed", "paused"] | None
    """Why it stopped: credits, a credit limit, `max_credits` or search rows were used up, its maker lost the right to
    go on, or somebody paused it."""
    error: CreatedJobError | None
    """Why it failed; null unless it has."""
    counts: CreatedJobCounts
    """How far it is, and how many inputs had each outcome."""
    credits: CreatedJobCredits
    """What it costs."""
    list_id: str | None
    """The list that it adds to: `add_to_list_id` as given; null if that is a private list of somebody else."""
    created_by: str
    """The member, key or connection that made it, or resumed it last."""
    created_at: str
    """When it was made."""
    started_at: str | None
    """When its first input was worked on."""
    ended_at: str | None
    """When it finished, stopped, failed or was cancelled."""
    expires_at: str | None
    """When the job and its results are deleted: 30 days after its end."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class CreatedJobCounts(TypedDict):
    total: int
    """Inputs in all."""
    done: int
    """Inputs that have an outcome."""
    newly_revealed: NotRequired[int]
    """Inputs with the outcome `newly_revealed`."""
    already_revealed: NotRequired[int]
    """Inputs with the outcome `already_revealed`."""
    excluded: NotRequired[int]
    """Inputs with the outcome `excluded`."""
    unavailable: NotRequired[int]
    """Inputs with the outcome `unavailable`."""
    no_match: NotRequired[int]
    """Inputs with the outcome `no_match`."""
    found: NotRequired[int]
    """Inputs with the outcome `found`."""
    not_found: NotRequired[int]
    """Inputs with the outcome `not_found`."""
    exported: NotRequired[int]
    """Inputs with the outcome `exported`."""


class CreatedJobCredits(TypedDict):
    spent: int
    """Credits that it has spent so far."""
    max: int | None
    """`max_credits` as given."""


class CreatedJobError(TypedDict):
    code: Literal["job_failed"]
    """What went wrong, for programs."""
    message: str
    """What went wrong, and what to do."""


class CreditEntryActor(TypedDict):
    type: NotRequired[str]
    """What caused it: `member`, `api_key`, `connection` or `operator`."""
    id: NotRequired[str]
    """The id of the key, member or connection."""
    name: NotRequired[str]
    """Its name at that time."""


class CreditEntry(TypedDict):
    id: str
    """The id of the entry."""
    object: Literal["credit_entry"]
    """Always `credit_entry`."""
    kind: Literal["grant", "spend", "expire", "refund", "adjust"]
    """`grant`: credits given. `spend`: contacts revealed. `expire`: unused credits ended. `refund`: a spend returned.
    `adjust`: a correction by the operator."""
    amount: int
    """Signed: positive for credits added, negative for credits taken."""
    balance_after: int
    """Credits left after this entry."""
    door: Literal["api_key", "oauth", "mcp", "web", "operator", "billing", "system"]
    """How it came in."""
    actor: CreditEntryActor | None
    """Who caused it; null for what happened by itself, such as a monthly grant."""
    reason: str | None
    """Why, in words, where there is something to say."""
    contact_ids: list[str]
    """The contacts that a spend paid for, or that a refund is about."""
    lots: list[CreditEntryLot]
    """Which credits: those of the period, of a pack, given as goodwill, or returned."""
    request_id: str | None
    """The request that made this entry."""
    job_id: str | None
    """The job that this spend is part of."""
    reference: str | None
    """The caller’s own words for this spend (`Prospector-Reference`)."""
    spend_id: str | None
    """Of a refund: the entry of the spend that it gives back."""
    created_at: str
    """When it was written. Entries never change."""


class CreditEntryList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[CreditEntry]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many entries there are in all, of this kind if one was asked for."""


class CreditEntryLot(TypedDict):
    id: str | None
    """The entry that granted these credits."""
    source: Literal["period", "pack", "goodwill", "returned"]
    """Where the credits come from: the plan’s monthly or trial credits (`period`), a credit pack (`pack`), a gift of
    the operator (`goodwill`) or a refund (`returned`)."""
    amount: int
    """Signed: what the entry added to this lot or took from it."""


class CreditHistory(TypedDict):
    object: Literal["credit_history"]
    """Always `credit_history`."""
    data: list[CreditHistoryData]
    """One item for each day, door and actor with spending, the oldest day first."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class CreditHistoryData(TypedDict):
    date: str
    """A day, UTC."""
    door: Literal["api_key", "oauth", "mcp", "web", "operator", "billing", "system"]
    """How the requests came in."""
    actor: CreditHistoryDataActor
    """Who spent them."""
    spent: int
    """Credits spent."""


class CreditHistoryDataActor(TypedDict):
    type: str | None
    """What kind of actor it is."""
    id: str | None
    """The id of the actor."""
    name: str | None
    """The name of the actor."""


class CreditLot(TypedDict):
    id: str
    """The entry that granted these credits."""
    source: Literal["period", "pack", "goodwill", "returned"]
    """Where the credits come from: the plan’s monthly or trial credits (`period`), a credit pack (`pack`), a gift of
    the operator (`goodwill`) or a refund (`returned`)."""
    granted: int
    """Credits that the lot was given, with what an upgrade or a correction added or took."""
    remaining: int
    """Credits of it that are left."""
    expires_at: str | None
    """When what is left of it expires; null: with the period."""


class CreditsExhaustedEvent(TypedDict):
    type: Literal["credits.exhausted"]
    """Always `credits.exhausted`."""
    timestamp: str
    """When it happened."""
    data: CreditsExhaustedEventData
    """As in the feed, and its sequence."""


class CreditsExhaustedEventData(TypedDict):
    granted: int
    """Credits that the period was given."""
    resets_at: str | None
    """When credits renew; null if the account has no period."""
    sequence: int
    """The number of the event in the feed."""


class CreditsExpiringEvent(TypedDict):
    type: Literal["credits.expiring"]
    """Always `credits.expiring`."""
    timestamp: str
    """When it happened."""
    data: CreditsExpiringEventData
    """As in the feed, and its sequence."""


class CreditsExpiringEventData(TypedDict):
    credits: int
    """Credits that will expire."""
    expires_at: str
    """When they expire."""
    sequence: int
    """The number of the event in the feed."""


class CreditsLowEvent(TypedDict):
    type: Literal["credits.low"]
    """Always `credits.low`."""
    timestamp: str
    """When it happened."""
    data: CreditsLowEventData
    """As in the feed, and its sequence."""


class CreditsLowEventData(TypedDict):
    remaining: int
    """Credits left."""
    granted: int
    """Credits that the period was given."""
    resets_at: str | None
    """When credits renew; null if the account has no period."""
    sequence: int
    """The number of the event in the feed."""


class CreditsRenewedEvent(TypedDict):
    type: Literal["credits.renewed"]
    """Always `credits.renewed`."""
    timestamp: str
    """When it happened."""
    data: CreditsRenewedEventData
    """As in the feed, and its sequence."""


class CreditsRenewedEventData(TypedDict):
    granted: int
    """Credits of the new period."""
    remaining: int
    """All credits of the account."""
    period: BillingStatusPlanPeriod
    """The new period."""
    sequence: int
    """The number of the event in the feed."""


class DeleteExclusionReply(TypedDict):
    id: str
    """The label of the list."""
    object: Literal["exclusion"]
    """Always `exclusion`."""
    deleted: Literal[True]
    """Always true."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class DeleteListReply(TypedDict):
    id: str
    """The id of the list."""
    object: Literal["saved_list"]
    """Always `saved_list`."""
    deleted: Literal[True]
    """Always true."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class DeleteSavedSearchReply(TypedDict):
    id: str
    """The id of the saved search."""
    object: Literal["saved_search"]
    """Always `saved_search`."""
    deleted: Literal[True]
    """Always true."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class DeleteWatchReply(TypedDict):
    id: str
    """The id of the watch."""
    object: Literal["watch"]
    """Always `watch`."""
    deleted: Literal[True]
    """Always true."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class DeleteWebhookReply(TypedDict):
    id: str
    """The id of the webhook."""
    object: Literal["webhook"]
    """Always `webhook`."""
    deleted: Literal[True]
    """Always true."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class EitherQuery(TypedDict):
    person: NotRequired[PersonFilters]
    """Filters of the person. All that are given must match."""
    store: NotRequired[StoreFilters]
    """Filters of the store. All that are given must match."""
    contacts: NotRequired[StoreContactFilters]
    """Filters of a store by the people who work there."""
    work: NotRequired[WorkFilters]
    """Filters by the account’s own work. All that are given must match."""
    sort: NotRequired[Literal["score", "newest", "updated", "name", "visits", "revenue", "contacts", "last_change"]]
    """The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last. Equal
    ones, and all by default, come by lead fit score."""


class EmailChannel(TypedDict):
    email: str
    """The address."""
    status: Literal["verified", "matched", "found", "reported"]
    """`verified`: a mail server confirmed that the mailbox exists. `matched`: found in a source that names this very
    person with this address. `found`: found in public together with the store, not confirmed. `reported`: a customer
    reported that it bounced. Addresses that were guessed, that belong to a catch-all domain or that bounced are never
    returned."""
    type: Literal["work", "personal", "generic", "other"]
    """`work`: at the company. `personal`: private. `generic`: shared, such as info@. `other`: unknown."""
    is_primary: bool
    """The one to use first: exactly one of a list is."""
    verified_at: str | None
    """When the address was last verified; null if unknown."""


class EnrichJobLine(TypedDict):
    index: int
    """The place of the input, from 0 on."""
    domain: str
    """The requested domain, normalised."""
    inputs: list[str]
    """The strings as sent that led to this item."""
    status: Literal["found", "not_found", "not_reached"]
    """Whether the catalogue holds the store; `not_reached`: the job ended before."""
    store: Store | None
    """The store; null when it was not found."""
    contact_previews: NotRequired[list[ContactPreview]]
    """Executives first, then decision makers."""


class EnrichStoresRequest(TypedDict):
    domains: list[str]
    """Domains, in any form a person would paste."""
    include: NotRequired[list[Literal["contact_previews"]]]
    """`contact_previews` adds up to 10 masked previews a store."""


class ErasureConfirmation(TypedDict):
    id: str
    """The id of the event."""
    object: Literal["erasure_confirmation"]
    """Always `erasure_confirmation`."""
    contact_ids: list[str]
    """The contacts whose deletion is confirmed."""
    confirmed_at: str
    """When it was first confirmed."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class Event(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["reveal.created", "credits.low", "credits.exhausted", "credits.renewed", "credits.expiring", "plan.changed", "trial.ending", "limit.reached", "contact.updated", "contact.suppressed", "contact.erased", "work.changed", "job.finished", "watch.matched", "webhook.disabled", "hubspot.stopped"]
    """What happened. More types may be added."""
    created_at: str
    """When it happened."""
    data: dict[str, Any]
    """What the type says; see `webhooks` in this description."""


class EventList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[Event]
    """Events, oldest first."""
    has_more: bool
    """More events are there already."""
    next_after: int
    """Pass it as `after` to go on from here."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many events are kept in all, of whatever types and before and after `after`."""


class ExceededLimit(TypedDict):
    name: Literal["requests_per_minute", "requests_per_day", "own_requests_per_minute", "billing_requests_per_minute", "session_requests_per_minute", "feed_requests_per_minute", "sample_requests_per_minute", "web_requests_per_minute", "search_rows_per_month", "web_search_rows_per_month", "exports_at_once"]
    """Which limit, as in the RateLimit headers."""
    limit: int
    """The most that is allowed."""
    remaining: int
    """What is left."""
    resets_at: str
    """When it starts over."""


class Exclusion(TypedDict):
    label: str
    """The name of the list."""
    object: Literal["exclusion"]
    """Always `exclusion`."""
    counts: ExclusionCounts
    """How many entries it has. The entries themselves are kept as keyed hashes and can’t be read."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When entries were last sent."""
    expires_at: str | None
    """When the list ends; null: never."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class ExclusionCounts(TypedDict):
    total: int
    """Entries in all."""
    email: int
    """Entries of the kind `email`."""
    domain: int
    """Entries of the kind `domain`."""
    linkedin_url: int
    """Entries of the kind `linkedin_url`."""
    email_sha256: int
    """Entries of the kind `email_sha256`."""


class ExclusionList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[ExclusionListData]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many there are in all."""


class ExclusionListData(TypedDict):
    label: str
    """The name of the list."""
    object: Literal["exclusion"]
    """Always `exclusion`."""
    counts: ExclusionCounts
    """How many entries it has. The entries themselves are kept as keyed hashes and can’t be read."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When entries were last sent."""
    expires_at: str | None
    """When the list ends; null: never."""


class ExportContactsRequest(TypedDict):
    format: NotRequired[Literal["csv", "hubspot", "salesforce", "pipedrive"]]
    """Plain columns, or those that a CRM imports."""
    contact_ids: NotRequired[list[str]]
    """Only these."""
    words: NotRequired[str]
    """Only those that match all of these words."""
    list_id: NotRequired[str]
    """Only those in this list."""
    since: NotRequired[str]
    """Only what was revealed at this moment or later."""
    work_status: NotRequired[Literal["new", "contacted", "replied", "won", "lost", "none"]]
    """Only those on which the work is so far; `none`: those without a status."""


class ExportStoresRequest(TypedDict):
    domains: list[str]
    """Domains, in any form a person would paste."""


class FacetCount(TypedDict):
    value: str
    """A value of the facet."""
    count: int
    """How many results have it."""


class FindWorkRequest(TypedDict):
    kind: Literal["contacts", "stores"]
    """What the ids are of."""
    ids: list[str]
    """Ids of contacts; for a list of stores ids or domains of stores."""


class GetContactWorkReply(TypedDict):
    object: Literal["work"]
    """Always `work`."""
    id: str
    """The contact or store."""
    status: Literal["new", "contacted", "replied", "won", "lost"] | None
    """How far the work is."""
    owner_id: str | None
    """The member who works on it."""
    tags: list[str]
    """Its tags."""
    note: str | None
    """A note."""
    changed_at: str | None
    """When something of it last changed; null: never."""
    changed_by: str | None
    """The member, connection or key that changed it last."""
    history: list[WorkHistoryItem]
    """The last 100 changes, the newest first."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class GetJobReply(TypedDict):
    id: str
    """Names the job."""
    object: Literal["job"]
    """Always `job`."""
    kind: Literal["reveal", "enrich", "export"]
    """What it does with each input."""
    status: Literal["queued", "running", "finished", "stopped", "cancelled", "failed"]
    """A stopped job can be resumed; a cancelled or failed one can’t."""
    stop_reason: Literal["insufficient_contact_credits", "credit_limit_reached", "max_credits_reached", "search_rows_used_up", "no_longer_allowed", "paused"] | None
    """Why it stopped: credits, a credit limit, `max_credits` or search rows were used up, its maker lost the right to
    go on, or somebody paused it."""
    error: CreatedJobError | None
    """Why it failed; null unless it has."""
    counts: CreatedJobCounts
    """How far it is, and how many inputs had each outcome."""
    credits: CreatedJobCredits
    """What it costs."""
    list_id: str | None
    """The list that it adds to: `add_to_list_id` as given; null if that is a private list of somebody else."""
    created_by: str
    """The member, key or connection that made it, or resumed it last."""
    created_at: str
    """When it was made."""
    started_at: str | None
    """When its first input was worked on."""
    ended_at: str | None
    """When it finished, stopped, failed or was cancelled."""
    expires_at: str | None
    """When the job and its results are deleted: 30 days after its end."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class GetListItemsReply(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[ContactPreview | RevealedContact | Store]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many could be shown when the first page was read."""


class GetStoreWorkReply(TypedDict):
    object: Literal["work"]
    """Always `work`."""
    id: str
    """The contact or store."""
    status: Literal["new", "contacted", "replied", "won", "lost"] | None
    """How far the work is."""
    owner_id: str | None
    """The member who works on it."""
    tags: list[str]
    """Its tags."""
    note: str | None
    """A note."""
    changed_at: str | None
    """When something of it last changed; null: never."""
    changed_by: str | None
    """The member, connection or key that changed it last."""
    history: list[WorkHistoryItem]
    """The last 100 changes, the newest first."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class GetWebhookReply(TypedDict):
    id: str
    """The id of the webhook."""
    object: Literal["webhook"]
    """Always `webhook`."""
    url: str
    """Where events are sent."""
    types: list[str] | None
    """The types of events that are sent; null: every type."""
    status: Literal["enabled", "disabled"]
    """Whether events are sent."""
    created_at: str
    """When it was made."""
    last_success_at: str | None
    """When an event was last accepted."""
    failing_since: str | None
    """Since when no event has been accepted; null if the last one was."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class HubspotConnection(TypedDict):
    object: Literal["hubspot_connection"]
    """Always `hubspot_connection`."""
    status: Literal["not_connected", "connected", "stopped"]
    """`stopped`: nothing is sent until it is connected again; `problem` says why."""
    portal_id: int | None
    """The id of the HubSpot account; null if none is connected."""
    automatic: bool
    """Whether contacts are sent as they are revealed."""
    problem: Literal["token_refused", "scopes_missing"] | None
    """Why it is stopped; null if it is not."""
    problem_message: str | None
    """The same in words, with what to do."""
    missing_scopes: list[str]
    """Scopes that HubSpot says the token lacks."""
    paused_until: str | None
    """HubSpot asked for a pause, or did not answer; sending goes on by itself then. Null if it is not paused."""
    failing_since: str | None
    """Since when nothing could be sent; null if the last attempt succeeded."""
    connected_at: str | None
    """When it was first connected."""
    last_success_at: str | None
    """When HubSpot last answered a run, also a dry one."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class HubspotRun(TypedDict):
    id: str
    """The id of the run."""
    object: Literal["hubspot_run"]
    """Always `hubspot_run`."""
    kind: Literal["push", "dry_run", "erasure", "exclusion"]
    """`dry_run` says what a `push` would do. `erasure` follows opt-outs and erasures. `exclusion` reads."""
    origin: Literal["request", "reveal.created", "contact.erased", "contact.suppressed"]
    """A request, or the type of event that led to it."""
    status: Literal["running", "finished", "failed"]
    """`running`: some of it still waits."""
    reason: str | None
    """Why it failed: `refused` or `too_many_exclusions`."""
    total: int
    """How many contacts it has; of an exclusion, how many records were read so far."""
    counts: HubspotRunCounts
    """How many came to which outcome so far; in a dry run, would come."""
    label: str | None
    """The exclusion list that it fills; null for other kinds."""
    created_at: str
    """When it was made."""
    finished_at: str | None
    """When it ended."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class HubspotRunCounts(TypedDict):
    create: int
    """A contact is created at HubSpot."""
    update: int
    """A contact fills empty fields of a record that is there."""
    unchanged: int
    """A contact is there already, with nothing to add."""
    conflict: int
    """A contact is not sent, because the record belongs to another contact."""
    skip: int
    """A contact is not sent, because it may no longer be shown."""
    fail: int
    """A contact was refused by HubSpot."""
    delete: int
    """A contact was created by us, and is deleted."""
    clear: int
    """A contact was there before us, and loses what came from us."""
    absent: int
    """A contact was not at HubSpot any more."""
    kept: int
    """Contacts of which HubSpot holds something else in some field. It stays."""
    exclude: int
    """Emails and domains that an exclusion found."""


class HubspotRunItem(TypedDict):
    object: Literal["hubspot_run_item"]
    """Always `hubspot_run_item`."""
    contact_id: str
    """The contact."""
    outcome: Literal["create", "update", "unchanged", "conflict", "skip", "fail", "delete", "clear", "absent"] | None
    """What came of it, or would; null while it waits."""
    reason: Literal["same_email", "other_contact", "unavailable", "invalid_email", "refused"] | None
    """`same_email`: another contact of the run has the email. `other_contact`: HubSpot’s record with this email belongs
    to another contact of Prospector."""
    filled_fields: list[str]
    """Fields of HubSpot that were empty and are filled."""
    kept_fields: list[str]
    """Fields where HubSpot holds something else, which stays."""


class HubspotRunItemList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[HubspotRunItem]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many there were in all when the first page was read."""


class HubspotRunList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[HubspotRunListData]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many there were in all when the first page was read."""


class HubspotRunListData(TypedDict):
    id: str
    """The id of the run."""
    object: Literal["hubspot_run"]
    """Always `hubspot_run`."""
    kind: Literal["push", "dry_run", "erasure", "exclusion"]
    """`dry_run` says what a `push` would do. `erasure` follows opt-outs and erasures. `exclusion` reads."""
    origin: Literal["request", "reveal.created", "contact.erased", "contact.suppressed"]
    """A request, or the type of event that led to it."""
    status: Literal["running", "finished", "failed"]
    """`running`: some of it still waits."""
    reason: str | None
    """Why it failed: `refused` or `too_many_exclusions`."""
    total: int
    """How many contacts it has; of an exclusion, how many records were read so far."""
    counts: HubspotRunCounts
    """How many came to which outcome so far; in a dry run, would come."""
    label: str | None
    """The exclusion list that it fills; null for other kinds."""
    created_at: str
    """When it was made."""
    finished_at: str | None
    """When it ended."""


class HubspotStoppedEvent(TypedDict):
    type: Literal["hubspot.stopped"]
    """Always `hubspot.stopped`."""
    timestamp: str
    """When it happened."""
    data: HubspotStoppedEventData
    """As in the feed, and its sequence."""


class HubspotStoppedEventData(TypedDict):
    reason: Literal["token_refused", "scopes_missing"]
    """`token_refused`: HubSpot does not take the token any more. `scopes_missing`: the token lacks scopes."""
    missing_scopes: list[str]
    """The scopes that HubSpot named."""
    sequence: int
    """The number of the event in the feed."""


class Invoice(TypedDict):
    id: str
    """The payment provider’s id of the invoice."""
    object: Literal["invoice"]
    """Always `invoice`."""
    number: str | None
    """The number printed on the invoice; null until it is final."""
    description: str
    """What was bought."""
    status: Literal["paid", "open", "void", "uncollectible", "refunded", "partly_refunded", "disputed"]
    """Where the payment stands."""
    total: int
    """In the smallest unit of the currency."""
    currency: str
    """Three-letter ISO 4217 code, in lower case."""
    total_label: str
    """The total as people read it, such as `$99`."""
    created_at: str
    """When the invoice was made."""
    url: str | None
    """The invoice as a page."""
    pdf_url: str | None
    """The invoice to download."""


class InvoiceList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[Invoice]
    """All of them."""
    has_more: Literal[False]
    """Always false: one page holds them all."""
    next_cursor: None
    """Always null."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many there are."""


class Job(TypedDict):
    id: str
    """Names the job."""
    object: Literal["job"]
    """Always `job`."""
    kind: Literal["reveal", "enrich", "export"]
    """What it does with each input."""
    status: Literal["queued", "running", "finished", "stopped", "cancelled", "failed"]
    """A stopped job can be resumed; a cancelled or failed one can’t."""
    stop_reason: Literal["insufficient_contact_credits", "credit_limit_reached", "max_credits_reached", "search_rows_used_up", "no_longer_allowed", "paused"] | None
    """Why it stopped: credits, a credit limit, `max_credits` or search rows were used up, its maker lost the right to
    go on, or somebody paused it."""
    error: CreatedJobError | None
    """Why it failed; null unless it has."""
    counts: CreatedJobCounts
    """How far it is, and how many inputs had each outcome."""
    credits: CreatedJobCredits
    """What it costs."""
    list_id: str | None
    """The list that it adds to: `add_to_list_id` as given; null if that is a private list of somebody else."""
    created_by: str
    """The member, key or connection that made it, or resumed it last."""
    created_at: str
    """When it was made."""
    started_at: str | None
    """When its first input was worked on."""
    ended_at: str | None
    """When it finished, stopped, failed or was cancelled."""
    expires_at: str | None
    """When the job and its results are deleted: 30 days after its end."""


class JobFinishedEvent(TypedDict):
    type: Literal["job.finished"]
    """Always `job.finished`."""
    timestamp: str
    """When it happened."""
    data: JobFinishedEventData
    """As in the feed, and its sequence."""


class JobFinishedEventData(TypedDict):
    job_id: str
    """The job."""
    kind: str
    """`reveal`, `enrich` or `export`."""
    status: str
    """`finished`, `stopped`, `cancelled` or `failed`."""
    total: int
    """How many inputs it had."""
    done: int
    """How many of them it has done."""
    credits_spent: int
    """What it cost."""
    sequence: int
    """The number of the event in the feed."""


class JobList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[Job]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many there were in all when the first page was read."""


class JobPerson(TypedDict):
    email: NotRequired[str]
    """An email address of the person."""
    linkedin_url: NotRequired[str]
    """The LinkedIn profile of the person."""
    first_name: NotRequired[str]
    """With `last_name` and `domain`."""
    last_name: NotRequired[str]
    """With `first_name` and `domain`."""
    domain: NotRequired[str]
    """The store where the person works."""
    ref: NotRequired[str]
    """Your own id of the person. The result has it, too."""


class JobResultLineList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[JobResultLine]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many lines there are now: while the job runs, those so far."""


class LastChange(TypedDict):
    type: Literal["store_added", "app_added", "app_removed", "pixel_added", "pixel_removed", "theme_changed", "traffic_tier_up", "traffic_tier_down", "revenue_tier_up", "revenue_tier_down", "shopify_plus_gained", "shopify_plus_lost", "ads_started", "ads_stopped", "contact_added"]
    """What changed."""
    value: str | None
    """The app or pixel; null for other types."""
    observed_at: str
    """When it was observed."""


class LimitReachedEvent(TypedDict):
    type: Literal["limit.reached"]
    """Always `limit.reached`."""
    timestamp: str
    """When it happened."""
    data: LimitReachedEventData
    """As in the feed, and its sequence."""


class LimitReachedEventData(TypedDict):
    of: Literal["key", "member", "connection"]
    """Whose limit it is."""
    id: str
    """The key, member or connection."""
    limit: int
    """The limit, in credits a period."""
    sequence: int
    """The number of the event in the feed."""


class NamedPerson(TypedDict):
    email: NotRequired[str]
    """An email address of the person."""
    linkedin_url: NotRequired[str]
    """The LinkedIn profile of the person."""
    first_name: NotRequired[str]
    """With `last_name` and `domain`."""
    last_name: NotRequired[str]
    """With `first_name` and `domain`."""
    domain: NotRequired[str]
    """The store where the person works."""


class PauseJobReply(TypedDict):
    id: str
    """Names the job."""
    object: Literal["job"]
    """Always `job`."""
    kind: Literal["reveal", "enrich", "export"]
    """What it does with each input."""
    status: Literal["queued", "running", "finished", "stopped", "cancelled", "failed"]
    """A stopped job can be resumed; a cancelled or failed one can’t."""
    stop_reason: Literal["insufficient_contact_credits", "credit_limit_reached", "max_credits_reached", "search_rows_used_up", "no_longer_allowed", "paused"] | None
    """Why it stopped: credits, a credit limit, `max_credits` or search rows were used up, its maker lost the right to
    go on, or somebody paused it."""
    error: CreatedJobError | None
    """Why it failed; null unless it has."""
    counts: CreatedJobCounts
    """How far it is, and how many inputs had each outcome."""
    credits: CreatedJobCredits
    """What it costs."""
    list_id: str | None
    """The list that it adds to: `add_to_list_id` as given; null if that is a private list of somebody else."""
    created_by: str
    """The member, key or connection that made it, or resumed it last."""
    created_at: str
    """When it was made."""
    started_at: str | None
    """When its first input was worked on."""
    ended_at: str | None
    """When it finished, stopped, failed or was cancelled."""
    expires_at: str | None
    """When the job and its results are deleted: 30 days after its end."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class Period(TypedDict):
    start: str
    """When the period began."""
    end: str
    """When the period ends and the next one begins."""


class PersonFilters(TypedDict):
    roles_any: NotRequired[list[str]]
    """Role: any of these."""
    seniority_any: NotRequired[list[Literal["executive", "decision_maker", "other"]]]
    """Seniority: any of these."""
    has_verified_email: NotRequired[bool]
    """Has a verified email; false means without. It counts whichever status it has, if a reveal returns it:
    `email_statuses_any` chooses."""
    has_phone: NotRequired[bool]
    """Has a phone; false means without."""
    has_linkedin: NotRequired[bool]
    """Has a LinkedIn profile; false means without."""
    email_statuses_any: NotRequired[list[Literal["verified", "matched", "found", "reported"]]]
    """Status of an email: any of these. Fits one and the same email as the other filters of emails."""
    email_types_any: NotRequired[list[Literal["work", "personal", "generic", "other"]]]
    """Type of an email: any of these. Fits one and the same email as the other filters of emails."""
    verified_within_days: NotRequired[int]
    """Has an email that was verified within this many days of 24 hours before the request."""
    added_within_days: NotRequired[int]
    """Was added within this many days of 24 hours before the request."""
    revealed: NotRequired[bool]
    """Revealed by this account; false means without."""
    title: NotRequired[str]
    """Words in the job title: all of these whole words, ignoring case and accents."""
    query: NotRequired[str]
    """First name, first letter of the last name, or job title: all of these words or beginnings of words, ignoring case
    and accents. Words of 5 letters or more may have one typo; such matches come last."""


class PhoneChannel(TypedDict):
    phone: str
    """The number as the source has it."""
    type: Literal["direct", "mobile", "company", "other"]
    """`direct`: the person’s own line. `mobile`. `company`: the switchboard. `other`: unknown."""
    is_primary: bool
    """The one to use first: exactly one of a list is."""


class PlanChangedEvent(TypedDict):
    type: Literal["plan.changed"]
    """Always `plan.changed`."""
    timestamp: str
    """When it happened."""
    data: PlanChangedEventData
    """As in the feed, and its sequence."""


class PlanChangedEventData(TypedDict):
    plan_id: str | None
    """The plan."""
    status: str
    """Its status: `none`, `trialing`, `active`, `past_due` or `lapsed`."""
    previous: PlanChangedEventDataPrevious
    """What it was before."""
    sequence: int
    """The number of the event in the feed."""


class PlanChangedEventDataPrevious(TypedDict):
    plan_id: str | None
    """The plan."""
    status: str
    """Its status: `none`, `trialing`, `active`, `past_due` or `lapsed`."""


class PreviewNewsRequest(TypedDict):
    saved_search_id: NotRequired[str]
    """The saved search to watch."""
    list_id: NotRequired[str]
    """Or the list to watch."""
    search: NotRequired[PreviewNewsRequestSearch]
    """Or a search that is not saved: what it would be saved with."""


class PreviewNewsRequestSearch(TypedDict):
    kind: Literal["contacts", "stores"]
    """What it searches."""
    query: dict[str, Any]
    """The filters of the search, and its `sort`: its body without limit, cursor and facets."""


class PreviewWatchRequest(TypedDict):
    pass


class Problem(TypedDict):
    error: ProblemDetails
    """What went wrong, and what to do about it."""


class ProblemDetails(TypedDict):
    type: Literal["authentication_error", "permission_error", "invalid_request_error", "rate_limit_error", "quota_error", "not_found_error", "server_error"]
    """The kind of error."""
    code: Literal["invalid_request", "invalid_json", "invalid_contact_id", "invalid_cursor", "invalid_idempotency_key", "missing_credentials", "invalid_credentials", "insufficient_contact_credits", "key_credit_limit_reached", "member_credit_limit_reached", "connection_credit_limit_reached", "payment_failed", "api_access_required", "test_key_required", "account_suspended", "insufficient_scope", "host_not_allowed", "no_revealable_contacts", "contact_not_found", "store_not_found", "billing_customer_not_found", "resource_not_found", "route_not_found", "method_not_allowed", "subscription_required", "not_in_trial", "billing_not_configured", "plan_not_for_sale", "too_many_jobs", "too_many_watches", "watch_too_broad", "too_many_webhooks", "too_many_exclusions", "webhook_disabled", "hubspot_not_connected", "too_many_hubspot_runs", "events_expired", "idempotency_conflict", "job_is_over", "job_not_stopped", "request_timeout", "request_too_large", "uri_too_long", "unsupported_media_type", "rate_limit_exceeded", "headers_too_large", "internal_error", "billing_provider_error", "hubspot_unavailable", "service_unavailable"]
    """The error, for programs. New codes may be added."""
    message: str
    """The error, for people."""
    param: NotRequired[str]
    """The offending parameter, as a dotted path."""
    billing: NotRequired[BillingAction]
    """How a person can fix it, where paying or subscribing helps."""
    limit: NotRequired[ExceededLimit]
    """The limit that was exceeded."""
    oldest_sequence: NotRequired[int]
    """Only with `events_expired`: the sequence of the oldest event that is kept."""
    doc_url: str
    """The page of the docs on this code: what to do, and how to get it in test mode."""
    request_id: str
    """Names this request, for support and debugging."""


class PutExclusionRequest(TypedDict):
    entries: list[PutExclusionRequestEntry]
    """Whom to leave out. An account can have 500,000 entries over all its lists."""
    mode: NotRequired[Literal["add", "replace"]]
    """`add`: on top of what is there. `replace`: the list then holds these entries and no others. Default: `add`."""
    expires_at: NotRequired[str | None]
    """When the list ends: it is deleted within a minute, and whom no other list names is found again. Null: never. Left
    out, what the list has stays."""


class PutExclusionRequestEntry(TypedDict):
    email: NotRequired[str]
    """Whoever has this address."""
    domain: NotRequired[str]
    """The store, and everybody in it; in any form a person would paste."""
    linkedin_url: NotRequired[str]
    """Whoever has this profile."""
    email_sha256: NotRequired[str]
    """The SHA-256 of an address, trimmed and in lower case, as lower-case hex."""


class QuoteRevealRequest(TypedDict):
    contact_ids: list[str]
    """Ids from contact search. A repeated id counts once."""
    accept: NotRequired[list[Literal["verified", "matched", "found", "reported"]]]
    """Only pay for contacts with an email of one of these statuses. Any other contact is unavailable for this request
    and costs nothing."""
    reference: NotRequired[str]
    """Your own words for it, such as a campaign or a ticket: up to 100 visible characters, kept on the ledger entry."""
    allow_excluded: NotRequired[bool]
    """True: contacts that the account excludes are revealed after all, and charged."""


class QuotedJob(TypedDict):
    object: Literal["job_quote"]
    """Always `job_quote`."""
    credits: QuotedJobCredits
    """What the job would cost, and what is left."""
    counts: ContactRevealQuoteCounts
    """How many contacts have each outcome, each contact counted once."""
    emails: ContactRevealQuoteEmails
    """What emails the new contacts have: each is counted once, under its best one."""
    email_types: ContactRevealQuoteEmailTypes
    """Of what type these best emails are. Contacts without an email are not counted."""
    being_revealed: int
    """Of the new ones: those that another job of the account, waiting or running, is about to reveal. They cost one
    credit, in whichever job comes to them first. 0 for `people`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class QuotedJobCredits(TypedDict):
    required: int
    """Credits that the job would spend; for `people`, the most that it could spend."""
    remaining: int
    """Credits left now."""
    spendable_now: int
    """Credits that this caller can spend now: the least of the account’s credits and the caller’s own limits."""


class ReadOwnedContactsReply(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[RevealedContact]
    """All of them."""
    has_more: Literal[False]
    """Always false: one page holds them all."""
    next_cursor: None
    """Always null."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many there are."""


class ReadOwnedContactsRequest(TypedDict):
    contact_ids: list[str]
    """Ids of contacts."""


class RemoveListItemsReply(TypedDict):
    id: str
    """The id of the list."""
    object: Literal["saved_list"]
    """Always `saved_list`."""
    kind: Literal["contacts", "stores"]
    """What it holds."""
    name: str
    """Its name."""
    private: bool
    """Only its maker sees it."""
    items: int
    """How many items it holds, also those that can’t be shown at the moment."""
    created_by: str
    """The member or the key that made it."""
    created_at: str
    """When it was made."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    removed: int
    """How many were removed."""


class ReportBouncesRequest(TypedDict):
    bounces: list[ReportBouncesRequestBounce]
    """What bounced: each with `email` or `contact_id`."""


class ReportBouncesRequestBounce(TypedDict):
    email: NotRequired[str]
    """The address that bounced."""
    contact_id: NotRequired[str]
    """Instead of the address: the contact, whose primary email is meant."""
    code: NotRequired[str]
    """What the mail server said: `5.1.1`, `550`, or the whole line. Without it the bounce counts as final."""
    bounced_at: NotRequired[str]
    """When it bounced."""


class ResendWebhookEventsRequest(TypedDict):
    event_ids: NotRequired[list[str]]
    """The events to send."""
    since: NotRequired[int]
    """Every event with a higher sequence."""


class ResetTestModeRequest(TypedDict):
    status: NotRequired[Literal["none", "trialing", "active", "past_due", "lapsed"]]
    """The state of the plan to begin with: `active` unless given. Try `trialing` or `lapsed`."""


class ResumeJobReply(TypedDict):
    id: str
    """Names the job."""
    object: Literal["job"]
    """Always `job`."""
    kind: Literal["reveal", "enrich", "export"]
    """What it does with each input."""
    status: Literal["queued", "running", "finished", "stopped", "cancelled", "failed"]
    """A stopped job can be resumed; a cancelled or failed one can’t."""
    stop_reason: Literal["insufficient_contact_credits", "credit_limit_reached", "max_credits_reached", "search_rows_used_up", "no_longer_allowed", "paused"] | None
    """Why it stopped: credits, a credit limit, `max_credits` or search rows were used up, its maker lost the right to
    go on, or somebody paused it."""
    error: CreatedJobError | None
    """Why it failed; null unless it has."""
    counts: CreatedJobCounts
    """How far it is, and how many inputs had each outcome."""
    credits: CreatedJobCredits
    """What it costs."""
    list_id: str | None
    """The list that it adds to: `add_to_list_id` as given; null if that is a private list of somebody else."""
    created_by: str
    """The member, key or connection that made it, or resumed it last."""
    created_at: str
    """When it was made."""
    started_at: str | None
    """When its first input was worked on."""
    ended_at: str | None
    """When it finished, stopped, failed or was cancelled."""
    expires_at: str | None
    """When the job and its results are deleted: 30 days after its end."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class RevealContactsRequest(TypedDict):
    contact_ids: list[str]
    """Ids from contact search. A repeated id counts once."""


class RevealCreatedEvent(TypedDict):
    type: Literal["reveal.created"]
    """Always `reveal.created`."""
    timestamp: str
    """When it happened."""
    data: RevealCreatedEventData
    """As in the feed, and its sequence."""


class RevealCreatedEventData(TypedDict):
    contact_ids: list[str]
    """The contacts that were charged."""
    credits: int
    """What they cost."""
    door: str
    """How the request came in: `api_key`, `oauth`, `mcp` or `web`."""
    sequence: int
    """The number of the event in the feed."""


class RevealJobLine(TypedDict):
    index: int
    """The place of the input, from 0 on."""
    input: str | NamedPerson
    """The contact, or the person, as it was asked for."""
    ref: str | None
    """Your own id of the person, as it was sent; null if there was none."""
    outcome: Literal["newly_revealed", "already_revealed", "excluded", "unavailable", "no_match", "not_reached"]
    """What became of it; `no_match`: nobody was found who can be revealed; `not_reached`: the job ended before."""
    charged: bool
    """True when the job spent one credit for this contact."""
    contact: RevealedContact | None
    """The contact as it is now; null if it was not revealed."""


class RevealedContact(TypedDict):
    id: str
    """The id of the contact. Opaque: never make one up."""
    object: Literal["contact"]
    """Always `contact`."""
    full_name: str | None
    """First and last name."""
    first_name: str | None
    """First name."""
    last_name: str | None
    """Last name, in full."""
    title: str | None
    """Job title."""
    role: str | None
    """Normalised decision-maker role."""
    seniority: Literal["executive", "decision_maker", "other"]
    """`executive`: founders and the C-level. `decision_maker`: heads and managers. `other`: everybody else."""
    linkedin_url: str | None
    """The person’s LinkedIn profile, where it is known."""
    reveal_status: Literal["newly_revealed", "already_revealed"]
    """Whether this request revealed the contact, or the account had revealed it before."""
    charged: bool
    """True when this request spent one credit for this contact."""
    emails: list[EmailChannel]
    """Exportable emails only; may be empty."""
    phones: list[PhoneChannel]
    """All phones that are known; may be empty."""
    store: RevealedContactStore
    """The store that the person works at."""
    revealed_at: str
    """When this account first revealed the contact."""
    updated_at: str | None
    """When something about the contact last changed; null if unknown."""
    source: str | None
    """Where the operator has the contact from, by name; null if unknown."""
    legal_basis: str | None
    """The legal basis on which the operator uses this source, in words; null if it is not stated."""


class RevealedContactList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[RevealedContact]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many there were in all when the first page was read."""


class RevealedContactReply(TypedDict):
    id: str
    """The id of the contact. Opaque: never make one up."""
    object: Literal["contact"]
    """Always `contact`."""
    full_name: str | None
    """First and last name."""
    first_name: str | None
    """First name."""
    last_name: str | None
    """Last name, in full."""
    title: str | None
    """Job title."""
    role: str | None
    """Normalised decision-maker role."""
    seniority: Literal["executive", "decision_maker", "other"]
    """`executive`: founders and the C-level. `decision_maker`: heads and managers. `other`: everybody else."""
    linkedin_url: str | None
    """The person’s LinkedIn profile, where it is known."""
    reveal_status: Literal["newly_revealed", "already_revealed"]
    """Whether this request revealed the contact, or the account had revealed it before."""
    charged: bool
    """True when this request spent one credit for this contact."""
    emails: list[EmailChannel]
    """Exportable emails only; may be empty."""
    phones: list[PhoneChannel]
    """All phones that are known; may be empty."""
    store: RevealedContactStore
    """The store that the person works at."""
    revealed_at: str
    """When this account first revealed the contact."""
    updated_at: str | None
    """When something about the contact last changed; null if unknown."""
    source: str | None
    """Where the operator has the contact from, by name; null if unknown."""
    legal_basis: str | None
    """The legal basis on which the operator uses this source, in words; null if it is not stated."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class RevealedContactStore(TypedDict):
    id: str
    """The id of the store."""
    domain: str
    """The hostname of the store, in ASCII."""
    name: str
    """The name of the store or company."""


class RunSavedSearchReply(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[ContactPreview | Store]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """Exact number of matches, over all pages."""
    facets: NotRequired[ContactPreviewListFacets]
    """Counts over the whole result set, for the facets that were asked for."""
    warnings: list[SearchWarning]
    """Values that the catalogue does not hold. They match nothing, and under `none` everything."""


class RunSavedSearchRequest(TypedDict):
    limit: NotRequired[int]
    """Results a page. Default: `25`."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the page before; null for the first."""
    facets: NotRequired[list[Literal["role", "seniority", "country", "category", "traffic_tier", "revenue_tier", "theme_type", "app", "pixel", "change", "change_week"]]]
    """What to count over the whole result set, as the search takes it."""


class SavedList(TypedDict):
    id: str
    """The id of the list."""
    object: Literal["saved_list"]
    """Always `saved_list`."""
    kind: Literal["contacts", "stores"]
    """What it holds."""
    name: str
    """Its name."""
    private: bool
    """Only its maker sees it."""
    items: int
    """How many items it holds, also those that can’t be shown at the moment."""
    created_by: str
    """The member or the key that made it."""
    created_at: str
    """When it was made."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class SavedListList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[SavedListListData]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many there are in all."""


class SavedListListData(TypedDict):
    id: str
    """The id of the list."""
    object: Literal["saved_list"]
    """Always `saved_list`."""
    kind: Literal["contacts", "stores"]
    """What it holds."""
    name: str
    """Its name."""
    private: bool
    """Only its maker sees it."""
    items: int
    """How many items it holds, also those that can’t be shown at the moment."""
    created_by: str
    """The member or the key that made it."""
    created_at: str
    """When it was made."""


class SavedSearch(TypedDict):
    id: str
    """The id of the saved search."""
    object: Literal["saved_search"]
    """Always `saved_search`."""
    name: str
    """Its name."""
    kind: Literal["contacts", "stores"]
    """What it searches."""
    query: dict[str, Any]
    """The filters of the search, and its `sort` if it has one."""
    created_by: str
    """The member or the key that saved it."""
    created_at: str
    """When it was saved."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class SavedSearchList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[SavedSearchListData]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many there are in all."""


class SavedSearchListData(TypedDict):
    id: str
    """The id of the saved search."""
    object: Literal["saved_search"]
    """Always `saved_search`."""
    name: str
    """Its name."""
    kind: Literal["contacts", "stores"]
    """What it searches."""
    query: dict[str, Any]
    """The filters of the search, and its `sort` if it has one."""
    created_by: str
    """The member or the key that saved it."""
    created_at: str
    """When it was saved."""


class ScoreRange(TypedDict):
    min: NotRequired[float]
    """The lowest score."""
    max: NotRequired[float]
    """The highest score."""


class SearchContactsRequest(TypedDict):
    person: NotRequired[PersonFilters]
    """Filters of the person. All that are given must match."""
    store: NotRequired[StoreFilters]
    """Filters of the store. All that are given must match."""
    work: NotRequired[WorkFilters]
    """Filters by the account’s own work. All that are given must match."""
    sort: NotRequired[Literal["score", "newest", "updated"]]
    """The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last. Equal
    ones, and all by default, come by lead fit score. Default: `score`."""
    excluded: NotRequired[Literal["hide", "show", "only"]]
    """Whom the account’s exclusion lists name: left out, shown among the others, or nobody else. Default: `hide`."""
    limit: NotRequired[int]
    """Results a page. Default: `25`."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the page before; null for the first."""
    facets: NotRequired[list[Literal["role", "seniority", "country", "category", "traffic_tier", "revenue_tier", "theme_type", "app", "pixel", "change", "change_week"]]]
    """What to count over the whole result set."""


class SearchRevealedContactsReply(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[RevealedContact]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: None
    """Always null: counting would mean reading everything that was revealed."""


class SearchStoresRequest(TypedDict):
    store: NotRequired[StoreFilters]
    """Filters of the store. All that are given must match."""
    contacts: NotRequired[StoreContactFilters]
    """Filters of a store by the people who work there."""
    work: NotRequired[WorkFilters]
    """Filters by the account’s own work. All that are given must match."""
    sort: NotRequired[Literal["score", "name", "visits", "revenue", "contacts", "newest", "last_change"]]
    """The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last. Equal
    ones, and all by default, come by lead fit score. Default: `score`."""
    excluded: NotRequired[Literal["hide", "show", "only"]]
    """Whom the account’s exclusion lists name: left out, shown among the others, or nobody else. Default: `hide`."""
    limit: NotRequired[int]
    """Results a page. Default: `25`."""
    cursor: NotRequired[str | None]
    """`next_cursor` of the page before; null for the first."""
    facets: NotRequired[list[Literal["country", "category", "traffic_tier", "revenue_tier", "theme_type", "app", "pixel", "change", "change_week"]]]
    """What to count over the whole result set."""


class SearchWarning(TypedDict):
    param: str
    """Where the value stands, for example `store.apps.any[0]`."""
    value: str
    """The value as it was sent."""
    message: str
    """What it means for the result, in a sentence."""
    nearest: str | None
    """The value of the catalogue that was probably meant; null when none is near."""


class SimilarStore(TypedDict):
    store: Store
    """The similar store."""
    similarity: float
    """How much of what describes the given store this one shares. Rare technologies weigh more."""
    reasons: list[SimilarityReason]
    """What both stores have, the weightiest first. A neighbouring tier counts half and is not listed."""


class SimilarStoreList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[SimilarStore]
    """The most similar first."""
    has_more: Literal[False]
    """Always false: one page holds them all."""
    next_cursor: None
    """Always null."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many there are."""


class SimilarityReason(TypedDict):
    field: str
    """The facet that counts it: `app`, `pixel`, `category`, `country` or a tier."""
    value: str
    """What both have."""
    weight: float
    """Its part of the similarity."""


class Store(TypedDict):
    id: str
    """The id of the store. Opaque."""
    object: Literal["store"]
    """Always `store`."""
    domain: str
    """Normalised hostname, in ASCII."""
    name: str
    """The name of the store or company."""
    category: str | None
    """What it sells."""
    country: str | None
    """Two-letter country code inferred for the store."""
    traffic_tier: Literal["under_10k", "10k_50k", "50k_100k", "100k_500k", "500k_1m", "1m_5m", "over_5m"] | None
    """Estimated visits a month."""
    revenue_tier: Literal["under_10k", "10k_50k", "50k_250k", "250k_1m", "1m_5m", "over_5m"] | None
    """Estimated online revenue a month in USD."""
    shopify_plus: bool
    """Whether Shopify Plus was detected."""
    lead_fit_score: float | None
    """How well the store fits as a customer, as the source of the catalogue judges it: 0 to 100, higher is better, null
    if unknown. Search results are ordered by it, highest first, unknown last."""
    technologies: StoreTechnologies
    """What the store runs on."""
    contacts_summary: StoreContactsSummary
    """Who is known to work there."""
    first_seen_at: str | None
    """When the store was first seen; null if unknown."""
    updated_at: str | None
    """When something of the store last changed; null if unknown."""
    observed_at: str | None
    """When the store was last looked at; null if unknown."""
    last_change: LastChange | None
    """The latest of its changes; null if none is known."""


StoreChange = TypedDict(
    "StoreChange",
    {
        "object": "Literal[\"store_change\"]",
        "type": "Literal[\"store_added\", \"app_added\", \"app_removed\", \"pixel_added\", \"pixel_removed\", \"theme_changed\", \"traffic_tier_up\", \"traffic_tier_down\", \"revenue_tier_up\", \"revenue_tier_down\", \"shopify_plus_gained\", \"shopify_plus_lost\", \"ads_started\", \"ads_stopped\", \"contact_added\"]",
        "value": "str | None",
        "from": "str | None",
        "to": "str | None",
        "observed_at": "str",
    },
)


class StoreChangeList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[StoreChange]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many are recorded of this store in all."""


class StoreContactFilters(TypedDict):
    available: NotRequired[bool]
    """Has a revealable contact; false means without."""
    verified_email: NotRequired[bool]
    """Has a contact with a verified email; false means without. It counts whichever status it has, if a reveal returns
    it."""
    roles_any: NotRequired[list[str]]
    """Has a contact in a role: any of these."""


class StoreContactsSummary(TypedDict):
    total: int
    """People who are known to work there, without those who opted out."""
    has_revealable_contacts: bool
    """Whether a reveal could return at least one of them."""
    verified_email_count: int
    """How many of them a reveal would return an email for."""
    roles: list[str]
    """The roles that they have."""


class StoreEnrichmentResult(TypedDict):
    object: Literal["store_enrichment_result"]
    """Always `store_enrichment_result`."""
    data: list[StoreEnrichmentResultData]
    """One item a domain, in the order of the request."""
    found: int
    """Requested domains found."""
    not_found: int
    """Requested domains not found."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class StoreEnrichmentResultData(TypedDict):
    domain: str
    """The requested domain, normalised."""
    inputs: list[str]
    """The strings as sent that led to this item."""
    status: Literal["found", "not_found"]
    """Whether the catalogue holds the store."""
    store: Store | None
    """The store; null when it was not found."""
    contact_previews: NotRequired[list[ContactPreview]]
    """Executives first, then decision makers."""


class StoreExport(TypedDict):
    object: Literal["store_export"]
    """Always `store_export`."""
    rows: int
    """How many rows the spreadsheet has."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class StoreExportLine(TypedDict):
    index: int
    """The place of the input, from 0 on."""
    id: str
    """The id of the store. Opaque."""
    object: Literal["store"]
    """Always `store`."""
    domain: str
    """Normalised hostname, in ASCII."""
    name: str
    """The name of the store or company."""
    category: str | None
    """What it sells."""
    country: str | None
    """Two-letter country code inferred for the store."""
    traffic_tier: Literal["under_10k", "10k_50k", "50k_100k", "100k_500k", "500k_1m", "1m_5m", "over_5m"] | None
    """Estimated visits a month."""
    revenue_tier: Literal["under_10k", "10k_50k", "50k_250k", "250k_1m", "1m_5m", "over_5m"] | None
    """Estimated online revenue a month in USD."""
    shopify_plus: bool
    """Whether Shopify Plus was detected."""
    lead_fit_score: float | None
    """How well the store fits as a customer, as the source of the catalogue judges it: 0 to 100, higher is better, null
    if unknown. Search results are ordered by it, highest first, unknown last."""
    technologies: StoreTechnologies
    """What the store runs on."""
    contacts_summary: StoreContactsSummary
    """Who is known to work there."""
    first_seen_at: str | None
    """When the store was first seen; null if unknown."""
    updated_at: str | None
    """When something of the store last changed; null if unknown."""
    observed_at: str | None
    """When the store was last looked at; null if unknown."""
    last_change: LastChange | None
    """The latest of its changes; null if none is known."""


class StoreFilters(TypedDict):
    countries: NotRequired[list[str]]
    """Country: any of these."""
    categories: NotRequired[list[str]]
    """Category: any of these."""
    traffic_tiers: NotRequired[list[Literal["under_10k", "10k_50k", "50k_100k", "100k_500k", "500k_1m", "1m_5m", "over_5m"]]]
    """Visits a month: any of these."""
    revenue_tiers: NotRequired[list[Literal["under_10k", "10k_50k", "50k_250k", "250k_1m", "1m_5m", "over_5m"]]]
    """Revenue a month (USD): any of these."""
    theme_types: NotRequired[list[str]]
    """Theme type: any of these."""
    shopify_plus: NotRequired[bool]
    """Shopify Plus; false means without."""
    ads_active: NotRequired[bool]
    """Runs ads; false means without."""
    lead_fit_score: NotRequired[ScoreRange]
    """Lead fit score: both bounds included."""
    domains: NotRequired[list[str]]
    """Domains: any of these, in any form a person would paste."""
    list_id: NotRequired[str]
    """The stores of this list of yours. A list that does not exist, or is of contacts, holds none."""
    query: NotRequired[str]
    """Name or domain: all of these words or beginnings of words, ignoring case and accents. Words of 5 letters or more
    may have one typo; such matches come last."""
    apps: NotRequired[ValueChoice]
    """Apps: any, all or none of these."""
    pixels: NotRequired[ValueChoice]
    """Pixels: any, all or none of these."""
    changes: NotRequired[ChangesFilter]
    """What changed: any of these happened."""
    first_seen_within_days: NotRequired[int]
    """Was first seen within this many days of 24 hours before the request."""


class StoreFollow(TypedDict):
    object: Literal["store_follow"]
    """Always `store_follow`."""
    store_id: str
    """The id of the store."""
    followed: bool
    """Whether the caller follows it."""
    watch_id: str | None
    """The watch that tells its changes; null while the caller follows no store."""
    list_id: str | None
    """The list of the stores that the caller follows."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class StoreList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[Store]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """Exact number of matches, over all pages."""
    facets: NotRequired[StoreListFacets]
    """Counts over the whole result set, for the facets that were asked for."""
    warnings: list[SearchWarning]
    """Values that the catalogue does not hold. They match nothing, and under `none` everything."""


class StoreListFacets(TypedDict):
    country: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    category: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    traffic_tier: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    revenue_tier: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    theme_type: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    app: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    pixel: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    change: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""
    change_week: NotRequired[list[FacetCount]]
    """Its values and how many results have each, the most frequent first; weeks with the latest first."""


class StoreQuery(TypedDict):
    store: NotRequired[StoreFilters]
    """Filters of the store. All that are given must match."""
    contacts: NotRequired[StoreContactFilters]
    """Filters of a store by the people who work there."""
    work: NotRequired[WorkFilters]
    """Filters by the account’s own work. All that are given must match."""
    sort: NotRequired[Literal["score", "name", "visits", "revenue", "contacts", "newest", "last_change"]]
    """The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last. Equal
    ones, and all by default, come by lead fit score."""


class StoreReply(TypedDict):
    id: str
    """The id of the store. Opaque."""
    object: Literal["store"]
    """Always `store`."""
    domain: str
    """Normalised hostname, in ASCII."""
    name: str
    """The name of the store or company."""
    category: str | None
    """What it sells."""
    country: str | None
    """Two-letter country code inferred for the store."""
    traffic_tier: Literal["under_10k", "10k_50k", "50k_100k", "100k_500k", "500k_1m", "1m_5m", "over_5m"] | None
    """Estimated visits a month."""
    revenue_tier: Literal["under_10k", "10k_50k", "50k_250k", "250k_1m", "1m_5m", "over_5m"] | None
    """Estimated online revenue a month in USD."""
    shopify_plus: bool
    """Whether Shopify Plus was detected."""
    lead_fit_score: float | None
    """How well the store fits as a customer, as the source of the catalogue judges it: 0 to 100, higher is better, null
    if unknown. Search results are ordered by it, highest first, unknown last."""
    technologies: StoreTechnologies
    """What the store runs on."""
    contacts_summary: StoreContactsSummary
    """Who is known to work there."""
    first_seen_at: str | None
    """When the store was first seen; null if unknown."""
    updated_at: str | None
    """When something of the store last changed; null if unknown."""
    observed_at: str | None
    """When the store was last looked at; null if unknown."""
    last_change: LastChange | None
    """The latest of its changes; null if none is known."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class StoreTechnologies(TypedDict):
    apps: list[str]
    """Apps that the store uses."""
    pixels: list[str]
    """Tracking pixels that the store uses."""
    theme: StoreTechnologiesTheme
    """The theme of its storefront."""


class StoreTechnologiesTheme(TypedDict):
    name: str | None
    """The name of the theme."""
    type: str | None
    """Such as `free`, `paid` or `custom`."""


class Taxonomy(TypedDict):
    object: Literal["taxonomy"]
    """Always `taxonomy`."""
    roles: list[TaxonomyValue]
    """What people do, such as `founder`: `person.roles_any` and `contacts.roles_any`."""
    seniorities: list[TaxonomyValue]
    """How high they stand: `person.seniority_any`."""
    categories: list[TaxonomyValue]
    """What stores sell: `store.categories`."""
    countries: list[TaxonomyValue]
    """Two-letter country codes: `store.countries`."""
    traffic_tiers: list[TaxonomyTier]
    """Estimated visits a month: `store.traffic_tiers`."""
    revenue_tiers: list[TaxonomyTier]
    """Estimated online revenue a month in USD: `store.revenue_tiers`."""
    theme_types: list[TaxonomyValue]
    """Kinds of themes: `store.theme_types`."""
    apps: list[TaxonomyValue]
    """Apps that stores use: `store.apps`."""
    pixels: list[TaxonomyValue]
    """Tracking pixels that stores use: `store.pixels`."""
    email_statuses: list[TaxonomyValue]
    """Statuses of the emails that a reveal returns. `verified`: a mail server confirmed that the mailbox exists.
    `matched`: found in a source that names this very person with this address. `found`: found in public together with
    the store, not confirmed. `reported`: a customer reported that it bounced. Addresses that were guessed, that belong
    to a catch-all domain or that bounced are never returned."""
    email_types: list[TaxonomyValue]
    """Types of emails."""
    phone_types: list[TaxonomyValue]
    """Types of phones."""
    change_types: list[TaxonomyValue]
    """What can change at a store."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class TaxonomyTier(TypedDict):
    value: str
    """What a filter takes."""
    label: str
    """The value as people read it."""
    count: int | None
    """Null for filters on channels, which are not counted."""
    min: int
    """Inclusive."""
    max: int | None
    """Exclusive; null at the top."""


class TaxonomyValue(TypedDict):
    value: str
    """What a filter takes."""
    label: str
    """The value as people read it."""
    count: int | None
    """Null for filters on channels, which are not counted."""


class TestClock(TypedDict):
    object: Literal["test_clock"]
    """Always `test_clock`."""
    now: str
    """The time in test mode from now on."""
    ahead_seconds: int
    """How far the test clock is ahead of real time."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class TestReset(TypedDict):
    object: Literal["test_reset"]
    """Always `test_reset`."""
    account_id: str
    """The id of the test account from now on."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class TrialCreditAction(TypedDict):
    action: Literal["end_trial_to_unlock_pro_credits"]
    """Always `end_trial_to_unlock_pro_credits`."""
    current_limit: int
    """Credits that the trial was given."""
    paid_plan_limit: int
    """Credits a month once the plan is paid for."""
    trial_ends_at: str | None
    """When the trial ends by itself."""
    url: str
    """The page where a person can end the trial early."""
    can_unlock_paid_credits_now: NotRequired[bool]
    """Whether ending the trial now makes the plan’s credits available at once."""


class TrialEndingEvent(TypedDict):
    type: Literal["trial.ending"]
    """Always `trial.ending`."""
    timestamp: str
    """When it happened."""
    data: TrialEndingEventData
    """As in the feed, and its sequence."""


class TrialEndingEventData(TypedDict):
    trial_ends_at: str
    """When it ends."""
    sequence: int
    """The number of the event in the feed."""


class UpdateContactWorkRequest(TypedDict):
    status: NotRequired[Literal["new", "contacted", "replied", "won", "lost"] | None]
    """How far the work is; null: nothing to say."""
    owner_id: NotRequired[str | None]
    """The member who works on it; null: nobody."""
    tags: NotRequired[list[str]]
    """All tags, of 1 to 40 characters each."""
    note: NotRequired[str | None]
    """A note; null: none."""


class UpdateListRequest(TypedDict):
    name: NotRequired[str]
    """A name, on one line."""
    private: NotRequired[bool]
    """Only its maker sees it. Only people can have private lists; a key can’t."""


class UpdateSavedSearchRequest(TypedDict):
    name: NotRequired[str]
    """A name, on one line."""
    kind: NotRequired[Literal["contacts", "stores"]]
    """What it searches."""
    query: NotRequired[dict[str, Any]]
    """The filters of the search, and its `sort`: its body without limit, cursor and facets."""


class UpdateWatchRequest(TypedDict):
    mail: NotRequired[Literal["off", "daily", "weekly"]]
    """How often news is mailed to whoever made the watch; of a key: to the owners. A new watch mails nothing unless
    this says so."""
    events: NotRequired[bool]
    """Whether news is recorded as the event `watch.matched`, which the whole account can read. A new watch does, unless
    this says otherwise; of a private list, never."""
    add_to_list_id: NotRequired[str | None]
    """News is added to this list, as long as it has room."""


class UpdateWebhookReply(TypedDict):
    id: str
    """The id of the webhook."""
    object: Literal["webhook"]
    """Always `webhook`."""
    url: str
    """Where events are sent."""
    types: list[str] | None
    """The types of events that are sent; null: every type."""
    status: Literal["enabled", "disabled"]
    """Whether events are sent."""
    created_at: str
    """When it was made."""
    last_success_at: str | None
    """When an event was last accepted."""
    failing_since: str | None
    """Since when no event has been accepted; null if the last one was."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class UpdateWebhookRequest(TypedDict):
    url: NotRequired[str]
    """Where events are sent: an https address on the public internet. A demo server also takes `http://localhost` and
    `http://127.0.0.1`."""
    types: NotRequired[list[Literal["reveal.created", "credits.low", "credits.exhausted", "credits.renewed", "credits.expiring", "plan.changed", "trial.ending", "limit.reached", "contact.updated", "contact.suppressed", "contact.erased", "work.changed", "job.finished", "watch.matched", "webhook.disabled", "hubspot.stopped"]] | None]
    """The types of events to send. Null or omitted: every type, also those that are added later."""
    status: NotRequired[Literal["enabled", "disabled"]]
    """Whether events are sent."""


class UpdateWorkRequest(TypedDict):
    kind: Literal["contacts", "stores"]
    """What the ids are of."""
    ids: list[str]
    """Ids of contacts; for a list of stores ids or domains of stores."""
    status: NotRequired[Literal["new", "contacted", "replied", "won", "lost"] | None]
    """How far the work is; null: nothing to say."""
    owner_id: NotRequired[str | None]
    """The member who works on it; null: nobody."""
    tags: NotRequired[list[str]]
    """All tags, of 1 to 40 characters each."""
    note: NotRequired[str | None]
    """A note; null: none."""


class Usage(TypedDict):
    object: Literal["usage"]
    """Always `usage`."""
    account: UsageAccount
    """The account that the credential belongs to."""
    plan: UsagePlan
    """The account’s plan."""
    api_access: UsageApiAccess
    """Whether the account may use the API."""
    requests: UsageRequests
    """Store and contact operations."""
    own_requests: UsageOwnRequests
    """Usage, taxonomy and credit entries."""
    feed_requests: UsageOwnRequests
    """Events and webhooks."""
    billing_requests: UsageOwnRequests
    """Billing operations."""
    web_requests: UsageOwnRequests | None
    """What this person does in the web application; null for keys and integrations."""
    search_rows: UsageWindow
    """Rows that searches of the API returned in this period."""
    web_search_rows: UsageWindow
    """Rows shown in the web application, counted separately from those of the API."""
    contact_credits: UsageContactCredits
    """The account’s contact credits."""
    limits: list[UsageLimit]
    """Credit limits of this caller, in addition to the account’s credits."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class UsageAccount(TypedDict):
    id: str
    """The id of the account."""
    name: str
    """The name of the account."""


class UsageApiAccess(TypedDict):
    enabled: bool
    """Whether store and contact operations answer."""
    billing: ApiAccessAction | None
    """Null while access is enabled."""


class UsageContactCredits(TypedDict):
    limit: int
    """What this period was given. Packs come on top."""
    used: int
    """Credits spent in this period, also from packs, less those refunded in it."""
    remaining: int
    """All credits that are left, packs included."""
    resets_at: str
    """When it starts over."""
    trial_limit: int | None
    """The trial’s credits while trialing, otherwise null."""
    paid_plan_limit: int
    """Credits per month that the paid plan includes."""
    lots: list[CreditLot]
    """What is left and when it expires, in the order in which it will be spent."""
    low_at: int
    """Credits are low when this many or fewer are left. Owners get a mail when the account’s are."""
    spendable_now: int
    """Credits that this caller can spend now: the least of the account’s credits and the caller’s own limits."""


class UsageLimit(TypedDict):
    of: Literal["key", "member", "connection"]
    """Whose limit it is."""
    limit: int
    """The most that is allowed."""
    used: int
    """What has been used."""
    remaining: int
    """What is left."""
    resets_at: str
    """When it starts over."""
    low_at: int
    """Credits are low when this many or fewer are left. Owners get a mail when the account’s are."""


class UsageOwnRequests(TypedDict):
    minute: UsageWindow
    """The clock minute."""


class UsagePlan(TypedDict):
    id: str
    """The id of the plan, such as `pro`."""
    name: str
    """The name of the plan, such as Pro."""
    status: Literal["none", "trialing", "active", "past_due", "lapsed"]
    """Where the subscription stands. `trialing`, `active` and `past_due` (a payment failed, and access stays for some
    days) have API access; `none` (never subscribed) and `lapsed` do not."""
    trial_ends_at: str | None
    """When the trial ends; null outside a trial."""
    period: Period
    """The trial or usage month that credits and search rows belong to."""
    ends_at: str | None
    """When the plan ends instead of renewing with the period, because it was cancelled, or is a trial that nothing
    follows; else null."""


class UsageRequests(TypedDict):
    minute: UsageWindow
    """The clock minute."""
    day: UsageWindow
    """The day in UTC."""


class UsageWindow(TypedDict):
    name: Literal["requests_per_minute", "requests_per_day", "own_requests_per_minute", "billing_requests_per_minute", "session_requests_per_minute", "feed_requests_per_minute", "sample_requests_per_minute", "web_requests_per_minute", "search_rows_per_month", "web_search_rows_per_month", "exports_at_once"]
    """What errors and headers call this window."""
    limit: int
    """The most that is allowed."""
    used: int
    """What has been used."""
    remaining: int
    """What is left."""
    resets_at: str
    """When it starts over."""


class ValueChoice(TypedDict):
    any: NotRequired[list[str]]
    """At least one of these."""
    all: NotRequired[list[str]]
    """Every one of these."""
    none: NotRequired[list[str]]
    """Not one of these."""


class Watch(TypedDict):
    id: str
    """The id of the watch."""
    object: Literal["watch"]
    """Always `watch`."""
    saved_search_id: str | None
    """The saved search that is watched; null for a list."""
    list_id: str | None
    """The list that is watched; null for a saved search."""
    name: str
    """The name of the saved search or list."""
    kind: Literal["contacts", "stores"]
    """What it tells of."""
    mail: Literal["off", "daily", "weekly"]
    """How often news is mailed."""
    events: bool
    """Whether news is recorded as events."""
    add_to_list_id: str | None
    """The list that news is added to."""
    new_matches: int
    """Matches since the caller last looked (`POST /watches/{watch_id}/visit`)."""
    created_by: str
    """The member or the key that made it."""
    created_at: str
    """When it was made."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class WatchList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[WatchListData]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many there are in all."""


class WatchListData(TypedDict):
    id: str
    """The id of the watch."""
    object: Literal["watch"]
    """Always `watch`."""
    saved_search_id: str | None
    """The saved search that is watched; null for a list."""
    list_id: str | None
    """The list that is watched; null for a saved search."""
    name: str
    """The name of the saved search or list."""
    kind: Literal["contacts", "stores"]
    """What it tells of."""
    mail: Literal["off", "daily", "weekly"]
    """How often news is mailed."""
    events: bool
    """Whether news is recorded as events."""
    add_to_list_id: str | None
    """The list that news is added to."""
    new_matches: int
    """Matches since the caller last looked (`POST /watches/{watch_id}/visit`)."""
    created_by: str
    """The member or the key that made it."""
    created_at: str
    """When it was made."""


class WatchMatch(TypedDict):
    object: Literal["watch_match"]
    """Always `watch_match`."""
    contact: ContactPreview | None
    """The contact, without channels; null if the watch tells of stores."""
    store: Store | None
    """The store; null if the watch tells of contacts."""
    changes: list[WatchMatchChange]
    """The changes of the store that it is reported for; empty where it began to match."""
    new: bool
    """Whether the caller has not seen it yet: reported since their last visit."""
    matched_at: str
    """When it was told."""


class WatchMatchChange(TypedDict):
    type: Literal["store_added", "app_added", "app_removed", "pixel_added", "pixel_removed", "theme_changed", "traffic_tier_up", "traffic_tier_down", "revenue_tier_up", "revenue_tier_down", "shopify_plus_gained", "shopify_plus_lost", "ads_started", "ads_stopped", "contact_added"]
    """What changed."""
    value: str | None
    """The app or pixel; null where a type has no value."""
    observed_at: str
    """When it was observed."""


class WatchMatchList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[WatchMatch]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many matches are kept, also those that can’t be shown any more."""


class WatchMatchedEvent(TypedDict):
    type: Literal["watch.matched"]
    """Always `watch.matched`."""
    timestamp: str
    """When it happened."""
    data: WatchMatchedEventData
    """As in the feed, and its sequence."""


class WatchMatchedEventData(TypedDict):
    watch_id: str
    """The watch."""
    saved_search_id: str | None
    """The saved search that is watched; null for a list."""
    list_id: str | None
    """The list that is watched; null for a saved search."""
    name: str
    """The name of the saved search or list."""
    kind: Literal["contacts", "stores"]
    """What it tells of."""
    count: int
    """How many contacts or stores are told."""
    last_match: int
    """The number of the newest match of the watch."""
    data: list[dict[str, Any]]
    """Up to 100 of them, newest first: `contact` (a preview) or `store`, and `changes`. In a webhook as many as fit."""
    next_cursor: str | None
    """The rest: the `cursor` of `GET /watches/{watch_id}/matches`; null when all are here."""
    sequence: int
    """The number of the event in the feed."""


class WatchPreview(TypedDict):
    object: Literal["watch_preview"]
    """Always `watch_preview`."""
    days: int
    """How far back it looks."""
    total: int
    """How many contacts or stores would have been told."""
    data: list[WatchMatch]
    """The first 25 of them."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class Webhook(TypedDict):
    id: str
    """The id of the webhook."""
    object: Literal["webhook"]
    """Always `webhook`."""
    url: str
    """Where events are sent."""
    types: list[str] | None
    """The types of events that are sent; null: every type."""
    status: Literal["enabled", "disabled"]
    """Whether events are sent."""
    created_at: str
    """When it was made."""
    last_success_at: str | None
    """When an event was last accepted."""
    failing_since: str | None
    """Since when no event has been accepted; null if the last one was."""
    secret: str
    """Verify signatures with it, as Standard Webhooks says. Shown only now."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class WebhookDelivery(TypedDict):
    object: Literal["webhook_delivery"]
    """Always `webhook_delivery`."""
    event_id: str
    """The event, also in the header `webhook-id`."""
    attempt: int
    """How many attempts were made."""
    outcome: Literal["succeeded", "failed", "pending"]
    """`pending`: another attempt will be made."""
    status_code: int | None
    """The status of the last reply; null if there was none."""
    attempted_at: str | None
    """When the last attempt was made."""
    next_attempt_at: str | None
    """When the next attempt is due."""
    response: str | None
    """The beginning of the last reply, or why there was none."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class WebhookDeliveryList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[WebhookDeliveryListData]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many there were in all when the first page was read."""


class WebhookDeliveryListData(TypedDict):
    object: Literal["webhook_delivery"]
    """Always `webhook_delivery`."""
    event_id: str
    """The event, also in the header `webhook-id`."""
    attempt: int
    """How many attempts were made."""
    outcome: Literal["succeeded", "failed", "pending"]
    """`pending`: another attempt will be made."""
    status_code: int | None
    """The status of the last reply; null if there was none."""
    attempted_at: str | None
    """When the last attempt was made."""
    next_attempt_at: str | None
    """When the next attempt is due."""
    response: str | None
    """The beginning of the last reply, or why there was none."""


class WebhookDisabledEvent(TypedDict):
    type: Literal["webhook.disabled"]
    """Always `webhook.disabled`."""
    timestamp: str
    """When it happened."""
    data: WebhookDisabledEventData
    """As in the feed, and its sequence."""


class WebhookDisabledEventData(TypedDict):
    webhook_id: str
    """The webhook."""
    reason: Literal["gone", "failing", "secret_unreadable"]
    """`gone`: it answered 410. `failing`: no success in 5 days. `secret_unreadable`: the service can’t read its secret
    any more; rotate it, then enable the webhook."""
    sequence: int
    """The number of the event in the feed."""


class WebhookList(TypedDict):
    object: Literal["list"]
    """Always `list`."""
    data: list[WebhookListData]
    """One page of results."""
    has_more: bool
    """Another page exists."""
    next_cursor: str | None
    """Opaque; pass it back unchanged as `cursor`."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""
    total: int
    """How many there are in all."""


class WebhookListData(TypedDict):
    id: str
    """The id of the webhook."""
    object: Literal["webhook"]
    """Always `webhook`."""
    url: str
    """Where events are sent."""
    types: list[str] | None
    """The types of events that are sent; null: every type."""
    status: Literal["enabled", "disabled"]
    """Whether events are sent."""
    created_at: str
    """When it was made."""
    last_success_at: str | None
    """When an event was last accepted."""
    failing_since: str | None
    """Since when no event has been accepted; null if the last one was."""


class WebhookResend(TypedDict):
    object: Literal["webhook_resend"]
    """Always `webhook_resend`."""
    resent: int
    """How many events will be sent."""
    next_since: int | None
    """Call again with this as `since` for the rest; null if there is none."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class Work(TypedDict):
    object: Literal["work"]
    """Always `work`."""
    id: str
    """The contact or store."""
    status: Literal["new", "contacted", "replied", "won", "lost"] | None
    """How far the work is."""
    owner_id: str | None
    """The member who works on it."""
    tags: list[str]
    """Its tags."""
    note: str | None
    """A note."""
    changed_at: str | None
    """When something of it last changed; null: never."""
    changed_by: str | None
    """The member, connection or key that changed it last."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class WorkActor(TypedDict):
    type: str
    """`member`, `api_key` or `connection`."""
    id: str
    """Its id."""


class WorkChangedEvent(TypedDict):
    type: Literal["work.changed"]
    """Always `work.changed`."""
    timestamp: str
    """When it happened."""
    data: WorkChangedEventData
    """As in the feed, and its sequence."""


class WorkChangedEventData(TypedDict):
    kind: Literal["contact", "store"]
    """What it is about."""
    id: str
    """The contact or store."""
    changes: WorkChangedEventDataChanges
    """What was changed, with what it became."""
    note_changed: bool
    """Whether the note changed. Its text is not told."""
    actor: WorkChangedEventDataActor
    """Who changed it."""
    sequence: int
    """The number of the event in the feed."""


class WorkChangedEventDataActor(TypedDict):
    type: str
    """`member`, `api_key` or `connection`."""
    id: str
    """Its id."""


class WorkChangedEventDataChanges(TypedDict):
    status: NotRequired[Literal["new", "contacted", "replied", "won", "lost"] | None]
    """The new status."""
    owner_id: NotRequired[str | None]
    """The new owner."""
    tags: NotRequired[list[str]]
    """The new tags."""


class WorkChanges(TypedDict):
    status: NotRequired[Literal["new", "contacted", "replied", "won", "lost"] | None]
    """The new status."""
    owner_id: NotRequired[str | None]
    """The new owner."""
    tags: NotRequired[list[str]]
    """The new tags."""
    note: NotRequired[str | None]
    """The new note."""


class WorkFilters(TypedDict):
    status_any: NotRequired[list[Literal["new", "contacted", "replied", "won", "lost"] | None]]
    """Status of the work on it: any of these; null is what has none."""
    tags_any: NotRequired[list[str]]
    """Tag of the work on it: any of these."""
    owner_any: NotRequired[list[str]]
    """Owner of the work on it: any of these."""
    untouched_for_days: NotRequired[int]
    """Its work did not change for this many days of 24 hours, or nobody has worked on it."""


class WorkFound(TypedDict):
    object: Literal["work_found"]
    """Always `work_found`."""
    data: list[WorkFoundData]
    """Each contact or store with work, once, in the order of the request."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class WorkFoundData(TypedDict):
    object: Literal["work"]
    """Always `work`."""
    id: str
    """The contact or store."""
    status: Literal["new", "contacted", "replied", "won", "lost"] | None
    """How far the work is."""
    owner_id: str | None
    """The member who works on it."""
    tags: list[str]
    """Its tags."""
    note: str | None
    """A note."""
    changed_at: str | None
    """When something of it last changed; null: never."""
    changed_by: str | None
    """The member, connection or key that changed it last."""


class WorkHistoryItem(TypedDict):
    changed_at: str
    """When it was changed."""
    actor: WorkActor
    """Who changed it."""
    changes: WorkChanges
    """What was changed, with what it became."""


class WorkUpdate(TypedDict):
    object: Literal["work_update"]
    """Always `work_update`."""
    changed: int
    """Contacts or stores of which something is different now."""
    unchanged: int
    """Those that were as asked already."""
    unavailable_ids: list[str]
    """Those that nothing can be shown for: unknown, opted out, or no longer in the catalogue."""
    request_id: str
    """Names this request, for support and debugging. Also in the header X-Request-Id."""


class RevealCreatedFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["reveal.created"]
    """Always `reveal.created`."""
    created_at: str
    """When it happened."""
    data: RevealCreatedEventData
    """As in the feed, and its sequence."""


class CreditsLowFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["credits.low"]
    """Always `credits.low`."""
    created_at: str
    """When it happened."""
    data: CreditsLowEventData
    """As in the feed, and its sequence."""


class CreditsExhaustedFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["credits.exhausted"]
    """Always `credits.exhausted`."""
    created_at: str
    """When it happened."""
    data: CreditsExhaustedEventData
    """As in the feed, and its sequence."""


class CreditsRenewedFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["credits.renewed"]
    """Always `credits.renewed`."""
    created_at: str
    """When it happened."""
    data: CreditsRenewedEventData
    """As in the feed, and its sequence."""


class CreditsExpiringFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["credits.expiring"]
    """Always `credits.expiring`."""
    created_at: str
    """When it happened."""
    data: CreditsExpiringEventData
    """As in the feed, and its sequence."""


class PlanChangedFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["plan.changed"]
    """Always `plan.changed`."""
    created_at: str
    """When it happened."""
    data: PlanChangedEventData
    """As in the feed, and its sequence."""


class TrialEndingFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["trial.ending"]
    """Always `trial.ending`."""
    created_at: str
    """When it happened."""
    data: TrialEndingEventData
    """As in the feed, and its sequence."""


class LimitReachedFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["limit.reached"]
    """Always `limit.reached`."""
    created_at: str
    """When it happened."""
    data: LimitReachedEventData
    """As in the feed, and its sequence."""


class ContactUpdatedFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["contact.updated"]
    """Always `contact.updated`."""
    created_at: str
    """When it happened."""
    data: ContactUpdatedEventData
    """As in the feed, and its sequence."""


class ContactSuppressedFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["contact.suppressed"]
    """Always `contact.suppressed`."""
    created_at: str
    """When it happened."""
    data: ContactSuppressedEventData
    """As in the feed, and its sequence."""


class ContactErasedFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["contact.erased"]
    """Always `contact.erased`."""
    created_at: str
    """When it happened."""
    data: ContactSuppressedEventData
    """As in the feed, and its sequence."""


class WorkChangedFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["work.changed"]
    """Always `work.changed`."""
    created_at: str
    """When it happened."""
    data: WorkChangedEventData
    """As in the feed, and its sequence."""


class JobFinishedFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["job.finished"]
    """Always `job.finished`."""
    created_at: str
    """When it happened."""
    data: JobFinishedEventData
    """As in the feed, and its sequence."""


class WatchMatchedFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["watch.matched"]
    """Always `watch.matched`."""
    created_at: str
    """When it happened."""
    data: WatchMatchedEventData
    """As in the feed, and its sequence."""


class WebhookDisabledFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["webhook.disabled"]
    """Always `webhook.disabled`."""
    created_at: str
    """When it happened."""
    data: WebhookDisabledEventData
    """As in the feed, and its sequence."""


class HubspotStoppedFeedEvent(TypedDict):
    id: str
    """The id of the event, the same in webhooks."""
    object: Literal["event"]
    """Always `event`."""
    sequence: int
    """Its number: rises by one with each event of the account."""
    type: Literal["hubspot.stopped"]
    """Always `hubspot.stopped`."""
    created_at: str
    """When it happened."""
    data: HubspotStoppedEventData
    """As in the feed, and its sequence."""


BillingAction: TypeAlias = TrialCreditAction | ApiAccessAction

JobResultLine: TypeAlias = RevealJobLine | EnrichJobLine | StoreExportLine | ContactExportLine

FeedEvent: TypeAlias = RevealCreatedFeedEvent | CreditsLowFeedEvent | CreditsExhaustedFeedEvent | CreditsRenewedFeedEvent | CreditsExpiringFeedEvent | PlanChangedFeedEvent | TrialEndingFeedEvent | LimitReachedFeedEvent | ContactUpdatedFeedEvent | ContactSuppressedFeedEvent | ContactErasedFeedEvent | WorkChangedFeedEvent | JobFinishedFeedEvent | WatchMatchedFeedEvent | WebhookDisabledFeedEvent | HubspotStoppedFeedEvent
"""An event of the feed; its `type` says what `data` holds."""
