"""The published JSON Schemas (2020-12): one self-contained document a family, made from the models.

A record file is one record, a list, or defaults with records. Under defaults a record may lack what the defaults give,
so that its schema there asks for nothing but an id; whether the two together are whole, `shape` says.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from bartizan_compiler import families, illustrations, published
from bartizan_compiler.illustrations import Examples
from bartizan_compiler.judges import FIXED
from bartizan_compiler.models import Models
from bartizan_compiler.pack import FAMILIES

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
LOOSE = "loose."


class _Plain(GenerateJsonSchema):
    """Without titles made up from names in Python."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002  # pydantic's signature
        return False


def fixed() -> dict[str, Schema]:
    """The schemas that are the same for every game, by their path in the folder of schemas."""
    found = {
        "pack": _document("A pack's front page", {"$ref": "#/$defs/PackInfo"}, _defs([families.PackInfo])),
        "ruleset": _document("A ruleset", {"$ref": "#/$defs/RulesetFile"}, _defs([published.RulesetFile])),
        "scenario": _document("A compiled scenario", {"$ref": "#/$defs/ScenarioFile"}, _defs([published.ScenarioFile])),
    }
    for family, model in FIXED.items():
        found[family] = _file(f"Records of the family {family}", {family: model.__name__}, _defs([model]), lone=True)
    return {f"{name}.schema.json": schema for name, schema in sorted(found.items())}


def of_pack(id: str, title: str, models: Models, own: Examples | None = None) -> dict[str, Schema]:
    """The schemas of a pack's own kinds, by their path in the folder of schemas; `own` are examples of its fields."""
    found = {}
    for family in FAMILIES:
        kinds = models.kinds(family)
        if kinds:
            defs, names = _named([models.kind(kind) for kind in kinds], own)
            named = dict(zip(kinds, names, strict=True))
            document = _file(f"{title}: {family} records", named, defs, lone=len(kinds) == 1)
            found[f"{id}/{family}.schema.json"] = document
    return found


# ---------------------------------------------------------------- documents


def _document(title: str, schema: Schema, defs: Schema) -> Schema:
    return {"$schema": DIALECT, "title": title} | schema | {"$defs": defs}


def _file(title: str, kinds: dict[str, str], defs: Schema, lone: bool) -> Schema:
    """A record file: one record, a list of records, or defaults with records."""
    defs = dict(defs)
    _loosen_all(defs, list(kinds.values()))
    defs["record"] = _union(kinds, "", lone)
    defs["under-defaults"] = _loose_union(kinds)
    defs["over-defaults"] = _loose_union(kinds, any_kind=lone) | {"required": ["id"]}
    defs["with-defaults"] = {
        "type": "object",
        "properties": {
            "defaults": {
                "$ref": "#/$defs/under-defaults",
                "description": "What every record here has, unless it says otherwise.",
            },
            "records": {"type": "array", "items": {"$ref": "#/$defs/over-defaults"}},
        },
        "required": ["records"],
        "additionalProperties": False,
    }
    if not lone:
        by_kind = [_by_default_kind(kind, name) for kind, name in kinds.items()]
        defs["with-defaults"]["allOf"] = [*by_kind, _without_default_kind(kinds)]
    one = {
        "if": {"anyOf": [{"required": ["records"]}, {"required": ["defaults"]}], "not": {"required": ["id"]}},
        "then": {"$ref": "#/$defs/with-defaults"},
        "else": {"$ref": "#/$defs/record"},
    }
    many = {"type": "array", "items": {"$ref": "#/$defs/record"}}
    form = {"type": ["object", "array"], "if": {"type": "array"}, "then": many, "else": one}
    return _document(title, form, dict(sorted(defs.items())))


def _union(kinds: dict[str, str], prefix: str, lone: bool) -> Schema:
    """A record of any of the kinds: `kind` decides, and only its schema judges."""
    if lone:
        return {"$ref": f"#/$defs/{prefix}{next(iter(kinds.values()))}"}
    tag = {"enum": list(kinds), "description": "The kind of the record.", "examples": list(kinds)}
    tags = {"type": "object", "required": ["kind"], "properties": {"kind": tag}}
    return tags | {"allOf": [_if_kind(kind, f"{prefix}{name}") for kind, name in kinds.items()]}


def _if_kind(kind: str, name: str) -> Schema:
    tag = {"properties": {"kind": {"const": kind}}, "required": ["kind"]}
    return {"if": tag, "then": {"$ref": f"#/$defs/{name}"}}


def _loose_union(kinds: dict[str, str], any_kind: bool = True) -> Schema:
    """A part of a record: by its kind if it says one, else, where nothing else says it, of any."""
    if len(kinds) == 1:
        return {"$ref": f"#/$defs/{LOOSE}{next(iter(kinds.values()))}"}
    tag = {"enum": list(kinds), "description": "The kind of the record.", "examples": list(kinds)}
    judged = [_if_kind(kind, f"{LOOSE}{name}") for kind, name in kinds.items()]
    return {"type": "object", "properties": {"kind": tag}, "allOf": [*([_of_any(kinds)] if any_kind else []), *judged]}


def _of_any(kinds: dict[str, str]) -> Schema:
    """What says no kind is a part of any."""
    anything = {"anyOf": [{"$ref": f"#/$defs/{LOOSE}{name}"} for name in kinds.values()]}
    return {"if": {"not": {"required": ["kind"]}}, "then": anything}


def _by_default_kind(kind: str, name: str) -> Schema:
    """Where the defaults say the kind, records that do not are judged by it."""
    tag = {"properties": {"kind": {"const": kind}}, "required": ["kind"]}
    item = {"if": {"not": {"required": ["kind"]}}, "then": {"$ref": f"#/$defs/{LOOSE}{name}"}}
    return {
        "if": {"properties": {"defaults": tag}, "required": ["defaults"]},
        "then": {"properties": {"records": {"items": item}}},
    }


def _without_default_kind(kinds: dict[str, str]) -> Schema:
    """Where they do not, a record without a kind may be a part of any."""
    said = {"properties": {"defaults": {"required": ["kind"]}}, "required": ["defaults"]}
    return {"if": {"not": said}, "then": {"properties": {"records": {"items": _of_any(kinds)}}}}


# ---------------------------------------------------------------- definitions


def _defs(models: list[type[BaseModel]]) -> Schema:
    return _named(models)[0]


def _named(models: list[type[BaseModel]], own: Examples | None = None) -> tuple[Schema, list[str]]:
    """The definitions that models lead to, and the names of their own: longer ones, if a word is called like a kind."""
    roots, document = models_json_schema(
        [(model, "validation") for model in models], schema_generator=_Plain, ref_template="#/$defs/{model}"
    )
    defs = _led_to(document.get("$defs", {}), list(roots.values()))
    for schema in defs.values():
        schema.pop("title", None)
    _close(defs)
    for schema in defs.values():
        _number(schema)
    names = [str(roots[model, "validation"]["$ref"]).removeprefix("#/$defs/") for model in models]
    called = {model.__name__: name for model, name in zip(models, names, strict=True)}
    illustrations.illustrate(defs, {called[kind]: given for kind, given in (own or {}).items() if kind in called})
    return defs, names


def _led_to(defs: Schema, roots: list[Any]) -> Schema:
    """The definitions that these lead to: models that serve to tell a fault are no part of what is published."""
    found: set[str] = set()
    open_ = list(roots)
    while open_:
        one = open_.pop()
        if isinstance(one, dict):
            name = str(one.get("$ref", "")).removeprefix("#/$defs/")
            open_ += [*one.values(), *([defs[name]] if name in defs and name not in found else ())]
            found.add(name)
        elif isinstance(one, list):
            open_ += one
    return {name: schema for name, schema in defs.items() if name in found}


def _number(schema: Schema) -> None:
    """Let keys that are numbers match a pattern as well: to an editor, the `1` of `{1: 4}` is no property "1"."""
    keys = schema.get("properties", {})
    if keys and all(key.isdecimal() for key in keys):
        (first, *_) = keys.values()
        value = {key: deepcopy(item) for key, item in first.items() if key not in ("description", "default")}
        schema["patternProperties"] = {f"^(?:{'|'.join(keys)}){families.END}": value}


def _close(schema: Any) -> None:
    """A mapping by patterns holds nothing else; an empty optional is also a name, so one of two may be both."""
    if isinstance(schema, dict):
        if "oneOf" in schema:
            schema["anyOf"] = schema.pop("oneOf")
        if "patternProperties" in schema:
            schema["additionalProperties"] = False
        for item in list(schema.values()):
            _close(item)
    elif isinstance(schema, list):
        for item in schema:
            _close(item)


def _loosen_all(defs: Schema, names: list[str]) -> None:
    """Add to the definitions those of parts of records: nothing is required, since mappings are merged."""
    open_ = list(names)
    while open_:
        name = open_.pop()
        if LOOSE + name not in defs:
            defs[LOOSE + name], more = _loosen(defs[name])
            open_ += more


def _loosen(schema: Schema) -> tuple[Schema, list[str]]:
    """A definition without what it requires, and the definitions that it then leads to."""
    schema, more = deepcopy(schema), []
    for key in ("required", "minProperties", "allOf", "examples"):
        schema.pop(key, None)
    for group in ("properties", "patternProperties"):
        for inner in schema.get(group, {}).values():
            more += _loosen_refs(inner)
    if isinstance(schema.get("additionalProperties"), dict):
        more += _loosen_refs(schema["additionalProperties"])
    return schema, more


def _loosen_refs(schema: Any) -> list[str]:
    """Lead references to parts; what stands in a list is whole, since lists are replaced."""
    if not isinstance(schema, dict):
        return []
    more = []
    if schema.get("$ref", "").startswith("#/$defs/") and not schema["$ref"].startswith(f"#/$defs/{LOOSE}"):
        name = schema["$ref"].removeprefix("#/$defs/")
        schema["$ref"] = f"#/$defs/{LOOSE}{name}"
        more.append(name)
    schema.pop("minProperties", None)
    for branch in schema.get("anyOf", ()):
        more += _loosen_refs(branch)
    for key in ("patternProperties", "properties"):
        for inner in schema.get(key, {}).values():
            more += _loosen_refs(inner)
    return more + _loosen_refs(schema.get("additionalProperties"))
