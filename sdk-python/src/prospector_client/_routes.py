# Made by "npm run generate" from the description of the API. Do not edit.
from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from ._route import Route

VERSION = "1.1.0"

# As much as one request takes.
CONTACTS_PER_REVEAL = 10
EVENTS_PER_PAGE = 100
EVENTS_WAIT_SECONDS = 20

ROUTES: dict[str, Route] = {
    "reveal_contacts": Route("POST", "/api/v1/contacts/reveal", keyed=True),
    "quote_reveal": Route("POST", "/api/v1/contacts/reveal/quote", reads=True),
    "list_revealed_contacts": Route("GET", "/api/v1/contacts/revealed"),
    "search_revealed_contacts": Route("GET", "/api/v1/contacts/revealed/search"),
    "read_owned_contacts": Route("POST", "/api/v1/contacts/owned", reads=True),
    "export_contacts": Route("POST", "/api/v1/contacts/export", reads=True),
    "get_contact": Route("GET", "/api/v1/contacts/{contact_id}"),
    "search_contacts": Route("POST", "/api/v1/contacts/search", reads=True),
    "search_stores": Route("POST", "/api/v1/stores/search", reads=True),
    "get_store": Route("GET", "/api/v1/stores/{domain}"),
    "list_store_changes": Route("GET", "/api/v1/stores/{domain}/changes"),
    "find_similar_stores": Route("GET", "/api/v1/stores/{domain}/similar"),
    "enrich_stores": Route("POST", "/api/v1/stores/enrich", reads=True),
    "export_stores": Route("POST", "/api/v1/stores/export", reads=True),
    "report_bounces": Route("POST", "/api/v1/bounces"),
    "create_list": Route("POST", "/api/v1/lists"),
    "list_lists": Route("GET", "/api/v1/lists"),
    "get_list": Route("GET", "/api/v1/lists/{list_id}"),
    "update_list": Route("PATCH", "/api/v1/lists/{list_id}"),
    "delete_list": Route("DELETE", "/api/v1/lists/{list_id}"),
    "get_list_items": Route("GET", "/api/v1/lists/{list_id}/items"),
    "add_list_items": Route("POST", "/api/v1/lists/{list_id}/items"),
    "remove_list_items": Route("DELETE", "/api/v1/lists/{list_id}/items"),
    "create_saved_search": Route("POST", "/api/v1/saved-searches"),
    "list_saved_searches": Route("GET", "/api/v1/saved-searches"),
    "get_saved_search": Route("GET", "/api/v1/saved-searches/{saved_search_id}"),
    "update_saved_search": Route("PATCH", "/api/v1/saved-searches/{saved_search_id}"),
    "delete_saved_search": Route("DELETE", "/api/v1/saved-searches/{saved_search_id}"),
    "run_saved_search": Route("POST", "/api/v1/saved-searches/{saved_search_id}/search", reads=True),
    "create_watch": Route("POST", "/api/v1/watches"),
    "list_watches": Route("GET", "/api/v1/watches"),
    "get_watch": Route("GET", "/api/v1/watches/{watch_id}"),
    "update_watch": Route("PATCH", "/api/v1/watches/{watch_id}"),
    "delete_watch": Route("DELETE", "/api/v1/watches/{watch_id}"),
    "list_watch_matches": Route("GET", "/api/v1/watches/{watch_id}/matches"),
    "preview_watch": Route("POST", "/api/v1/watches/{watch_id}/preview", reads=True),
    "preview_news": Route("POST", "/api/v1/watches/preview", reads=True),
    "visit_watch": Route("POST", "/api/v1/watches/{watch_id}/visit"),
    "follow_store": Route("PUT", "/api/v1/stores/{domain}/follow"),
    "get_store_follow": Route("GET", "/api/v1/stores/{domain}/follow"),
    "unfollow_store": Route("DELETE", "/api/v1/stores/{domain}/follow"),
    "update_contact_work": Route("PATCH", "/api/v1/contacts/{contact_id}/work"),
    "get_contact_work": Route("GET", "/api/v1/contacts/{contact_id}/work"),
    "update_store_work": Route("PATCH", "/api/v1/stores/{domain}/work"),
    "get_store_work": Route("GET", "/api/v1/stores/{domain}/work"),
    "update_work": Route("PATCH", "/api/v1/work-items"),
    "find_work": Route("POST", "/api/v1/work-items/find", reads=True),
    "create_job": Route("POST", "/api/v1/jobs", keyed=True),
    "list_jobs": Route("GET", "/api/v1/jobs"),
    "get_job": Route("GET", "/api/v1/jobs/{job_id}"),
    "get_job_results": Route("GET", "/api/v1/jobs/{job_id}/results"),
    "pause_job": Route("POST", "/api/v1/jobs/{job_id}/pause"),
    "cancel_job": Route("POST", "/api/v1/jobs/{job_id}/cancel"),
    "resume_job": Route("POST", "/api/v1/jobs/{job_id}/resume"),
    "get_usage": Route("GET", "/api/v1/usage"),
    "get_taxonomy": Route("GET", "/api/v1/taxonomy"),
    "list_credit_entries": Route("GET", "/api/v1/credits/entries"),
    "get_credit_history": Route("GET", "/api/v1/credits/history"),
    "get_billing_status": Route("GET", "/api/v1/billing/status"),
    "create_subscription_link": Route("POST", "/api/v1/billing/subscription-link"),
    "get_subscription_link": Route("GET", "/api/v1/billing/subscription-link"),
    "create_portal_link": Route("POST", "/api/v1/billing/portal-link"),
    "get_portal_link": Route("GET", "/api/v1/billing/portal-link"),
    "end_trial": Route("POST", "/api/v1/billing/end-trial"),
    "create_top_up_link": Route("POST", "/api/v1/billing/top-up-link"),
    "list_invoices": Route("GET", "/api/v1/billing/invoices"),
    "list_events": Route("GET", "/api/v1/events"),
    "confirm_event": Route("POST", "/api/v1/events/{event_id}/confirm"),
    "put_exclusion": Route("PUT", "/api/v1/exclusions/{label}"),
    "get_exclusion": Route("GET", "/api/v1/exclusions/{label}"),
    "delete_exclusion": Route("DELETE", "/api/v1/exclusions/{label}"),
    "list_exclusions": Route("GET", "/api/v1/exclusions"),
    "create_webhook": Route("POST", "/api/v1/webhooks"),
    "list_webhooks": Route("GET", "/api/v1/webhooks"),
    "get_webhook": Route("GET", "/api/v1/webhooks/{webhook_id}"),
    "update_webhook": Route("PATCH", "/api/v1/webhooks/{webhook_id}"),
    "delete_webhook": Route("DELETE", "/api/v1/webhooks/{webhook_id}"),
    "test_webhook": Route("POST", "/api/v1/webhooks/{webhook_id}/test"),
    "rotate_webhook_secret": Route("POST", "/api/v1/webhooks/{webhook_id}/rotate-secret"),
    "list_webhook_deliveries": Route("GET", "/api/v1/webhooks/{webhook_id}/deliveries"),
    "resend_webhook_events": Route("POST", "/api/v1/webhooks/{webhook_id}/resend"),
    "connect_hubspot": Route("PUT", "/api/v1/hubspot"),
    "get_hubspot": Route("GET", "/api/v1/hubspot"),
    "disconnect_hubspot": Route("DELETE", "/api/v1/hubspot"),
    "create_hubspot_run": Route("POST", "/api/v1/hubspot/runs"),
    "list_hubspot_runs": Route("GET", "/api/v1/hubspot/runs"),
    "get_hubspot_run": Route("GET", "/api/v1/hubspot/runs/{run_id}"),
    "list_hubspot_run_items": Route("GET", "/api/v1/hubspot/runs/{run_id}/items"),
    "create_hubspot_exclusion": Route("POST", "/api/v1/hubspot/exclusion"),
    "advance_test_clock": Route("POST", "/api/v1/test/clock"),
    "reset_test_mode": Route("POST", "/api/v1/test/reset"),
}

CsvOperation: TypeAlias = Literal["list_revealed_contacts", "export_contacts", "export_stores", "get_job_results"]


class FeedRequest(TypedDict, total=False):
    """Which events to follow."""

    types: str
    """Only these types, separated by commas: reveal.created, credits.low, credits.exhausted, credits.renewed,
    credits.expiring, plan.changed, trial.ending, limit.reached, contact.updated, contact.suppressed, contact.erased,
    work.changed, job.finished, watch.matched, webhook.disabled, hubspot.stopped."""
