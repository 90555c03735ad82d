# Made by "npm run generate" from the description of the API. Do not edit.
from __future__ import annotations

from typing import Any, Literal

from . import models
from ._options import NOT_GIVEN, CallOptions, NotGiven


class AsyncMethods:
    """Every operation of the API."""

    async def _call(self, name: str, parts: dict[str, Any], options: CallOptions | None) -> Any:
        raise NotImplementedError

    async def reveal_contacts(
        self,
        *,
        contact_ids: list[str],
        options: CallOptions | None = None,
    ) -> models.ContactRevealResult:
        """Reveal contacts. Reveals full identity and channels of up to 10 contacts. The first reveal of a contact by an
        account spends one contact credit; revealing it again is free. All or nothing: if the new contacts cost more
        than is left, nothing is spent. Contacts that can’t be revealed cost nothing and are listed in
        `unavailable_contact_ids`, those that the account excludes in `excluded_contact_ids`.

        Scope: `contacts:reveal`.

        contact_ids: Ids from contact search. A repeated id counts once.
        """
        reply: models.ContactRevealResult = await self._call("reveal_contacts", {"contact_ids": contact_ids}, options)
        return reply

    async def quote_reveal(
        self,
        *,
        contact_ids: list[str],
        accept: list[Literal["verified", "matched", "found", "reported"]] | NotGiven = NOT_GIVEN,
        reference: str | NotGiven = NOT_GIVEN,
        allow_excluded: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.ContactRevealQuote:
        """Quote a reveal. Says what a reveal of these contacts would cost right now, and which of them are new. Spends
        nothing.

        Scope: `contacts:reveal`.

        contact_ids: Ids from contact search. A repeated id counts once.
        accept: Only pay for contacts with an email of one of these statuses. Any other contact is unavailable for this
            request and costs nothing.
        reference: Your own words for it, such as a campaign or a ticket: up to 100 visible characters, kept on the
            ledger entry.
        allow_excluded: True: contacts that the account excludes are revealed after all, and charged.
        """
        reply: models.ContactRevealQuote = await self._call("quote_reveal", {"contact_ids": contact_ids, "accept": accept, "reference": reference, "allow_excluded": allow_excluded}, options)
        return reply

    async def list_revealed_contacts(
        self,
        *,
        list_id: str | NotGiven = NOT_GIVEN,
        since: str | NotGiven = NOT_GIVEN,
        work_status: Literal["new", "contacted", "replied", "won", "lost", "none"] | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.RevealedContactList:
        """List revealed contacts. Everything this account has revealed, newest first, with channels as they are now, or
        what is in one list, was revealed since a moment, or has a status of work. Spends nothing. With `Accept:
        text/csv` all of it is streamed as a spreadsheet.

        Scope: `contacts:reveal`.

        list_id: Only those in this list.
        since: Only what was revealed at this moment or later.
        work_status: Only those on which the work is so far; `none`: those without a status.
        limit: Items a page.
        cursor: `next_cursor` of the page before.
        """
        reply: models.RevealedContactList = await self._call("list_revealed_contacts", {"list_id": list_id, "since": since, "work_status": work_status, "limit": limit, "cursor": cursor}, options)
        return reply

    async def search_revealed_contacts(
        self,
        *,
        words: str | NotGiven = NOT_GIVEN,
        spelling: Literal["exact", "near"] | NotGiven = NOT_GIVEN,
        list_id: str | NotGiven = NOT_GIVEN,
        since: str | NotGiven = NOT_GIVEN,
        work_status: Literal["new", "contacted", "replied", "won", "lost", "none"] | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.SearchRevealedContactsReply:
        """Search revealed contacts. What this account has revealed and matches words in name, title, role, store, email
        or phone, newest first, optionally in one list, since a moment, or with a status of work. Spends nothing.

        Scope: `contacts:reveal`.

        words: All of them must occur.
        spelling: `near`: words of 3 letters or more may have one typo. `exact`, the default: none has.
        list_id: Only those in this list.
        since: Only what was revealed at this moment or later.
        work_status: Only those on which the work is so far; `none`: those without a status.
        limit: Items a page.
        cursor: `next_cursor` of the page before.
        """
        reply: models.SearchRevealedContactsReply = await self._call("search_revealed_contacts", {"words": words, "spelling": spelling, "list_id": list_id, "since": since, "work_status": work_status, "limit": limit, "cursor": cursor}, options)
        return reply

    async def read_owned_contacts(
        self,
        *,
        contact_ids: list[str],
        options: CallOptions | None = None,
    ) -> models.ReadOwnedContactsReply:
        """Read revealed contacts by id. Those of these contacts that this account has revealed, in full, the latest
        revealed first. Others are left out, and nothing is ever spent.

        Scope: `contacts:reveal`.

        contact_ids: Ids of contacts.
        """
        reply: models.ReadOwnedContactsReply = await self._call("read_owned_contacts", {"contact_ids": contact_ids}, options)
        return reply

    async def export_contacts(
        self,
        *,
        format: Literal["csv", "hubspot", "salesforce", "pipedrive"] | NotGiven = NOT_GIVEN,
        contact_ids: list[str] | NotGiven = NOT_GIVEN,
        words: str | NotGiven = NOT_GIVEN,
        list_id: str | NotGiven = NOT_GIVEN,
        since: str | NotGiven = NOT_GIVEN,
        work_status: Literal["new", "contacted", "replied", "won", "lost", "none"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.ContactExport:
        """Export revealed contacts. Contacts that this account has revealed, as a spreadsheet, in plain columns or in
        those that a CRM imports. Optionally only certain ids, one list, those revealed since a moment, with a status of
        work, or those that match words. Spends nothing. Send `Accept: text/csv`. As JSON it says how many rows there
        are.

        Scope: `contacts:reveal`.

        format: Plain columns, or those that a CRM imports.
        contact_ids: Only these.
        words: Only those that match all of these words.
        list_id: Only those in this list.
        since: Only what was revealed at this moment or later.
        work_status: Only those on which the work is so far; `none`: those without a status.
        """
        reply: models.ContactExport = await self._call("export_contacts", {"format": format, "contact_ids": contact_ids, "words": words, "list_id": list_id, "since": since, "work_status": work_status}, options)
        return reply

    async def get_contact(
        self,
        contact_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.RevealedContactReply:
        """Read a revealed contact. One contact that this account has revealed, with its channels as they are now.
        Spends nothing. A contact that the account has not revealed answers like one that does not exist.

        Scope: `contacts:reveal`.

        contact_id: Such as `ct_live_QwErTyUiOpAsDfGh`.
        """
        reply: models.RevealedContactReply = await self._call("get_contact", {"contact_id": contact_id}, options)
        return reply

    async def search_contacts(
        self,
        *,
        person: models.PersonFilters | NotGiven = NOT_GIVEN,
        store: models.StoreFilters | NotGiven = NOT_GIVEN,
        work: models.WorkFilters | NotGiven = NOT_GIVEN,
        sort: Literal["score", "newest", "updated"] | NotGiven = NOT_GIVEN,
        excluded: Literal["hide", "show", "only"] | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | None | NotGiven = NOT_GIVEN,
        facets: list[Literal["role", "seniority", "country", "category", "traffic_tier", "revenue_tier", "theme_type", "app", "pixel", "change", "change_week"]] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.ContactPreviewList:
        """Search contacts. Masked previews of contacts that a reveal could return something for, best lead fit first,
        with the exact total. Spends no credits; rows returned count against the monthly search rows. Filters combine
        with AND, the values of one list with OR; `false` means without.

        Scope: `contacts:search`.

        person: Filters of the person. All that are given must match.
        store: Filters of the store. All that are given must match.
        work: Filters by the account’s own work. All that are given must match.
        sort: The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last.
            Equal ones, and all by default, come by lead fit score. Default: `score`.
        excluded: Whom the account’s exclusion lists name: left out, shown among the others, or nobody else. Default:
            `hide`.
        limit: Results a page. Default: `25`.
        cursor: `next_cursor` of the page before; null for the first.
        facets: What to count over the whole result set.
        """
        reply: models.ContactPreviewList = await self._call("search_contacts", {"person": person, "store": store, "work": work, "sort": sort, "excluded": excluded, "limit": limit, "cursor": cursor, "facets": facets}, options)
        return reply

    async def search_stores(
        self,
        *,
        store: models.StoreFilters | NotGiven = NOT_GIVEN,
        contacts: models.StoreContactFilters | NotGiven = NOT_GIVEN,
        work: models.WorkFilters | NotGiven = NOT_GIVEN,
        sort: Literal["score", "name", "visits", "revenue", "contacts", "newest", "last_change"] | NotGiven = NOT_GIVEN,
        excluded: Literal["hide", "show", "only"] | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | None | NotGiven = NOT_GIVEN,
        facets: list[Literal["country", "category", "traffic_tier", "revenue_tier", "theme_type", "app", "pixel", "change", "change_week"]] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.StoreList:
        """Search stores. Stores by technology, size, place and the contacts they have, best lead fit first, with the
        exact total. Rows returned count against the monthly search rows. `contacts.roles_any` and
        `contacts.verified_email` must hold for the same contact.

        Scope: `stores:read`.

        store: Filters of the store. All that are given must match.
        contacts: Filters of a store by the people who work there.
        work: Filters by the account’s own work. All that are given must match.
        sort: The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last.
            Equal ones, and all by default, come by lead fit score. Default: `score`.
        excluded: Whom the account’s exclusion lists name: left out, shown among the others, or nobody else. Default:
            `hide`.
        limit: Results a page. Default: `25`.
        cursor: `next_cursor` of the page before; null for the first.
        facets: What to count over the whole result set.
        """
        reply: models.StoreList = await self._call("search_stores", {"store": store, "contacts": contacts, "work": work, "sort": sort, "excluded": excluded, "limit": limit, "cursor": cursor, "facets": facets}, options)
        return reply

    async def get_store(
        self,
        domain: str,
        *,
        options: CallOptions | None = None,
    ) -> models.StoreReply:
        """Look up a store. One store by its domain, in any form a person would paste, or by its id. Percent-encode it
        into the path.

        Scope: `stores:read`.

        domain: Such as `northwind-candles.example`, or the id of a store.
        """
        reply: models.StoreReply = await self._call("get_store", {"domain": domain}, options)
        return reply

    async def list_store_changes(
        self,
        domain: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.StoreChangeList:
        """List what changed at a store. Apps and pixels that came and went, tiers, theme, Shopify Plus, ads and new
        contacts, newest first. A technology counts as removed when two observations in a row lack it.

        Scope: `stores:read`.

        domain: Such as `northwind-candles.example`, or the id of a store.
        limit: Items a page.
        cursor: `next_cursor` of the page before.
        """
        reply: models.StoreChangeList = await self._call("list_store_changes", {"domain": domain, "limit": limit, "cursor": cursor}, options)
        return reply

    async def find_similar_stores(
        self,
        domain: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.SimilarStoreList:
        """Find similar stores. Up to 25 stores most like this one by technologies, category, size and country, the most
        similar first, with the reasons. Spends no credits and no search rows.

        Scope: `stores:read`.

        domain: A domain, in any form a person would paste.
        limit: How many to list.
        """
        reply: models.SimilarStoreList = await self._call("find_similar_stores", {"domain": domain, "limit": limit}, options)
        return reply

    async def enrich_stores(
        self,
        *,
        domains: list[str],
        include: list[Literal["contact_previews"]] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.StoreEnrichmentResult:
        """Enrich domains. Store profiles for up to 100 domains, in any form a person would paste: one item per distinct
        domain, in order of first occurrence. `include: ["contact_previews"]` adds up to 10 masked previews a store and
        needs the scope `contacts:search` too. Spends no credits.

        Scope: `stores:read`.

        domains: Domains, in any form a person would paste.
        include: `contact_previews` adds up to 10 masked previews a store.
        """
        reply: models.StoreEnrichmentResult = await self._call("enrich_stores", {"domains": domains, "include": include}, options)
        return reply

    async def export_stores(
        self,
        *,
        domains: list[str],
        options: CallOptions | None = None,
    ) -> models.StoreExport:
        """Export stores. The stores of up to 500 domains as a spreadsheet, in the order they were given, those that the
        catalogue does not hold included. Spends nothing. Send `Accept: text/csv`. As JSON it says how many rows there
        are.

        Scope: `stores:read`.

        domains: Domains, in any form a person would paste.
        """
        reply: models.StoreExport = await self._call("export_stores", {"domains": domains}, options)
        return reply

    async def report_bounces(
        self,
        *,
        bounces: list[models.ReportBouncesRequestBounce],
        options: CallOptions | None = None,
    ) -> models.BounceResult:
        """Report bounced emails. An address that you paid for bounced: report it, and its credit comes back. One
        verdict for each bounce, in order. A contact returns at most one credit, ever, and stays revealed; reporting
        again changes nothing. Returned credits are valid until the period ends, and for at least 30 days. A reported
        address is no longer returned to you.

        Scope: `contacts:reveal`.

        bounces: What bounced: each with `email` or `contact_id`.
        """
        reply: models.BounceResult = await self._call("report_bounces", {"bounces": bounces}, options)
        return reply

    async def create_list(
        self,
        *,
        name: str,
        kind: Literal["contacts", "stores"],
        private: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.SavedList:
        """Create a list. A list of contacts, revealed or not, or of stores. Everybody in the account sees it, unless
        the person who makes it keeps it private.

        Scope: `lists:write`.

        name: A name, on one line.
        kind: What it will hold.
        private: Only its maker sees it. Only people can have private lists; a key can’t.
        """
        reply: models.SavedList = await self._call("create_list", {"name": name, "kind": kind, "private": private}, options)
        return reply

    async def list_lists(
        self,
        *,
        kind: Literal["contacts", "stores"] | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.SavedListList:
        """List the lists. The lists of the account and the caller’s private ones, by name.

        Scope: `lists:read`.

        kind: Only lists of this kind.
        limit: Items a page.
        cursor: `next_cursor` of the page before.
        """
        reply: models.SavedListList = await self._call("list_lists", {"kind": kind, "limit": limit, "cursor": cursor}, options)
        return reply

    async def get_list(
        self,
        list_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.SavedList:
        """Look up a list. Its name, its kind and how many items it holds.

        Scope: `lists:read`.

        list_id: The id of the list.
        """
        reply: models.SavedList = await self._call("get_list", {"list_id": list_id}, options)
        return reply

    async def update_list(
        self,
        list_id: str,
        *,
        name: str | NotGiven = NOT_GIVEN,
        private: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.SavedList:
        """Change a list. Renames it, shares it, or makes it private, which only the person who made it can.

        Scope: `lists:write`.

        list_id: The id of the list.
        name: A name, on one line.
        private: Only its maker sees it. Only people can have private lists; a key can’t.
        """
        reply: models.SavedList = await self._call("update_list", {"list_id": list_id, "name": name, "private": private}, options)
        return reply

    async def delete_list(
        self,
        list_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.DeleteListReply:
        """Delete a list. For everybody who sees it, and its watches with it. Revealed contacts stay revealed.

        Scope: `lists:write`.

        list_id: The id of the list.
        """
        reply: models.DeleteListReply = await self._call("delete_list", {"list_id": list_id}, options)
        return reply

    async def get_list_items(
        self,
        list_id: str,
        *,
        work_status: Literal["new", "contacted", "replied", "won", "lost", "none"] | NotGiven = NOT_GIVEN,
        sort: Literal["score", "name", "visits", "revenue", "contacts", "newest", "last_change"] | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.GetListItemsReply:
        """List the items of a list. Contacts as masked previews, or in full where they are revealed and the caller has
        the scope `contacts:reveal`; stores as profiles. The latest that were added come first, those that were added
        together or by one job in the order given; or a list of stores in the order of `sort`. `work_status` narrows
        them down. Who opted out and what left the catalogue is not shown.

        Scope: `lists:read`.

        list_id: The id of the list.
        work_status: Only those on which the work is so far; `none`: those without a status.
        sort: The order of a list of stores, over all pages, as a search of stores has it: the highest or newest first,
            names from A to Z, unknown last. Left out: the latest that were added.
        limit: Items a page.
        cursor: `next_cursor` of the page before.
        """
        reply: models.GetListItemsReply = await self._call("get_list_items", {"list_id": list_id, "work_status": work_status, "sort": sort, "limit": limit, "cursor": cursor}, options)
        return reply

    async def add_list_items(
        self,
        list_id: str,
        *,
        ids: list[str],
        options: CallOptions | None = None,
    ) -> models.AddListItemsReply:
        """Add to a list. Contacts need not be revealed; stores may be given by id or domain. What is in the list
        already stays. All that fit are added, or none: a list holds at most 10,000 items.

        Scope: `lists:write`.

        list_id: The id of the list.
        ids: Ids of contacts; for a list of stores ids or domains of stores.
        """
        reply: models.AddListItemsReply = await self._call("add_list_items", {"list_id": list_id, "ids": ids}, options)
        return reply

    async def remove_list_items(
        self,
        list_id: str,
        *,
        ids: list[str],
        options: CallOptions | None = None,
    ) -> models.RemoveListItemsReply:
        """Remove from a list. What is not in the list is skipped. Revealed contacts stay revealed.

        Scope: `lists:write`.

        list_id: The id of the list.
        ids: Ids of contacts; for a list of stores ids or domains of stores.
        """
        reply: models.RemoveListItemsReply = await self._call("remove_list_items", {"list_id": list_id, "ids": ids}, options)
        return reply

    async def create_saved_search(
        self,
        *,
        name: str,
        kind: Literal["contacts", "stores"],
        query: dict[str, Any],
        options: CallOptions | None = None,
    ) -> models.SavedSearch:
        """Save a search. Keeps the filters of a search, and its order, under a name, for everybody in the account.

        Scope: `lists:write`.

        name: A name, on one line.
        kind: What it searches.
        query: The filters of the search, and its `sort`: its body without limit, cursor and facets.
        """
        reply: models.SavedSearch = await self._call("create_saved_search", {"name": name, "kind": kind, "query": query}, options)
        return reply

    async def list_saved_searches(
        self,
        *,
        kind: Literal["contacts", "stores"] | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.SavedSearchList:
        """List saved searches. The saved searches of the account, by name.

        Scope: `lists:read`.

        kind: Only searches of this kind.
        limit: Items a page.
        cursor: `next_cursor` of the page before.
        """
        reply: models.SavedSearchList = await self._call("list_saved_searches", {"kind": kind, "limit": limit, "cursor": cursor}, options)
        return reply

    async def get_saved_search(
        self,
        saved_search_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.SavedSearch:
        """Look up a saved search. Its name and its filters.

        Scope: `lists:read`.

        saved_search_id: The id of the saved search.
        """
        reply: models.SavedSearch = await self._call("get_saved_search", {"saved_search_id": saved_search_id}, options)
        return reply

    async def update_saved_search(
        self,
        saved_search_id: str,
        *,
        name: str | NotGiven = NOT_GIVEN,
        kind: Literal["contacts", "stores"] | NotGiven = NOT_GIVEN,
        query: dict[str, Any] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.SavedSearch:
        """Change a saved search. Renames it, or replaces what it searches. `kind` is what it was unless it is given,
        and then `query` is, too. What its watches report begins anew: what it finds at that moment is not reported,
        everything that comes later is.

        Scope: `lists:write`.

        saved_search_id: The id of the saved search.
        name: A name, on one line.
        kind: What it searches.
        query: The filters of the search, and its `sort`: its body without limit, cursor and facets.
        """
        reply: models.SavedSearch = await self._call("update_saved_search", {"saved_search_id": saved_search_id, "name": name, "kind": kind, "query": query}, options)
        return reply

    async def delete_saved_search(
        self,
        saved_search_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.DeleteSavedSearchReply:
        """Delete a saved search. Deletes it for everybody in the account, and its watches with it.

        Scope: `lists:write`.

        saved_search_id: The id of the saved search.
        """
        reply: models.DeleteSavedSearchReply = await self._call("delete_saved_search", {"saved_search_id": saved_search_id}, options)
        return reply

    async def run_saved_search(
        self,
        saved_search_id: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | None | NotGiven = NOT_GIVEN,
        facets: list[Literal["role", "seniority", "country", "category", "traffic_tier", "revenue_tier", "theme_type", "app", "pixel", "change", "change_week"]] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.RunSavedSearchReply:
        """Run a saved search. The answer of the search that was saved: previews of contacts, which need the scope
        `contacts:search`, or stores, which need `stores:read`. Counts as that search would, with its rows.

        Scope: `contacts:search` or `stores:read`.

        saved_search_id: The id of the saved search.
        limit: Results a page. Default: `25`.
        cursor: `next_cursor` of the page before; null for the first.
        facets: What to count over the whole result set, as the search takes it.
        """
        reply: models.RunSavedSearchReply = await self._call("run_saved_search", {"saved_search_id": saved_search_id, "limit": limit, "cursor": cursor, "facets": facets}, options)
        return reply

    async def create_watch(
        self,
        *,
        saved_search_id: str | NotGiven = NOT_GIVEN,
        list_id: str | NotGiven = NOT_GIVEN,
        mail: Literal["off", "daily", "weekly"] | NotGiven = NOT_GIVEN,
        events: bool | NotGiven = NOT_GIVEN,
        add_to_list_id: str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Watch:
        """Watch a saved search or a list. From now on, after each change of the catalogue: a saved search tells each
        contact or store once when it begins to match, and again for each later change of its store that the search’s
        `store.changes` asks for. A list tells each recorded change of its stores, or of the stores of its contacts.
        News is reported as the event `watch.matched`, by mail, and by `GET /watches/{watch_id}/matches`. What matches
        already is not reported.

        Scope: `lists:write`.

        saved_search_id: The saved search to watch.
        list_id: Or the list to watch.
        mail: How often news is mailed to whoever made the watch; of a key: to the owners. A new watch mails nothing
            unless this says so.
        events: Whether news is recorded as the event `watch.matched`, which the whole account can read. A new watch
            does, unless this says otherwise; of a private list, never.
        add_to_list_id: News is added to this list, as long as it has room.
        """
        reply: models.Watch = await self._call("create_watch", {"saved_search_id": saved_search_id, "list_id": list_id, "mail": mail, "events": events, "add_to_list_id": add_to_list_id}, options)
        return reply

    async def list_watches(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.WatchList:
        """List watches. The watches of the account, the oldest first, with how many matches are new to the caller.
        Watches of private lists of others are left out.

        Scope: `lists:read`.

        limit: Items a page; all of them if left out.
        cursor: `next_cursor` of the page before.
        """
        reply: models.WatchList = await self._call("list_watches", {"limit": limit, "cursor": cursor}, options)
        return reply

    async def get_watch(
        self,
        watch_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.Watch:
        """Get a watch. A watch, with how many matches are new to the caller.

        Scope: `lists:read`.

        watch_id: The id of the watch.
        """
        reply: models.Watch = await self._call("get_watch", {"watch_id": watch_id}, options)
        return reply

    async def update_watch(
        self,
        watch_id: str,
        *,
        mail: Literal["off", "daily", "weekly"] | NotGiven = NOT_GIVEN,
        events: bool | NotGiven = NOT_GIVEN,
        add_to_list_id: str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Watch:
        """Change a watch. How often it mails, whether it tells events, and which list news is added to. What is left
        out stays.

        Scope: `lists:write`.

        watch_id: The id of the watch.
        mail: How often news is mailed to whoever made the watch; of a key: to the owners. A new watch mails nothing
            unless this says so.
        events: Whether news is recorded as the event `watch.matched`, which the whole account can read. A new watch
            does, unless this says otherwise; of a private list, never.
        add_to_list_id: News is added to this list, as long as it has room.
        """
        reply: models.Watch = await self._call("update_watch", {"watch_id": watch_id, "mail": mail, "events": events, "add_to_list_id": add_to_list_id}, options)
        return reply

    async def delete_watch(
        self,
        watch_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.DeleteWatchReply:
        """Stop watching. Its matches are gone with it; its events stay in the feed. The saved search or list stays.

        Scope: `lists:write`.

        watch_id: The id of the watch.
        """
        reply: models.DeleteWatchReply = await self._call("delete_watch", {"watch_id": watch_id}, options)
        return reply

    async def list_watch_matches(
        self,
        watch_id: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.WatchMatchList:
        """List the matches of a watch. Matches of a watch from the last 90 days, newest first. People who opted out or
        left the catalogue since are left out, and to others than the maker of the watch what its search found while it
        was held to a list that they don’t see.

        Scope: `lists:read`.

        watch_id: The id of the watch.
        limit: Items a page.
        cursor: `next_cursor` of the page before.
        """
        reply: models.WatchMatchList = await self._call("list_watch_matches", {"watch_id": watch_id, "limit": limit, "cursor": cursor}, options)
        return reply

    async def preview_watch(
        self,
        watch_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.WatchPreview:
        """Preview a watch. What the watch would have reported in the last 30 days, as far as the catalogue still shows
        it: those who match now and came within these days, or whose store changed in them as the search asks; of a
        list, whose store changed.

        Scope: `lists:read`.

        watch_id: The id of the watch.
        """
        reply: models.WatchPreview = await self._call("preview_watch", {"watch_id": watch_id}, options)
        return reply

    async def preview_news(
        self,
        *,
        saved_search_id: str | NotGiven = NOT_GIVEN,
        list_id: str | NotGiven = NOT_GIVEN,
        search: models.PreviewNewsRequestSearch | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.WatchPreview:
        """Preview a watch before it is made. What a watch on this saved search, list or search would have reported in
        the last 30 days, as `POST /watches/{watch_id}/preview` says it. Nothing is saved.

        Scope: `lists:read`.

        saved_search_id: The saved search to watch.
        list_id: Or the list to watch.
        search: Or a search that is not saved: what it would be saved with.
        """
        reply: models.WatchPreview = await self._call("preview_news", {"saved_search_id": saved_search_id, "list_id": list_id, "search": search}, options)
        return reply

    async def visit_watch(
        self,
        watch_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.Watch:
        """Mark matches as seen. The caller has seen all matches of the watch: `new_matches` counts from here. Each
        member and each key has a count of its own.

        Scope: `lists:read`.

        watch_id: The id of the watch.
        """
        reply: models.Watch = await self._call("visit_watch", {"watch_id": watch_id}, options)
        return reply

    async def follow_store(
        self,
        domain: str,
        *,
        options: CallOptions | None = None,
    ) -> models.StoreFollow:
        """Follow a store. Adds the store to the list of stores that the caller follows, which is watched: each recorded
        change of the store is reported from now on. List and watch are made with the first store; a member’s list is
        private. Following it again changes nothing.

        Scope: `lists:write`.

        domain: Such as `northwind-candles.example`, or the id of a store.
        """
        reply: models.StoreFollow = await self._call("follow_store", {"domain": domain}, options)
        return reply

    async def get_store_follow(
        self,
        domain: str,
        *,
        options: CallOptions | None = None,
    ) -> models.StoreFollow:
        """See whether a store is followed. Whether the caller follows the store, and the watch that tells what changes
        there.

        Scope: `lists:read`.

        domain: Such as `northwind-candles.example`, or the id of a store.
        """
        reply: models.StoreFollow = await self._call("get_store_follow", {"domain": domain}, options)
        return reply

    async def unfollow_store(
        self,
        domain: str,
        *,
        options: CallOptions | None = None,
    ) -> models.StoreFollow:
        """Stop following a store. Takes the store out of the list of stores that the caller follows. Its past matches
        stay.

        Scope: `lists:write`.

        domain: Such as `northwind-candles.example`, or the id of a store.
        """
        reply: models.StoreFollow = await self._call("unfollow_store", {"domain": domain}, options)
        return reply

    async def update_contact_work(
        self,
        contact_id: str,
        *,
        status: Literal["new", "contacted", "replied", "won", "lost"] | None | NotGiven = NOT_GIVEN,
        owner_id: str | None | NotGiven = NOT_GIVEN,
        tags: list[str] | NotGiven = NOT_GIVEN,
        note: str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Work:
        """Change the work on a contact. Sets status, owner, tags or note; what is left out stays. Costs nothing, and
        the contact need not be revealed. Each change is kept with who made it.

        Scope: `lists:write`.

        contact_id: The id of the contact.
        status: How far the work is; null: nothing to say.
        owner_id: The member who works on it; null: nobody.
        tags: All tags, of 1 to 40 characters each.
        note: A note; null: none.
        """
        reply: models.Work = await self._call("update_contact_work", {"contact_id": contact_id, "status": status, "owner_id": owner_id, "tags": tags, "note": note}, options)
        return reply

    async def get_contact_work(
        self,
        contact_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.GetContactWorkReply:
        """Read the work on a contact. Status, owner, tags and note, and who changed what. A contact that nobody has
        worked on has none of them.

        Scope: `lists:read`.

        contact_id: The id of the contact.
        """
        reply: models.GetContactWorkReply = await self._call("get_contact_work", {"contact_id": contact_id}, options)
        return reply

    async def update_store_work(
        self,
        domain: str,
        *,
        status: Literal["new", "contacted", "replied", "won", "lost"] | None | NotGiven = NOT_GIVEN,
        owner_id: str | None | NotGiven = NOT_GIVEN,
        tags: list[str] | NotGiven = NOT_GIVEN,
        note: str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Work:
        """Change the work on a store. Sets status, owner, tags or note; what is left out stays. Costs nothing. Each
        change is kept with who made it.

        Scope: `lists:write`.

        domain: Such as `northwind-candles.example`, or the id of a store.
        status: How far the work is; null: nothing to say.
        owner_id: The member who works on it; null: nobody.
        tags: All tags, of 1 to 40 characters each.
        note: A note; null: none.
        """
        reply: models.Work = await self._call("update_store_work", {"domain": domain, "status": status, "owner_id": owner_id, "tags": tags, "note": note}, options)
        return reply

    async def get_store_work(
        self,
        domain: str,
        *,
        options: CallOptions | None = None,
    ) -> models.GetStoreWorkReply:
        """Read the work on a store. Status, owner, tags and note, and who changed what. A store that nobody has worked
        on has none of them.

        Scope: `lists:read`.

        domain: Such as `northwind-candles.example`, or the id of a store.
        """
        reply: models.GetStoreWorkReply = await self._call("get_store_work", {"domain": domain}, options)
        return reply

    async def update_work(
        self,
        *,
        kind: Literal["contacts", "stores"],
        ids: list[str],
        status: Literal["new", "contacted", "replied", "won", "lost"] | None | NotGiven = NOT_GIVEN,
        owner_id: str | None | NotGiven = NOT_GIVEN,
        tags: list[str] | NotGiven = NOT_GIVEN,
        note: str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.WorkUpdate:
        """Change the work on many. Sets status, owner, tags or note of up to 1000 contacts or stores; what is left out
        stays. Costs nothing. Each change is kept with who made it.

        Scope: `lists:write`.

        kind: What the ids are of.
        ids: Ids of contacts; for a list of stores ids or domains of stores.
        status: How far the work is; null: nothing to say.
        owner_id: The member who works on it; null: nobody.
        tags: All tags, of 1 to 40 characters each.
        note: A note; null: none.
        """
        reply: models.WorkUpdate = await self._call("update_work", {"kind": kind, "ids": ids, "status": status, "owner_id": owner_id, "tags": tags, "note": note}, options)
        return reply

    async def find_work(
        self,
        *,
        kind: Literal["contacts", "stores"],
        ids: list[str],
        options: CallOptions | None = None,
    ) -> models.WorkFound:
        """Read the work on many. Status, owner, tags and note of up to 1000 contacts or stores. Those that nobody has
        worked on are left out.

        Scope: `lists:read`.

        kind: What the ids are of.
        ids: Ids of contacts; for a list of stores ids or domains of stores.
        """
        reply: models.WorkFound = await self._call("find_work", {"kind": kind, "ids": ids}, options)
        return reply

    async def create_job(
        self,
        *,
        kind: Literal["reveal", "enrich", "export"],
        contact_ids: list[str] | NotGiven = NOT_GIVEN,
        list_id: str | NotGiven = NOT_GIVEN,
        people: list[models.JobPerson] | NotGiven = NOT_GIVEN,
        search: models.CreateJobRequestSearch | NotGiven = NOT_GIVEN,
        max: int | NotGiven = NOT_GIVEN,
        per_store: int | NotGiven = NOT_GIVEN,
        domains: list[str] | NotGiven = NOT_GIVEN,
        include: list[Literal["contact_previews"]] | NotGiven = NOT_GIVEN,
        add_to_list_id: str | NotGiven = NOT_GIVEN,
        accept: list[Literal["verified", "matched", "found", "reported"]] | NotGiven = NOT_GIVEN,
        reference: str | NotGiven = NOT_GIVEN,
        allow_excluded: bool | NotGiven = NOT_GIVEN,
        max_credits: int | NotGiven = NOT_GIVEN,
        on_short_balance: Literal["refuse", "stop"] | NotGiven = NOT_GIVEN,
        dry_run: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreatedJob | models.QuotedJob:
        """Create a job. Reveals up to 10,000 contacts, enriches up to 100,000 domains, or exports the results of a
        search, in the background. A reveal job is a sequence of ordinary reveals in your name, within all of your
        limits: each contact costs one credit the first time, and never again. People can be named by an address, a
        profile, or their name and store. Ask with `dry_run: true` first to learn the cost (for people, the largest
        possible one). The results can be read while the job runs, and for 30 days after its end. Reveals need the scope
        `contacts:reveal`, the others `stores:read`, and contact previews `contacts:search` as well.

        Scope: `contacts:reveal` or `stores:read`.

        kind: What to do: reveal contacts, enrich domains, or export search results.
        contact_ids: For `reveal`: the contacts, in this order.
        list_id: For `reveal`: the contacts of this list.
        people: For `reveal`: people whom you know, each by email, linkedin_url, or first_name, last_name and domain.
            Whoever can’t be revealed has the outcome `no_match` and costs nothing.
        search: For `reveal`: the first `max` contacts of this search. For `export`: its contacts, or without `person`
            its stores, for which it takes `contacts`, too.
        max: With `search`: at most this many results.
        per_store: For `reveal` with `search`: at most this many contacts of each store. Those who are revealed already
            count, and come first.
        domains: For `enrich`: domains in any form a person would paste.
        include: For `enrich`: adds up to 10 previews a store. Needs the scope `contacts:search`, too.
        add_to_list_id: Contacts that are revealed, stores that are found, or exported items are added to this list as
            the job goes on, as many as fit. Needs the scope `lists:write`, too.
        accept: Only pay for contacts with an email of one of these statuses. Any other contact is unavailable for this
            request and costs nothing.
        reference: Your own words for it, such as a campaign or a ticket: up to 100 visible characters, kept on the
            ledger entry.
        allow_excluded: True: contacts that the account excludes are revealed after all, and charged.
        max_credits: For `reveal`: the job never spends more than this.
        on_short_balance: For `reveal`, when the credits don’t suffice: `refuse` answers 402 and makes no job, `stop`
            reveals what it can. Default: `refuse`.
        dry_run: For `reveal`: answers 200 with the cost, and makes no job.
        """
        reply: models.CreatedJob | models.QuotedJob = await self._call("create_job", {"kind": kind, "contact_ids": contact_ids, "list_id": list_id, "people": people, "search": search, "max": max, "per_store": per_store, "domains": domains, "include": include, "add_to_list_id": add_to_list_id, "accept": accept, "reference": reference, "allow_excluded": allow_excluded, "max_credits": max_credits, "on_short_balance": on_short_balance, "dry_run": dry_run}, options)
        return reply

    async def list_jobs(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.JobList:
        """List jobs. The jobs of this account that the caller’s scopes let it read, newest first.

        Scope: `contacts:reveal` or `stores:read`.

        limit: Items a page.
        cursor: `next_cursor` of the page before.
        """
        reply: models.JobList = await self._call("list_jobs", {"limit": limit, "cursor": cursor}, options)
        return reply

    async def get_job(
        self,
        job_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.GetJobReply:
        """Get a job. How far a job is, what it has spent, and why it stopped.

        Scope: `contacts:reveal` or `stores:read`.

        job_id: The id of the job.
        """
        reply: models.GetJobReply = await self._call("get_job", {"job_id": job_id}, options)
        return reply

    async def get_job_results(
        self,
        job_id: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.JobResultLineList:
        """Get the results of a job. One line per input, in the order given; while the job runs, the lines so far.
        Contacts are shown as they are now: one that was suppressed since is `unavailable`. All lines as JSON Lines
        (`application/x-ndjson`), as a spreadsheet with `Accept: text/csv`, or a page of them with `Accept:
        application/json`.

        Scope: `contacts:reveal` or `stores:read`.

        job_id: The id of the job.
        limit: Items a page.
        cursor: `next_cursor` of the page before.
        """
        reply: models.JobResultLineList = await self._call("get_job_results", {"job_id": job_id, "limit": limit, "cursor": cursor}, options)
        return reply

    async def pause_job(
        self,
        job_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PauseJobReply:
        """Pause a job. Stops a job that waits or runs, with the reason `paused`, until somebody resumes it. The reveal
        that is under way is finished. A job that has stopped already stays as it is.

        Scope: `contacts:reveal` or `stores:read`.

        job_id: The id of the job.
        """
        reply: models.PauseJobReply = await self._call("pause_job", {"job_id": job_id}, options)
        return reply

    async def cancel_job(
        self,
        job_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.CancelJobReply:
        """Cancel a job. Ends a job that waits, runs or has stopped. The reveal that is under way is finished; what was
        revealed stays revealed and paid.

        Scope: `contacts:reveal` or `stores:read`.

        job_id: The id of the job.
        """
        reply: models.CancelJobReply = await self._call("cancel_job", {"job_id": job_id}, options)
        return reply

    async def resume_job(
        self,
        job_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ResumeJobReply:
        """Resume a job. Goes on with a stopped job, in the name and within the limits of whoever resumes it. One that
        has spent its `max_credits` stays as it is: create another job for the rest.

        Scope: `contacts:reveal` or `stores:read`.

        job_id: The id of the job.
        """
        reply: models.ResumeJobReply = await self._call("resume_job", {"job_id": job_id}, options)
        return reply

    async def get_usage(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.Usage:
        """Get usage. API access, request quotas, search rows and contact credits of this account, as of now.

        Scope: `usage:read`.
        """
        reply: models.Usage = await self._call("get_usage", {}, options)
        return reply

    async def get_taxonomy(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.Taxonomy:
        """Get the taxonomy. Every value that search filters take, with its label and count: of stores for store fields,
        of revealable contacts for person fields. Carries an ETag; send it back in If-None-Match to get a 304 while
        nothing changed.

        Scope: `stores:read` or `contacts:search` or `contacts:reveal`.
        """
        reply: models.Taxonomy = await self._call("get_taxonomy", {}, options)
        return reply

    async def list_credit_entries(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        kind: Literal["grant", "spend", "expire", "refund", "adjust"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreditEntryList:
        """List credit entries. The credit ledger of this account, newest first.

        Scope: `usage:read`.

        limit: Items a page.
        cursor: `next_cursor` of the page before.
        kind: Only entries of this kind.
        """
        reply: models.CreditEntryList = await self._call("list_credit_entries", {"limit": limit, "cursor": cursor, "kind": kind}, options)
        return reply

    async def get_credit_history(
        self,
        *,
        days: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreditHistory:
        """Credits spent by day. Credits spent over the last days, including today, by UTC day, door and actor.

        Scope: `usage:read`.

        days: How many days.
        """
        reply: models.CreditHistory = await self._call("get_credit_history", {"days": days}, options)
        return reply

    async def get_billing_status(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.BillingStatus:
        """Get billing status. Plan, trial, grace period and cancellation of this account, and what it can buy. Works
        without API access.

        Scope: `billing:read`.
        """
        reply: models.BillingStatus = await self._call("get_billing_status", {}, options)
        return reply

    async def create_subscription_link(
        self,
        *,
        plan: str | NotGiven = NOT_GIVEN,
        interval: Literal["month", "year"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.BillingLink:
        """Create a subscription link. A short-lived link to the payment provider’s checkout. It starts with a trial if
        the plan has one and nobody in the account has had a trial before. An account that already has a subscription
        gets a link to its billing portal instead.

        Scope: `billing:manage`.

        plan: The plan to subscribe to. Default: the account’s plan.
        interval: How often it is paid. Default: `month`.
        """
        reply: models.BillingLink = await self._call("create_subscription_link", {"plan": plan, "interval": interval}, options)
        return reply

    async def get_subscription_link(
        self,
        *,
        plan: str | NotGiven = NOT_GIVEN,
        interval: Literal["month", "year"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.BillingLink:
        """Get a subscription link. A short-lived link to the payment provider’s checkout. It starts with a trial if the
        plan has one and nobody in the account has had a trial before. An account that already has a subscription gets a
        link to its billing portal instead. The same answer as the POST, for callers that can only follow addresses.

        Scope: `billing:manage`.

        plan: The plan to subscribe to. Default: the account’s plan.
        interval: How often it is paid.
        """
        reply: models.BillingLink = await self._call("get_subscription_link", {"plan": plan, "interval": interval}, options)
        return reply

    async def create_portal_link(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.BillingLink:
        """Create a billing portal link. A short-lived link to the payment provider’s portal, to change the card, pay an
        open invoice, cancel or resume. Once a subscription has ended, the link leads to a checkout instead.

        Scope: `billing:manage`.
        """
        reply: models.BillingLink = await self._call("create_portal_link", {}, options)
        return reply

    async def get_portal_link(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.BillingLink:
        """Get a billing portal link. A short-lived link to the payment provider’s portal, to change the card, pay an
        open invoice, cancel or resume. Once a subscription has ended, the link leads to a checkout instead. The same
        answer as the POST, for callers that can only follow addresses.

        Scope: `billing:manage`.
        """
        reply: models.BillingLink = await self._call("get_portal_link", {}, options)
        return reply

    async def end_trial(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.BillingStatus:
        """End the trial now. Ends the trial and charges the payment method on file. Unused trial credits expire, and
        the plan’s full credits are available at once. An account that is not in a trial is refused and left as it is.

        Scope: `billing:manage`.
        """
        reply: models.BillingStatus = await self._call("end_trial", {}, options)
        return reply

    async def create_top_up_link(
        self,
        *,
        pack: str,
        options: CallOptions | None = None,
    ) -> models.BillingLink:
        """Create a link to buy extra credits. A short-lived link to the payment provider’s checkout of a credit pack.
        The credits are added once it is paid, are spent after the plan’s own credits and expire as the pack says.
        Accounts without API access can’t buy any. `credit_packs` in the billing status lists the packs.

        Scope: `billing:manage`.

        pack: The id of a credit pack.
        """
        reply: models.BillingLink = await self._call("create_top_up_link", {"pack": pack}, options)
        return reply

    async def list_invoices(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.InvoiceList:
        """List invoices. The account’s invoices and receipts, newest first, at most 100. In the web application also
        without API access.

        Scope: `billing:read`.
        """
        reply: models.InvoiceList = await self._call("list_invoices", {}, options)
        return reply

    async def list_events(
        self,
        *,
        after: int | NotGiven = NOT_GIVEN,
        types: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        wait: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.EventList:
        """List events. What happened to the account, oldest first, kept for 90 days. Store `next_after` and pass it as
        `after` to go on where you stopped; with `wait` the reply comes as soon as something happens.

        Scope: `events:read`.

        after: Only events with a higher sequence. If omitted: from the oldest that is kept.
        types: Only these types, separated by commas: reveal.created, credits.low, credits.exhausted, credits.renewed,
            credits.expiring, plan.changed, trial.ending, limit.reached, contact.updated, contact.suppressed,
            contact.erased, work.changed, job.finished, watch.matched, webhook.disabled, hubspot.stopped.
        limit: Events a page.
        wait: Seconds to wait if there is nothing yet.
        """
        reply: models.EventList = await self._call("list_events", {"after": after, "types": types, "limit": limit, "wait": wait}, options)
        return reply

    async def confirm_event(
        self,
        event_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ErasureConfirmation:
        """Confirm that erased contacts are deleted. Says that you deleted your own copies of the contacts that a
        `contact.erased` event names, in your CRM and everywhere else. The operator keeps the date as evidence.
        Confirming twice changes nothing.

        Scope: `events:read`.

        event_id: The id of the event.
        """
        reply: models.ErasureConfirmation = await self._call("confirm_event", {"event_id": event_id}, options)
        return reply

    async def put_exclusion(
        self,
        label: str,
        *,
        entries: list[models.PutExclusionRequestEntry],
        mode: Literal["add", "replace"] | NotGiven = NOT_GIVEN,
        expires_at: str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Exclusion:
        """Exclude people and stores. Makes an exclusion list, or changes one. Searches leave out whom it names, and
        reveals neither return nor charge them, unless you ask for that. It holds for contacts that come later, too.
        What the account has revealed already stays readable.

        Scope: `lists:write`.

        label: Your name for the list, such as `customers`.
        entries: Whom to leave out. An account can have 500,000 entries over all its lists.
        mode: `add`: on top of what is there. `replace`: the list then holds these entries and no others. Default:
            `add`.
        expires_at: When the list ends: it is deleted within a minute, and whom no other list names is found again.
            Null: never. Left out, what the list has stays.
        """
        reply: models.Exclusion = await self._call("put_exclusion", {"label": label, "entries": entries, "mode": mode, "expires_at": expires_at}, options)
        return reply

    async def get_exclusion(
        self,
        label: str,
        *,
        options: CallOptions | None = None,
    ) -> models.Exclusion:
        """Get an exclusion list. How many entries of each kind a list has. The entries can’t be read back.

        Scope: `lists:read`.

        label: Your name for the list, such as `customers`.
        """
        reply: models.Exclusion = await self._call("get_exclusion", {"label": label}, options)
        return reply

    async def delete_exclusion(
        self,
        label: str,
        *,
        options: CallOptions | None = None,
    ) -> models.DeleteExclusionReply:
        """Delete an exclusion list. Whom no other list names is found and can be revealed again.

        Scope: `lists:write`.

        label: Your name for the list, such as `customers`.
        """
        reply: models.DeleteExclusionReply = await self._call("delete_exclusion", {"label": label}, options)
        return reply

    async def list_exclusions(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.ExclusionList:
        """List exclusion lists. The exclusion lists of the account by their labels, with how many entries each has.

        Scope: `lists:read`.

        limit: Items a page; all of them if left out.
        cursor: `next_cursor` of the page before.
        """
        reply: models.ExclusionList = await self._call("list_exclusions", {"limit": limit, "cursor": cursor}, options)
        return reply

    async def create_webhook(
        self,
        *,
        url: str,
        types: list[Literal["reveal.created", "credits.low", "credits.exhausted", "credits.renewed", "credits.expiring", "plan.changed", "trial.ending", "limit.reached", "contact.updated", "contact.suppressed", "contact.erased", "work.changed", "job.finished", "watch.matched", "webhook.disabled", "hubspot.stopped"]] | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Webhook:
        """Create a webhook. Events from now on are sent to this address, signed as Standard Webhooks 1.0.0 says. The
        secret is in this reply and never shown again.

        Scope: `webhooks:manage`.

        url: Where events are sent: an https address on the public internet. A demo server also takes `http://localhost`
            and `http://127.0.0.1`.
        types: The types of events to send. Null or omitted: every type, also those that are added later.
        """
        reply: models.Webhook = await self._call("create_webhook", {"url": url, "types": types}, options)
        return reply

    async def list_webhooks(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.WebhookList:
        """List webhooks. The webhooks of the account, oldest first; there are at most 10.

        Scope: `webhooks:manage`.

        limit: Items a page; all of them if left out.
        cursor: `next_cursor` of the page before.
        """
        reply: models.WebhookList = await self._call("list_webhooks", {"limit": limit, "cursor": cursor}, options)
        return reply

    async def get_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.GetWebhookReply:
        """Get a webhook. One webhook, with when it last succeeded and since when it fails. Its secret is not shown.

        Scope: `webhooks:manage`.

        webhook_id: The id of the webhook.
        """
        reply: models.GetWebhookReply = await self._call("get_webhook", {"webhook_id": webhook_id}, options)
        return reply

    async def update_webhook(
        self,
        webhook_id: str,
        *,
        url: str | NotGiven = NOT_GIVEN,
        types: list[Literal["reveal.created", "credits.low", "credits.exhausted", "credits.renewed", "credits.expiring", "plan.changed", "trial.ending", "limit.reached", "contact.updated", "contact.suppressed", "contact.erased", "work.changed", "job.finished", "watch.matched", "webhook.disabled", "hubspot.stopped"]] | None | NotGiven = NOT_GIVEN,
        status: Literal["enabled", "disabled"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.UpdateWebhookReply:
        """Change a webhook. Changes the address or the types, disables it, or enables it again. What it missed while it
        was disabled is not sent by itself: resend brings it.

        Scope: `webhooks:manage`.

        webhook_id: The id of the webhook.
        url: Where events are sent: an https address on the public internet. A demo server also takes `http://localhost`
            and `http://127.0.0.1`.
        types: The types of events to send. Null or omitted: every type, also those that are added later.
        status: Whether events are sent.
        """
        reply: models.UpdateWebhookReply = await self._call("update_webhook", {"webhook_id": webhook_id, "url": url, "types": types, "status": status}, options)
        return reply

    async def delete_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.DeleteWebhookReply:
        """Delete a webhook. Nothing more is sent to it, also not what waits for another attempt. Its deliveries are
        gone with it.

        Scope: `webhooks:manage`.

        webhook_id: The id of the webhook.
        """
        reply: models.DeleteWebhookReply = await self._call("delete_webhook", {"webhook_id": webhook_id}, options)
        return reply

    async def test_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookDelivery:
        """Test a webhook. Sends an event of the type `webhook.test` once, at once, and answers with what came of it.
        The event is in no feed and is not sent again.

        Scope: `webhooks:manage`.

        webhook_id: The id of the webhook.
        """
        reply: models.WebhookDelivery = await self._call("test_webhook", {"webhook_id": webhook_id}, options)
        return reply

    async def rotate_webhook_secret(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.Webhook:
        """Rotate the secret of a webhook. Makes a new secret, shown only in this reply. For 24 hours deliveries are
        signed with both.

        Scope: `webhooks:manage`.

        webhook_id: The id of the webhook.
        """
        reply: models.Webhook = await self._call("rotate_webhook_secret", {"webhook_id": webhook_id}, options)
        return reply

    async def list_webhook_deliveries(
        self,
        webhook_id: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryList:
        """List deliveries of a webhook. What was sent and what came back, by event, newest first. Kept for 30 days.

        Scope: `webhooks:manage`.

        webhook_id: The id of the webhook.
        limit: Items a page.
        cursor: `next_cursor` of the page before.
        """
        reply: models.WebhookDeliveryList = await self._call("list_webhook_deliveries", {"webhook_id": webhook_id, "limit": limit, "cursor": cursor}, options)
        return reply

    async def resend_webhook_events(
        self,
        webhook_id: str,
        *,
        event_ids: list[str] | NotGiven = NOT_GIVEN,
        since: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.WebhookResend:
        """Resend events to a webhook. Sends events again: those named, or all of the webhook’s types after a sequence
        (up to 10,000 a call; `next_since` says where to go on). The webhook must be enabled.

        Scope: `webhooks:manage`.

        webhook_id: The id of the webhook.
        event_ids: The events to send.
        since: Every event with a higher sequence.
        """
        reply: models.WebhookResend = await self._call("resend_webhook_events", {"webhook_id": webhook_id, "event_ids": event_ids, "since": since}, options)
        return reply

    async def connect_hubspot(
        self,
        *,
        token: str | NotGiven = NOT_GIVEN,
        automatic: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.HubspotConnection:
        """Connect HubSpot. Connects the account to HubSpot with a token of your own, or changes whether contacts are
        sent automatically. The token is checked, kept sealed, and never shown. What is missing in HubSpot’s schema is
        created: properties that begin with `prospector_`.

        Scope: `hubspot:manage`.

        token: The access token of a private app or a service key of HubSpot, with the scopes crm.objects.contacts.read,
            crm.objects.contacts.write, crm.objects.companies.read, crm.objects.companies.write,
            crm.schemas.contacts.write, crm.schemas.companies.write. If omitted: the one that is connected.
        automatic: Whether contacts are sent as they are revealed. False unless given.
        """
        reply: models.HubspotConnection = await self._call("connect_hubspot", {"token": token, "automatic": automatic}, options)
        return reply

    async def get_hubspot(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.HubspotConnection:
        """Get the connection to HubSpot. Whether HubSpot is connected, what keeps it from working, and when something
        was last sent.

        Scope: `contacts:reveal` or `hubspot:manage`.
        """
        reply: models.HubspotConnection = await self._call("get_hubspot", {}, options)
        return reply

    async def disconnect_hubspot(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.HubspotConnection:
        """Disconnect HubSpot. Deletes the token, and everything that waits. What was sent stays at HubSpot. From then
        on opt-outs and erasures do not reach it: they are yours to carry out.

        Scope: `hubspot:manage`.
        """
        reply: models.HubspotConnection = await self._call("disconnect_hubspot", {}, options)
        return reply

    async def create_hubspot_run(
        self,
        *,
        contact_ids: list[str] | NotGiven = NOT_GIVEN,
        list_id: str | NotGiven = NOT_GIVEN,
        dry_run: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.HubspotRun:
        """Send contacts to HubSpot. Sends revealed contacts and their stores to HubSpot, in the background: those
        named, those of a list, or every revealed one. A dry run writes nothing and says what would be created, filled
        or left alone. Contacts that are not revealed are left out; nothing is ever spent.

        Scope: `contacts:reveal`.

        contact_ids: Only these.
        list_id: Only those in this list.
        dry_run: Say what would happen, and write nothing. Default: `false`.
        """
        reply: models.HubspotRun = await self._call("create_hubspot_run", {"contact_ids": contact_ids, "list_id": list_id, "dry_run": dry_run}, options)
        return reply

    async def list_hubspot_runs(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.HubspotRunList:
        """List runs to HubSpot. What was sent, tried, erased and read, newest first. Kept for 30 days.

        Scope: `contacts:reveal`.

        limit: Items a page.
        cursor: `next_cursor` of the page before.
        """
        reply: models.HubspotRunList = await self._call("list_hubspot_runs", {"limit": limit, "cursor": cursor}, options)
        return reply

    async def get_hubspot_run(
        self,
        run_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.HubspotRun:
        """Get a run to HubSpot. How far it is, and what came of it so far.

        Scope: `contacts:reveal`.

        run_id: The id of the run.
        """
        reply: models.HubspotRun = await self._call("get_hubspot_run", {"run_id": run_id}, options)
        return reply

    async def list_hubspot_run_items(
        self,
        run_id: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        outcome: Literal["create", "update", "unchanged", "conflict", "skip", "fail", "delete", "clear", "absent"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.HubspotRunItemList:
        """List what came of a run to HubSpot. Contact by contact. Outcomes: `create`: is created at HubSpot; `update`:
        fills empty fields of a record that is there; `unchanged`: is there already, with nothing to add; `conflict`: is
        not sent, because the record belongs to another contact; `skip`: is not sent, because it may no longer be shown;
        `fail`: was refused by HubSpot; `delete`: was created by us, and is deleted; `clear`: was there before us, and
        loses what came from us; `absent`: was not at HubSpot any more.

        Scope: `contacts:reveal`.

        run_id: The id of the run.
        limit: Items a page.
        cursor: `next_cursor` of the page before.
        outcome: Only those that came to this outcome.
        """
        reply: models.HubspotRunItemList = await self._call("list_hubspot_run_items", {"run_id": run_id, "limit": limit, "cursor": cursor, "outcome": outcome}, options)
        return reply

    async def create_hubspot_exclusion(
        self,
        *,
        label: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.HubspotRun:
        """Exclude what HubSpot holds. Reads the emails of all contacts and the domains of all companies at HubSpot into
        an exclusion list, in the background. Records that Prospector created are left out. Entries are added: delete
        the list first to start over.

        Scope: `lists:write`.

        label: The exclusion list to fill. Default: `HubSpot`.
        """
        reply: models.HubspotRun = await self._call("create_hubspot_exclusion", {"label": label}, options)
        return reply

    async def advance_test_clock(
        self,
        *,
        advance_seconds: int,
        options: CallOptions | None = None,
    ) -> models.TestClock:
        """Move the test clock forward. The time of test mode moves forward: credits renew, lots expire, trials and
        exclusion lists end, and attempts of webhooks come due. It never moves back; `POST /test/reset` starts over.
        Only test keys can call this.

        Scope: `contacts:reveal`.

        advance_seconds: How far, such as 2678400 for 31 days.
        """
        reply: models.TestClock = await self._call("advance_test_clock", {"advance_seconds": advance_seconds}, options)
        return reply

    async def reset_test_mode(
        self,
        *,
        status: Literal["none", "trialing", "active", "past_due", "lapsed"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.TestReset:
        """Start test mode over. Everything that was done in test mode is gone: reveals, entries, events, jobs, lists
        and deliveries. Keys and webhooks stay, HubSpot is disconnected. The test clock shows real time again. Only test
        keys can call this.

        Scope: `contacts:reveal`.

        status: The state of the plan to begin with: `active` unless given. Try `trialing` or `lapsed`.
        """
        reply: models.TestReset = await self._call("reset_test_mode", {"status": status}, options)
        return reply
