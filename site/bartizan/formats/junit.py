"""Problems as the results of tests, for what reads JUnit: a suite a pack, a case a problem.

What fails the command fails here, too: an error, and a warning under `--strict`. Other problems are cases that pass and
print what they have to say; a pack without problems is one case that passes. There are no times: the same problems give
the same bytes.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from bartizan import codes, report
from bartizan.excerpt import clean
from bartizan.formats import Found
from bartizan_engine.problem import Problem

_ROOM = 100
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(found: Found) -> str:
    """One document, in ASCII: everything else is a reference to a character."""
    whole = ET.Element("testsuites", name="bartizan check")
    suites: dict[str, list[Problem]] = {pack: [] for pack in found.packs}
    for problem in found.problems:
        suites.setdefault(_pack(problem, found.packs), []).append(problem)
    for name, problems in suites.items():
        suite = ET.SubElement(whole, "testsuite", name=_safe(name))
        for problem in problems:
            _case(suite, problem, found)
        if not problems:
            ET.SubElement(suite, "testcase", classname=_safe(name), name="no problems")
        _count(suite, [suite])
    _count(whole, list(whole))
    ET.indent(whole)
    document: bytes = ET.tostring(whole, encoding="us-ascii", xml_declaration=True)
    return document.decode("ascii") + "\n"


def _pack(problem: Problem, packs: tuple[str, ...]) -> str:
    """The pack that a problem is told of, or its file if it lies in none of them."""
    path = problem.spot.path
    around = [pack for pack in packs if path == pack or path.startswith(pack + "/")]
    return max(around, key=len, default=path)


def _case(suite: ET.Element, problem: Problem, found: Found) -> None:
    name = f"{problem.code} {report.place(problem.spot)}"
    path = _safe(problem.spot.path)
    case = ET.SubElement(suite, "testcase", classname=path, name=_safe(name), file=path, line=str(problem.spot.line))
    text = "\n".join(_safe(line) for line in report.plain(report.block(problem, found.read, _ROOM)).splitlines())
    severity = codes.severity(problem.code)
    if severity in found.severe:
        kind = "error" if problem.code == codes.OURS else "failure"
        ET.SubElement(case, kind, type=problem.code, message=_safe(problem.message)).text = text
    else:
        ET.SubElement(case, "system-out").text = text


def _count(element: ET.Element, within: list[ET.Element]) -> None:
    for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        element.set(name, str(sum(1 for one in within for _ in one.iter(tag))))


def _safe(text: str) -> str:
    """The text without what a terminal would obey or XML cannot hold."""
    return _NO_XML.sub(lambda match: f"\\u{ord(match[0]):04x}", clean(text))
