"""One call of an operation over HTTP, without sending anything: its request, its retries and its errors."""

from __future__ import annotations

import os
import random
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

import httpx

from ._options import NOT_GIVEN, CallOptions
from ._route import Route
from ._routes import VERSION
from .errors import ConnectionFailedError, ProspectorError, error_class_of


USER_AGENT = f"prospector-client-python/{VERSION}"


@dataclass(frozen=True)
class Settings:
    """Of a client."""

    api_key: str
    origin: str
    retries: int
    wait_seconds_max: float
    timeout_seconds: float
    headers: dict[str, str]


def read_settings(
    api_key: str | None,
    origin: str | None,
    retries: int,
    wait_seconds_max: float,
    timeout_seconds: float,
    headers: dict[str, str] | None,
) -> Settings:
    """As given to a client; the key and the address also from the environment."""
    return Settings(
        _read_setting(api_key, "PROSPECTOR_KEY", "api_key"),
        _read_origin(_read_setting(origin, "PROSPECTOR_URL", "origin")),
        retries,
        wait_seconds_max,
        timeout_seconds,
        headers or {},
    )


def _read_setting(given: str | None, variable: str, name: str) -> str:
    """As given, else from the environment."""
    value = given or os.environ.get(variable)
    if not value:
        raise TypeError(f"Pass {name}, or set {variable}.")
    return value


def _read_origin(address: str) -> str:
    """Without a path: routes have the whole one."""
    found = re.match(r"https?://[^/?#]+", address)
    if not found:
        raise TypeError("origin (PROSPECTOR_URL) begins with https:// or http://.")
    return found[0]


# Transient failures: timeouts, rate limits, and errors of proxies or of the service.
_PASSING = {408, 429, 500, 502, 503, 504}


class Call:
    """What is sent, and what follows from each attempt."""

    def __init__(
        self, settings: Settings, route: Route, parts: dict[str, Any], options: CallOptions | None, accept: str
    ) -> None:
        given = options or {}
        if given.get("idempotency_key") is not None and not route.keyed:
            raise TypeError(f"{route.method} {route.path} takes no idempotency_key.")
        self._route = route
        self._parts = {name: value for name, value in parts.items() if value is not NOT_GIVEN}
        self.idempotency_key = given.get("idempotency_key") or (str(uuid.uuid4()) if route.keyed else None)
        self._retries = given.get("retries", settings.retries)
        self._wait_seconds_max = given.get("wait_seconds_max", settings.wait_seconds_max)
        self._timeout = given.get("timeout_seconds", settings.timeout_seconds)
        self._address = settings.origin
        self._is_repeatable = route.method == "GET" or route.reads or self.idempotency_key is not None
        self._on_response = given.get("on_response")
        self._headers = {
            "User-Agent": USER_AGENT,
            "Accept": accept,
            **settings.headers,
            **given.get("headers", {}),
            "Authorization": f"Bearer {settings.api_key}",
        }
        if self.idempotency_key is not None:
            self._headers["Idempotency-Key"] = self.idempotency_key

    def build(self, http: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        """What stands in the path, the query string or the body is the route's business."""
        in_path = set(re.findall(r"\{(\w+)\}", self._route.path))
        path = re.sub(r"\{(\w+)\}", lambda name: quote(str(self._parts[name[1]]), safe=""), self._route.path)
        rest = {name: value for name, value in self._parts.items() if name not in in_path}
        has_body = self._route.method != "GET"
        return http.build_request(
            self._route.method,
            self._address + path,
            headers=self._headers,
            params=None if has_body else {name: _in_query(value) for name, value in rest.items() if value is not None},
            json=rest if has_body else None,
            timeout=self._timeout,
        )

    def accept(self, response: httpx.Response) -> None:
        """The call has succeeded."""
        if self._on_response:
            self._on_response(response)

    def wait_before_retry(self, attempt: int, response: httpx.Response | None) -> float | None:
        """In seconds; None: this attempt was the last.

        What changes something and carries no key is sent again only when the service says that it did nothing, which a 429 does.
        """
        asked = None if response is None else _retry_after(response)
        # Spread, so that many clients do not come back at once.
        seconds = asked if asked is not None else 0.25 * 2**attempt * (0.5 + random.random() / 2)
        if response is None:
            may_pass = self._is_repeatable
        else:
            may_pass = response.status_code in _PASSING and (self._is_repeatable or response.status_code == 429)
        return seconds if may_pass and attempt < self._retries and seconds <= self._wait_seconds_max else None

    def error_of(self, response: httpx.Response | None, failure: httpx.TransportError | None) -> ProspectorError:
        """The error to raise, with the key to ask again with."""
        error = _no_answer(failure, self._address) if response is None else _read_error(response)
        error.idempotency_key = self.idempotency_key
        return error


def _in_query(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _no_answer(failure: httpx.TransportError | None, origin: str) -> ProspectorError:
    if isinstance(failure, httpx.TimeoutException):
        return ConnectionFailedError(0, {"code": "timeout", "message": "The service did not answer in time."})
    message = f"The service could not be reached at {origin}."
    return ConnectionFailedError(0, {"code": "connection_failed", "message": message})


def _read_error(response: httpx.Response) -> ProspectorError:
    """An answer without a readable envelope came from something in between; its header may still name the request."""
    try:
        error = dict(response.json()["error"])
    except (ValueError, KeyError, TypeError):
        error = {}
    error.setdefault("request_id", response.headers.get("X-Request-Id"))
    if response.status_code >= 500:
        error.setdefault("type", "server_error")
    return error_class_of(error)(response.status_code, error, _retry_after(response))


def _retry_after(response: httpx.Response) -> float | None:
    """The header holds seconds, or a date when a proxy wrote it."""
    text = response.headers.get("Retry-After")
    if text is None:
        return None
    if text.isdecimal():
        return float(text)
    try:
        date: datetime = parsedate_to_datetime(text)
        return max(0.0, (date - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None


class Lines:
    """Cuts text that comes in pieces into lines, each with its end, as the csv module reads them."""

    def __init__(self) -> None:
        self._rest = ""

    def add(self, text: str) -> Iterator[str]:
        *whole, self._rest = (self._rest + text).split("\n")
        return (line + "\n" for line in whole)

    def end(self) -> Iterator[str]:
        return iter([self._rest] if self._rest else [])
