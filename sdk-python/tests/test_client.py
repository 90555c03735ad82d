"""What can be seen without a server: retries, keys, errors, options, and the signatures of webhooks."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import inspect
import os
import unittest
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any
from unittest.mock import patch

import httpx
from prospector_client import (
    AsyncProspector,
    ConnectionFailedError,
    InsufficientCreditsError,
    Prospector,
    ProspectorError,
    RateLimitedError,
    WebhookVerificationError,
    _options,
    webhooks,
)

ORIGIN = "http://service.example"


def failing(statuses: list[int | Exception], headers: dict[str, str] | None = None) -> tuple[Prospector, list[httpx.Request]]:
    """A client of a service that answers with each status in turn, the last one for ever."""
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        status = statuses[min(len(sent), len(statuses)) - 1]
        if isinstance(status, Exception):
            raise status
        error = {"type": "server_error", "code": "internal_error", "message": "Failed.", "request_id": "req_1"}
        return httpx.Response(status, json={"ok": True} if status < 300 else {"error": error}, headers=headers)

    http = httpx.Client(transport=httpx.MockTransport(answer))
    return Prospector("psk", ORIGIN, http_client=http), sent


@patch("time.sleep", lambda _: None)
class Retries(unittest.TestCase):
    def test_reads_and_reveals_are_sent_again_under_one_key(self) -> None:
        for status in (408, 429, 500, 502, 503, 504):
            client, sent = failing([status, status, 200])
            client.reveal_contacts(contact_ids=["ct_test_VerifiedEmailOne"])
            self.assertEqual(len(sent), 3)
            self.assertEqual(len({request.headers["Idempotency-Key"] for request in sent}), 1)
            client, sent = failing([status, 200])
            client.search_contacts(limit=1)
            self.assertEqual(len(sent), 2)

    def test_a_lost_connection_is_tried_again(self) -> None:
        client, sent = failing([httpx.ConnectError("lost"), httpx.ReadTimeout("late"), 200])
        client.get_usage()
        self.assertEqual(len(sent), 3)

    def test_what_changes_something_without_a_key_is_sent_again_only_after_a_429(self) -> None:
        for status, times in ((429, 4), (500, 1), (503, 1)):
            client, sent = failing([status])
            with self.assertRaises(ProspectorError):
                client.create_portal_link()
            self.assertEqual((status, len(sent)), (status, times))

    def test_a_409_and_other_refusals_are_never_retried_and_the_error_holds_the_key(self) -> None:
        for status in (409, 402, 400):
            client, sent = failing([status])
            with self.assertRaises(ProspectorError) as caught:
                client.reveal_contacts(contact_ids=[])
            self.assertEqual(len(sent), 1)
            self.assertEqual(caught.exception.idempotency_key, sent[0].headers["Idempotency-Key"])

    def test_no_answer_ends_with_the_key_to_ask_again_with(self) -> None:
        for failure, code in ((httpx.ReadTimeout("late"), "timeout"), (httpx.ConnectError("lost"), "connection_failed")):
            client, sent = failing([failure])
            with self.assertRaises(ConnectionFailedError) as caught:
                client.reveal_contacts(contact_ids=[], options={"idempotency_key": "order-7", "retries": 1})
            self.assertEqual((caught.exception.code, caught.exception.idempotency_key), (code, "order-7"))
            self.assertEqual(len(sent), 2)

    def test_a_wait_that_is_too_long_is_not_waited_for(self) -> None:
        tomorrow = format_datetime(datetime.now(UTC) + timedelta(days=1), usegmt=True)
        for text in ("2592000", tomorrow):
            client, sent = failing([429], {"Retry-After": text})
            with self.assertRaises(ProspectorError) as caught:
                client.get_usage()
            self.assertEqual(len(sent), 1)
            self.assertGreater(caught.exception.retry_after_seconds or 0, 80_000)
        client, sent = failing([429], {"Retry-After": "30"})
        with self.assertRaises(ProspectorError):
            client.get_usage(options={"wait_seconds_max": 10})
        self.assertEqual(len(sent), 1)

    def test_pauses_grow_and_are_spread_so_that_many_clients_do_not_come_back_at_once(self) -> None:
        waited: list[float] = []
        with patch("time.sleep", waited.append):
            for _ in range(20):
                client, _sent = failing([503])
                self.assertRaises(ProspectorError, client.get_usage)
        for attempt, shortest in enumerate((0.125, 0.25, 0.5)):
            pauses = waited[attempt::3]
            self.assertEqual(len(pauses), 20)
            self.assertTrue(all(shortest <= pause <= shortest * 2 for pause in pauses), pauses)
            self.assertGreater(len(set(pauses)), 10)


class Requests(unittest.TestCase):
    def test_what_is_left_out_is_not_sent_and_none_is_null(self) -> None:
        client, sent = failing([200])
        client.update_contact_work("ct_test_VerifiedEmailOne", status=None, tags=["a"])
        self.assertEqual(sent[0].read(), httpx.Request("PATCH", ORIGIN, json={"status": None, "tags": ["a"]}).read())
        client.list_revealed_contacts(limit=3)
        self.assertEqual(sent[1].url.query, b"limit=3")

    def test_path_parameters_are_encoded(self) -> None:
        client, sent = failing([200])
        client.get_store("https://nobody.example/a b?c")
        self.assertEqual(sent[0].url.raw_path, b"/api/v1/stores/https%3A%2F%2Fnobody.example%2Fa%20b%3Fc")

    def test_headers_name_the_client_and_can_be_added_and_the_response_can_be_seen(self) -> None:
        client, sent = failing([200], {"X-Request-Id": "req_7"})
        seen: list[httpx.Response] = []
        client.get_usage(options={"headers": {"Prospector-Reference": "spring"}, "on_response": seen.append})
        self.assertRegex(sent[0].headers["User-Agent"], r"^prospector-client-python/\d")
        self.assertEqual(sent[0].headers["Prospector-Reference"], "spring")
        self.assertEqual(seen[0].headers["X-Request-Id"], "req_7")

    def test_a_client_without_a_key_or_an_address_says_so(self) -> None:
        with patch.dict(os.environ, clear=True):
            self.assertRaisesRegex(TypeError, "PROSPECTOR_KEY", Prospector, None, ORIGIN)
            self.assertRaisesRegex(TypeError, "PROSPECTOR_URL", AsyncProspector, "psk")
        self.assertRaisesRegex(TypeError, "begins with https://", Prospector, "psk", "localhost:8080")

    def test_an_address_may_end_with_the_path_of_the_api_and_one_that_does_not_answer_is_named(self) -> None:
        sent: list[str] = []

        def lose(request: httpx.Request) -> httpx.Response:
            sent.append(str(request.url))
            raise httpx.ConnectError("lost")

        http = httpx.Client(transport=httpx.MockTransport(lose))
        client = Prospector("psk", f"{ORIGIN}/api/v1", retries=0, http_client=http)
        self.assertRaisesRegex(ConnectionFailedError, f"could not be reached at {ORIGIN}.", client.get_usage)
        self.assertEqual(sent, [f"{ORIGIN}/api/v1/usage"])

    def test_both_clients_have_the_defaults_that_the_options_name(self) -> None:
        defaults = {
            "retries": _options.DEFAULT_RETRIES,
            "wait_seconds_max": _options.DEFAULT_WAIT_SECONDS_MAX,
            "timeout_seconds": _options.DEFAULT_TIMEOUT_SECONDS,
        }
        source = inspect.getsource(_options.CallOptions)
        for name, default in defaults.items():
            for client in (Prospector, AsyncProspector):
                self.assertEqual(inspect.signature(client).parameters[name].default, default)
            self.assertRegex(source, rf'    {name}: \w+\n    """.*Default {default:g}\.')

    def test_errors_have_the_class_of_their_code_or_their_type(self) -> None:
        def error_of(status: int, error: dict[str, Any]) -> ProspectorError:
            def answer(_: httpx.Request) -> httpx.Response:
                return httpx.Response(status, json={"error": {"message": "No.", **error}})

            client = AsyncProspector("psk", ORIGIN, retries=0, http_client=httpx.AsyncClient(transport=httpx.MockTransport(answer)))
            try:
                asyncio.run(client.get_usage())
            except ProspectorError as caught:
                return caught
            raise AssertionError("It succeeded.")

        short = {"type": "payment_error", "code": "insufficient_contact_credits"}
        self.assertIsInstance(error_of(402, short), InsufficientCreditsError)
        limited = error_of(429, {"type": "rate_limit_error", "code": "new", "limit": {"name": "requests_per_minute"}})
        assert isinstance(limited, RateLimitedError)
        self.assertEqual(limited.window, "requests_per_minute")


SECRET = "whsec_" + base64.b64encode(b"a secret of twenty-four b").decode()
BODY = '{"type":"reveal.created","timestamp":"2026-03-02T09:29:59Z","data":{"sequence":7}}'
NOW = 1_772_443_800


def headers_for(body: str, secret: str = SECRET, at: str = str(NOW)) -> dict[str, str]:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.new(key, f"evt_1.{at}.{body}".encode(), hashlib.sha256).digest()).decode()
    return {"Webhook-Id": "evt_1", "webhook-timestamp": at, "webhook-signature": f"v1,{signature}"}


class Webhooks(unittest.TestCase):
    def test_a_signed_message_gives_its_event(self) -> None:
        bodies: tuple[str | bytes, ...] = (BODY, BODY.encode())
        for body in bodies:
            event = webhooks.verify(body, headers_for(BODY), SECRET, now=NOW)
            self.assertEqual((event["id"], event["type"], event["data"]), ("evt_1", "reveal.created", {"sequence": 7}))

    def test_it_agrees_with_the_example_of_the_specification(self) -> None:
        headers = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        event = webhooks.verify('{"test": 2432232314}', headers, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", now=1614265330)
        self.assertEqual(event["id"], "msg_p5jXN8AQM9LWM0D4loKWxJek")

    def test_either_secret_is_enough_during_a_rotation(self) -> None:
        old = "whsec_" + base64.b64encode(b"the secret of the day before").decode()
        self.assertEqual(webhooks.verify(BODY, headers_for(BODY), [old, SECRET], now=NOW)["id"], "evt_1")

    def test_anything_else_is_refused(self) -> None:
        good = headers_for(BODY)
        other = "whsec_" + base64.b64encode(b"x" * 24).decode()
        refused: list[tuple[str, dict[str, str]]] = [
            (BODY + " ", good),
            (BODY, headers_for(BODY, other)),
            (BODY, {**good, "Webhook-Id": "evt_2"}),
            (BODY, {**good, "webhook-signature": ""}),
            (BODY, {**good, "webhook-signature": "v1,ä%%%"}),
            (BODY, headers_for(BODY, at=str(NOW - 301))),
            (BODY, headers_for(BODY, at=str(NOW + 301))),
            (BODY, headers_for(BODY, at="soon")),
        ]
        for body, headers in refused:
            with self.subTest(headers=headers), self.assertRaises(WebhookVerificationError):
                webhooks.verify(body, headers, SECRET, now=NOW)
        self.assertRaises(WebhookVerificationError, webhooks.verify, BODY, good, "no secret", now=NOW)

    def test_a_secret_that_is_missing_or_empty_opens_nothing(self) -> None:
        signed_with_nothing = headers_for(BODY, "whsec_")
        for nothing in (None, "", [], [""], [SECRET, ""], [None]):
            expected = WebhookVerificationError if nothing == [] else TypeError
            with self.subTest(secret=nothing), self.assertRaises(expected):
                webhooks.verify(BODY, signed_with_nothing, nothing, now=NOW)  # type: ignore[arg-type]
        self.assertRaises(WebhookVerificationError, webhooks.verify, BODY, signed_with_nothing, "whsec_", now=NOW)


if __name__ == "__main__":
    unittest.main()
