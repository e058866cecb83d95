"""The models and the published schemas judge alike: what one accepts, the other accepts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import ValidationError

import bad_packs
from bartizan_compiler import build, families, load, maprecords, models, pack, schemas, shape
from bartizan_compiler.families import Closed
from bartizan_compiler.models import Models
from bartizan_compiler.nodes import Mapping, Node, Sequence
from bartizan_engine import ruleset
from bartizan_engine.declared import MISSING, Field, Kind
from bartizan_engine.types import Type

ROOT = bad_packs.TESTS.parent
SHIPPED = sorted(path.parent for path in ROOT.glob("content/*/pack.yaml"))
PACKS = [bad_packs.GAME, bad_packs.PACKS / "moon-raids", bad_packs.PACKS / "long-march", *SHIPPED]

MADE, _ = build.check(bad_packs.GAME)
assert MADE is not None
RULESET = MADE.ruleset
MODELS = Models(RULESET, (1, 2))
SCHEMAS = models.schemas(MADE)

# ---------------------------------------------------------------- documents, mostly right

IDS = st.sampled_from(["sneak", "brute", "a2", "none", "x-1", "a" * 64])
SPOILT = st.sampled_from(["", "No", "a b", "no", "sneak\n", "-a", "a" * 65, "naïve", "1a", "a_b", "on", " "])
JUNK = (
    st.none()
    | st.booleans()
    | st.integers(-(2**64), 2**64)
    | SPOILT
    | IDS
    | st.lists(st.integers(0, 3) | IDS, max_size=3)
    | st.dictionaries(IDS | SPOILT, st.integers(0, 3) | IDS, max_size=2)
)


def value(type: Type) -> st.SearchStrategy[Any]:
    """Values of a type, as authors write them."""
    name = type.name
    if name == "int":
        return st.integers(max(type.low, -9), min(type.high, 12))
    if name == "bool":
        return st.booleans()
    if name == "enum":
        return st.sampled_from(RULESET.enums[type.of].members)
    if name == "optional":
        return st.just("none") | value(type.items[0])
    if name == "list":
        return st.lists(value(type.items[0]), min_size=min(type.low, 3), max_size=min(type.high, 3))
    if name == "shape":
        return fields(RULESET.shapes[type.of])
    if name == "table":
        keys = MODELS.keys(type.items[0])
        inner = value(type.items[1])
        return st.fixed_dictionaries(dict.fromkeys(keys, inner)) if keys else st.dictionaries(IDS, inner, max_size=3)
    if name == "effects":
        return st.lists(effect(), max_size=3)
    return IDS if name in ("ref", "cell", "face") else st.text(max_size=5)


def effect() -> st.SearchStrategy[Any]:
    calls = []
    for word in RULESET.words.values():
        calls.append(st.just(word.name))
        if word.args:
            calls.append(fields(word.args).map(lambda args, name=word.name: {name: args}))
            calls.append(value(next(iter(word.args.values())).type).map(lambda arg, name=word.name: {name: arg}))
    return st.one_of(calls)


def fields(declared: dict[str, Field]) -> st.SearchStrategy[dict[str, Any]]:
    needed, left_out = {}, {}
    for field in declared.values():
        optional = field.default is not MISSING or field.type.name == "optional"
        (left_out if optional else needed)[field.name] = value(field.type)
    return st.fixed_dictionaries(needed, optional=left_out)


SOURCES = st.fixed_dictionaries(
    {"is": st.sampled_from(["printed", "published", "derived", "ruling", "invented"])},
    optional={
        "lines": st.lists(st.integers(1, 400), min_size=1, max_size=2),
        "address": st.just("https://example.org"),
        "ruling": IDS,
        "note": st.text(max_size=3),
    },
)
HEAD = {"id": IDS, "title": st.text(max_size=3) | st.just("A title"), "from": SOURCES}


def record(kind: Kind) -> st.SearchStrategy[dict[str, Any]]:
    """Records of a kind."""
    head: dict[str, Any] = HEAD | {"kind": st.just(kind.name)}
    if kind.family == "die":
        face = st.tuples(
            fields(kind.faces), st.fixed_dictionaries({"name": IDS}, optional={"count": st.integers(0, 3)})
        )
        head["faces"] = st.lists(face.map(lambda pair: pair[0] | pair[1]), max_size=3)
    return st.tuples(st.fixed_dictionaries(head), fields(kind.fields)).map(lambda pair: pair[0] | pair[1])


TOKENS = st.dictionaries(
    st.sampled_from([".", "#", "r", "toolongtoken"]),
    st.sampled_from(["empty", "gap", "road"])
    | st.lists(st.sampled_from(["road", "a_b", "a-b"]), max_size=2)
    | st.fixed_dictionaries({"tags": st.lists(st.just("road"), max_size=2)}, optional={"name": IDS}),
    max_size=3,
)
LAYOUTS = (
    st.sampled_from(["odd-r", "square-4", "odd", "free", "lanes-down", "axial-q", "axial"])
    | st.fixed_dictionaries(
        {"orientation": st.sampled_from(["hexagonal", "orthogonal", "isometric"])},
        optional={
            "staggeraxis": st.sampled_from(["x", "y", "z"]),
            "staggerindex": st.sampled_from(["odd", "even"]),
        },
    )
    | st.fixed_dictionaries({"orientation": st.just("orthogonal"), "neighbours": st.sampled_from([4, 8, 6])})
)
PLACES = IDS | st.lists(st.integers(-1, 4), max_size=3)
MAPS = st.fixed_dictionaries(
    HEAD | {"layout": LAYOUTS},
    optional={
        "grid": st.text(max_size=3),
        "legend": TOKENS,
        "tiled": st.text(max_size=3),
        "tiles": st.lists(
            st.fixed_dictionaries(
                {"tile": IDS | st.integers(-1, 10_000), "at": PLACES},
                optional={"side": IDS, "turn": st.integers(-1, 7)},
            ),
            max_size=2,
        ),
        "nodes": st.dictionaries(
            IDS,
            st.fixed_dictionaries({"at": PLACES}, optional={"tags": st.lists(st.just("road"), max_size=2)}),
            max_size=2,
        ),
        "links": st.lists(st.lists(IDS, max_size=3), max_size=2),
        "corners": st.sampled_from(["always", "one", "both", "none"]),
        "marks": st.dictionaries(
            IDS, st.fixed_dictionaries({}, optional={"tags": st.lists(st.just("road")), "name": IDS}), max_size=2
        ),
        "closed": st.lists(st.lists(IDS, max_size=3), max_size=2),
        "splits": st.lists(
            st.fixed_dictionaries({"at": IDS, "way": st.just("inbound"), "to": st.dictionaries(IDS, IDS)})
        ),
    },
)
TILES = st.fixed_dictionaries(
    HEAD | {"kind": st.just("ground"), "height": st.integers(-1, 4)},
    optional={
        "number": st.integers(-1, 10_000),
        "count": st.integers(0, 3) | st.just("two"),
        "layout": LAYOUTS,
        "pivot": IDS,
        "legend": TOKENS,
        "sides": st.dictionaries(IDS, st.text(max_size=3), max_size=2),
    },
)
GROUND, _ = ruleset.declare(
    {
        "entries": {"play": {"rule": "play"}},
        "kinds": {"ground": {"family": "tile", "fields": {"height": "int 0..3", "count": "text = many"}}},
    }
)
GROUNDS = schemas.of_pack("bog", "Bog", Models(GROUND, (1, 2)))["bog/tile.schema.json"]
RULINGS = st.fixed_dictionaries(
    HEAD | {"question": st.text(max_size=3), "choice": st.text(max_size=3)}, optional={"option": st.just("weak_gate")}
)
CLAUSES = st.fixed_dictionaries(
    HEAD | {"section": st.text(max_size=3), "carried_by": st.lists(st.sampled_from(["throw", "sneak"]), max_size=3)}
)


def spoil(document: Any, draw: Any) -> Any:
    """The document with something in it changed, somewhere."""
    if isinstance(document, dict) and document and draw(st.booleans()):
        key = draw(st.sampled_from(sorted(document)))
        return document | {key: spoil(document[key], draw)}
    if isinstance(document, list) and document and draw(st.booleans()):
        index = draw(st.integers(0, len(document) - 1))
        return [*document[:index], spoil(document[index], draw), *document[index + 1 :]]
    if isinstance(document, dict):
        how = draw(st.sampled_from(["drop", "add", "replace"]))
        if how == "drop" and document:
            gone = draw(st.sampled_from(sorted(document)))
            return {key: item for key, item in document.items() if key != gone}
        if how == "add":
            return document | {draw(IDS | SPOILT): draw(JUNK)}
    return draw(JUNK)


# ---------------------------------------------------------------- one verdict


def accepts(model: type[Closed], document: Any) -> bool:
    try:
        model.model_validate(document)
    except ValidationError:
        return False
    return True


def both(model: type[Closed], schema: dict[str, Any], document: Any) -> None:
    """Both accept the document, or neither does."""
    by_model, by_schema = accepts(model, document), Draft202012Validator(schema).is_valid(document)
    assert by_model == by_schema, f"model {by_model}, schema {by_schema}: {json.dumps(document)}"


CASES: list[tuple[str, type[Closed], dict[str, Any], st.SearchStrategy[Any]]] = [
    *(
        (kind.name, MODELS.kind(kind.name), SCHEMAS[f"border-watch/{kind.family}.schema.json"], record(kind))
        for kind in RULESET.kinds.values()
    ),
    ("map", maprecords.MapRecord, SCHEMAS["map.schema.json"], MAPS),
    ("ground", Models(GROUND, (1, 2)).kind("ground"), GROUNDS, TILES),
    ("ruling", families.RulingRecord, SCHEMAS["ruling.schema.json"], RULINGS),
    ("clause", families.ClauseRecord, SCHEMAS["clause.schema.json"], CLAUSES),
]


@pytest.mark.parametrize(("name", "model", "schema", "documents"), CASES, ids=[case[0] for case in CASES])
def test_models_and_schemas_agree(
    name: str, model: type[Closed], schema: dict[str, Any], documents: st.SearchStrategy[Any]
) -> None:
    @settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
    @given(st.data())
    def law(data: st.DataObject) -> None:
        document = data.draw(documents)
        both(model, schema, document)
        spoilt = document
        for _ in range(data.draw(st.integers(1, 2))):
            spoilt = spoil(spoilt, data.draw)
        # Another kind's record is judged by another model, and a file with defaults by none.
        if (
            isinstance(spoilt, dict)
            and not ({"records", "defaults"} & set(spoilt))
            and spoilt.get("kind", name) == name
        ):
            both(model, schema, spoilt)

    law()


# ---------------------------------------------------------------- what is published


def documents_of(root: Path) -> list[tuple[str, Any]]:
    """The YAML files of a pack, each with its schema's name and its content as JSON."""
    files, _ = pack.read(root)
    assert files is not None
    made, _ = build.check(root)
    assert made is not None
    found = []
    for path, data in files.yaml.items():
        node, _ = load.load(path, data)
        assert node is not None
        family = pack.family(path)
        own = family and family not in models.FIXED
        name = f"{made.info['id']}/{family}" if own else family or path.removesuffix(".yaml")
        found.append((f"{name}.schema.json", as_json(node)))
    return found


def as_json(node: Node) -> Any:
    """What an editor's YAML parser makes of a file."""
    if isinstance(node, Mapping):
        return {key.text: as_json(item) for key, item in node.pairs}
    return [as_json(item) for item in node.items] if isinstance(node, Sequence) else families.loosely(node)


@pytest.mark.parametrize("root", PACKS, ids=lambda root: root.name)
def test_every_file_of_a_pack_is_valid_under_its_schema(root: Path) -> None:
    made, _ = build.check(root)
    assert made is not None
    published = models.schemas(made)
    for name, document in documents_of(root):
        errors = [
            f"{name}: {list(e.absolute_path)} {e.message}"
            for e in Draft202012Validator(published[name]).iter_errors(document)
        ]
        assert errors == []


@pytest.mark.parametrize("root", SHIPPED, ids=lambda root: root.name)
def test_the_published_schemas_are_up_to_date(root: Path) -> None:
    """If not: `bartizan schema PACK -o schemas`."""
    made, _ = build.check(root)
    assert made is not None
    for path, document in models.schemas(made).items():
        stored = ROOT / "schemas" / path
        assert stored.is_file(), f"{path} is missing"
        assert json.loads(stored.read_text(encoding="utf-8")) == document


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_a_schema_stands_alone_and_is_closed(name: str) -> None:
    document = SCHEMAS[name]
    Draft202012Validator.check_schema(document)
    text = json.dumps(document)
    assert text.count('"$ref": "') == text.count('"$ref": "#/$defs/')

    def walk(schema: Any) -> None:
        if isinstance(schema, dict):
            if schema.get("type") == "object" and ("properties" in schema or "patternProperties" in schema):
                assert schema.get("additionalProperties") is not None or "allOf" in schema
            for item in schema.values():
                walk(item)
        elif isinstance(schema, list):
            for item in schema:
                walk(item)

    walk(document)


def test_a_wrong_field_of_one_kind_is_told_by_its_kind_alone() -> None:
    """The union is judged by its tag: an editor shows the fault of a catapult, not that it is no goblin."""
    document = {"id": "x", "kind": "catapult", "title": "X", "from": {"is": "invented"}, "cost": 3}
    errors = list(Draft202012Validator(SCHEMAS["border-watch/unit.schema.json"]).iter_errors(document))
    assert {error.validator for error in errors} <= {"type", "required"}
    assert any(list(error.absolute_path) == ["cost"] for error in errors)


@pytest.mark.parametrize(
    ("document", "valid"),
    [
        (
            {
                "defaults": {"kind": "goblin", "from": {"is": "invented"}},
                "records": [{"id": "a", "title": "A", "hp": 1}],
            },
            True,
        ),
        ({"records": [{"id": "a", "kind": "goblin", "hp": 1}]}, True),
        ({"defaults": {"kind": "goblin"}, "records": [{"id": "a", "cost": {"1": 2}}]}, False),
        ({"defaults": {"kind": "goblin", "hp": "many"}, "records": []}, False),
        ({"defaults": {}, "records": [{"title": "A"}]}, False),
        (
            {
                "defaults": {"power": {"green": 1}},
                "records": [{"id": "a", "kind": "catapult", "power": {"captain": 2}}],
            },
            True,
        ),
        ({"defaults": {}, "record": []}, False),
        ("grunt", False),
        ([], True),
    ],
    ids=str,
)
def test_defaults_and_records_are_judged_as_parts(document: Any, valid: bool) -> None:
    assert Draft202012Validator(SCHEMAS["border-watch/unit.schema.json"]).is_valid(document) == valid


def test_a_scenario_is_valid_under_its_schema() -> None:
    scenario, _ = build.build(bad_packs.GAME)
    assert Draft202012Validator(SCHEMAS["scenario.schema.json"]).is_valid(scenario)
    assert scenario is not None
    assert not Draft202012Validator(SCHEMAS["scenario.schema.json"]).is_valid(scenario | {"seats": [1]})


def test_schemas_come_out_the_same_every_time() -> None:
    again = Models(RULESET, (1, 2))
    assert json.dumps(schemas.of_pack("x", "X", again)) == json.dumps(
        schemas.of_pack("x", "X", Models(RULESET, (1, 2)))
    )


def test_a_field_may_be_called_as_it_likes() -> None:
    """Names that Python or pydantic use are free for a game."""
    names = ["class", "model_fields", "json", "copy", "schema", "_x", "self"]
    kinds = {"goblin": {"family": "unit", "fields": {name: "int 0..3" for name in names if name != "_x"}}}
    from bartizan_engine.ruleset import declare

    ruleset, flaws = declare({"entries": {"play": {"rule": "play"}}, "kinds": kinds})
    assert flaws == []
    model = Models(ruleset, (1, 2)).kind("goblin")
    document = {"id": "a", "title": "A", "from": {"is": "invented"}} | {name: 1 for name in names if name != "_x"}
    assert model.model_validate(document).model_dump(by_alias=True, exclude_unset=True) == document


def test_shape_is_what_the_models_judge() -> None:
    """A record's values come out in the scenario's form, defaults filled in."""
    made = MADE
    assert made is not None
    mangonel = made.record("catapult", "mangonel")
    assert mangonel is not None
    assert mangonel.values == {
        "cost": {"1": 3, "2": 4},
        "power": {"green": 1, "seasoned": 1, "captain": 2},
        "stone": [["heavier", {"amount": 1}], ["farther", {"cells": 1, "sure": False}]],
    }
    assert isinstance(mangonel, shape.Record)
