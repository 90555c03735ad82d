"""How an operation is reached."""

from __future__ import annotations

from typing import NamedTuple


class Route(NamedTuple):
    """`keyed`: takes an Idempotency-Key. `reads`: a POST that changes nothing."""

    method: str
    path: str
    keyed: bool = False
    reads: bool = False
