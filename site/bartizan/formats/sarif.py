"""Problems in the exchange format of static analysis: SARIF 2.1.0, as code scanning takes it.

Columns count code points, which is said; paths are relative to the root of the repository, with their odd characters
encoded. Each problem has a fingerprint made of what it says and not of its line, so that it stays the same problem when
lines above it change.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from bartizan import codes
from bartizan.excerpt import clean
from bartizan.formats import Found, located, page
from bartizan_engine.problem import Code, Problem, Spot

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT = "%SRCROOT%"  # the name that code scanning gives the root of a repository


def render(found: Found) -> str:
    """One log of one run."""
    names = sorted({problem.code for problem in found.problems})
    seen: Counter[str] = Counter()
    run = {
        "tool": {"driver": _driver([_rule(name, found.site) for name in names])},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the repository."}}},
        "invocations": [{"executionSuccessful": found.whole and codes.OURS not in names}],
        "results": [_result(problem, names.index(problem.code), seen) for problem in found.problems],
        "properties": {"known": found.known, "leftOut": found.left_out},
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _driver(rules: list[dict[str, Any]]) -> dict[str, Any]:
    return {"name": "Bartizan", "version": version("bartizan"), "rules": rules}


def _rule(name: str, site: str) -> dict[str, Any]:
    code = codes.registry().get(name) or Code(name, "error", name, name, "", "")
    examples = [(head, text) for head, text in (("Wrong", code.bad), ("Right", code.good)) if text]
    told = [code.why, *(f"{head}:\n\n{text}" for head, text in examples)]
    marked = [code.why, *(f"{head}:\n\n```\n{text.rstrip()}\n```" for head, text in examples)]
    return {
        "id": name,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.why},
        "help": {"text": "\n\n".join(told), "markdown": "\n\n".join(marked)},
        **({"helpUri": page(site, name)} if site else {}),
        "defaultConfiguration": {"level": code.severity},
    }


def _result(problem: Problem, rule: int, seen: Counter[str]) -> dict[str, Any]:
    said = [problem.message, *([f"help: {problem.hint}"] if problem.hint else [])]
    # A place that is noted twice in the same words is one: the list may hold nothing twice.
    notes = [{**_location(spot), "message": {"text": clean(text)}} for spot, text in dict.fromkeys(problem.notes)]
    return {
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": codes.severity(problem.code),
        "message": {"text": "\n".join(map(clean, said))},
        "locations": [_location(problem.spot)],
        **({"relatedLocations": [{"id": number, **note} for number, note in enumerate(notes, 1)]} if notes else {}),
        "partialFingerprints": {"bartizanProblem/v1": _fingerprint(problem, seen)},
    }


def _fingerprint(problem: Problem, seen: Counter[str]) -> str:
    """What a problem says and in which file, and the how manieth that says it."""
    key = json.dumps([located(problem.spot.path), problem.code, problem.message])
    seen[key] += 1
    return hashlib.blake2b(f"{key} {seen[key]}".encode(), digest_size=16).hexdigest()


def _location(spot: Spot) -> dict[str, Any]:
    region = {"startLine": spot.line, "startColumn": spot.column}
    if (spot.end_line, spot.end_column) > (spot.line, spot.column):
        region |= {"endLine": spot.end_line, "endColumn": spot.end_column}
    return {"physicalLocation": {"artifactLocation": _artifact(located(spot.path)), "region": region}}


def _artifact(path: str) -> dict[str, Any]:
    uri = quote(_bytes(path), safe="/")
    if uri.startswith("/"):
        return {"uri": f"file://{uri}"}
    return {"uri": uri, "uriBaseId": ROOT}


def _bytes(path: str) -> bytes:
    """A path as the system has it; half a character that no system would have is kept as it is."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return path.encode("utf-8", "surrogatepass")
