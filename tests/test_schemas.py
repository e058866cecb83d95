"""The published schemas stand alone, explain themselves, are as new as the models, and judge as the models do."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import bad_packs
from bartizan_compiler import build, families, judges, models, schemas
from bartizan_compiler.families import Closed
from bartizan_compiler.link import Pack
from bartizan_compiler.models import Models
from bartizan_compiler.specimens import Specimens
from test_models import IDS, JUNK, SHIPPED, SPOILT, accepts, documents_of, spoil

ROOT = bad_packs.TESTS.parent
COMMITTED = sorted((ROOT / "schemas").rglob("*.json"))
PACKS = [bad_packs.GAME, *(bad_packs.PACKS / name for name in ("moon-raids", "smugglers", "hidden-hands")), *SHIPPED]


@cache
def made(root: Path) -> Pack:
    pack, _ = build.check(root)
    assert pack is not None
    return pack


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT / "schemas") else path.name


# ---------------------------------------------------------------- what is committed


@pytest.mark.parametrize("path", COMMITTED, ids=name)
def test_a_committed_schema_is_one_and_stands_alone(path: Path) -> None:
    """It is valid under the metaschema of its dialect, and refers to nothing outside."""
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(document)
    assert "$id" not in document
    for reference in references(document):
        assert reference.removeprefix("#/$defs/") in document["$defs"], reference


def references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, item in schema.items():
            if key in ("$ref", "$dynamicRef") and isinstance(item, str):
                yield item
            elif key not in ("examples", "const", "enum", "default"):
                yield from references(item)
    elif isinstance(schema, list):
        for item in schema:
            yield from references(item)


def test_all_schemas_are_committed_as_the_models_make_them_and_no_others() -> None:
    """If not: `bartizan schema PACK -o schemas` for every pack of `content`."""
    wanted: dict[str, Any] = {}
    for root in SHIPPED:
        wanted |= models.schemas(made(root))
    stored = {path.relative_to(ROOT / "schemas").as_posix(): path.read_text(encoding="utf-8") for path in COMMITTED}
    assert set(stored) == set(wanted)
    for path, text in stored.items():
        assert text == json.dumps(wanted[path], indent=2, ensure_ascii=False) + "\n", path


# ---------------------------------------------------------------- what an editor shows


@pytest.mark.parametrize("root", PACKS, ids=name)
def test_every_field_has_a_sentence_and_examples_that_it_accepts(root: Path) -> None:
    fields = 0
    for path, document in models.schemas(made(root)).items():
        for definition, schema in document["$defs"].items():
            if definition in ("with-defaults", "under-defaults"):
                continue
            for field, inner in schema.get("properties", {}).items():
                where = f"{path}: {definition}.{field}"
                assert inner["description"].strip(), where
                assert inner["examples"], where
                fields += 1
                for example in inner["examples"]:
                    errors = Draft202012Validator(inner | {"$defs": document["$defs"]}).iter_errors(example)
                    assert [error.message for error in errors] == [], where
    assert fields > 150


@pytest.mark.parametrize("root", PACKS, ids=name)
def test_every_kind_has_a_whole_record_as_an_example(root: Path) -> None:
    """Both the schema and the model accept it."""
    pack = made(root)
    kept = Models(pack.ruleset, tuple(pack.info["players"]))
    documents = models.schemas(pack)
    for kind in pack.ruleset.kinds.values():
        document = documents[f"{pack.info['id']}/{kind.family}.schema.json"]
        (example,) = document["$defs"][kind.name]["examples"]
        assert Draft202012Validator(document).is_valid(example), example
        assert accepts(kept.kind(kind.name), example), example
        first = next(iter(pack.own(kind.name) or pack.records.get(kind.name, ())), None)
        assert first is None or example["id"] == first.id


def test_a_kind_without_records_has_an_example_all_the_same() -> None:
    pack = made(bad_packs.GAME)
    document = schemas.of_pack("x", "X", Models(pack.ruleset, (1, 2)))["x/unit.schema.json"]
    (example,) = document["$defs"]["goblin"]["examples"]
    assert Draft202012Validator(document).is_valid(example), example


def test_a_word_may_be_called_like_a_kind(tmp_path: Path) -> None:
    """Both are named in the schema of units: the records are judged by the kind, and so is the example."""
    root = Path(shutil.copytree(bad_packs.GAME, tmp_path / "border-watch"))
    path = root / "ruleset.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("words:\n", 'words:\n  goblin: {args: {amount: int 1..3}, says: "{amount}"}\n'), "utf-8"
    )
    pack, _ = build.check(root)
    assert pack is not None
    document = models.schemas(pack)["border-watch/unit.schema.json"]
    one = pack.own("goblin")[0]
    of_kind = [found for name, found in document["$defs"].items() if name.endswith("models__goblin")]
    (example,) = [found["examples"][0] for found in of_kind if "examples" in found]
    assert example["id"] == one.id
    assert Draft202012Validator(document).is_valid(example)
    assert not Draft202012Validator(document).is_valid(example | {"amount": 1})


def test_a_field_says_what_it_is_and_how_it_starts() -> None:
    unit = models.schemas(made(bad_packs.GAME))["border-watch/unit.schema.json"]["$defs"]
    assert unit["catapult"]["properties"]["power"]["description"] == (
        "What a stone takes away (table by ranks of int 0..9)"
    )
    assert unit["goblin"]["properties"]["winged"]["description"] == "winged: bool; without it, false"


# ---------------------------------------------------------------- one verdict


Judged = tuple[str, type[Closed], dict[str, Any], list[Any]]


def kinds_of(root: Path) -> Iterator[Judged]:
    """Every kind of a pack: its model, its schema, and records as they should be."""
    pack = made(root)
    maker, kept, documents = Specimens(pack), Models(pack.ruleset, tuple(pack.info["players"])), models.schemas(pack)
    head = {"id": "some", "title": "Some", "from": {"is": "printed", "lines": [3]}}
    for kind in pack.ruleset.kinds.values():
        written = [maker.record(record) for record in pack.records.get(kind.name, ())[:6]]
        seeds = [head | {"kind": kind.name} | values for values in (*written, maker.kind(kind))]
        yield kind.name, kept.kind(kind.name), documents[f"{pack.info['id']}/{kind.family}.schema.json"], seeds


def fixed_ones() -> Iterator[Judged]:
    """The papers that are the same in every game, and what the packs have of them."""
    seeds: dict[str, list[Any]] = {}
    for root in PACKS:
        for path, document in documents_of(root):
            records = document if isinstance(document, list) else [document]
            seeds.setdefault(path, []).extend(one for one in records if "records" not in one)
    for family, model in {"pack": families.PackInfo, **judges.FIXED}.items():
        path = f"{family}.schema.json"
        yield "", model, schemas.fixed()[path], seeds[path]


@pytest.mark.parametrize(
    "of", [*(lambda root=root: kinds_of(root) for root in PACKS), fixed_ones], ids=[*map(name, PACKS), "fixed"]
)
def test_models_and_schemas_agree_on_what_is_nearly_right(of: Callable[[], Iterator[Judged]]) -> None:
    """Documents of real packs, and the same with one, two or three things in them changed."""
    for kind, model, schema, seeds in of():
        agree(kind, model, schema, seeds)


def agree(kind: str, model: type[Closed], schema: dict[str, Any], seeds: list[Any]) -> None:
    validator = Draft202012Validator(schema)
    verdicts: Counter[bool] = Counter()

    @settings(deadline=None, max_examples=80, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def law(data: st.DataObject) -> None:
        document = data.draw(st.sampled_from(seeds))
        for _ in range(data.draw(st.integers(0, 3))):
            document = nearly(document, data.draw)
        # Another kind's record is judged by another model, and a file with defaults by none.
        if not isinstance(document, dict) or {"records", "defaults"} & set(document):
            return
        if not kind or document.get("kind", kind) == kind:
            verdict = accepts(model, document)
            verdicts[verdict] += 1
            assert verdict == validator.is_valid(document), json.dumps(document)

    law()
    assert verdicts[True], "nothing was right"
    assert verdicts[False], "nothing was wrong"


def nearly(document: Any, draw: Any) -> Any:
    """A change that an author might make: anything at all, or a number, a word or a list that is a little off."""
    if draw(st.booleans()):
        return spoil(document, draw)
    if isinstance(document, dict) and document:
        key = draw(st.sampled_from(sorted(document)))
        if draw(st.integers(0, 4)) == 0:
            return {draw(IDS | SPOILT) if name == key else name: item for name, item in document.items()}
        return document | {key: nearly(document[key], draw)}
    if isinstance(document, list) and document:
        index = draw(st.integers(0, len(document) - 1))
        how = draw(st.sampled_from(["twice", "gone", "off"]))
        middle = {"twice": [document[index]] * 2, "gone": [], "off": [nearly(document[index], draw)]}[how]
        return [*document[:index], *middle, *document[index + 1 :]]
    if isinstance(document, int) and not isinstance(document, bool):
        return document + draw(st.sampled_from([-100, -1, 1, 100, 2**63]))
    if isinstance(document, str):
        return draw(st.sampled_from([document.upper(), document + "x", "", document + "\n", "none", f"x:{document}"]))
    return draw(JUNK)
