"""What is answered about code does not depend on what stands around it: text that does not parse above and below, other line
ends, characters of several units, the end of the file.

Each request is asked at each token of one class, alone and in each surrounding; the answers must be the same once places are
counted from the class. What an answer says of the code around is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest
from puppetlens.base.span import Span
from puppetlens.features.completion import ranking
from puppetlens.features.completion.complete import Completions
from puppetlens.features.semantic_tokens import semantic_tokens
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.world import World
from puppetlens.project.files import MemoryFiles
from puppetlens.syntax.layout import layout_of

from tests.features.everywhere import AT_EACH, AT_SOME, Question, done
from tests.support.fixture import ROOT, read_fixture
from tests.support.samples import part

PATH = f"{ROOT}/modules/web/manifests/init.pp"
CODE = """\
# @param port where it listens
class web(
  Integer $port = 80,
  Web::Kind $kind = 'a',
) {
  include web::tls
  $root = "/srv/${port}"
  file { $root:
    ensure => directory,
    mode => '0755',
    content => epp('web/page.epp', { 'title' => $kind }),
  }
  web::vhost { 'main': root => $root, require => File[$root] }
  $list = [1, 2].map |$each| { $each + $port }
  if $facts['os']['family'] == 'Debian' and $kind =~ Web::Kind {
    notice(web::port($port), $list[0], lookup('web::port'))
  }
}
"""
ELSEWHERE = """
#- modules/web/manifests/tls.pp
class web::tls { include web }
#- modules/web/manifests/vhost.pp
define web::vhost($root) { notice($web::root) }
#- modules/web/functions/port.pp
function web::port(Integer $x) >> Integer { $x + 1 }
#- modules/web/types/kind.pp
type Web::Kind = Enum['a', 'b']
#- modules/web/templates/page.epp
<%- | String $title | -%>
<%= $title %> <%= $web::port %>
#- hiera.yaml
version: 5
hierarchy: [{name: all, path: common.yaml}]
#- data/common.yaml
web::port: 81
#- facts/n.json
{"os": {"family": "Debian"}}
"""
_LINE = re.compile(r":\d+\b")
_OFFSETS = {(name, field) for name in ("InlayHint", "Completions") for field in ("offset", "start", "end")}
#: What an answer that leads to another file says of the one where it was asked.
_WHERE_ASKED = {("Target", "origin"), ("Link", "span")}
#: Places of calls are in the caller's file, which may be either; the name of a local variable has its place.
_NOT_COMPARED = {("Call", "spans"), ("Entity", "owner")}
AROUND = {
    "faults above and below": "file { 'a' ensure => absent }\n@@\nclass after {\n  file { 'b': mode => \n",
    "characters of several units": "# 😀 é\nnotice('😀')\n@@\n# 😀\n",
    "line ends of Windows": "notice(1)\r\n@@\r\n",
    "a mark of its encoding": "\ufeff@@\n",
    "the end of the file": "notice(1)\n@@",
}


class _Elsewhere(Exception):
    """A place in this file that is not in the class."""


class Around:
    """The class in some surrounding."""

    def __init__(self, around: str) -> None:
        windows = "\r\n" in around
        own = CODE.rstrip("\n").replace("\n", "\r\n" if windows else "\n")
        self.data, code = around.replace("@@", own).encode(), own.encode()
        self.start = self.data.index(code)
        self.end = self.start + len(code)
        fixture = read_fixture(ELSEWHERE)
        self.snapshot = World(MemoryFiles({**fixture.files, PATH: self.data}), [ROOT]).snapshot()
        for site in self.snapshot.sites:
            done(self.snapshot.reading(site))

    def offset(self, place: int) -> int:
        """Of a place in the class, as it is written above."""
        lines = CODE[:place].count("\n") if b"\r\n" in self.data else 0
        return self.start + place + lines

    def place(self, offset: int) -> int:
        if not self.start <= offset <= self.end:
            raise _Elsewhere
        return offset - self.start - self.data.count(b"\r", self.start, offset)

    def _span(self, span: Span) -> tuple[int, int]:
        if span.start >= self.end:
            raise _Elsewhere
        return self.place(span.start), self.place(span.end)

    def told(self, answer: Any, path: str = PATH) -> Any:
        """An answer with its places as those in the class, and without what it says of the code around."""
        if isinstance(answer, Span):
            return self._span(answer) if path == PATH else tuple(answer)
        if isinstance(answer, str):
            return _LINE.sub(":N", answer.replace("\r\n", "\n"))
        if isinstance(
            answer, Completions
        ):  # what is there is asked: its order, which old facts, and types among values, are learned from around
            of_values = any(item.label.startswith("$") for item in answer.items)
            learned = re.compile(r"\$::|[A-Z]" if of_values else r"\$::")
            labels = {item.label for item in answer.items if not learned.match(item.label)}
            answer = answer._replace(items=tuple(sorted(labels)))
        fields = _fields(answer)
        if fields is not None:
            owner, target = type(answer).__name__, fields.get("path")
            return {name: self._told_field(owner, name, value, path, target) for name, value in fields.items()}
        if isinstance(answer, Mapping):
            return {
                key: self.told(value, key if isinstance(key, str) and "/" in key else path)
                for key, value in answer.items()
            }
        if isinstance(answer, (list, tuple)):
            return list(self._those_inside(answer, path))
        return answer

    def _told_field(self, owner: str, name: str, value: Any, path: str, target: object) -> Any:
        if (owner, name) in _OFFSETS:
            return self.place(value)
        if (owner, name) in _NOT_COMPARED:
            return None
        return self.told(value, target if isinstance(target, str) and (owner, name) not in _WHERE_ASKED else path)

    def _those_inside(self, answer: Iterable[Any], path: str) -> Iterator[Any]:
        for each in answer:
            try:
                yield self.told(each, path)
            except _Elsewhere:
                continue


def _fields(answer: Any) -> dict[str, Any] | None:
    if isinstance(answer, tuple) and hasattr(answer, "_asdict"):
        return dict(answer._asdict())
    if isinstance(answer, msgspec.Struct):
        return msgspec.structs.asdict(answer)
    return dict(vars(answer)) if is_dataclass(answer) else None


@cache
def in_surrounding(around: str) -> Around:
    return Around(AROUND.get(around, "@@\n"))


class Colour(NamedTuple):
    span: Span
    kind: str
    modifiers: int


def colours(snapshot: Snapshot, path: str, _: int) -> list[Colour]:
    return [Colour(Span(first, end), kind, more) for first, end, kind, more in semantic_tokens(snapshot, path)]


QUESTIONS: dict[str, Question] = {**AT_EACH, **AT_SOME, "semantic tokens": colours}


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("asked", QUESTIONS)
def test_the_answer_is_the_same(asked: str, around: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "MOST", 10_000)  # the order decides what comes last of a list that is cut off
    question, alone, other = QUESTIONS[asked], in_surrounding("nothing"), in_surrounding(around)
    document = alone.snapshot.document(PATH)
    assert document is not None
    places = [token.start for token in layout_of(alone.data, document.parsed.tree).tokens]
    for place in part(places if asked in AT_EACH and asked != "completion" else places[::8]):
        expected = alone.told(question(alone.snapshot, PATH, alone.offset(place)))
        found = other.told(question(other.snapshot, PATH, other.offset(place)))
        assert found == expected, f"{CODE[:place]}$^{CODE[place:]}"
