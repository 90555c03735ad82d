"""The Python client of the Prospector API: every operation by its name, with the types of the description."""

from . import errors, models, webhooks
from ._async_client import AsyncProspector
from ._client import Prospector
from ._options import NOT_GIVEN, CallOptions, NotGiven, RevealedMany
from ._routes import VERSION as __version__
from .errors import (
    ApiAccessRequiredError,
    AuthenticationError,
    ConnectionFailedError,
    CreditLimitReachedError,
    IdempotencyConflictError,
    InsufficientCreditsError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    ProspectorError,
    RateLimitedError,
    ServerError,
)
from .webhooks import WebhookVerificationError

__all__ = [
    "NOT_GIVEN",
    "ApiAccessRequiredError",
    "AsyncProspector",
    "AuthenticationError",
    "CallOptions",
    "ConnectionFailedError",
    "CreditLimitReachedError",
    "IdempotencyConflictError",
    "InsufficientCreditsError",
    "InvalidRequestError",
    "NotFoundError",
    "NotGiven",
    "PermissionDeniedError",
    "Prospector",
    "ProspectorError",
    "RateLimitedError",
    "RevealedMany",
    "ServerError",
    "WebhookVerificationError",
    "__version__",
    "errors",
    "models",
    "webhooks",
]
