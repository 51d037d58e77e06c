"""What definitions in Puppet code say of themselves, as Markdown: their head, what their doc says, where they are from."""

from __future__ import annotations

from ..model.snapshot import Found
from ..model.summary import Definition, Parameter
from ..model.view import View
from ..project.metadata import read_metadata
from ..ruby.doc import Doc, parse_doc
from .data_values import values_in_data
from .markdown import code, example, joined, listed, merged, notes, returns


def definition_text(view: View, found: Found) -> str:
    definition = found.definition
    doc = parse_doc(definition.doc)
    told = {parameter.name for parameter in definition.parameters}
    described = [(name, text) for name, text in merged(doc.of("param")) if name in told or not definition.parameters]
    return joined(
        [
            code(signature(definition)),
            doc.first("summary"),
            doc.text,
            listed("Parameters", described),
            *returns([doc]),
            *notes([doc]),
            *(example(tag) for tag in doc.of("example")),
            module_text(view, found.path),
        ]
    )


def parameter_of_text(view: View, found: Found, name: str, more: str = "") -> str | None:
    """A parameter of a definition. `more` is what is known besides of the place that asks."""
    definition = found.definition
    parameter = definition.parameter(name)
    if parameter is None:
        return None
    return joined(
        [
            code(parameter_text(parameter)),
            parameter_doc(parse_doc(definition.doc), name),
            more,
            f"Parameter of {definition.kind} `{definition.written}`",
            values_in_data(view, definition, parameter) if definition.kind == "class" else "",
        ]
    )


def parameter_doc(doc: Doc, name: str) -> str:
    """What `@param` says of a parameter, with the options of a hash."""
    said = doc.parameters.get(name, "")
    options = [(tag.name, tag.text) for tag in doc.of("option") if tag.text]
    about = [(option, text.partition(" ")[2] or text) for option, text in options if option == name]
    return joined([said, listed("Options", about)])


def module_text(view: View, path: str) -> str:
    """The module that a file is in, and its version."""
    inside = [(len(root), name, root) for name, root in view.site.modules.items() if path.startswith(f"{root}/")]
    if not inside:
        return ""
    _, name, root = max(inside)
    view.has_file(f"{root}/metadata.json")  # noted
    metadata = read_metadata(view.snapshot.files, root)
    if metadata is None:
        return f"Module `{name}`"
    full = f"{metadata.author}-{metadata.name}" if metadata.author else metadata.name
    return f"Module `{full}` {metadata.version}".rstrip()


def signature(definition: Definition) -> str:
    """The definition's head as one would write it."""
    if definition.kind == "type":
        return f"type {definition.written} = {definition.value or ''}"
    if definition.kind == "node":
        return f"node {definition.written}"
    parameters = ""
    if definition.parameters:
        lines = "".join(f"  {parameter_text(parameter)},\n" for parameter in definition.parameters)
        parameters = f"(\n{lines})"
    elif definition.kind == "function":
        parameters = "()"
    inherits = f" inherits {definition.parent}" if definition.parent else ""
    returned = f" >> {definition.return_type}" if definition.return_type else ""
    return f"{definition.kind} {definition.written}{parameters}{inherits}{returned}"


def parameter_text(parameter: Parameter) -> str:
    rest = "*" if parameter.captures_rest else ""
    default = f" = {parameter.default}" if parameter.default is not None else ""
    return f"{parameter.type + ' ' if parameter.type else ''}{rest}${parameter.name}{default}"
