"""What both clients do without a server, the one that waits and the one to await: each test runs with either."""

from __future__ import annotations

import asyncio
import os
import unittest
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any
from unittest.mock import AsyncMock, patch
from urllib.parse import parse_qs

import httpx
from prospector_client import (
    AsyncProspector,
    ConnectionFailedError,
    IdempotencyConflictError,
    Prospector,
    ProspectorError,
    __version__,
)

ORIGIN = "http://service.example"
Answer = Callable[[httpx.Request], httpx.Response]
LOOP = asyncio.new_event_loop()


def tearDownModule() -> None:
    LOOP.close()


class Waiting:
    """The client for programs that wait."""

    def __init__(self, answer: Answer, **options: Any) -> None:
        self.client = Prospector(http_client=httpx.Client(transport=httpx.MockTransport(answer)), **options)

    def call(self, operation: str, /, **request: Any) -> Any:
        return getattr(self.client, operation)(**request)

    def follow(self, **request: Any) -> Iterator[Any]:
        return self.client.events.follow(**request)

    def each(self, name: str, **request: Any) -> Iterator[Any]:
        return self.client.each(getattr(self.client, name), **request)


class Awaiting:
    """The other one, with the same methods."""

    def __init__(self, answer: Answer, **options: Any) -> None:
        self.client = AsyncProspector(http_client=httpx.AsyncClient(transport=httpx.MockTransport(answer)), **options)

    def call(self, operation: str, /, **request: Any) -> Any:
        return LOOP.run_until_complete(getattr(self.client, operation)(**request))

    def follow(self, **request: Any) -> Iterator[Any]:
        return self._items(self.client.events.follow(**request))

    def each(self, name: str, **request: Any) -> Iterator[Any]:
        return self._items(self.client.each(getattr(self.client, name), **request))

    def _items(self, items: AsyncIterator[Any]) -> Iterator[Any]:
        while True:
            try:
                yield LOOP.run_until_complete(anext(items))
            except StopAsyncIteration:
                return


class Feed:
    """A service with so many events. Of six requests one is lost, and one is answered with a 503."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.sent = 0

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.sent += 1
        if self.sent % 6 == 2:
            raise httpx.ReadError("lost")
        if self.sent % 6 == 4:
            return httpx.Response(503, json={})
        asked = parse_qs(request.url.query.decode())
        after, limit = int(asked.get("after", ["0"])[0]), int(asked["limit"][0])
        last = min(after + limit, self.total)
        data = [{"sequence": sequence, "type": "contact.updated", "data": {}} for sequence in range(after + 1, last + 1)]
        return httpx.Response(200, json={"data": data, "next_after": last, "has_more": last < self.total})


KINDS: tuple[type[Waiting] | type[Awaiting], ...] = (Waiting, Awaiting)
GIVEN: dict[str, Any] = {"api_key": "psk", "origin": ORIGIN}


def failing(statuses: list[int | Exception]) -> tuple[Answer, list[httpx.Request]]:
    """Answers with each status in turn, the last one for ever."""
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        status = statuses[min(len(sent), len(statuses)) - 1]
        if isinstance(status, Exception):
            raise status
        code = "idempotency_conflict" if status == 409 else "x"
        return httpx.Response(status, json={"ok": True} if status < 300 else {"error": {"code": code}})

    return answer, sent


@patch("time.sleep", lambda _: None)
@patch("anyio.sleep", AsyncMock())
class BothClients(unittest.TestCase):
    def test_following_events_skips_none_and_repeats_none_over_pages_and_failures(self) -> None:
        for kind in KINDS:
            with self.subTest(kind=kind.__name__):
                feed = Feed(230)
                seen: list[int] = []
                for event in kind(feed.answer, **GIVEN).follow(after=17):
                    seen.append(event["sequence"])
                    if seen[-1] == 120:
                        feed.total += 15
                    if seen[-1] == 245:
                        break
                self.assertEqual(seen, list(range(18, 246)))
                self.assertGreater(feed.sent, 3)

    def test_listing_events_and_stopping_in_a_page_skips_none_either(self) -> None:
        for kind in KINDS:
            with self.subTest(kind=kind.__name__):
                feed = Feed(120)
                listed = [event["sequence"] for event in kind(feed.answer, **GIVEN).each("list_events", limit=7)]
                self.assertEqual(listed, list(range(1, 121)))
                seen: list[int] = []
                while len(seen) < 120:
                    for event in kind(feed.answer, **GIVEN).follow(after=seen[-1] if seen else 0):
                        seen.append(event["sequence"])
                        if len(seen) % 37 == 0 or len(seen) == 120:
                            break
                self.assertEqual(seen, list(range(1, 121)))

    def test_a_key_is_refused_where_the_operation_takes_none(self) -> None:
        for kind in KINDS:
            with self.subTest(kind=kind.__name__):
                answer, sent = failing([200])
                with self.assertRaisesRegex(TypeError, "takes no idempotency_key"):
                    options = {"idempotency_key": "order-7"}
                    kind(answer, **GIVEN).call("create_list", name="Mine", kind="contacts", options=options)
                self.assertEqual(sent, [])

    def test_what_may_pass_is_sent_again_under_one_key_and_a_409_never(self) -> None:
        for kind in KINDS:
            with self.subTest(kind=kind.__name__):
                failures: list[int | Exception] = [503, httpx.ReadError("lost"), httpx.ReadTimeout("late"), 200]
                answer, sent = failing(failures)
                kind(answer, **GIVEN).call("reveal_contacts", contact_ids=[])
                self.assertEqual(len(sent), 4)
                self.assertEqual(len({request.headers["Idempotency-Key"] for request in sent}), 1)
                answer, sent = failing([409, 200])
                with self.assertRaises(IdempotencyConflictError) as caught:
                    kind(answer, **GIVEN).call("reveal_contacts", contact_ids=[])
                self.assertEqual([caught.exception.idempotency_key], [one.headers["Idempotency-Key"] for one in sent])

    def test_without_a_key_only_a_429_is_repeated(self) -> None:
        for kind in KINDS:
            for failure, times in ((httpx.ReadError("lost"), 1), (500, 1), (429, 4)):
                with self.subTest(kind=kind.__name__, failure=failure):
                    answer, sent = failing([failure])
                    with self.assertRaises(ProspectorError):
                        kind(answer, **GIVEN).call("create_portal_link")
                    self.assertEqual(len(sent), times)

    def test_the_key_that_was_made_for_a_call_is_in_its_error(self) -> None:
        for kind in KINDS:
            for failure in (httpx.ConnectError("away"), httpx.ReadError("lost"), httpx.ReadTimeout("late"), 500):
                with self.subTest(kind=kind.__name__, failure=failure):
                    answer, sent = failing([failure])
                    with self.assertRaises(ProspectorError) as caught:
                        kind(answer, **GIVEN).call("reveal_contacts", contact_ids=[])
                    self.assertRegex(caught.exception.idempotency_key or "", r"^[\w-]{20,}$")
                    self.assertEqual({one.headers["Idempotency-Key"] for one in sent}, {caught.exception.idempotency_key})
                    self.assertEqual(isinstance(caught.exception, ConnectionFailedError), failure != 500)

    def test_the_time_of_an_attempt_is_that_of_the_call_of_the_client_or_60_seconds(self) -> None:
        for kind in KINDS:
            with self.subTest(kind=kind.__name__):
                answer, sent = failing([200])
                kind(answer, **GIVEN).call("get_usage")
                kind(answer, **GIVEN, timeout_seconds=5).call("get_usage")
                kind(answer, **GIVEN, timeout_seconds=5).call("get_usage", options={"timeout_seconds": 2})
                times = [set(request.extensions["timeout"].values()) for request in sent]
                self.assertEqual(times, [{60}, {5}, {2}])

    def test_the_client_names_itself_with_its_version(self) -> None:
        for kind in KINDS:
            answer, sent = failing([200])
            kind(answer, **GIVEN).call("get_usage")
            self.assertEqual(sent[0].headers["User-Agent"], f"prospector-client-python/{__version__}")

    def test_key_and_address_come_from_the_environment_and_what_is_given_goes_before_it(self) -> None:
        environment = {"PROSPECTOR_URL": "https://from.environment.example", "PROSPECTOR_KEY": "psk_environment"}
        with patch.dict(os.environ, environment):
            for kind in KINDS:
                answer, sent = failing([200])
                kind(answer).call("get_usage")
                kind(answer, **GIVEN).call("get_usage")
                seen = [(request.url.host, request.headers["Authorization"]) for request in sent]
                self.assertEqual(
                    seen, [("from.environment.example", "Bearer psk_environment"), ("service.example", "Bearer psk")]
                )


if __name__ == "__main__":
    unittest.main()
