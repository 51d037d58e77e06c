"""An ERB template as an EPP one, tag by tag.

What the two trim differs: ERB heeds `<%-` at the beginning of a line and `-%>` right before its end alone, EPP anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...types.algebra import INTEGER, Known, elements, is_array, is_hash, keys, values
from .ruby_expression import Translator
from .ruby_value import Expression, Names, Untranslatable, all_are, is_plain, parameter_of

__all__ = ["Untranslatable", "parameter_of", "to_epp"]

_TAG = re.compile(r"<%%|%%>|<%(?P<open>[-=#]?)(?P<code>.*?)(?P<close>-?)%>", re.DOTALL)
_EACH = re.compile(
    r"(?P<of>.+?)\.(?P<name>each|each_pair|each_with_index)\s*(?:do|\{)\s*\|(?P<names>[\w\s,]*)\|", re.DOTALL
)
_CONDITION = re.compile(r"(?P<word>if|elsif|unless)\b(?P<test>.+?)(?:\bthen)?", re.DOTALL)
_NAME = re.compile(r"[a-z_]\w*")
#: `.sort_by { |k, v| k }`
_BY_KEY = re.compile(r"\.sort_by\s*\{\s*\|\s*(\w+)\s*,\s*\w+\s*\|\s*\1\s*\}$")


def to_epp(template: str, names: Names) -> tuple[str, list[str]]:
    """The EPP template without its parameters, and their names; raises `Untranslatable`."""
    return _Template(template, names).translated()


class _Template:
    def __init__(self, template: str, names: Names) -> None:
        self.template, self.names = template, names
        self.used: dict[str, None] = {}
        #: What is open: the word that opened it, and the variables of its block.
        self.blocks: list[tuple[str, dict[str, Known]]] = []

    def translated(self) -> tuple[str, list[str]]:
        pieces: list[str] = []
        done = 0
        for tag in _TAG.finditer(self.template):
            text = self.template[done : tag.start()]
            if "<%" in text:
                raise Untranslatable(text[text.index("<%") :][:40])
            pieces += text, self._tag(tag)
            done = tag.end()
        rest = self.template[done:]
        if "<%" in rest or self.blocks:
            raise Untranslatable("a tag or block that never ends")
        return "".join((*pieces, rest)), list(self.used)

    def _tag(self, tag: re.Match[str]) -> str:
        if tag[0] == "<%%":
            return tag[0]
        if tag[0] == "%%>":
            raise Untranslatable("%%>")
        start = self.template.rfind("\n", 0, tag.start()) + 1
        trims_before = tag["open"] == "-" and not self.template[start : tag.start()].strip(" \t")
        trims_behind = tag["close"] == "-" and self.template.startswith("\n", tag.end())
        close = "-%>" if trims_behind else "%>"
        code = tag["code"]
        if tag["open"] == "#":
            return f"<%#{code}{close}"
        if tag["open"] == "=":
            return f"<%= {self._shown(code)} {close}"
        return f"<%{'-' if trims_before else ''}{self._done(code)} {close}"

    def _local(self) -> dict[str, Known]:
        return {name: type_ for _, names in self.blocks for name, type_ in names.items()}

    def _expression(self, code: str) -> Expression:
        return Translator(code, self.names, self._local(), self.used).whole()

    def _shown(self, code: str) -> str:
        found = self._expression(code)
        if not is_plain(found.type):
            raise Untranslatable(f"{code.strip()}, which may be a list or a hash")
        return found.code

    def _done(self, code: str) -> str:
        """The code of a tag that shows nothing."""
        found: list[str] = []
        lines = (line for line in code.split("\n") if not line.lstrip().startswith("#"))
        for statement in re.split(r"[;\n]|(?<=\bend)\s+(?=end\b)", "\n".join(lines)):
            if statement.strip():
                found += self._statement(statement.strip())
        return "".join(f" {each}" for each in found)

    def _statement(self, code: str) -> Iterator[str]:
        condition, each = _CONDITION.fullmatch(code), _EACH.fullmatch(code)
        if code in ("end", "}"):
            if not self.blocks:
                raise Untranslatable("an `end` of nothing")
            self.blocks.pop()
            yield "}"
        elif code == "else":
            yield "} else {"
        elif condition is not None:
            test = self._expression(condition["test"])
            if condition["word"] == "elsif":
                yield f"}} elsif {test.code} {{"
            else:
                self.blocks.append((condition["word"], {}))
                yield f"{condition['word']} {test.code} {{"
        elif each is not None:
            yield from self._each(each)
        else:
            raise Untranslatable(code[:60])

    def _each(self, each: re.Match[str]) -> Iterator[str]:
        names = [name.strip() for name in each["names"].split(",")]
        if not all(_NAME.fullmatch(name) for name in names):
            raise Untranslatable(each[0][:60])
        of = _BY_KEY.sub(".sort", each["of"].strip())
        is_sorted = of.endswith(".sort")
        before = self._expression(of.removesuffix(".sort")) if is_sorted else None
        if before is not None and all_are(before.type, is_hash) and each["name"] == "each" and len(names) == 2:
            keys_, value = self._expression(f"{of.removesuffix('.sort')}.keys.sort"), names[1]
            self.blocks.append(("each", {names[0]: keys(before.type), value: values(before.type)}))
            yield f"{keys_.inner}.each |${names[0]}| {{ ${value} = {before.inner}[${names[0]}]"
            return
        found = self._expression(of)
        if all_are(found.type, is_array) and len(names) == 1 and each["name"] == "each":
            types: list[Known] = [elements(found.type)]
        elif all_are(found.type, is_array) and len(names) == 2 and each["name"] == "each_with_index":
            types, names = [INTEGER, elements(found.type)], [names[1], names[0]]
        elif all_are(found.type, is_hash) and len(names) == 2 and each["name"] != "each_with_index":
            types = [keys(found.type), values(found.type)]
        else:
            raise Untranslatable(each[0][:60])
        self.blocks.append(("each", dict(zip(names, types, strict=True))))
        yield f"{found.inner}.each |{', '.join(f'${name}' for name in names)}| {{"
