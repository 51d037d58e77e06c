"""A catalog in words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ..base.brief import visible
from .incomplete import incomplete_lines, incompleteness
from .type_text import object_text

Data = Mapping[str, Any]

#: What stands for a secret, and for one that cannot even be read; and why that is not known.
SECRET = "<sensitive>"
UNREADABLE = "<encrypted>"
ENCRYPTED = "the value is encrypted"
#: How what stands for a value that is not known begins.
UNKNOWN = "(unknown: "


def resource_name(resource: Data) -> str:
    """`Type[title]`."""
    return f"{resource['type']}[{resource['title']}]"


def resource_names(catalog: Data) -> list[str]:
    """That of each resource, in the catalog's order."""
    return [resource_name(resource) for resource in catalog["resources"]]


def parameter_texts(resource: Data) -> dict[str, str]:
    """The values of a resource's parameters in words, without secrets."""
    secret = resource.get("sensitive_parameters") or ()
    parameters: Data = resource.get("parameters") or {}
    return {name: SECRET if name in secret else value_text(value) for name, value in parameters.items()}


def catalog_json(catalog: Data) -> bytes:
    """Lines of UTF-8."""
    try:
        return msgspec.json.format(msgspec.json.encode(catalog), indent=2)
    except UnicodeEncodeError:  # half a surrogate pair, which only an escape can write
        return json.dumps(catalog, indent=2).encode()


def catalog_text(catalog: Data, root: str) -> Iterator[str]:
    """Lines: each resource with where it was declared and its parameters, in the catalog's order.

    Files below the folder `root` are named from there.
    """
    for resource, name in zip(catalog["resources"], resource_names(catalog), strict=True):
        file = str(resource.get("file") or "").removeprefix(f"{root}/")
        where = f"  # {file}:{resource['line']}" if file else ""
        exported = "@@" if resource.get("exported") else ""
        yield f"{exported}{name}{where}"
        parameters = parameter_texts(resource)
        width = max(map(len, parameters), default=0)
        for parameter, shown in parameters.items():
            lines = shown.split("\n")
            yield f"  {parameter:<{width}} => {lines[0]}"
            yield from (f"  {'':<{width}}    {line}" for line in lines[1:])


def value_text(value: Any) -> str:
    """A value as Puppet code would have it; unknown ones say why."""
    if isinstance(value, str):
        return _quoted(value)
    if value is None:
        return "undef"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(value_text, value))}]"
    if not isinstance(value, dict):
        return str(value)
    kind = value.get("__ptype")
    if kind == "Unknown":
        return _unknown(value)
    if kind == "Sensitive":
        return SECRET
    if kind == "Default":
        return "default"
    if kind == "Regexp":
        return f"/{value['__pvalue']}/"
    if kind == "Hash":  # some keys are no texts
        flat = list(map(value_text, value["__pvalue"]))
        return f"{{{', '.join(f'{key} => {item}' for key, item in zip(flat[::2], flat[1::2], strict=False))}}}"
    if kind is not None and "__pvalue" in value:
        return f"{kind}({value_text(value['__pvalue'])})"
    written = None if kind is None else object_text(value, value_text)
    if written is not None:
        return written
    return f"{{{', '.join(f'{_quoted(key)} => {value_text(item)}' for key, item in value.items())}}}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def error_text(error: Data) -> str:
    """As Puppet prints it: the message, and the place in brackets."""
    place = [f"{name}: {error[name]}" for name in ("file", "line", "column") if error.get(name) is not None]
    return f"{error['message']} ({', '.join(place)})" if place else str(error["message"])


def shown_logs(logs: Iterable[list[Any]], debug: bool = False) -> Iterator[list[Any]]:
    """Those that Puppet shows without (or with) `--debug`."""
    return (log for log in logs if debug or log[0] not in ("debug", "info"))


def log_text(log: list[Any]) -> str:
    """`Warning: message (file: ..., line: ...)`, and our hint, if any, in a line of its own."""
    level, message = log[0], log[1]
    data = log[2] if len(log) > 2 else {}
    name = {"err": "Error", "crit": "Critical", "emerg": "Emergency"}.get(level, level.capitalize())
    text = f"{name}: {error_text({**data, 'message': message})}"
    return f"{text}\nHint: {data['hint']}" if data.get("hint") else text


def unwrapped(value: Any) -> Any:
    """Rich data with the content of Sensitive values in their place: `SECRET`, unless somebody asked for the real one."""
    if isinstance(value, list):
        return [unwrapped(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value.get("__ptype") == "Sensitive":
        return unwrapped(value["__pvalue"])
    return {key: unwrapped(item) for key, item in value.items()}


def readable(value: Any) -> Any:
    """The same with the reason in the place of what is not known."""
    if isinstance(value, list):
        return [readable(item) for item in value]
    if is_unknown(value):
        return _unknown(value)
    shown = unwrapped(value)
    return {key: readable(item) for key, item in shown.items()} if isinstance(shown, dict) else shown


def _unknown(value: Data) -> str:
    """The first reason stands in the place of the value, with the number of those besides."""
    if value["reason"] == ENCRYPTED:
        return UNREADABLE
    first, *more = str(value["reason"]).split("; ")
    return f"{UNKNOWN}{first}, and {len(more)} more)" if more else f"{UNKNOWN}{first})"


def is_unknown(value: Any) -> bool:
    return isinstance(value, dict) and value.get("__ptype") == "Unknown"


def unknown_reasons(value: Any) -> list[str]:
    """Why parts of a value are not known, each reason once."""
    if isinstance(value, list):
        return list(dict.fromkeys(reason for item in value for reason in unknown_reasons(item)))
    if not isinstance(value, dict):
        return []
    return [value["reason"]] if is_unknown(value) else unknown_reasons(list(value.values()))


def preview_text(node: str, environment: str, root: str, answer: Data, *, note: str = "", class_name: str = "") -> str:
    """All of an evaluation's answer as one document for people to read, with a `note` of who asks on top."""
    catalog, error = answer["catalog"], answer["error"]
    title = f"# {f'class {class_name} on ' if class_name else ''}{node}, environment {environment}"
    lines = [f"{title}: {len(catalog['resources'])} resources" if catalog is not None else title]
    lines += _comment(note)
    if error is not None:
        lines += _comment(f"Error: {error_text(error)}")
        lines += _comment(f"Hint: {error['hint']}") if error.get("hint") else []
    incomplete = incompleteness(answer)
    if incomplete is not None:
        lines += _comment("\n".join(incomplete_lines(incomplete, root)))
    for log in shown_logs(answer["logs"]):
        lines += _comment(log_text(log))
    if catalog is not None:
        lines += ["", *catalog_text(catalog, root)]
    return visible("\n".join(lines)) + "\n"


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in text.splitlines()]
