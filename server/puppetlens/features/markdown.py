"""The parts that texts for people are made of: code, lists, and what the tags of a doc say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..ruby.doc import Doc, Tag


def names(title: str, names: Iterable[str]) -> str:
    shown = ", ".join("…" if name == "…" else f"`{name}`" for name in names)
    return f"{title}: {shown}" if shown else ""


def listed(title: str, entries: Sequence[tuple[str, str]]) -> str:
    lines = [f"- `{name}`: " + " ".join(text.split()) if text else f"- `{name}`" for name, text in entries]
    return "\n".join([f"{title}:", *lines]) if lines else ""


def joined(parts: Iterable[str]) -> str:
    return "\n\n".join(filter(None, parts))


def code(text: str) -> str:
    return f"```puppet\n{text}\n```"


def head(name: str, text: str) -> str:
    """A signature's text as the head of a function."""
    parameters, arrow, returns = text.partition(" >> ")
    return f"{name}({parameters}){arrow}{returns}"


# Docs ---------------------------------------------------------------------------------------------------


def merged(tags: Iterable[Tag]) -> list[tuple[str, str]]:
    """Each parameter once: several signatures often say the same."""
    found: dict[str, list[str]] = {}
    for tag in tags:
        texts = found.setdefault(tag.name, [])
        if tag.text and tag.text not in texts:
            texts.append(tag.text)
    return [(name, "; ".join(texts)) for name, texts in found.items() if texts]


def returns(docs: Sequence[Doc]) -> Iterator[str]:
    texts: list[str] = []
    for tag in (tag for doc in docs for tag in doc.of("return")):
        text = " ".join(filter(None, (f"`{tag.types}`" if tag.types else "", tag.text)))
        if text and text not in texts:
            texts.append(text)
    if texts:
        yield "Returns " + "; ".join(texts)


def notes(docs: Sequence[Doc]) -> Iterator[str]:
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


def example(tag: Tag) -> str:
    return joined([f"Example: {tag.name}" if tag.name else "Example:", code(tag.text)]) if tag.text else ""


def example_program(program: str, logged: str) -> str:
    """A program, with what it logs."""
    if not program:
        return ""
    lines = "".join(f"\n# {line}" for line in logged.splitlines())
    return f"Example:\n\n{code(program + lines)}"
