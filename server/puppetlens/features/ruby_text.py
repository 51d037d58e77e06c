"""What Ruby files declare, as Markdown for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from posixpath import basename

from ..model.ruby_names import DataTypeFile, FunctionFile, ProviderFile, TypeFile
from ..ruby.attribute import RubyAttribute
from ..ruby.doc import parse_doc
from ..ruby.function import RubyFunction
from ..ruby.resource_type import RubyResourceType
from .markdown import code, example, head, joined, listed, merged, names, notes, returns


def function_text(name: str, found: FunctionFile) -> str:
    """All signatures, then what their docs and the function's say."""
    module = _module(found.path)
    declared = found.declared
    if declared is None:
        return joined([code(name), f"Function written in Ruby{module}"])
    overloads = declared.doc.overloads
    heads = [signature for signature, _ in overloads]
    if declared.api == 4 or not heads:
        heads = [head(name, each.text) for each in declared.signatures if not each.is_mismatch]
    aliases = [f"type {alias} = {meaning}" for alias, meaning in declared.local_types.items()]
    old = " (the old API)" if declared.api == 3 else ""
    effects = "" if declared.is_rvalue else ", called for its effects"
    docs = [declared.doc, *(doc for _, doc in overloads), *(each.doc for each in declared.signatures)]
    return joined(
        [
            code("\n".join([*(heads or [name]), *aliases])),
            declared.doc.first("summary"),
            declared.doc.text,
            *(joined([f"`{signature}`:", doc.first("summary"), doc.text]) for signature, doc in overloads if doc.text),
            *_signature_texts(declared),
            listed("Parameters", merged(tag for doc in docs for tag in doc.of("param"))),
            *returns(docs),
            *notes(docs),
            *(example(tag) for doc in docs for tag in doc.of("example")),
            f"Function written in Ruby{old}{module}{effects}",
        ]
    )


def _signature_texts(declared: RubyFunction) -> Iterator[str]:
    """What is said above one signature; of several, which is meant."""
    several = sum(1 for each in declared.signatures if not each.is_mismatch) > 1
    for each in declared.signatures:
        said = joined([each.doc.first("summary"), each.doc.text])
        if said:
            yield f"`({each.text})`: {said}" if several else said


def type_text(name: str, found: TypeFile, providers: Sequence[ProviderFile]) -> str:
    module = _module(found.path)
    declared = found.declared
    if declared is None:
        return joined([code(name), f"Resource type{module}"])
    known = " and ".join(f"`{each}`" for each in declared.namevars)
    return joined(
        [
            code(name),
            f"Resource type{module}" + (f", known by {known}" if known else ""),
            *_docs(declared.doc),
            *_attribute_lists(declared),
            names("Providers", (each.declared.name for each in providers)),
            "" if declared.whole else "Ruby computes more attributes.",
        ]
    )


def _docs(text: str) -> Iterator[str]:
    """A doc with its `@summary` and examples taken out."""
    doc = parse_doc(text)
    yield doc.first("summary")
    yield doc.text
    yield from (example(tag) for tag in doc.of("example"))


def _attribute_lists(declared: RubyResourceType) -> Iterator[str]:
    for title, kind in (("Properties", "property"), ("Parameters", "parameter")):
        yield names(title, (each.name for each in declared.attributes if each.kind == kind))


def attribute_text(type_name: str, attribute: RubyAttribute) -> str:
    told = f"{attribute.kind.capitalize()} of `{type_name}`"
    if attribute.namevar:
        told += ", which the title sets where it is left out"
    return joined(
        [
            code(f"{attribute.name}: {attribute.type}" if attribute.type else attribute.name),
            told,
            *_docs(attribute.doc),
            names("Values", attribute.values),
            f"Default: `{attribute.default}`" if attribute.default not in (None, "...") else "",
            names("Needs a provider that can", attribute.features),
        ]
    )


def provider_text(type_name: str, providers: Sequence[ProviderFile]) -> str:
    """The attribute that chooses among the providers of a type."""
    described = [(each.declared.name, each.declared.doc.partition("\n\n")[0]) for each in providers]
    return joined([code("provider"), f"Parameter of `{type_name}`: by what means", listed("Providers", described)])


def data_type_text(name: str, found: DataTypeFile) -> str:
    declared = found.declared
    if declared is None:
        return joined([code(name), f"Data type written in Ruby{_module(found.path)}"])
    interface = "" if declared.interface is None else f" = Object[{{\n{declared.interface}\n}}]"
    doc = declared.doc
    source = f"Data type written in Ruby{_module(found.path)}"
    return joined([code(f"type {declared.name}{interface}"), doc.first("summary"), doc.text, source])


def _module(path: str) -> str:
    root, inside, _ = path.partition("/lib/puppet/")
    return f" in module `{basename(root)}`" if inside else ""
