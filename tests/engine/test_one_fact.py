"""A fact that a check and an evaluation both find is shown once, at the narrowest place, with the evaluation's way there."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.engine.check import check_paths
from puppetlens.engine.evaluation_findings import evaluation_findings
from puppetlens.engine.file_checks import Report
from puppetlens.engine.settings import Settings
from puppetlens.features.evaluation import EvaluationFinding, findings_of, merged
from puppetlens.sandbox.functions import Dispatch, RubyFunction, RubySignature
from puppetlens.workers.jobs import preview

from tests.support.check import snapshot_of
from tests.support.fixture import ROOT, read_fixture
from tests.support.written import write_files

BROKEN = Path(__file__).parents[1] / "broken"
SITE = f"{ROOT}/manifests/site.pp"


class Shown(NamedTuple):
    """`marked` is the text that is underlined; `related` the marked text and the message of each step."""

    marked: str
    code: str
    severity: str
    message: str
    related: tuple[tuple[str, str], ...]


def shown(source: str, path: str = SITE) -> tuple[list[Shown], list[Shown], list[Shown]]:
    """What the checks find in a file, what an evaluation finds, and what an editor shows."""
    fixture = read_fixture(source)
    snapshot = snapshot_of(fixture)
    answer = preview({"environment_dir": ROOT, "node": "n"}, fixture.memory, NEVER)
    told = [each for each in evaluation_findings(answer, "n") if each.file == path]
    static = diagnostics(snapshot, path)
    evaluations = findings_of(snapshot, path, told)
    evaluated = [each.finding for each in evaluations]
    both = merged(static, evaluations)
    data = fixture.files[path]
    return tuple(  # type: ignore[return-value]  # three of them
        [
            Shown(
                data[found.span.start : found.span.end].decode(),
                found.code,
                found.severity,
                found.message,
                tuple(
                    (step.text.data[step.span.start : step.span.end].decode(), step.message) for step in found.related
                ),
            )
            for found in findings
        ]
        for findings in (static, evaluated, both)
    )


@pytest.mark.parametrize(
    ("source", "marked"),
    [
        ("include absent\n", "absent"),
        ("class { 'absent': }\n", "absent"),
        ("class a inherits absent { }\ninclude a\n", "absent"),
        ("absent { 'x': }\n", "absent"),
        ("notice(Absent::Type)\n", "Absent::Type"),
        ("class a(Absent::Type $x = 1) { }\ninclude a\n", "Absent::Type"),
        ("notice(absent(1))\n", "absent"),
        ("'a'.absent\n", "absent"),
        ("class a { }\nclass { 'a': absent => 1 }\n", "absent"),
        ("define a() { }\na { 'x': absent => 1 }\n", "absent"),
        ("file { '/x': absent => 1 }\n", "absent"),
        ("$x = { 'a' => 1, 'a' => 2 }\n", "'a' => 2"),
        ("if true { class a { } }\n", "class a { }"),
        ("$a::b = 1\n", "$a::b"),
        ("notice(M::Port)\n#- modules/m/types/port.pp\ntype M::Prt = Integer\n", "M::Port"),
        ("notice(port())\n#- functions/port.pp\nfunction prt() { 1 }\n", "port"),
    ],
)
def test_what_both_find_is_shown_once(source: str, marked: str) -> None:
    static, _, both = shown(source)
    assert [found.marked for found in both if found.marked == marked] == [marked]
    assert len(both) == len(static)


@pytest.mark.parametrize("path", sorted(BROKEN.glob("*.pp")), ids=lambda path: path.stem)
def test_a_text_that_does_not_parse_is_told_of_by_the_check_alone(path: Path) -> None:
    static, _, both = shown(path.read_text("utf-8"))
    assert both == static


@pytest.mark.parametrize(
    ("source", "marked"),
    [
        ("notify { 'a': }\nnotify { 'b': ; 'a': }\n", "'a'"),
        ("notify { 'a': }\nnotify { ['b', 'a']: }\n", "'a'"),
        ("class a { }\ninclude a\nclass { 'a': }\n", "'a'"),
        ("class a(Integer $p) { }\nclass { 'a':\n  tag => 'x',\n  p => 'x',\n}\n", "p => 'x'"),
        ("define a(Integer $p) { notice($p) }\na { 'x':\n  p => 'x',\n}\n", "p => 'x'"),
        ("class a(Integer $p) { }\nclass b { }\ninclude b, a\n", "a"),
        ("notify { 'a': message => 1, message => 2 }\n", "message => 2"),
        ("notify { 'a': require => Notify['b'] }\n", "require => Notify['b']"),
        ("notify { 'a': }\n$x = 1\nNotify['a'] -> Notify['b']\n", "Notify['a'] -> Notify['b']"),
        ("$x = 1\nNotify['b'] { message => 'x' }\n", "Notify['b'] { message => 'x' }"),
        ("class a { notify { 'x': } }\ninclude a\nNotify['x'] { message => 'm' }\n", "Notify['x'] { message => 'm' }"),
        ("Notify { noop => true }\nNotify { tag => 'a',\n  noop => false }\n", "noop => false"),
        ("notice(1 + 'a')\n", "'a'"),
    ],
)
def test_an_error_of_an_evaluation_stands_at_its_exact_place(source: str, marked: str) -> None:
    _, _, both = shown(source)
    assert [found.marked for found in both] == [marked], both


def test_a_second_declaration_names_the_first_and_the_way_there() -> None:
    source = "class a { notify { 'x': } }\nclass b {\n  notify { 'x': }\n}\ninclude a\ninclude b\n"
    _, _, (found,) = shown(source)
    assert found.marked == "'x'"
    assert found.related == (
        ("notify { 'x': }", "it is already declared here"),
        ("include b", "Class[B] is declared here"),
    )


def test_a_second_definition_names_the_first() -> None:
    _, _, (found,) = shown("class a { }\n\nclass a { }\n")
    assert found.related == (("class a { }", "it is already defined here"),)


def test_of_several_facts_in_one_message_those_that_a_check_found_are_told_by_it() -> None:
    source = "class a(Integer $p, Integer $q) { }\nclass { 'a': absent => 1, q => 'x' }\n"
    _, (evaluated,), both = shown(source)
    assert len(evaluated.message.split("\n")) == 4
    heading, *rest = next(found for found in both if found.marked != "absent").message.split("\n")
    assert heading.endswith("Class[A]:")
    assert [" ".join(line.split()[:4]) for line in rest] == ["expects a value for", "parameter 'q' expects an"]
    assert [found.marked for found in both if "absent" in found.message] == ["absent"]


def test_one_fact_in_two_places_is_two() -> None:
    """The evaluation came by the second alone."""
    _, _, both = shown("if false { include absent }\ninclude absent\n")
    assert [(found.marked, found.severity) for found in both] == [("absent", "warning"), ("absent", "error")]


def test_two_facts_in_one_place_are_two() -> None:
    """Puppet stops at the first name that is missing."""
    _, _, both = shown("include absent, gone\n")
    assert [(found.marked, found.severity) for found in both] == [("absent", "error"), ("gone", "warning")]


def test_a_merged_finding_has_the_way_there() -> None:
    _, _, (found,) = shown("class a { include absent }\ninclude a\n")
    assert (found.marked, found.code) == ("absent", "UNKNOWN_CLASS")
    assert found.related == (("include a", "Class[A] is declared here"),)


def test_several_static_errors_are_told_of_a_file_that_is_not_open() -> None:
    source = "include m\n#- modules/m/manifests/init.pp\nclass m {\n  $a::b = 1\n  $a::c = 2\n}\n"
    _, evaluated, _ = shown(source, f"{ROOT}/modules/m/manifests/init.pp")
    assert [found.marked for found in evaluated] == ["$a::b", "$a::c"]


def test_what_ruby_refuses_is_the_fact_of_the_check() -> None:
    source = "notice(web::size(1))\n#- modules/web/lib/puppet/functions/web/size.rb\n"
    source += "Puppet::Functions.create_function(:'web::size') do\n  dispatch :a do\n    param 'String', :x\n  end\n"
    snapshot = snapshot_of(read_fixture(f"{source}  def a(x); end\nend\n"))
    told = {"params": [{"type": "String", "mark": "", "name": "x"}], "block": None, "return": None}
    signature = RubySignature(told, {}, lambda name: None)
    refusal = RubyFunction("web::size", 4, "/x.rb", (Dispatch(signature, "a", False),)).refusal((1,), None)
    assert refusal.message == "'web::size' parameter 'x' expects a String value, got Integer"
    evaluated = EvaluationFinding(SITE, 1, 8, "error", "RUNTIME_ERROR", refusal.message, "", refusal.faults)
    both = merged(diagnostics(snapshot, SITE), findings_of(snapshot, SITE, [evaluated]))
    assert [each.code for each in both] == ["NO_MATCHING_DISPATCH"]


#: A site whose node asks one module, and what breaks it in a file that is no code: there, and nowhere else, is the finding.
_SOUND = {
    "manifests/site.pp": "include m\n",
    "modules/m/manifests/init.pp": "class m(Integer $p = 1, String $s = '') { notice($p, $s) }\n",
    "modules/m/metadata.json": '{"name":"a-m","version":"1.0.0","author":"a","license":"","source":"","dependencies":[]}',
    "hiera.yaml": """\
version: 5
hierarchy:
  - { name: all, path: all.yaml }
  - { name: some, data_hash: json_data, path: some.json }
  - { name: more, data_hash: hocon_data, path: more.conf }
""",
    "data/all.yaml": "m::p: 2\n",
    "modules/m/hiera.yaml": "version: 5\n",
    "modules/m/data/common.yaml": "m::p: 3\n",
}
_OPTIONS = "lookup_options:\n  "
_ALIENS = [
    ("hiera.yaml", "version: 5\nhierarchy:\n  - path: [all.yaml\n", "[all.yaml", "DATA_SYNTAX_ERROR"),
    ("hiera.yaml", "version: 5\nhierarchy:\n  - name: all\n    pth: a\n", "pth", "HIERA_CONFIGURATION"),
    ("hiera.yaml", "version: 5\nhierarchy:\n  - { name: a, path: a, glob: b }\n", "name", "HIERA_CONFIGURATION"),
    ("hiera.yaml", "version: 5\nhierarchy:\n- { name: a }\n- { name: a }\n", "- { name: a }", "HIERA_CONFIGURATION"),
    ("modules/m/hiera.yaml", "version: 5\nhierarchy: [a\n", "[a", "DATA_SYNTAX_ERROR"),
    ("hiera.yaml", ":backends: yaml\n", ":backends", "UNUSABLE_LEVEL"),
    ("modules/m/hiera.yaml", ":backends: yaml\n", ":backends", "UNUSABLE_LEVEL"),
    ("data/all.yaml", "m::p: 2\nm::q: [2\n", "[2", "DATA_SYNTAX_ERROR"),
    ("data/some.json", '{ "m::q": }', "}", "DATA_SYNTAX_ERROR"),
    ("data/more.conf", "m.q = 1\nm.r }\n", "m.r }", "DATA_SYNTAX_ERROR"),
    ("data/all.yaml", "- m::p\n", "- m::p", "DATA_WITHOUT_HASH"),
    ("data/all.yaml", "m::p:\n  - one\n", "m::p", "DATA_TYPE_MISMATCH"),
    ("data/all.yaml", f"m::p: 5x\n{_OPTIONS}m::p: {{ convert_to: Integer }}\n", "5x", "DATA_TYPE_MISMATCH"),
    ("data/all.yaml", f"{_OPTIONS}m::p: {{ convert_to: Intger }}\nm::p: '2'\n", "Intger", "LOOKUP_OPTIONS_REFUSED"),
    ("data/all.yaml", f"m::p: 2\n{_OPTIONS}m::p: {{ merge: unqiue }}\n", "unqiue", "LOOKUP_OPTIONS_REFUSED"),
    ("data/all.yaml", f"m::p: 2\n{_OPTIONS}'^m::': {{ merge: [] }}\n", "[]", "LOOKUP_OPTIONS_REFUSED"),
    ("data/all.yaml", f"m::p: 2\n{_OPTIONS}'^m::(p': {{ merge: hash }}\n", "^m::(p", "LOOKUP_OPTIONS_REFUSED"),
    ("data/all.yaml", f"m::p: 2\n{_OPTIONS}m::p: [merge]\n", "[merge]", "LOOKUP_OPTIONS_REFUSED"),
    ("data/all.yaml", "m::p: 2\nlookup_options: 5\n", "5", "LOOKUP_OPTIONS_REFUSED"),
    ("modules/m/data/common.yaml", f"{_OPTIONS}x::p: {{ merge: hash }}\n", "x::p", "LOOKUP_OPTIONS_REFUSED"),
    ("data/all.yaml", "m::s: \"%{lokup('a')}\"\n", "lokup", "INTERPOLATION_REFUSED"),
    ("data/all.yaml", "m::s: \"%{lookup('m::s')}\"\n", "\"%{lookup('m::s')}\"", "INTERPOLATION_REFUSED"),
    ("hiera.yaml", "version: 5\nhierarchy: [{ name: a, path: \"%{alias('a')}\" }]\n", "a", "INTERPOLATION_REFUSED"),
    ("hiera.yaml", "version: 5\nhierarchy:\n  - name: all\n", "all", "UNUSABLE_LEVEL"),
    ("hiera.yaml", "version: 5\nhierarchy: [{ name: a, data_hash: ym_data }]\n", "ym_data", "UNUSABLE_LEVEL"),
    ("modules/m/metadata.json", '{"name":"a-m",', "", "METADATA_SYNTAX_ERROR"),
    ("modules/m/metadata.json", '{"name":"a-m"}', "{", "METADATA_REFUSED"),
    ("modules/m/manifests/init.pp", "class m(Integer $p = 1) { notice($p }\n", "(", "SYNTAX_ERROR"),
]


@pytest.mark.parametrize(("path", "text", "marked", "code"), _ALIENS)
def test_what_breaks_a_node_from_a_file_of_another_kind_is_told_in_that_file_alone(
    path: str, text: str, marked: str, code: str
) -> None:
    source = "\n".join(f"#- {name}\n{content}" for name, content in {**_SOUND, path: text}.items())
    found = [each for name in {*_SOUND, path} for each in shown(source, f"{ROOT}/{name}")[2]]
    assert [(each.marked, each.code, each.severity) for each in found] == [(marked, code, "error")]
    assert shown(source, f"{ROOT}/{path}")[1], "the evaluation knows of it, too"


@pytest.mark.parametrize(("path", "text", "marked", "code"), _ALIENS)
def test_the_same_by_the_command(path: str, text: str, marked: str, code: str, tmp_path: Path) -> None:
    (found,) = checked(tmp_path, {**_SOUND, path: text})
    assert (Path(found.path).name, found.code, found.severity) == (Path(path).name, code, "error")


def checked(folder: Path, files: dict[str, str], quick: bool = False) -> list[Report]:
    write_files(folder, files)
    return list(check_paths([str(folder)], Settings(), quick=quick))


def test_data_names_the_nodes_that_fail_by_it_wherever_they_are_defined(tmp_path: Path) -> None:
    nodes = {
        "environment.conf": "modulepath = modules\n",
        "manifests/a.pp": "node 'a', 'b' {\n  include m\n}\nnode 'c' {\n}\n",
        "manifests/site.pp": "node 'd' {\n  include m\n}\n",
    }
    (found,) = checked(tmp_path, {**_SOUND, **nodes, "data/all.yaml": "m::p: x\n"})
    assert (found.severity, found.code) == ("error", "DATA_TYPE_MISMATCH")
    who = [(Path(each.path).name, each.at.line, each.message) for each in found.related if "breaks" in each.message]
    assert who == [("a.pp", 1, "it breaks Node[a], Node[b]"), ("site.pp", 1, "it breaks Node[d]")]
    (found,) = checked(tmp_path, {}, quick=True)
    assert (found.severity, found.code, found.related) == ("warning", "DATA_TYPE_MISMATCH", ())


def test_of_refused_options_of_several_keys_in_several_files_those_that_break_a_node_name_it(tmp_path: Path) -> None:
    refused = '{ "lookup_options": {\n  "m::x": { "merge": "depe" },\n  "m::p": { "merge": "unqiue" }\n} }\n'
    files = {"data/all.yaml": f"{_OPTIONS}m::s: {{ merge: first }}\n", "data/some.json": refused}
    told = [each for each in checked(tmp_path, {**_SOUND, **files}) if each.code == "LOOKUP_OPTIONS_REFUSED"]
    assert [(Path(each.path).name, each.start.line, bool(each.related)) for each in told] == [
        ("some.json", 2, False),
        ("some.json", 3, True),
    ]


def test_a_value_that_no_node_gets_is_a_warning(tmp_path: Path) -> None:
    files = {"manifests/site.pp": "node 'a' { }\n", "data/all.yaml": "m::p: x\n"}
    (found,) = checked(tmp_path, {**_SOUND, **files})
    assert (found.severity, found.code) == ("warning", "DATA_TYPE_MISMATCH")


def test_the_data_of_a_node_counts_for_it_alone(tmp_path: Path) -> None:
    files = {
        "hiera.yaml": "version: 5\nhierarchy: [{ name: n, path: '%{trusted.certname}.yaml' }, { name: a, path: all.yaml }]\n",
        "manifests/site.pp": "node 'a' {\n  include m\n}\nnode 'b' {\n  include m\n}\n",
        "data/b.yaml": "m::p: x\n",
    }
    (found,) = checked(tmp_path, {**_SOUND, **files})
    assert (Path(found.path).name, found.severity) == ("b.yaml", "error")
    assert [each.message for each in found.related if "breaks" in each.message] == ["it breaks Node[b]"]


def test_each_fact_of_one_message_is_told_where_it_stands(tmp_path: Path) -> None:
    files = {
        "modules/m/manifests/init.pp": "class m(Integer $p, Integer $q, Integer $r) { notice($p, $q, $r) }\n",
        "data/all.yaml": "m::p: x\n\nm::q: y\n",
    }
    found = checked(tmp_path, {**_SOUND, **files})
    assert [(Path(each.path).name, each.start.line, each.severity) for each in found] == [
        ("site.pp", 1, "error"),
        ("all.yaml", 1, "error"),
        ("all.yaml", 3, "error"),
    ]
    assert found[0].message.endswith("Class[M]: expects a value for parameter 'r'")


def test_what_nodes_fail_by_in_data_is_off_and_ignored_as_its_check_is(tmp_path: Path) -> None:
    deep = "m::p: [\n  x, # puppetlens:ignore[DATA_TYPE_MISMATCH] known\n]\n"
    files = {
        "modules/m/manifests/init.pp": "class m(Array[Integer] $p) { notice($p) }\n",
        "modules/m/data/common.yaml": "{}\n",
        "data/all.yaml": deep,
    }
    assert checked(tmp_path, {**_SOUND, **files}) == []
    write_files(tmp_path, {"data/all.yaml": "m::p: [x]\n"})
    assert list(check_paths([str(tmp_path)], Settings(checks={"data-type-mismatch": "off"}))) == []


def test_what_is_kept_of_nodes_is_checked(tmp_path: Path) -> None:
    files = {
        "facts/a.json": '{ "values": { "a": }\n',
        "facts/b.yaml": "values: { size: 99999999999999999999 }\n",
        "nodes/a.yaml": "classes: { m: { p: x } }\n",
        "nodes/b.yaml": "classes: [m\n",
    }
    found = checked(tmp_path, {**_SOUND, **files})
    assert [(Path(each.path).name, each.code) for each in found] == [
        ("a.json", "DATA_SYNTAX_ERROR"),
        ("b.yaml", "UNUSABLE_FACT"),
        ("a.yaml", "REFUSED_CLASSIFICATION"),
        ("b.yaml", "DATA_SYNTAX_ERROR"),
    ]


@pytest.mark.parametrize("path", ["hiera.yaml", "modules/m/metadata.json"])
def test_who_fails_by_a_file_that_is_broken_is_named_at_it(path: str) -> None:
    source = "\n".join(f"#- {name}\n{content}" for name, content in {**_SOUND, path: "{"}.items())
    (found,) = shown(source, f"{ROOT}/{path}")[2]
    assert found.related
    assert found.related[0][0] in ("include m", "m")


def test_what_puppet_warns_of_behind_a_text_is_told_where_it_stands() -> None:
    source = '#- manifests/site.pp\n$b = 1\n$c = "a${b}\\;\\d ${b} $b\\q $b \\uD"\nnotice("\\.\n")\n'
    static, evaluated, both = shown(source)
    marked = [(each.marked, each.code) for each in static]
    code = "UNRECOGNIZED_ESCAPE"
    assert marked == [("\\;", code), ("\\d", code), ("\\q", code), ("\\u", "ILLEGAL_UNICODE_ESCAPE"), ("\\.", code)]
    assert len(evaluated) >= 4
    assert [(each.marked, each.code) for each in both] == marked


@pytest.mark.parametrize(
    "text",
    [
        "<% if $port { %>\nport <%= $port %>\n<% end %>\n",
        "<%= $port + \n %>\n",
        "<% $port = { 'a' => 1, 'a' => 2 } %>\n",
    ],
)
def test_a_template_that_cannot_be_read_is_told_alone_and_not_where_it_is_rendered(tmp_path: Path, text: str) -> None:
    code = "class m {\n  file { '/a': content => epp('m/a.epp', { 'port' => 80 }) }\n}\n"
    write_files(
        tmp_path,
        {
            "environment.conf": "",
            "manifests/site.pp": "node default { include m }\n",
            "modules/m/manifests/init.pp": code,
            "modules/m/templates/a.epp": text,
        },
    )
    told = [Path(each.path).name for each in check_paths([str(tmp_path)], Settings()) if each.severity == "error"]
    assert told == ["a.epp"]


_BOTH = {
    "a/manifests/init.pp": "class a {\n  package { 'x': }\n}\n",
    "b/manifests/init.pp": "class b {\n  package { 'x': }\n}\n",
}


@pytest.mark.parametrize(
    ("files", "places"),
    [
        ({"environment.conf": "", "manifests/site.pp": "node 'n' {\n  include a\n  include b\n}\n"}, ["a", "b"]),
        (
            {
                "environment.conf": "",
                "manifests/a.pp": "node 'n' {\n  include a\n}\n",
                "manifests/b.pp": "node 'n' {\n  include b\n}\n",
            },
            [],
        ),
        (
            {
                "environment.conf": "",
                "modules/a/manifests/init.pp": "class a inherits b {\n  package { 'x': }\n}\n",
                "modules/b/manifests/init.pp": "class b inherits a {\n  package { 'x': }\n}\n",
            },
            [],
        ),
        (
            {
                "environment.conf": "",
                "modules/a/manifests/c.pp": "class a {\n  package { 'x': }\n}\n",
                "modules/b/manifests/init.pp": "class b {\n}\n",
            },
            [],
        ),
    ],
    ids=["one node", "a node's copy", "a circle", "a class's copy"],
)
def test_what_cannot_come_together_is_not_declared_twice(
    files: dict[str, str], places: list[str], tmp_path: Path
) -> None:
    found = checked(tmp_path, {**{f"modules/{path}": text for path, text in _BOTH.items()}, **files})
    twice = [Path(each.path).parts[-3] for each in found if each.code == "DECLARED_TWICE"]
    assert twice == places
    assert [each.code for each in found if each.severity == "error"], "what is wrong is told"
