"""Errors by class. Each has the fields of the service's error envelope."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._options import RevealedMany
    from .models import BillingAction, ExceededLimit


class ProspectorError(Exception):
    """The service refused, in the words of its error envelope."""

    def __init__(self, status: int, error: dict[str, Any], retry_after_seconds: float | None = None) -> None:
        super().__init__(str(error.get("message") or f"The service answered with status {status}."))
        self.status = status
        self.type: str = error.get("type") or "server_error"
        self.code: str = error.get("code") or "unreadable_answer"
        self.param: str | None = error.get("param")
        """The part of the request that is wrong, as a dotted path."""
        self.billing: BillingAction | None = error.get("billing")
        """How a person can fix it, where paying or subscribing helps."""
        self.limit: ExceededLimit | None = error.get("limit")
        """The quota that is used up, and when it renews."""
        self.retry_after_seconds = retry_after_seconds
        """When a retry can succeed, as the service said; None when it said nothing."""
        self.request_id: str | None = error.get("request_id")
        """Names the request, for support."""
        self.doc_url: str | None = error.get("doc_url")
        """The page of the docs about this code."""
        self.idempotency_key: str | None = None
        """The key that the request carried: send it again under the same one, and nothing is charged twice."""
        self.partial: RevealedMany | None = None
        """Of `reveal_many`: what was revealed before."""


class InsufficientCreditsError(ProspectorError):
    """The account does not have enough contact credits. Nothing was spent. `billing` says how to get more, where that helps."""


class CreditLimitReachedError(ProspectorError):
    """The limit of this key, member or connection is reached, although the account has credits. Nothing was spent."""


class RateLimitedError(ProspectorError):
    """A limit by the minute, day or month is used up. `retry_after_seconds` says when it renews."""

    @property
    def window(self) -> str | None:
        """Which limit, for example `requests_per_minute`."""
        return self.limit["name"] if self.limit else None


class InvalidRequestError(ProspectorError):
    """The request is malformed; `param` names the part. Sending it again can't help."""


class AuthenticationError(ProspectorError):
    """The credential is missing, unknown, revoked or expired."""


class PermissionDeniedError(ProspectorError):
    """The credential may not do this."""


class ApiAccessRequiredError(PermissionDeniedError):
    """The account has no active plan. `billing["url"]` is the way back."""


class NotFoundError(ProspectorError):
    """The object does not exist, or belongs to another account."""


class IdempotencyConflictError(ProspectorError):
    """The Idempotency-Key was used before for another request. Never retried."""


class ServerError(ProspectorError):
    """The service failed. With an Idempotency-Key, or for a read, the client has already tried again."""


class ConnectionFailedError(ProspectorError):
    """No answer arrived: the connection failed or the time was up. A reveal may have happened: call again with `idempotency_key`."""


_BY_CODE: dict[str, type[ProspectorError]] = {
    "insufficient_contact_credits": InsufficientCreditsError,
    "key_credit_limit_reached": CreditLimitReachedError,
    "member_credit_limit_reached": CreditLimitReachedError,
    "connection_credit_limit_reached": CreditLimitReachedError,
    "api_access_required": ApiAccessRequiredError,
    "idempotency_conflict": IdempotencyConflictError,
}

_BY_TYPE: dict[str, type[ProspectorError]] = {
    "authentication_error": AuthenticationError,
    "permission_error": PermissionDeniedError,
    "invalid_request_error": InvalidRequestError,
    "rate_limit_error": RateLimitedError,
    "not_found_error": NotFoundError,
    "server_error": ServerError,
}


def error_class_of(error: dict[str, Any]) -> type[ProspectorError]:
    """By the code, else by the type, where its codes have one class. Anything newer is a `ProspectorError`."""
    by_type = _BY_TYPE.get(str(error.get("type")), ProspectorError)
    return _BY_CODE.get(str(error.get("code")), by_type)
