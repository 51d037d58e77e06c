"""What Ruby files declare, as Markdown for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from posixpath import basename

from ..model.ruby_names import DataTypeFile, FunctionFile, ProviderFile, TypeFile
from ..ruby.attribute import RubyAttribute
from ..ruby.doc import Doc, Tag, parse_doc
from ..ruby.function import RubyFunction
from ..ruby.resource_type import RubyResourceType


def function_text(name: str, found: FunctionFile) -> str:
    """All signatures, then what their docs and the function's say."""
    module = _module(found.path)
    declared = found.declared
    if declared is None:
        return _joined([_code(name), f"Function written in Ruby{module}"])
    overloads = declared.doc.overloads
    heads = [signature for signature, _ in overloads]
    if declared.api == 4 or not heads:
        heads = [_head(name, each.text) for each in declared.signatures if not each.is_mismatch]
    aliases = [f"type {alias} = {meaning}" for alias, meaning in declared.local_types.items()]
    old = " (the old API)" if declared.api == 3 else ""
    effects = "" if declared.is_rvalue else ", called for its effects"
    docs = [declared.doc, *(doc for _, doc in overloads), *(each.doc for each in declared.signatures)]
    return _joined(
        [
            _code("\n".join([*(heads or [name]), *aliases])),
            declared.doc.first("summary"),
            declared.doc.text,
            *(_joined([f"`{signature}`:", doc.first("summary"), doc.text]) for signature, doc in overloads if doc.text),
            *_signature_texts(declared),
            _listed("Parameters", _merged(tag for doc in docs for tag in doc.of("param"))),
            *_returns(docs),
            *_notes(docs),
            *(_example(tag) for doc in docs for tag in doc.of("example")),
            f"Function written in Ruby{old}{module}{effects}",
        ]
    )


def _head(name: str, text: str) -> str:
    """A signature's text as the head of a function."""
    parameters, arrow, returns = text.partition(" >> ")
    return f"{name}({parameters}){arrow}{returns}"


def _signature_texts(declared: RubyFunction) -> Iterator[str]:
    """What is said above one signature; of several, which is meant."""
    several = sum(1 for each in declared.signatures if not each.is_mismatch) > 1
    for each in declared.signatures:
        said = _joined([each.doc.first("summary"), each.doc.text])
        if said:
            yield f"`({each.text})`: {said}" if several else said


def _merged(tags: Iterable[Tag]) -> list[tuple[str, str]]:
    """Each parameter once: several signatures often say the same."""
    found: dict[str, list[str]] = {}
    for tag in tags:
        texts = found.setdefault(tag.name, [])
        if tag.text and tag.text not in texts:
            texts.append(tag.text)
    return [(name, "; ".join(texts)) for name, texts in found.items() if texts]


def _returns(docs: Sequence[Doc]) -> Iterator[str]:
    texts: list[str] = []
    for tag in (tag for doc in docs for tag in doc.of("return")):
        text = " ".join(filter(None, (f"`{tag.types}`" if tag.types else "", tag.text)))
        if text and text not in texts:
            texts.append(text)
    if texts:
        yield "Returns " + "; ".join(texts)


def _notes(docs: Sequence[Doc]) -> Iterator[str]:
    for kind, word in (
        ("note", "Note"),
        ("deprecated", "Deprecated"),
        ("raise", "Fails with"),
        ("since", "Since"),
        ("see", "See"),
    ):
        for tag in (tag for doc in docs for tag in doc.of(kind)):
            text = " ".join(filter(None, (f"`{tag.types}`" if tag.types else "", tag.text)))
            if text or kind == "deprecated":
                yield f"{word}: {text}" if text else word


def _example(tag: Tag) -> str:
    return _joined([f"Example: {tag.name}" if tag.name else "Example:", _code(tag.text)]) if tag.text else ""


def type_text(name: str, found: TypeFile, providers: Sequence[ProviderFile]) -> str:
    module = _module(found.path)
    declared = found.declared
    if declared is None:
        return _joined([_code(name), f"Resource type{module}"])
    known = " and ".join(f"`{each}`" for each in declared.namevars)
    return _joined(
        [
            _code(name),
            f"Resource type{module}" + (f", known by {known}" if known else ""),
            *_docs(declared.doc),
            *_attribute_lists(declared),
            _names("Providers", (each.declared.name for each in providers)),
            "" if declared.whole else "Ruby computes more attributes.",
        ]
    )


def _docs(text: str) -> Iterator[str]:
    """A doc with its `@summary` and examples taken out."""
    doc = parse_doc(text)
    yield doc.first("summary")
    yield doc.text
    yield from (_example(tag) for tag in doc.of("example"))


def _attribute_lists(declared: RubyResourceType) -> Iterator[str]:
    for title, kind in (("Properties", "property"), ("Parameters", "parameter")):
        yield _names(title, (each.name for each in declared.attributes if each.kind == kind))


def attribute_text(type_name: str, attribute: RubyAttribute) -> str:
    told = f"{attribute.kind.capitalize()} of `{type_name}`"
    if attribute.namevar:
        told += ", which the title sets where it is left out"
    return _joined(
        [
            _code(f"{attribute.name}: {attribute.type}" if attribute.type else attribute.name),
            told,
            *_docs(attribute.doc),
            _names("Values", attribute.values),
            f"Default: `{attribute.default}`" if attribute.default not in (None, "...") else "",
            _names("Needs a provider that can", attribute.features),
        ]
    )


def provider_text(type_name: str, providers: Sequence[ProviderFile]) -> str:
    """The attribute that chooses among the providers of a type."""
    listed = [(each.declared.name, each.declared.doc.partition("\n\n")[0]) for each in providers]
    return _joined([_code("provider"), f"Parameter of `{type_name}`: by what means", _listed("Providers", listed)])


def data_type_text(name: str, found: DataTypeFile) -> str:
    declared = found.declared
    if declared is None:
        return _joined([_code(name), f"Data type written in Ruby{_module(found.path)}"])
    interface = "" if declared.interface is None else f" = Object[{{\n{declared.interface}\n}}]"
    doc = declared.doc
    source = f"Data type written in Ruby{_module(found.path)}"
    return _joined([_code(f"type {declared.name}{interface}"), doc.first("summary"), doc.text, source])


def _module(path: str) -> str:
    root, inside, _ = path.partition("/lib/puppet/")
    return f" in module `{basename(root)}`" if inside else ""


def _names(title: str, names: Iterable[str]) -> str:
    shown = ", ".join("…" if name == "…" else f"`{name}`" for name in names)
    return f"{title}: {shown}" if shown else ""


def _listed(title: str, entries: Sequence[tuple[str, str]]) -> str:
    lines = [f"- `{name}`: " + " ".join(text.split()) if text else f"- `{name}`" for name, text in entries]
    return "\n".join([f"{title}:", *lines]) if lines else ""


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(filter(None, parts))


def _code(text: str) -> str:
    return f"```puppet\n{text}\n```"
