"""What a catalog has as objects (data types, what the agent computes) as Puppet code writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Data = Mapping[str, Any]
Write = Callable[[Any], str]


def object_text(value: Data, write: Write) -> str | None:
    """Of an object with a `__ptype`; None where it is written as a hash. `write` writes what is in it."""
    kind = str(value["__ptype"])
    if kind == "Deferred":
        return f"Deferred({', '.join(write(value[key]) for key in ('name', 'arguments') if key in value)})"
    if not (kind.startswith("Pcore::") and kind.endswith("Type")):  # an object of a type that code defines
        return None
    if kind in _NAMED:
        name = _NAMED[kind](value)
        return name if isinstance(name, str) and name else None
    parts = list(_parts(value, write))
    return f"{_kind(value)}[{', '.join(parts)}]" if parts else _kind(value)


def _kind(type_: Data) -> str:
    return str(type_["__ptype"]).removeprefix("Pcore::").removesuffix("Type")


_NAMED: Mapping[str, Callable[[Data], Any]] = {
    "Pcore::TypeAliasType": lambda value: value.get("name"),
    "Pcore::ObjectType": lambda value: (value.get("_pcore_init_hash") or {}).get("name"),
    "Pcore::ResourceType": lambda value: _reference(value.get("type_name") or "Resource", value.get("title")),
    "Pcore::ClassType": lambda value: _reference("Class", value.get("class_name")),
}


def _reference(name: str, title: Any) -> str:
    """As `capitalize_segments` has it; but a process that compares catalogs loads no types."""
    shown = "::".join(part.capitalize() for part in name.split("::"))
    return shown if title is None else f"{shown}[{title}]"


def _parts(type_: Data, write: Write) -> Iterator[str]:
    """What stands in the brackets of a type."""
    if type_.get("return_type") is not None:
        taken = {name: value for name, value in type_.items() if name != "return_type"}
        yield from (f"[{', '.join(_parts(taken, write))}]", write(type_["return_type"]))
        return
    for name, value in type_.items():
        if name in ("size_type", "size_type_or_value") and isinstance(value, dict):
            yield from _parts(value, write)
        elif name == "from":
            yield from (write(value), write(type_["to"])) if "to" in type_ else (write(value),)
        elif name == "to":
            yield from () if "from" in type_ else ("default", write(value))
        elif name == "elements":
            pairs = (f"{_key(each['key_type'], write)} => {write(each['value_type'])}" for each in value)
            yield f"{{{', '.join(pairs)}}}"
        elif name == "pattern":
            yield f"/{value}/"
        elif name == "patterns":
            yield from (f"/{each['pattern']}/" for each in value)
        elif name == "param_types":
            yield from () if value is None else _parts(value, write)
        elif name in ("types", "values", "ranges"):
            yield from map(write, value)
        elif name != "__ptype" and value is not None:
            yield write(value)


def _key(type_: Data, write: Write) -> str:
    """Of a struct: a text alone where that says all."""
    text = type_.get("size_type_or_value")
    if isinstance(text, str):
        return write(text)
    inner = type_.get("type")
    return write(type_) if not isinstance(inner, dict) else f"{_kind(type_)}[{_key(inner, write)}]"
