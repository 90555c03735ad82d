"""Drives the Python client through sdk/scenario.json, as test/support/client-scenario.ts drives the TypeScript client.

python scenario.py SCENARIO sync|async. PROSPECTOR_URL and PROSPECTOR_KEY say where. Prints how many steps held.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import Any

from prospector_client import AsyncProspector, Prospector, ProspectorError


def snake_case(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def take(step: dict[str, Any], saved: dict[str, Any]) -> Any:
    request = fill(step.get("request", {}), saved)
    with Prospector(step.get("key")) as client:
        if "call" in step:
            return getattr(client, snake_case(step["call"]))(**request)
        if "csv" in step:
            return "".join(client.csv(snake_case(step["csv"]), **request))  # type: ignore[arg-type]
        if "revealMany" in step:
            return client.reveal_many(fill(step["revealMany"], saved))
        return list(client.each(getattr(client, snake_case(step["each"])), **request))


async def take_async(step: dict[str, Any], saved: dict[str, Any]) -> Any:
    request = fill(step.get("request", {}), saved)
    async with AsyncProspector(step.get("key")) as client:
        if "call" in step:
            return await getattr(client, snake_case(step["call"]))(**request)
        if "csv" in step:
            return "".join([line async for line in client.csv(snake_case(step["csv"]), **request)])  # type: ignore[arg-type]
        if "revealMany" in step:
            return await client.reveal_many(fill(step["revealMany"], saved))
        return [item async for item in client.each(getattr(client, snake_case(step["each"])), **request)]


def check(step: dict[str, Any], outcome: Any, saved: dict[str, Any]) -> None:
    if "error" in step:
        wanted = dict(step["error"])
        assert type(outcome).__name__ == wanted.pop("class"), repr(outcome)
        if wanted.pop("keyed", False):
            assert outcome.idempotency_key
        for name, value in wanted.items():
            assert getattr(outcome, name) == value, (name, getattr(outcome, name))
        return
    if isinstance(outcome, ProspectorError):
        raise outcome
    for path, wanted in step.get("expect", {}).items():
        found = read(outcome, path)
        assert found == fill(wanted, saved), (path, found)
    for name, path in step.get("save", {}).items():
        saved[name] = read(outcome, path)
    if "count" in step:
        assert len(outcome) == step["count"], len(outcome)
    if "lines" in step:
        assert len(outcome.strip().split("\r\n")) == step["lines"], outcome


def read(value: Any, path: str) -> Any:
    step, _, rest = path.partition(".")
    if step == "*":
        return [read(one, rest) for one in value]
    inner = value[int(step) if isinstance(value, list) else step]
    return read(inner, rest) if rest else inner


def fill(value: Any, saved: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [fill(one, saved) for one in value]
    if isinstance(value, dict):
        return {name: fill(inner, saved) for name, inner in value.items()}
    found = re.fullmatch(r"\$(\w+)(?:\[(\d+):(\d+)\])?", value) if isinstance(value, str) else None
    if not found:
        return value
    name, start, end = found.groups()
    return saved[name] if start is None else saved[name][int(start) : int(end)]


def main(scenario: str, kind: str) -> None:
    steps = json.loads(Path(scenario).read_text())["steps"]
    saved: dict[str, Any] = {}
    for at, step in enumerate(steps):
        try:
            outcome = take(step, saved) if kind == "sync" else asyncio.run(take_async(step, saved))
        except ProspectorError as error:
            outcome = error
        try:
            check(step, outcome, saved)
        except BaseException as failure:
            raise AssertionError(f"step {at}: {json.dumps(step)}") from failure
    print(len(steps))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
