"""Every kind of name, and which requests know it: the table of docs/features.md.

`[[name]]` is the name that is asked about; completion is asked where but the first letter of its last part is gone. What cannot be
(Puppet's own functions have no place to go to) is told with the reason in `NOT`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from puppetlens.features.completion.complete import complete
from puppetlens.features.definition import definition
from puppetlens.features.highlight import highlights
from puppetlens.features.hover import hover
from puppetlens.features.references import references
from puppetlens.features.rename import Refused, prepare_rename
from puppetlens.model.snapshot import Snapshot

from tests.support.check import answer, snapshot_of
from tests.support.fixture import read_fixture

#: What there is to be named.
SITE = """
#- environment.conf
modulepath = modules
#- hiera.yaml
version: 5
hierarchy: [{name: x, paths: [more.yaml, common.yaml]}]
#- data/common.yaml
plain: {part: 1}
m::port: 1
#- modules/m/manifests/init.pp
class m(Integer $port = 1) inherits m::base { $inside = template('m/t.erb') }
class m::other { include m  m::d { 'n': port => 1 } m::f(1) m::r(1) n_thing { 'n': size => 1 } notice(M::P) }
#- modules/m/manifests/base.pp
class m::base { }
#- modules/m/manifests/d.pp
define m::d($port = 2) { file { '/known': path => '/known', alias => 'also' } }
#- modules/m/functions/f.pp
function m::f($x) { $x }
#- modules/m/types/p.pp
type M::P = Integer
#- modules/m/templates/t.epp
<%- | $port = 3 | -%><%= $port %>
#- modules/m/templates/t.erb
<%= @port %>
#- modules/m/files/x
text
#- modules/m/lib/puppet/functions/m/r.rb
Puppet::Functions.create_function(:'m::r') do
  dispatch(:r) { param 'Any', :x }
end
#- modules/m/lib/puppet/type/n_thing.rb
Puppet::Type.newtype(:n_thing) do
  newparam(:name)
  newproperty(:size) { desc 'How large.' }
end
#- facts/a.json
{"os": {"family": "Debian"}, "role": "web"}
"""


class Construct(NamedTuple):
    """`source` is in the main manifest, or begins with the path of its file. `without` are the requests that have nothing
    to say, each with a reason of `NOT`."""

    name: str
    source: str
    without: dict[str, str] = {}


NOT = {
    "own": "Puppet brings it along",
    "ruby": "declared in Ruby, which is not changed",
    "fact": "it comes from the node",
    "free": "any text may stand there",
    "title": "a title is what is managed",
    "path": "renaming the file does it",
    "pattern": "a pattern, not a name",
    "alone": "named once",
    "outside": "written by others",
    "match": "a match has no name",
    "later": "no",
}
_OWN = {"definition": "own", "rename": "own"}
_RUBY = {"rename": "ruby"}
_RESOURCE = {"rename": "title"}
_FILE = {"rename": "path"}

CONSTRUCTS = (
    Construct("class after `include`", "include [[m]]"),
    Construct("class in a list", "contain ['[[m::base]]', 'm']"),
    Construct("title of a class", "class { '[[m]]': }"),
    Construct("`Class[...]`", "Class['[[m]]'] -> Class['m::base']"),
    Construct("class after `inherits`", "class x inherits [[m]] { }"),
    Construct("class that is defined", "class [[other]] { }\ninclude other", {"completion": "free"}),
    Construct("defined type", "[[m::d]] { 'x': }"),
    Construct("reference to a defined type", "[[M::D]]['x'] -> Class['m']"),
    Construct("defaults of a defined type", "[[M::D]] { port => 1 }"),
    Construct("collector", "[[M::D]] <| |>"),
    Construct("parameter of a class", "class { 'm': [[port]] => 1 }"),
    Construct("parameter of a define", "m::d { 'x': [[port]] => 1 }"),
    Construct("parameter under several titles", "class { ['m', 'm::base']: [[port]] => 1 }"),
    Construct("parameter behind `* =>`", "m::d { 'x': * => { [[port]] => 1 } }"),
    Construct("parameter in defaults", "M::D { [[port]] => 1 }"),
    Construct("parameter in an override", "M::D['x'] { [[port]] => 1 }"),
    Construct("parameter in a query", "M::D <| [[port]] == 1 |>"),
    Construct("parameter of a reference", "notice(M::D['x']['[[port]]'])"),
    Construct("parameter of `Resource[...]`", "Resource[M::D, 'x'] { [[port]] => 1 }"),
    Construct(
        "parameter in `create_resources`",
        "create_resources('m::d', { 'x' => { '[[port]]' => 1 } })",
    ),
    Construct("parameter of an EPP template", "epp('m/t.epp', { '[[port]]' => 1 })"),
    Construct("attribute of a type of Puppet's", "file { '/x': [[mode]] => '1' }\nfile { '/y': mode => '1' }", _OWN),
    Construct("attribute of a type in Ruby", "n_thing { 'x': [[size]] => 1 }", _RUBY),
    Construct("metaparameter", "m::d { 'x': [[require]] => M::D['n'] }", {**_OWN, "references": "alone"}),
    Construct("resource type of Puppet's", "[[file]] { '/x': }", _OWN),
    Construct("resource type in Ruby", "[[n_thing]] { 'x': }", _RUBY),
    Construct("title of a resource", "file { '[[/x]]': }\nFile['/x']", {**_RESOURCE, "completion": "free"}),
    Construct("reference to a resource", "File['[[/known]]']", _RESOURCE),
    Construct("reference by an alias", "File['[[also]]']", _RESOURCE),
    Construct("`Resource[type, title]`", "Resource['file', '[[/known]]']", _RESOURCE),
    Construct("type in `Resource[...]`", "Resource['[[m::d]]', 'x']"),
    Construct("function", "[[m::f]](1)"),
    Construct("function as a method", "1.[[m::f]]"),
    Construct("function in Ruby", "[[m::r]](1)", _RUBY),
    Construct("function of Puppet's", "[[notice]](1)", _OWN),
    Construct("type alias", "$x =~ [[M::P]]"),
    Construct("type of Puppet's", "$x =~ [[Integer]]\n$y =~ Integer", _OWN),
    Construct("local variable", "class x { $abc = 1 notice($[[abc]]) }"),
    Construct("variable in a string", 'class x { $abc = 1 notice("${[[abc]]}") }'),
    Construct("parameter of a lambda", "[1].each |$abc| { notice($[[abc]]) }"),
    Construct("variable of a class", "notice($[[m::inside]])"),
    Construct("variable of top scope in a function", "$top = 1\nfunction g() { $[[top]] }"),
    Construct("variable of a node in a class", "node 'a' { $nod = 1 }\nclass x { notice($[[nod]]) }"),
    Construct("`$title`", "define x { notice($[[title]], $title) }", _OWN),
    Construct("`$facts`", "notice($[[facts]]['os'], $facts)", {"definition": "fact", "rename": "fact"}),
    Construct(
        "key of `$facts`",
        "notice($facts['[[os]]'], $facts['os'])",
        {"definition": "fact", "rename": "fact", "references": "fact", "highlight": "fact"},
    ),
    Construct("`$trusted`", "notice($[[trusted]]['certname'], $trusted)", _OWN),
    Construct("`$1`", "if 'a' =~ /(a)/ { notice($[[1]], $1) }", {"rename": "match", "completion": "match"}),
    Construct("name in `defined`", "if defined('[[m]]') {}"),
    Construct("variable in `getvar`", "getvar('[[m::inside]]')"),
    Construct("function in `call`", "call('[[m::f]]', 1)"),
    Construct("function in `Deferred`", "Deferred('[[m::f]]', [1])"),
    Construct("template", "template('[[m/t.erb]]')", _FILE),
    Construct("EPP template", "epp('[[m/t.epp]]')\nepp('m/t.epp')", _FILE),
    Construct("file of a module", "file('[[m/x]]')\nfile('m/x')", _FILE),
    Construct("`puppet:///`", "file { '/x': source => '[[puppet:///modules/m/x]]' }\nfile('m/x')", _FILE),
    Construct(
        "name of a node",
        "node '[[a.example.com]]' { }",
        {"rename": "title", "references": "alone", "completion": "free"},
    ),
    Construct("key in `lookup`", "lookup('[[plain]]')", {"rename": "later"}),
    Construct("key of a parameter in `lookup`", "lookup('[[m::port]]')"),
    Construct("class in EPP", "modules/m/templates/x.epp: <% include [[m]] %>"),
    Construct("parameter of a class in EPP", "modules/m/templates/x.epp: <% class { 'm': [[port]] => 1 } %>"),
    Construct("variable in EPP", "modules/m/templates/x.epp: <%- | $abc | -%><%= $[[abc]] %>"),
    Construct("variable of a class in EPP", "modules/m/templates/x.epp: <%= $[[m::inside]] %>"),
    Construct("function in EPP", "modules/m/templates/x.epp: <%= [[m::f]](1) %>"),
    Construct("variable in ERB", "modules/m/templates/t.erb: <%= @[[port]] %>", {"completion": "later"}),
    Construct("key of a parameter in data", "data/more.yaml: [[m::port]]: 2"),
    Construct("key that code looks up in data", "data/more.yaml: [[plain]]: 2", {"rename": "later"}),
    Construct(
        "key in `lookup_options`",
        "data/more.yaml: lookup_options: {'[[m::port]]': {merge: first}}",
    ),
    Construct(
        "pattern in `lookup_options`",
        "data/more.yaml: lookup_options: {'[[^m::.*]]': {merge: first}}",
        {"rename": "pattern", "completion": "pattern", "hover": "pattern"},
    ),
    Construct(
        "`%{lookup('...')}` in data",
        "data/more.yaml: x: \"%{lookup('[[plain]]')}\"",
        {"rename": "later"},
    ),
    Construct("`%{alias('...')}` in data", "data/more.yaml: x: \"%{alias('[[m::port]]')}\""),
    Construct("variable in data", 'data/more.yaml: x: "%{[[m::inside]]}"'),
    Construct("class in data", "data/more.yaml: classes: ['[[m::base]]']"),
    Construct(
        "resource in data", "data/more.yaml: x: {require: 'File[[[/known]]]'}", {**_RESOURCE, "completion": "later"}
    ),
    Construct(
        "module in the Puppetfile", "Puppetfile: mod 'x-[[m]]'\nmod 'y-m'", {"rename": "outside", "completion": "later"}
    ),
    Construct(
        "module in metadata.json",
        'metadata.json: {"dependencies": [{"name": "x-[[m]]"}, {"name": "y/m"}]}',
        {"rename": "outside", "completion": "later"},
    ),
    Construct(
        "function in hiera.yaml",
        "modules/m/hiera.yaml: hierarchy: [{name: x, data_hash: '[[m::f]]'}]",
    ),
)


def _completed(snapshot: Snapshot, path: str, offset: int, name: str) -> bool:
    found = complete(snapshot, path, offset)
    names = {name, f"${name}", name.removeprefix("puppet:///modules/"), _LAST.findall(name)[0]}
    return found is not None and any({each.label, each.insert or each.label} & names for each in found.items)


def _renamed(snapshot: Snapshot, path: str, offset: int) -> bool:
    try:
        prepare_rename(snapshot, path, offset)
    except Refused:
        return False
    return True


Asked = Callable[[Snapshot, str, int], bool]
REQUESTS: dict[str, Asked] = {
    "definition": lambda snapshot, path, offset: bool(definition(snapshot, path, offset)),
    "hover": lambda snapshot, path, offset: hover(snapshot, path, offset) is not None,
    "references": lambda snapshot, path, offset: len(answer(references(snapshot, path, offset))) > 1,
    "highlight": lambda snapshot, path, offset: bool(highlights(snapshot, path, offset)),
    "rename": _renamed,
}
COLUMNS = (*REQUESTS, "completion")
#: The last part of a name.
_LAST = re.compile(r"[^:/]+$")
_NAME = re.compile(r"\[\[(.+?)\]\](?!\])", re.DOTALL)


def known(construct: Construct) -> dict[str, bool]:
    """Which requests have something to say of a construct."""
    path, colon, text = construct.source.partition(": ")
    if not colon or " " in path or ("." not in path.rpartition("/")[2] and path != "Puppetfile"):
        path, text = "manifests/site.pp", construct.source
    name = _NAME.search(text)
    assert name is not None, construct
    before, after = text[: name.start()], text[name.end() :]
    whole = read_fixture(f"{_without(path)}\n#- {path}\n{before}{name[1]}{after}\n")
    offset = len(before.encode()) + len(name[1].encode()) // 2
    snapshot = snapshot_of(whole)
    found = {request: ask(snapshot, f"/site/{path}", offset) for request, ask in REQUESTS.items()}
    typed = _LAST.sub(lambda last: last[0][:1], name[1])
    cut = read_fixture(f"{_without(path)}\n#- {path}\n{before}{typed}{after}\n")
    at = len(before.encode()) + len(typed.encode())
    found["completion"] = _completed(snapshot_of(cut), f"/site/{path}", at, name[1])
    return found


def _without(path: str) -> str:
    """The site without one of its files, which the construct brings."""
    return re.sub(rf"#- {re.escape(path)}\n(?:(?!#- ).*\n)*", "", SITE).strip()


def table() -> list[str]:
    """Rows of Markdown."""
    rows = [f"| name | {' | '.join(COLUMNS)} |", f"| --- |{' --- |' * len(COLUMNS)}"]
    for construct in CONSTRUCTS:
        cells = (NOT[construct.without[request]] if request in construct.without else "yes" for request in COLUMNS)
        rows.append(f"| {construct.name} | {' | '.join(cells)} |")
    return rows
