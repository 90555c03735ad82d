"""The client for programs that wait for each answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ParamSpec, TypeVar, Unpack

import httpx

from ._methods import Methods
from ._options import (
    DEFAULT_RETRIES,
    DEFAULT_TIMEOUT_SECONDS,
    DEFAULT_WAIT_SECONDS_MAX,
    JOB_POLL_SECONDS_MAX,
    CallOptions,
    Page,
    RevealedMany,
)
from ._reveal_many import ManyReveals
from ._routes import EVENTS_PER_PAGE, EVENTS_WAIT_SECONDS, ROUTES, CsvOperation, FeedRequest
from ._transport import Call, Lines, read_settings
from .errors import ProspectorError
from .models import CreatedJob, CreateJobRequest, FeedEvent, GetJobReply, QuotedJob

Item = TypeVar("Item")
Given = ParamSpec("Given")


class Prospector(Methods):
    """The client of the Prospector API: every operation by its name. Without arguments: PROSPECTOR_URL and PROSPECTOR_KEY."""

    def __init__(
        self,
        api_key: str | None = None,
        origin: str | None = None,
        *,
        retries: int = DEFAULT_RETRIES,
        wait_seconds_max: float = DEFAULT_WAIT_SECONDS_MAX,
        timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
        headers: dict[str, str] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        """`origin` is the address of the service, without /api/v1. `api_key` is an API key or an OAuth access token."""
        self._settings = read_settings(api_key, origin, retries, wait_seconds_max, timeout_seconds, headers)
        self._http = http_client or httpx.Client()
        self.jobs = Jobs(self)
        self.events = Events(self)

    def __enter__(self) -> Prospector:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections. Not needed by programs that end."""
        self._http.close()

    def each(self, operation: Callable[Given, Page[Item]], *args: Given.args, **request: Given.kwargs) -> Iterator[Item]:
        """Every item of a list, page after page: `client.each(client.list_revealed_contacts, limit=100)`."""
        rest: dict[str, Any] = {}
        while True:
            page: Any = operation(*args, **{**request, **rest})  # type: ignore[arg-type]
            yield from page["data"]
            if not page["has_more"]:
                return
            # The feed of events is read by sequence.
            rest = {"after": page["next_after"]} if "next_after" in page else {"cursor": page["next_cursor"]}

    def csv(self, operation: CsvOperation, *, options: CallOptions | None = None, **request: Any) -> Iterator[str]:
        """The same as a spreadsheet, line by line as it arrives: `csv.DictReader(client.csv("list_revealed_contacts"))`."""
        response = self._send(operation, request, options, accept="text/csv", stream=True)
        lines = Lines()
        try:
            for text in response.iter_text():
                yield from lines.add(text)
            yield from lines.end()
        finally:
            response.close()

    def reveal_many(
        self,
        contact_ids: Sequence[str],
        *,
        on_progress: Callable[[RevealedMany], object] | None = None,
        options: CallOptions | None = None,
    ) -> RevealedMany:
        """Reveals any number of contacts, 10 a request.

        After a failure call again with the same contacts and `options={"idempotency_key": error.idempotency_key}`, and nothing
        is charged twice. `error.partial` holds what was revealed before. `on_progress` is called after each request with everything so far.
        """
        reveals = ManyReveals(contact_ids, on_progress, options)
        for ids, given in reveals.requests():
            try:
                reveals.add(self.reveal_contacts(contact_ids=ids, options=given))
            except ProspectorError as error:
                reveals.fail(error, ids)
        return reveals.all

    def _call(self, name: str, parts: dict[str, Any], options: CallOptions | None) -> Any:
        return self._send(name, parts, options).json()

    def _send(
        self,
        name: str,
        parts: dict[str, Any],
        options: CallOptions | None,
        accept: str = "application/json",
        stream: bool = False,
    ) -> httpx.Response:
        call = Call(self._settings, ROUTES[name], parts, options, accept)
        attempt = 0
        while True:
            response: httpx.Response | None = None
            failure: httpx.TransportError | None = None
            try:
                response = self._http.send(call.build(self._http), stream=stream)
                if response.is_success:
                    call.accept(response)
                    return response
                response.read()
            except httpx.TransportError as error:
                response, failure = None, error
            seconds = call.wait_before_retry(attempt, response)
            if seconds is None:
                raise call.error_of(response, failure) from failure
            time.sleep(seconds)
            attempt += 1


class Jobs:
    """Thousands of contacts or domains at once."""

    def __init__(self, client: Prospector) -> None:
        self._client = client

    def start(self, *, options: CallOptions | None = None, **request: Unpack[CreateJobRequest]) -> CreatedJob:
        """Starts a job. `create_job` does the same, and answers with a quote if `dry_run` is set."""
        job: CreatedJob = self._client._call("create_job", {**request}, options)
        return job

    def quote(self, *, options: CallOptions | None = None, **request: Unpack[CreateJobRequest]) -> QuotedJob:
        """What the job would cost, without starting it."""
        quoted: QuotedJob = self._client._call("create_job", {**request, "dry_run": True}, options)
        return quoted

    def wait(
        self,
        job_id: str,
        *,
        on_progress: Callable[[GetJobReply], object] | None = None,
        options: CallOptions | None = None,
    ) -> GetJobReply:
        """The job when it has ended: `finished`, `stopped`, `cancelled` or `failed`.

        Asks more and more seldom, up to every 10 seconds. `on_progress` is called with the job each time it was asked for.
        """
        seconds = 0.25
        while True:
            job = self._client.get_job(job_id=job_id, options=options)
            if on_progress:
                on_progress(job)
            if job["status"] not in ("queued", "running"):
                return job
            time.sleep(seconds)
            seconds = min(seconds * 1.5, JOB_POLL_SECONDS_MAX)


class Events:
    """What happened to the account."""

    def __init__(self, client: Prospector) -> None:
        self._client = client

    def follow(
        self, *, after: int | None = None, options: CallOptions | None = None, **request: Unpack[FeedRequest]
    ) -> Iterator[FeedEvent]:
        """Every event as it happens, oldest first, without an end: break off the loop.

        Begin with all that there are, later `after` the last sequence that you have handled, and store the sequence of each
        event once you have: then none is missed and none is handled twice.
        """
        while True:
            parts: dict[str, Any] = {**request, "limit": EVENTS_PER_PAGE, "wait": EVENTS_WAIT_SECONDS}
            # Without one, the service begins with the oldest that it has: the first of all may be deleted by now.
            if after is not None:
                parts["after"] = after
            page = self._client._call("list_events", parts, options)
            yield from page["data"]
            after = page["next_after"]
