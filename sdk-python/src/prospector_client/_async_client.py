"""The client for programs that do other things while they wait, on asyncio or trio."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, ParamSpec, TypeVar, Unpack

import anyio
import httpx

from ._async_methods import AsyncMethods
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


class AsyncProspector(AsyncMethods):
    """Like `Prospector`, with methods to await. Without arguments: PROSPECTOR_URL and PROSPECTOR_KEY."""

    def __init__(
        self,
        api_key: str | None = None,
        origin: str | None = None,
        *,
        retries: int = DEFAULT_RETRIES,
        wait_seconds_max: float = DEFAULT_WAIT_SECONDS_MAX,
        timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
        headers: dict[str, str] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """`origin` is the address of the service, without /api/v1. `api_key` is an API key or an OAuth access token."""
        self._settings = read_settings(api_key, origin, retries, wait_seconds_max, timeout_seconds, headers)
        self._http = http_client or httpx.AsyncClient()
        self.jobs = AsyncJobs(self)
        self.events = AsyncEvents(self)

    async def __aenter__(self) -> AsyncProspector:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections. Not needed by programs that end."""
        await self._http.aclose()

    async def each(self, operation: Callable[Given, Awaitable[Page[Item]]], *args: Given.args, **request: Given.kwargs) -> AsyncIterator[Item]:
        """Every item of a list, page after page: `client.each(client.list_revealed_contacts, limit=100)`."""
        rest: dict[str, Any] = {}
        while True:
            page: Any = await operation(*args, **{**request, **rest})  # type: ignore[arg-type]
            for item in page["data"]:
                yield item
            if not page["has_more"]:
                return
            # The feed of events is read by sequence.
            rest = {"after": page["next_after"]} if "next_after" in page else {"cursor": page["next_cursor"]}

    async def csv(self, operation: CsvOperation, *, options: CallOptions | None = None, **request: Any) -> AsyncIterator[str]:
        """The same as a spreadsheet, line by line as it arrives: `async for line in client.csv("list_revealed_contacts")`."""
        response = await self._send(operation, request, options, accept="text/csv", stream=True)
        lines = Lines()
        try:
            async for text in response.aiter_text():
                for line in lines.add(text):
                    yield line
            for line in lines.end():
                yield line
        finally:
            await response.aclose()

    async def reveal_many(
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
                reveals.add(await self.reveal_contacts(contact_ids=ids, options=given))
            except ProspectorError as error:
                reveals.fail(error, ids)
        return reveals.all

    async def _call(self, name: str, parts: dict[str, Any], options: CallOptions | None) -> Any:
        return (await self._send(name, parts, options)).json()

    async def _send(
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
                response = await self._http.send(call.build(self._http), stream=stream)
                if response.is_success:
                    call.accept(response)
                    return response
                await response.aread()
            except httpx.TransportError as error:
                response, failure = None, error
            seconds = call.wait_before_retry(attempt, response)
            if seconds is None:
                raise call.error_of(response, failure) from failure
            await anyio.sleep(seconds)
            attempt += 1


class AsyncJobs:
    """Thousands of contacts or domains at once."""

    def __init__(self, client: AsyncProspector) -> None:
        self._client = client

    async def start(self, *, options: CallOptions | None = None, **request: Unpack[CreateJobRequest]) -> CreatedJob:
        """Starts a job. `create_job` does the same, and answers with a quote if `dry_run` is set."""
        job: CreatedJob = await self._client._call("create_job", {**request}, options)
        return job

    async def quote(self, *, options: CallOptions | None = None, **request: Unpack[CreateJobRequest]) -> QuotedJob:
        """What the job would cost, without starting it."""
        quoted: QuotedJob = await self._client._call("create_job", {**request, "dry_run": True}, options)
        return quoted

    async def wait(
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
            job = await self._client.get_job(job_id=job_id, options=options)
            if on_progress:
                on_progress(job)
            if job["status"] not in ("queued", "running"):
                return job
            await anyio.sleep(seconds)
            seconds = min(seconds * 1.5, JOB_POLL_SECONDS_MAX)


class AsyncEvents:
    """What happened to the account."""

    def __init__(self, client: AsyncProspector) -> None:
        self._client = client

    async def follow(
        self, *, after: int | None = None, options: CallOptions | None = None, **request: Unpack[FeedRequest]
    ) -> AsyncIterator[FeedEvent]:
        """Every event as it happens, oldest first, without an end: break off the loop.

        Begin with all that there are, later `after` the last sequence that you have handled, and store the sequence of each
        event once you have: then none is missed and none is handled twice.
        """
        while True:
            parts: dict[str, Any] = {**request, "limit": EVENTS_PER_PAGE, "wait": EVENTS_WAIT_SECONDS}
            # Without one, the service begins with the oldest that it has: the first of all may be deleted by now.
            if after is not None:
                parts["after"] = after
            page = await self._client._call("list_events", parts, options)
            for event in page["data"]:
                yield event
            after = page["next_after"]
