"""Random documents as people write them: styles side by side, comments, blank lines, names for values.

Each comment is another one, so that it can be looked for.
"""

from __future__ import annotations

from random import Random

_YAML_SCALARS = (
    "x|foo bar|12|-1.5|true|~|no|'it''s'|\"q\\\"\\n\"|'%{x}'|é|''|0644|:sym|'ünï: x'|a#b|http://x/?y|2.0e+20|-x|'1,2'"
)
_YAML_KEYS = "k|ntp::servers|'a b'|\"q\"|12|é|:sym|x-y"
_FLOW_KEYS = "k|'ntp::servers'|'a b'|\"q\"|12|é|x-y"
_HOCON_KEYS = 'k|key-2|"ntp::servers"|"a b"|k_3'
_JSON_SCALARS = 'true|null|12|-1.5|"x"|"é # x"|""|"a\\nb"|1e3'
_HOCON_SCALARS = f'{_JSON_SCALARS}|word|two words|"""raw"""|1 x'


class Document:
    """One document in the making."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._count = 0
        self._names: list[str] = []

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    def _number(self) -> int:
        self._count += 1
        return self._count

    def _comment(self, mark: str = "#") -> str:
        return f"{mark} c{self._number()}é"

    def _key(self, keys: str) -> str:
        key = self._random.choice(keys.split("|"))
        return key[:-1] + str(self._number()) + key[-1] if key[-1] in "'\"" else key + str(self._number())

    # YAML --------------------------------------------------------------------------------------------

    def yaml(self, names: bool) -> str:
        """Without `names` no anchors, aliases and merge keys."""
        self._with_names = names
        lines = [self._comment()] if self._chance(0.3) else []
        lines += ["---"] if self._chance(0.4) else []
        step = self._random.choice((2, 2, 4))
        lines += self._block(0, 3, step, self._chance(0.5), is_list=self._chance(0.2))
        text = "\n".join(lines) + "\n"
        return text.replace("\n", "\r\n") if self._chance(0.2) else text

    def _block(self, column: int, depth: int, step: int, further_in: bool, *, is_list: bool) -> list[str]:
        lines: list[str] = []
        for _ in range(self._random.randint(1, 4)):
            if self._chance(0.2):
                lines.append("")
            if self._chance(0.2):
                lines.append(" " * column + self._comment())
            head = "-" if is_list else self._key(_YAML_KEYS) + ":"
            if self._with_names and not is_list and self._names and self._chance(0.1):
                lines.append(f"{' ' * column}<<: *{self._random.choice(self._names)}")
            first, *below = self._block_value(column, depth, step, further_in, is_list)
            lines += f"{' ' * column}{head}{first}", *below
        return lines

    def _block_value(self, column: int, depth: int, step: int, further_in: bool, is_item: bool) -> list[str]:
        """What stands behind a key or a dash, and the lines below."""
        remark = " " * self._random.randint(1, 3) + self._comment() if self._chance(0.25) else ""
        if depth and self._chance(0.4):
            name = self._name()
            is_list = self._chance(0.4)
            inner = column + (step if further_in or is_item or not is_list else 0)
            if is_item and not name and not remark and self._chance(0.6):
                lines = self._block(column + 2, depth - 1, step, further_in, is_list=is_list)
                while lines[0].strip() == "" or lines[0].strip().startswith("#"):
                    del lines[0]
                return [" " + lines[0].lstrip(), *lines[1:]]
            lines = self._block(inner, depth - 1, step, further_in, is_list=is_list)
            if name and not is_list:
                self._names.append(name)
            return [(f" &{name}" if name else "") + remark, *lines]
        if self._chance(0.15):
            header = self._random.choice(("|", "|-", ">", ">-", "|+" if self._chance(0.2) else "|"))
            body = [
                " " * (column + step) + word for word in ("one", "  # two", "three é")[: self._random.randint(1, 3)]
            ]
            body[0] = body[0].rstrip()
            return [f" {header}{remark}", *body]
        if self._with_names and self._names and self._chance(0.15):
            return [f" *{self._random.choice(self._names)}{remark}"]
        if depth and self._chance(0.3):
            return [f" {self._flow(depth, column + step)}{remark}"]
        if self._chance(0.1):
            return [remark]
        return [f" {self._random.choice(('', '', '', '!!str ', '!x '))}{self._scalar(_YAML_SCALARS)}{remark}"]

    def _name(self) -> str:
        return f"a{self._number()}" if self._with_names and self._chance(0.3) else ""

    def _scalar(self, scalars: str) -> str:
        return self._random.choice(scalars.split("|"))

    def _flow(self, depth: int, column: int) -> str:
        is_list, lines = self._chance(0.5), self._chance(0.3)
        parts: list[str] = []
        count = self._random.randint(0, 3)
        gap = "\n" + " " * column if lines else self._random.choice(("", " "))
        for at in range(count):
            value = self._flow(depth - 1, column + 2) if depth > 1 and self._chance(0.3) else self._flow_scalar()
            comma = "," if at < count - 1 or self._chance(0.2) else ""
            remark = " " + self._comment() if lines and self._chance(0.4) else ""
            parts.append((value if is_list else f"{self._key(_FLOW_KEYS)}: {value}") + comma + remark)
        separator = gap if lines else " "
        end = "\n" + " " * (column - 1) if lines else gap
        inner = gap + separator.join(parts) + end if parts else gap
        return f"[{inner}]" if is_list else f"{{{inner}}}"

    def _flow_scalar(self) -> str:
        return self._scalar("x|12|true|~|'it''s'|\"q\"|é|''|0644|http://x")

    # JSON and HOCON ----------------------------------------------------------------------------------

    def json(self) -> str:
        return self._lines(self._brackets(3, "", hocon=False))

    def hocon(self) -> str:
        if self._chance(0.3):
            return self._lines(self._brackets(3, "", hocon=True, is_list=False))
        lines: list[str] = []
        for _ in range(self._random.randint(0, 4)):
            remark = " " + self._comment() if self._chance(0.3) else ""
            lines += [self._comment("//")] if self._chance(0.2) else []
            lines.append(f"{self._entry(3, '', hocon=True)}{self._random.choice(('', '', ','))}{remark}")
        return self._lines("\n".join(lines))

    def _lines(self, text: str) -> str:
        text += "\n" if self._chance(0.8) else ""
        return text.replace("\n", "\r\n") if self._chance(0.2) else text

    def _entry(self, depth: int, indent: str, *, hocon: bool) -> str:
        key = self._key(_HOCON_KEYS) if hocon else f'"k{self._number()}é"'
        if hocon and self._chance(0.1):
            key += f".sub{self._number()}"
        sign = self._random.choice((": ", " : ", " = ", "=") if hocon else (": ", ":", " : "))
        return key + sign + self._value(depth, indent, hocon=hocon)

    def _value(self, depth: int, indent: str, *, hocon: bool) -> str:
        if depth and self._chance(0.5):
            return self._brackets(depth, indent, hocon=hocon)
        return self._scalar(_HOCON_SCALARS if hocon else _JSON_SCALARS)

    def _brackets(self, depth: int, indent: str, *, hocon: bool, is_list: bool | None = None) -> str:
        is_list = self._chance(0.4) if is_list is None else is_list
        lines = self._chance(0.5)
        inner = indent + self._random.choice(("  ", "\t"))
        count = self._random.randint(0, 3)
        parts: list[str] = []
        for at in range(count):
            part = self._value(depth - 1, inner, hocon=hocon) if is_list else self._entry(depth - 1, inner, hocon=hocon)
            is_last = at == count - 1
            if not is_last or (hocon and self._chance(0.1)):
                part += "" if hocon and lines and self._chance(0.5) else ","
            if not hocon and self._chance(0.1):
                part += f" /* c{self._number()}é */"
            if lines and self._chance(0.3):
                part += " " + self._comment("//")
            parts.append(part)
        if lines:
            text = "".join(f"\n{inner}{part}" for part in parts) + f"\n{indent}"
        else:
            text = self._random.choice(("", " ")) + " ".join(parts) + self._random.choice(("", " "))
        return f"[{text}]" if is_list else f"{{{text}}}"
