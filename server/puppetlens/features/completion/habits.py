"""What is written in places that look alike: learned from the user's own files as they are asked for.

Code repeats itself, and most of all within a module: what stands between the same words is likely the same word. Files
are kept as streams of their tokens (no comments, no blanks; a string is one token, unless variables stand in it). A
place is known by the tokens around it. Occurrences of these in the streams of nearby files each speak for the token
that stands there; the more tokens agree, the louder.

Modules of one site often look alike but for their names. So a module's own name stands in its streams as `_OWN_NAME`:
what `nova` does with `nova::config::end` is a habit for `glance`, too.

Nothing is computed before it is asked for but the streams, at most `_NEW` files a question; so the first answers in a
module know less than later ones.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import NamedTuple, cast

from ...model.entity import Entity
from ...model.summary import Summary
from .place import Place

_TOKEN = re.compile(
    rb"#[^\n]*|/\*.*?\*/|('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|\$(?:::)?\w+(?:::\w+)*|(?:::)?\w+(?:::\w+)*"
    rb"|=>|\+>|->|~>|==|!=|=~|!~|<%|%>|\$|[^\s\w])",
    re.DOTALL,
)
_IN_STRING = re.compile(rb"\$\{?(?:::)?\w+(?:::\w+)*|[^$]+|\$\{?")
#: Between two tokens; and what stands for the name of the module that a file is in.
_GAP, _OWN_NAME = b"\0", b"\1"
#: So many tokens are looked at on either side.
_LEFT, _RIGHT = 4, 3
#: Bytes of the asking file, before and after the place, that are looked at.
_WINDOW = 30_000
#: So many files of the module, and of others.
_OWN, _OTHERS = 120, 30
#: ... of the module before the others.
_NEAREST = 40
#: Bytes of their tokens.
_BYTES = 250_000
#: ... that are looked at for what says little.
_NEAR = 60_000
#: What is found less often in them is rare.
_RARE = 1000
#: So many files at most are read anew for one question.
_NEW = 150
_KEPT = 4000
#: So many places of a file where an attribute is set are looked at, and so many braces before each.
_VALUES, _BRACES = 40, 12

#: (tokens to the left that agree, to the right) -> how much that says; most telling first.
LEVELS: tuple[tuple[int, int, float], ...] = (
    (4, 2, 8.0), (3, 2, 6.0), (2, 2, 4.0), (3, 1, 4.0), (1, 2, 2.0), (2, 1, 2.5), (3, 0, 2.0), (2, 0, 1.2), (1, 1, 0.8),
    (1, 0, 0.4), (0, 2, 0.6), (0, 1, 0.2),
)  # fmt: skip
#: How much more an occurrence says in the same file.
_SAME_FILE = 4

_KINDS = {
    "variable": rb"(\$[^\0]+)",
    "name": rb"([a-z_\1][^\0]*)",
    "type": rb"([A-Z][^\0]*)",
    "string": rb"('[^\0]*)",
    "any": rb"([\w\1'$][^\0]*)",
}


class _Stream(NamedTuple):
    summary: Summary
    tokens: bytes


_STREAMS: dict[str, _Stream] = {}


def stream(data: bytes) -> bytes:
    """The tokens of a text, each with a gap before and after."""
    found: list[bytes] = []
    for token in _TOKEN.findall(data):
        if not token:
            continue
        first = token[:1]
        if first == b'"':
            if b"$" in token:
                for part in _IN_STRING.findall(token):
                    found.append(b"$" + part[2:] if part.startswith(b"${") else part)
            else:
                found.append(b"'" + token[1:-1] + b"'")
        elif first == b":" and len(token) > 2:
            found.append(token[2:])
        else:
            found.append(token)
    return _GAP + _GAP.join(found) + _GAP if found else _GAP


def _by_statements(data: bytes, starts: Sequence[int], first: int) -> bytes:
    """The same of a text that begins at `first`; what was read of a statement before is known."""
    inside = starts[bisect_right(starts, first) : bisect_left(starts, first + len(data))]
    cuts = [0, *(start - first for start in inside), len(data)]
    return b"".join(_statement(data[start:end]) for start, end in pairwise(cuts)) + _GAP


@lru_cache(maxsize=4096)
def _statement(data: bytes) -> bytes:
    return stream(data)[:-1]


def habits(place: Place) -> dict[str, float]:
    """How much the files nearby speak for each spelling (`Item.spelling`)."""
    return {_spelled(token): score for token, score in heard(place).items()}


def heard(place: Place) -> dict[bytes, float]:
    """The same, by the tokens as they are written (strings in single quotes)."""
    return place.view.once(("heard", place.kind, place.span), lambda: _heard_at(place))


def _heard_at(place: Place) -> dict[bytes, float]:
    view = place.view
    document = view.document
    if document is None:
        return {}
    data = document.text.data
    start, end = place.span
    quote = place.quote.encode()
    first, last = max(0, start - _WINDOW), end + len(quote)
    before, after = data[first : start - len(quote)], data[last : end + _WINDOW]
    if place.kind == "variable":
        before = before.removesuffix(b"{").removesuffix(b"$")
    module = (view.module or "").encode()
    starts = [base for base, *_ in document.scopes.runs()]
    left = _own_name(_by_statements(before, starts, first), module)
    right = _own_name(_by_statements(after, starts, last), module)
    if place.interpolated or (place.kind == "variable" and _in_string(before)):
        left, right = _text_around(before, after, left, right)
    own = left + right
    others = b"".join(_nearby(place))
    lefts, rights = left.split(_GAP)[-_LEFT - 1 : -1], right.split(_GAP)[1 : _RIGHT + 1]
    said = _heard(own, others, lefts, rights, _hole(place))
    return {token.replace(_OWN_NAME, module): score for token, score in said.items()}


def values_elsewhere(place: Place) -> dict[bytes, int]:
    """What the attribute of the place is set to on resources of the same type in files nearby: token -> how often."""
    return place.view.once(("values elsewhere", place.span), lambda: _values_elsewhere(place))


def _values_elsewhere(place: Place) -> dict[bytes, int]:
    document, owner = place.view.document, place.owner.partition(":")[2].encode()
    if document is None or not owner or not place.key:
        return {}
    data, module = document.text.data, (place.view.module or "").encode()
    start, end, quote = *place.span, len(place.quote)
    parts = data[max(0, start - _WINDOW) : start - quote], data[end + quote : end + _WINDOW]
    own = _GAP.join(map(stream, parts))
    pattern = re.compile(rb"\0" + re.escape(place.key.encode()) + rb"\0[=+]>\0([\w'][^\0]*)(?=\0)")
    found: Counter[bytes] = Counter()
    for tokens in (own, *_nearby(place)):
        for match in islice(pattern.finditer(tokens), _VALUES):
            if _owner_before(tokens, match.start()).replace(_OWN_NAME, module).lower() == owner:
                found[match[1].replace(_OWN_NAME, module)] += 1
    return found


def _owner_before(tokens: bytes, at: int) -> bytes:
    """The word before the brace that is open at a place."""
    depth = 0
    for _ in range(_BRACES):
        at = max(tokens.rfind(b"\0{\0", 0, at + 1), tokens.rfind(b"\0}\0", 0, at + 1))
        if at < 0:
            break
        if tokens[at + 1 : at + 2] == b"}":
            depth += 1
        elif depth:
            depth -= 1
        else:
            return tokens[tokens.rfind(_GAP, 0, at) + 1 : at]
    return b""


def _own_name(tokens: bytes, module: bytes) -> bytes:
    """The tokens with `_OWN_NAME` for the module's name where a name begins with it."""
    if not module:
        return tokens
    return re.sub(rb"(?<=[\0$'])(?:::)?" + re.escape(module) + rb"(?=::|_|['\0])", _OWN_NAME, tokens)


def _in_string(before: bytes) -> bool:
    line = before[before.rfind(b"\n") + 1 :]
    return line.count(b'"') % 2 == 1


def _text_around(before: bytes, after: bytes, left: bytes, right: bytes) -> tuple[bytes, bytes]:
    """In a string the text on either side, up to its quotes, is a token each."""
    opening = max(before.rfind(b'"'), before.rfind(b"\n"))
    text = before[opening:]
    end = after.find(b'"')
    return (
        stream(before[:opening])[:-1] + _GAP + _GAP.join(_IN_STRING.findall(text)) + _GAP,
        _GAP + _GAP.join(_IN_STRING.findall(after[: end + 1])) + stream(after[end + 1 :]),
    )


def _hole(place: Place) -> bytes:
    match place.kind:
        case "variable":
            return _KINDS["variable"]
        case "type":
            return _KINDS["type"]
        case _ if place.interpolated:
            return _KINDS["variable"]
        case _ if place.quote:
            return _KINDS["string"]
        case "attribute" | "class" | "resource_type" | "method":
            return _KINDS["name"]
        case _:
            return _KINDS["any"]


def _heard(
    own: bytes, others: bytes, lefts: Sequence[bytes], rights: Sequence[bytes], hole: bytes
) -> dict[bytes, float]:
    said: dict[bytes, float] = {}
    texts = ((_occurrences(own, lefts, rights, hole), _SAME_FILE), (_occurrences(others, lefts, rights, hole), 1))
    for left, right, weight in LEVELS:
        if left > len(lefts) or right > len(rights):
            continue
        counted: dict[bytes, int] = {}
        for found, times in texts:
            for (token, agree), count in found[left].items():
                if agree >= right:
                    counted[token] = counted.get(token, 0) + times * count
        total = sum(counted.values()) + 2
        for token, count in counted.items():
            said[token] = said.get(token, 0.0) + weight * count / total
    return said


def _occurrences(
    tokens: bytes, lefts: Sequence[bytes], rights: Sequence[bytes], hole: bytes
) -> list[dict[tuple[bytes, int], int]]:
    """For each number of tokens to the left that agree: which tokens stand there, with how many to the right that
    agree, and how often. Each is one walk; none where nothing agreed with one token less."""
    found: list[dict[tuple[bytes, int], int]] = [_before(tokens, rights, hole)]
    times: int | None = None
    for left in range(1, _LEFT + 1):
        counted: dict[tuple[bytes, int], int] = {}
        before = _GAP + b"".join(token + _GAP for token in lefts[len(lefts) - left :])
        fewer, times = times, tokens.count(before) if times != 0 and left <= len(lefts) else 0
        if times and times == fewer:
            counted = found[-1]  # where all that agreed with one token less agrees
        elif times:
            for (token, *after), count in Counter(_all(tokens, before, times, hole)).items():
                key = token, _agreeing(after, rights)
                counted[key] = counted.get(key, 0) + count
        found.append(counted)
    return found


def _all(tokens: bytes, before: bytes, times: int, hole: bytes) -> Iterable[tuple[bytes, ...]]:
    """The tokens that stand behind others, each with the next two. A pattern for what is before, too, takes longer to
    make than to look for what is rare."""
    behind = hole + rb"(?=\0([^\0]*)(?:\0([^\0]*))?)"
    if times > _RARE:
        return cast("list[tuple[bytes, ...]]", re.findall(re.escape(before) + behind, tokens))
    found: list[tuple[bytes, ...]] = []
    match, at, size = re.compile(behind).match, tokens.find(before), len(before)
    while at >= 0:
        matched = match(tokens, at + size)
        if matched is not None:
            found.append(matched.groups(b""))
        at = tokens.find(before, at + 1 if matched is None else matched.end())
    return found


def _before(tokens: bytes, rights: Sequence[bytes], hole: bytes) -> dict[tuple[bytes, int], int]:
    """The same of tokens before which anything stands; what stands behind them agrees."""
    if not rights:
        return {}
    parts = tokens[:_NEAR].split(_GAP + rights[0] + _GAP)
    fits = re.compile(hole + rb"\Z").match
    counted = Counter(
        (part[part.rfind(_GAP) + 1 :], 1 + (len(rights) > 1 and (after + _GAP).startswith(rights[1] + _GAP)))
        for part, after in pairwise(parts)
    )
    return {key: count for key, count in counted.items() if fits(key[0])}


def _agreeing(after: Sequence[bytes], rights: Sequence[bytes]) -> int:
    agree = 0
    for one, other in zip(after, rights, strict=False):
        if one != other:
            break
        agree += 1
    return agree


def _spelled(token: bytes) -> str:
    text = token.decode("utf-8", "replace")
    return text[1:-1].removeprefix("::") if text[:1] == "'" else text


# Files -------------------------------------------------------------------------------------------------------


def _nearby(place: Place) -> Iterator[bytes]:
    view = place.view
    new = size = 0
    modules = {root: name.encode() for name, root in view.site.modules.items()}
    for path in _paths(place):
        if path == view.path:
            continue
        if size > _BYTES:
            return
        summary = view.snapshot.index.get(path)
        known = _STREAMS.get(path)
        if summary is None:
            continue
        if known is None or known.summary is not summary:
            if new >= _NEW:
                continue
            new += 1
            text = view.snapshot.text(path)
            tokens = stream(text.data) if text is not None else b""
            known = _STREAMS[path] = _Stream(summary, _own_name(tokens, _module_of(path, modules)))
            while len(_STREAMS) > _KEPT:
                _STREAMS.pop(next(iter(_STREAMS)))
        size += len(known.tokens)
        yield known.tokens


def _module_of(path: str, modules: Mapping[str, bytes]) -> bytes:
    """The module that a file is in, by the modules' folders."""
    while path:
        path = path.rpartition("/")[0]
        if path in modules:
            return modules[path]
    return b""


def _paths(place: Place) -> list[str]:
    """The files of the module, those in the same folder first; then others with the same type or function."""
    view = place.view
    snapshot = view.snapshot
    folder = view.path.rpartition("/")[0]
    own = list(snapshot.module_files(view.site, view.module)) if view.module is not None else []
    own.sort(key=lambda path: path.rpartition("/")[0] != folder)
    found = dict.fromkeys(own[:_NEAREST])
    for name in _owners(place):
        others = sorted(set(snapshot.using(name)) - found.keys())
        found.update(dict.fromkeys(others[:: max(1, len(others) // _OTHERS)][:_OTHERS]))
    found.update(dict.fromkeys(own[:_OWN]))
    return list(found)


def _owners(place: Place) -> Iterator[Entity]:
    kind, _, name = place.owner.partition(":")
    if kind == "function":
        yield Entity("function", name)
    elif place.kind == "class":
        yield Entity("function", place.owner)
    elif place.kind == "title":
        yield Entity("type", place.owner)
    elif place.kind == "attribute" or kind == "attribute":
        yield Entity("resource_type", name or kind)
