"""Ruby's regular expressions in the syntax of the `regex` library.

One pass over the source. It keeps track of what the library reads differently: groups by name (their names become
plain ones; with them Ruby's other groups capture nothing), quantifiers of quantifiers, look-behinds, and the options
`a`, `d` and `u`, which say whether `\\w` and the POSIX classes mean ASCII.
"""

from __future__ import annotations

import re

import msgspec

from .regex_letters import HEXADECIMAL, IN_CLASS, OUTSIDE, POSIX, SCALAR, SHARED, Options, hyphen, scalars
from .regex_tree import TooLarge, lengths, may_be_behind, never_ends, tree

_FLAGS = re.compile(r"\(\?([mixaud]*)(?:-([mix]*))?([:)])")
_QUANTIFIER = re.compile(r"[*+?]|\{(?=[\d,]*\d)(\d*)(,?)((?:(?<=,)\d*)?)\}")
_NAMED = re.compile(r"\(\?(?:<([^=!>][^>(]*)>|'([^'(]*)')")
_REFERENCE = re.compile(r"([kg])(?:<([^>]*)>|'([^']*)')")
_PROPERTY = re.compile(r"([pP])\{(\^?)([^}]*)\}")
_LARGEST_REPEAT = 100_000

#: Characters of a source; groups and classes in each other; quantifiers behind each other; pieces of what is made.
_LONGEST = 20_000
_DEEPEST = 500
_MOST_QUANTIFIERS = 50
_MOST_PIECES = 200_000


class _Group(msgspec.Struct, frozen=True):
    """An open group: where it begins in `out`, where its inside begins, the options outside."""

    start: int
    begin: int
    options: Options
    behind: bool
    absent: bool


def _absent(inside: str) -> str:
    """The end of `(?~inside)`, whatever does not hold `inside`: it stops short of the end of a match of that.

    Where matches of `inside` have different lengths, it stops short of the end of the shortest one there can be.
    """
    if not inside:
        return r")(?!))*(?!))"
    return rf")[\s\S])*[\s\S]{{0,{max(lengths(tree(inside))[0] - 1, 0)}}})"


class Translation:
    """`run` gives the pattern; ValueError with Ruby's message where Ruby refuses the source.

    `TooLarge` for sources that no person wrote, and that would take longer than anybody waits.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.out: list[str] = []
        self.options = Options()
        self.groups: list[_Group] = []
        #: How many of them are look-behinds, and how many say what must be absent.
        self.behind = self.absent = 0
        #: Where the last thing that can be repeated begins in `out`, and how many quantifiers it has.
        self.atom: int | None = None
        self.repeated = 0
        #: Nested bracket classes.
        self.depth = 0
        self.captures = 0
        self.names: dict[str, list[str]] = {}
        self.named = _NAMED.search(re.sub(r"\\.", "", source, flags=re.DOTALL)) is not None
        #: Places in `out` that refer to groups, which may follow.
        self.references: list[tuple[int, str, str]] = []

    def run(self) -> str:
        if len(self.source) > _LONGEST:
            raise TooLarge
        while self.at < len(self.source):
            self._step()
            if len(self.groups) + self.depth > _DEEPEST or self.repeated > _MOST_QUANTIFIERS:
                raise TooLarge
        if self.depth:
            raise ValueError("premature end of char-class")
        if self.groups:
            raise ValueError("end pattern with unmatched parenthesis")
        if len(self.references) * max(map(len, self.names.values()), default=1) > _MOST_PIECES:
            raise TooLarge
        for place, kind, name in self.references:
            self.out[place] = self._resolved(kind, name)
        if "\\g" in self.source and never_ends(tree(self.source)):
            raise ValueError("never ending recursion")
        return "".join(self.out)

    # Pieces

    def _take(self, length: int, text: str) -> None:
        self.at += length
        self.out.append(text)

    def _atom(self, length: int, text: str) -> None:
        """Something that a quantifier may follow."""
        self.atom, self.repeated = len(self.out), 0
        self._take(length, text)

    def _step(self) -> None:
        char = self.source[self.at]
        quantifier = _QUANTIFIER.match(self.source, self.at) if not self.depth else None
        if char == "\\":
            self._escape()
        elif self.depth:
            self._in_class(char)
        elif quantifier:
            self._quantifier(quantifier)
        elif char == "[":
            self._open_class()
        elif char == "(":
            self._group()
        elif char == ")":
            self._close_group()
        elif char == "$":
            # Ruby's `$` is before any newline and at the very end.
            self._atom(1, r"(?=\n|\Z)")
        elif char == "^":
            # Ruby's `^` is not at the end of a text that ends in a newline.
            self._atom(1, r"(?:\A|(?<=\n)(?!\Z))")
        elif char == "|" or (self.options.extended and char.isspace()):
            self.atom = None if char == "|" else self.atom
            self._take(1, char)
        elif self.options.extended and char == "#":
            end = self.source.find("\n", self.at)
            self.at = len(self.source) if end < 0 else end + 1
        else:
            self._atom(1, "\\" + char if char in "{}" else char)

    def _quantifier(self, match: re.Match[str]) -> None:
        if self.atom is None:
            raise ValueError("target of repeat operator is not specified")
        text, low, comma, high = match[0], match[1], match[2], match[3]
        if text[0] == "{":
            if any(int(bound or 0) > _LARGEST_REPEAT for bound in (low, high)):
                raise ValueError("too big number for repeat range")
            if low and high and int(low) > int(high):
                raise ValueError("upper is smaller than lower in repeat range")
        variable = text[0] != "{" or (bool(comma) and low != high)
        if variable and self.behind:
            raise ValueError("invalid pattern in look-behind")
        mode = self.source[match.end() : match.end() + 1]
        # An interval has no possessive form, `a{2}+` repeats it; a plain number no reluctant one, `a{2}?` is optional.
        text += mode if (mode == "?" and (text[0] != "{" or comma)) or (mode == "+" and text[0] != "{") else ""
        if self.repeated:
            self.out.insert(self.atom, "(?:")
            self.references = [(p + (p >= self.atom), kind, name) for p, kind, name in self.references]
            self.out.append(")")
        self.repeated += 1
        self._take(len(text), text)

    # Groups

    def _group(self) -> None:
        source, at = self.source, self.at
        flags, named = _FLAGS.match(source, at), _NAMED.match(source, at)
        if flags:
            self._flags(flags)
        elif named:
            name = named[1] or named[2] or ""
            self._open_group(len(named[0]), f"(?P<{self._name(name)}>")
        elif source.startswith("(?#", at):
            end = source.find(")", at)
            if end < 0:
                raise ValueError("end pattern in group")
            self.at = end + 1
        elif source.startswith(("(?<=", "(?<!"), at):
            self._open_group(4, source[at : at + 4], behind=True)
        elif source.startswith(("(?=", "(?!", "(?>"), at):
            self._open_group(3, source[at : at + 3])
        elif source.startswith("(?~", at) and not source.startswith("(?~|", at):
            self._open_group(3, "(?:(?:(?!", absent=True)
        elif condition := re.compile(r"\(\?\((?:<([^>]*)>|'([^']*)'|(\d+))\)").match(source, at):
            self.references.append((len(self.out), "?", condition[1] or condition[2] or condition[3]))
            self._open_group(len(condition[0]), "")
        elif source.startswith("(?", at):
            raise ValueError(self._faulty_group(source[at + 2 :]))
        else:
            self.captures += not self.named
            self._open_group(1, "(?:" if self.named else "(")

    @staticmethod
    def _faulty_group(rest: str) -> str:
        if not rest:
            return "end pattern in group"
        if rest.startswith(("<", "'")):
            name = rest[1:]
            if not name:
                return "end pattern with unmatched parenthesis"
            return "group name is empty" if name[0] in ">'" else f"invalid group name <{name}>"
        return "undefined group option"

    def _open_group(self, length: int, text: str, behind: bool = False, absent: bool = False) -> None:
        self.groups.append(_Group(len(self.out), self.at + length, self.options, behind, absent))
        self.behind += behind
        self.absent += absent
        self.atom = None
        self._take(length, text)

    def _close_group(self) -> None:
        if not self.groups:
            raise ValueError("unmatched close parenthesis")
        group = self.groups.pop()
        self.options = group.options
        self.behind -= group.behind
        self.absent -= group.absent
        if self.absent > _DEEPEST // 100:
            raise TooLarge
        if group.behind and not self.behind and not may_be_behind(tree(self.source[group.begin : self.at])):
            raise ValueError("invalid pattern in look-behind")
        self._take(1, _absent(self.source[group.begin : self.at]) if group.absent else ")")
        self.atom, self.repeated = group.start, 0

    def _flags(self, match: re.Match[str]) -> None:
        on = "".join(sorted(set(match[1].replace("m", "s")) - set("aud")))
        off = (match[2] or "").replace("m", "s")
        options = self.options.with_flags(match[1], match[2] or "")
        text = f"(?{on}{f'-{off}' if off else ''}{match[3]}"
        if match[3] == ":":
            self._open_group(len(match[0]), text)
        else:
            self._take(len(match[0]), text if on or off else "")
        self.options = options

    def _name(self, name: str) -> str:
        if not name:
            raise ValueError("group name is empty")
        if name[0].isdigit() or name[0] in "-(":
            raise ValueError(f"invalid group name <{name}>")
        self.captures += 1
        known = self.names.setdefault(name, [])
        # The library knows a name once, and letters, digits and underscores alone.
        known.append(name if name.isidentifier() and not known else f"_{self.captures}")
        return known[-1]

    def _resolved(self, kind: str, name: str) -> str:
        """A reference: back (`k`), a call (`g`), a condition (`?`), a numbered one (``)."""
        if name.lstrip("-").isdigit():
            if self.named:
                raise ValueError("numbered backref/call is not allowed. (use name)")
            number = int(name) if int(name) >= 0 else self.captures + 1 + int(name)
            if number > self.captures:
                raise ValueError("invalid backref number/name")
            return {"g": f"(?{number})", "?": f"(?({number})"}.get(kind, f"(?:\\{number})")
        groups = self.names.get(name)
        if groups is None:
            raise ValueError(f"undefined name <{name}> reference")
        if kind == "g":
            if len(groups) > 1:
                raise ValueError(f"multiplex definition name <{name}> call")
            return f"(?&{groups[0]})"
        if kind == "?":
            return f"(?({groups[0]})"
        return f"(?:{'|'.join(f'(?P={each})' for each in reversed(groups))})"

    # Escapes

    def _escape(self) -> None:
        source, at = self.source, self.at
        following = source[at + 1 : at + 2]
        if following == "":
            raise ValueError("too short escape sequence")
        take = self._take if self.depth else self._atom
        short = self.options.shorthand(following, inside=self.depth > 0)
        if short is not None:
            take(2, short)
        elif following == "u":
            self._scalar()
        elif following in "pP":
            self._property(following)
        elif following in "cCM":
            self._control()
        elif following == "x" and source[at + 2 : at + 3] not in HEXADECIMAL:
            raise ValueError("invalid hex escape")
        elif not self.depth and (reference := _REFERENCE.match(source, at + 1)):
            name = reference[2] or reference[3] or ""
            self.references.append((len(self.out), reference[1], name))
            self._atom(1 + len(reference[0]), "")
        elif not self.depth and (number := re.compile(r"[1-9]\d?").match(source, at + 1)) and int(number[0]) < 10:
            self.references.append((len(self.out), "", number[0]))
            self._atom(1 + len(number[0]), "")
        else:
            replacement = (IN_CLASS if self.depth else OUTSIDE).get(following)
            plain = following.isascii() and following.isalnum() and following not in SHARED
            take(2, replacement or (following if plain else source[at : at + 2]))

    def _scalar(self) -> None:
        match = SCALAR.match(self.source, self.at + 1)
        assert match is not None
        *others, last = scalars(match)
        self.out += others
        (self._take if self.depth else self._atom)(1 + len(match[0]), last)

    def _property(self, letter: str) -> None:
        take = self._take if self.depth else self._atom
        match = _PROPERTY.match(self.source, self.at + 1)
        if match is None:
            take(2, letter)
            return
        negated = (letter == "P") != bool(match[2])
        name = match[3].lower()
        if name in POSIX:
            take(1 + len(match[0]), f"[{'^' if negated else ''}{self.options.posix(name)}]")
        else:
            take(1 + len(match[0]), f"\\{'P' if negated else 'p'}{{{match[3]}}}")

    def _control(self) -> None:
        match = re.compile(r"c(.)|C-(.)").match(self.source, self.at + 1)
        if match is None:
            raise ValueError("too short escaped multibyte character")
        code = ord(match[1] or match[2]) & 0x1F
        (self._take if self.depth else self._atom)(1 + len(match[0]), f"\\x{code:02x}")

    # Bracket classes

    def _open_class(self) -> None:
        text, at = "[", self.at + 1
        if self.source.startswith("^", at):
            text, at = "[^", at + 1
        if self.source.startswith("]", at):
            if self.source.find("]", at + 1) < 0:
                raise ValueError("empty char-class")
            text, at = text + r"\]", at + 1
        if self.depth:
            self._take(at - self.at, text)
        else:
            self._atom(at - self.at, text)
        self.depth += 1

    def _in_class(self, char: str) -> None:
        source, at = self.source, self.at
        if char == "[":
            posix = re.compile(r"\[:(\^?)(\w+):\]").match(source, at)
            if posix and posix[2] not in POSIX:
                raise ValueError("invalid POSIX bracket type")
            if posix:
                inner = self.options.posix(posix[2])
                self._take(len(posix[0]), f"[^{inner}]" if posix[1] else f"[{inner}]")
            else:
                self._open_class()
        elif char == "]":
            self.depth -= 1
            self._take(1, "]")
        elif char == "-":
            self._hyphen()
        elif char in "|~" and source[at + 1 : at + 2] == char:
            # Set operations of the library that Ruby does not know.
            self._take(2, f"\\{char}\\{char}")
        else:
            self._take(1, char)

    def _hyphen(self) -> None:
        """A range's, or a plain one at either end or behind another range."""
        self._take(1, hyphen(self.source, self.at))
