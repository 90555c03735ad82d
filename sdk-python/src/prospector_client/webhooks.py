"""Signatures of webhooks, by Standard Webhooks 1.0.0."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict


class WebhookEvent(TypedDict):
    """What a webhook delivers."""

    id: str
    """The same at every attempt to deliver the event: remember it, and handle it once."""
    type: str
    timestamp: str
    data: dict[str, Any]
    """What the type says, as `prospector_client.models` has it (`JobFinishedEventData`), and `sequence`, its number in the feed."""


class WebhookVerificationError(Exception):
    """The message was not signed with this secret, was changed on the way, or is too old. Answer 400 and do nothing."""


def verify(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Checks a message and returns its event.

    `body` is the body as it arrived, before anybody parsed it. While a secret is being replaced, pass both.
    `now` is the time to compare with, in seconds since 1970.
    """
    secrets: Sequence[str] = [secret] if isinstance(secret, str) or secret is None else secret
    # A setting that is missing, or empty: whoever knows that could sign with nothing.
    if not all(secrets):
        raise TypeError("Pass the secret of the webhook: whsec_….")
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not message_id or not timestamp or not signatures:
        raise WebhookVerificationError("A webhook header is missing.")
    if not timestamp.isdecimal() or abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError("The message is too old, or from the future.")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + raw
    sent = [part[3:] for part in signatures.split(" ") if part.startswith("v1,")]
    for one in secrets:
        wanted = base64.b64encode(hmac.new(_key_of(one), signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(wanted, signature.encode()) for signature in sent):
            event: WebhookEvent = json.loads(raw) | {"id": message_id}
            return event
    raise WebhookVerificationError("No signature matches.")


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise WebhookVerificationError("The secret is not one: it looks like whsec_….")
    return key
