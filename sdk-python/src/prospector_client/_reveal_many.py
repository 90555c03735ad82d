"""Reveals any number of contacts, a few a request: which requests, and what they come to."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence

from ._options import CallOptions, RevealedMany
from ._routes import CONTACTS_PER_REVEAL
from .errors import ProspectorError
from .models import ContactRevealResult


class ManyReveals:
    """Each request has a key of its own, made from that of the whole: the same call again charges nothing twice."""

    def __init__(
        self,
        contact_ids: Sequence[str],
        on_progress: Callable[[RevealedMany], object] | None,
        options: CallOptions | None,
    ) -> None:
        self._ids = list(dict.fromkeys(contact_ids))
        self._on_progress = on_progress
        self._options: CallOptions = options or {}
        self._key = self._options.get("idempotency_key") or str(uuid.uuid4())
        self.all: RevealedMany = {"data": [], "unavailable_contact_ids": [], "excluded_contact_ids": [], "credits": None}

    def requests(self) -> Iterator[tuple[list[str], CallOptions]]:
        """The contacts of each request, and its options."""
        for number, at in enumerate(range(0, len(self._ids), CONTACTS_PER_REVEAL)):
            options = self._options.copy()
            options["idempotency_key"] = f"{self._key}-{number}"
            yield self._ids[at : at + CONTACTS_PER_REVEAL], options

    def add(self, reply: ContactRevealResult) -> None:
        """After a request that revealed something."""
        self.all["data"] += reply["data"]
        self.all["unavailable_contact_ids"] += reply["unavailable_contact_ids"]
        self.all["excluded_contact_ids"] += reply["excluded_contact_ids"]
        credits = reply["credits"].copy()
        credits["spent"] += self.all["credits"]["spent"] if self.all["credits"] else 0
        self.all["credits"] = credits
        self._tell()

    def fail(self, error: ProspectorError, contact_ids: list[str]) -> None:
        """After a request that failed. That nobody of these contacts can be revealed is no failure of the whole."""
        if error.code != "no_revealable_contacts":
            error.idempotency_key = self._key
            error.partial = self.all
            raise error
        self.all["unavailable_contact_ids"] += contact_ids
        self._tell()

    def _tell(self) -> None:
        if self._on_progress:
            self._on_progress(self.all)
