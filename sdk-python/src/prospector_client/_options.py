"""What can be said about one call, and about all calls of a client."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, Literal, TypedDict, TypeVar, final

import httpx

from . import models

Item = TypeVar("Item")


@final
class NotGiven:
    """Stands for an argument that is left out. None is sent as null, which clears a field."""

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN: Final = NotGiven()

DEFAULT_RETRIES: Final = 3
DEFAULT_WAIT_SECONDS_MAX: Final = 60.0
DEFAULT_TIMEOUT_SECONDS: Final = 60.0
JOB_POLL_SECONDS_MAX: Final = 10.0


class CallOptions(TypedDict, total=False):
    """Options of one call. What is left out is as the client says."""

    idempotency_key: str
    """For reveals and jobs: made for each call if you give none, so that a retry never spends twice."""
    retries: int
    """How often a request that is safe to repeat is sent again after a failure that may pass. Default 3."""
    wait_seconds_max: float
    """The longest wait before a retry. Default 60. When the service asks for more, the error comes at once."""
    timeout_seconds: float
    """How long an attempt may wait for the service. Default 60."""
    headers: dict[str, str]
    on_response: Callable[[httpx.Response], object]
    """Called with the response of success, for its headers."""


class Page(TypedDict, Generic[Item]):
    """A page of any list."""

    data: list[Item]


class RevealedMany(TypedDict):
    """What `reveal_many` revealed."""

    data: list[models.RevealedContact]
    unavailable_contact_ids: list[str]
    excluded_contact_ids: list[str]
    credits: models.ContactRevealResultCredits | None
    """What all requests spent, and what was left after the last."""
