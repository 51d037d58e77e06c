"""What Puppet itself brings along, as Markdown."""

from __future__ import annotations

from ..library import functions, resources
from ..model import builtin
from ..model.entity import Entity
from .attribute_words import purpose, usual_values
from .data_types import about_data_type
from .markdown import code, example_program, head, joined, names


def built_in_text(entity: Entity, written: str) -> str | None:
    """`written` is the name with what stands in its brackets."""
    name = entity.name
    match entity.space:
        case "ruby_function":
            return _function(name)
        case "data_type" if builtin.is_data_type(name):
            return f"{code(written)}\n\n{about_data_type(name)}"
        case "resource_type":
            return _resource_type(name)
        case "parameter" if entity.owner is not None:
            return _parameter(name, entity.owner.name)
        case _:
            return None


def _function(name: str) -> str | None:
    function = functions.find(name)
    if function is None:
        return None
    heads = "\n".join(head(name, each.text) for each in function.signatures)
    program = next(iter(function.examples), "")
    return joined(
        [code(heads or name), function.doc.strip(), example_program(program, function.examples.get(program, ""))]
    )


def _resource_type(name: str) -> str | None:
    found = resources.find(name, vendored=True)
    if found is None:
        return None
    lists = [
        names(title, (each for each, kind in found.attributes.items() if kind == of))
        for title, of in (("Properties", "property"), ("Parameters", "parameter"))
    ]
    about = _sentence(purpose(name, ""))
    what = f"Resource type, known by {' and '.join(f'`{each}`' for each in found.namevars)}"
    return joined([code(name), about, what, *lists])


def _parameter(name: str, type_name: str) -> str | None:
    if name in resources.METAPARAMETERS:
        return f"{code(name)}\n\nMetaparameter: {_METAPARAMETERS[name]}"
    owner = resources.find(type_name, vendored=True)
    kind = owner.attributes.get(name) if owner is not None else None
    if owner is None or kind is None:
        return None
    title = ", which the title sets where it is left out" if owner.namevars == (name,) else ""
    means = f": {_KINDS[kind]}{title}" if kind in _KINDS else ""
    values, usual = owner.values.get(name, ()), usual_values(type_name, name)
    return joined(
        [
            code(name),
            f"{kind.capitalize()} of `{type_name}`{means}",
            _sentence(purpose(type_name, name)),
            names("Values", values),
            names("Often", (each for each in usual if each not in values)),
        ]
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""


_KINDS = {
    "property": "a state that Puppet checks and brings about",
    "parameter": "how Puppet manages the resource",
}
#: What each attribute that every resource has is for.
_METAPARAMETERS = {
    "alias": "another name to refer to the resource by",
    "audit": "attributes whose changes are reported and left alone",
    "before": "resources that come after this one",
    "loglevel": "how loudly changes are logged",
    "noop": "whether changes are only told, not made",
    "notify": "resources that come after this one and are refreshed when it changes",
    "require": "resources that come before this one",
    "schedule": "the `schedule` resource that says when this one may be managed",
    "stage": "the run stage that a class belongs to",
    "subscribe": "resources that come before this one, which is refreshed when they change",
    "tag": "words to choose resources by",
}
