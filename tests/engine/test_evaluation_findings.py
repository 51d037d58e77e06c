"""What a preview finds, as the editor shows it: at the exact span, once, with the way that led there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from puppetlens.base.position import Text
from puppetlens.engine.settings import Settings
from puppetlens.workers.hosts import wait_for_ruby

from tests.support.editor import Editor


@pytest.fixture
def editor(tmp_path: Path, shared_workers: None) -> Iterator[Editor]:
    (tmp_path / "environment.conf").write_text("modulepath = modules\n")
    editor = Editor(tmp_path)
    editor.write("facts/a.example.com.json", "{}")
    yield editor
    editor.engine.stop()


SITE = "manifests/site.pp"


def test_an_error_marks_the_expression_that_puppet_means(editor: Editor) -> None:
    editor.type(SITE, "# 😀\n$x = 'ä'\nnotice('😀', 1 + $x)\n")
    editor.preview()
    assert editor.findings(SITE, 1) == [
        (
            "$x",
            "error",
            "Evaluation Error: The value 'ä' cannot be converted to Numeric. on node a.example.com",
        )
    ]


@pytest.mark.slow
def test_what_the_evaluation_of_the_file_and_a_preview_tell_is_one_finding_with_its_chain(editor: Editor) -> None:
    editor.write("modules/m/manifests/init.pp", "define m { $x = 'a' }\n")
    name = "modules/m/manifests/init.pp"
    editor.type(SITE, "m { 't': }\n")
    editor.type(name, "define m { $x = 'a' notice(1 + $x) }\n")
    deadline = monotonic() + 10
    while not editor.findings(name, 1):  # what the file's own evaluation tells
        assert monotonic() < deadline
    editor.preview()
    while "on node" not in editor.findings(name, 1)[0][2]:
        assert monotonic() < deadline
    assert len(editor.findings(name, 1)) == 1


def test_a_warning_of_puppets_is_one(editor: Editor) -> None:
    editor.engine.configure(Settings(puppet_version="7.23.0"))
    editor.type(SITE, "$a = 1\n$x = $nowhere\nnotice('said by the program')\nwarning('this one too')\n")
    editor.preview()
    ((marked, severity, message),) = editor.findings(SITE, 1)
    assert (marked, severity, message.partition("\n")[0]) == ("$nowhere", "warning", "Unknown variable: 'nowhere'.")


@pytest.mark.slow
def test_a_fact_that_a_check_found_too_is_shown_once_and_where_the_check_shows_it(editor: Editor) -> None:
    editor.type(SITE, "include absent\n")
    assert editor.findings(SITE, 1) == [("absent", "warning", "Could not find class ::absent")]
    editor.preview()
    deadline = monotonic() + 10
    while editor.findings(SITE, 1)[0][1] != "error":
        assert monotonic() < deadline
    assert editor.findings(SITE, 1) == [("absent", "error", "Could not find class ::absent")]


@pytest.mark.parametrize(
    ("code", "marked"),
    [
        ("class { 'absent': }", "absent"),
        ("absent { 'x': }", "absent"),
        ("absent(1)", "absent"),
        ("file { '/x': nope => 1 }", "nope"),
        ("m { 'x': prot => 1, port => 2 }\ndefine m($port) { }", "prot"),
        ("$x = Absent::Type =~ Integer", "Absent::Type"),
    ],
)
def test_whatever_the_fact(editor: Editor, code: str, marked: str) -> None:
    editor.write(SITE, code)
    editor.preview()
    editor.type(SITE, code)
    ((found, severity, _),) = editor.findings(SITE, 1)
    assert (found, severity) == (marked, "error")


def test_of_several_facts_in_one_error_those_that_no_check_found_remain(editor: Editor) -> None:
    code = "class m(Integer $port, Integer $size) { }\nclass { 'm': prot => 1, port => 'x', size => 1 }\n"
    editor.write(SITE, code)
    editor.preview()
    editor.type(SITE, code)
    found = editor.findings(SITE, 2)
    assert ("prot", "error", "Class m has no parameter named 'prot' (did you mean 'port'?)") in found
    (other,) = [message for marked, _, message in found if marked != "prot"]
    assert "'prot'" not in other
    assert "parameter 'port' expects an Integer value, got String" in other


def test_an_error_in_a_define_stands_inside_it_and_says_where_that_was_declared(editor: Editor) -> None:
    editor.write("modules/m/manifests/thing.pp", "define m::thing {\n  notice(1 + 'a')\n}\n")
    editor.write(SITE, "m::thing { 'x':\n}\n")
    editor.preview()
    ((marked, severity, message),) = editor.findings("modules/m/manifests/thing.pp", 1)
    assert (marked, severity) == ("'a'", "error")
    assert message.startswith("Evaluation Error: The value 'a' cannot be converted to Numeric.")
    (step,) = editor.related("modules/m/manifests/thing.pp")
    assert step == ("site.pp", "m::thing { 'x':", "M::Thing[x] is declared here")


def test_the_way_through_classes_and_defines(editor: Editor) -> None:
    editor.write("modules/m/manifests/init.pp", "class m {\n  m::thing { 'x': }\n}\n")
    editor.write("modules/m/manifests/thing.pp", "define m::thing {\n  include n\n}\n")
    editor.write("modules/n/manifests/init.pp", "class n(\n  $x = 1 + 'a',\n) {\n}\n")
    editor.write(SITE, "node default {\n  class { 'm': }\n}\n")
    editor.preview()
    editor.findings("modules/n/manifests/init.pp", 1)
    assert editor.related("modules/n/manifests/init.pp") == [
        ("thing.pp", "include n", "Class[N] is declared here"),
        ("init.pp", "m::thing { 'x': }", "M::Thing[x] is declared here"),
    ]
    editor.write("modules/m/manifests/init.pp", "class m {\n  contain n\n}\n")
    editor.preview()
    deadline = monotonic() + 10
    while monotonic() < deadline:
        editor.read_published()
        if editor.related("modules/n/manifests/init.pp")[0][0] == "init.pp":
            break
    assert editor.related("modules/n/manifests/init.pp") == [
        ("init.pp", "contain n", "Class[N] is declared here"),
        ("site.pp", "class { 'm': }", "Class[M] is declared here"),
    ]


def test_it_goes_when_it_is_mended_and_when_its_text_changes(editor: Editor) -> None:
    editor.type(SITE, "notice(1 + 'a')\n")
    editor.preview()
    editor.findings(SITE, 1)
    editor.type(SITE, "notice(1 + 'b')\n")
    editor.findings(SITE, 0)
    editor.preview()
    editor.findings(SITE, 1)
    editor.type(SITE, "notice(1 + 2)\n")
    editor.preview()
    editor.findings(SITE, 0)


def test_a_file_that_is_not_open_has_its_findings_too(editor: Editor) -> None:
    editor.write(SITE, "include m\n")
    editor.write("modules/m/manifests/init.pp", "class m { notice(1 + 'a') }\n")
    editor.preview()
    assert editor.findings("modules/m/manifests/init.pp", 1)[0][0] == "'a'"
    editor.write("modules/m/manifests/init.pp", "class m { notice(1) }\n")
    editor.engine.changed_outside([str(editor.root / "modules/m/manifests/init.pp")])
    editor.findings("modules/m/manifests/init.pp", 0)


@pytest.mark.slow
def test_what_nobody_evaluates_again_is_dropped(editor: Editor) -> None:
    editor.write(SITE, "notice(1 + lookup('x'))\n")
    editor.write("hiera.yaml", "version: 5\nhierarchy: [{name: c, path: c.yaml}]\n")
    editor.write("data/c.yaml", "x: a\n")
    editor.preview()
    editor.findings(SITE, 1)
    editor.engine.open(str(editor.root / "data/c.yaml"), 1, Text("x: 2\n"))
    editor.findings(SITE, 0)


def test_a_hint_of_ours_stands_below_puppets_message(editor: Editor) -> None:
    editor.type("manifests/site.pp", "notice($::tier)\n")
    editor.preview()
    ((marked, severity, message),) = editor.findings("manifests/site.pp", 1)
    assert (marked, severity) == ("$::tier", "error")
    puppets, ours = message.split("\n")
    assert puppets == "Evaluation Error: Unknown variable: '::tier'. on node a.example.com"
    assert ours.startswith("tier is no fact of a.example.com. If the node classifier (ENC) sets it,")


def test_an_exported_resource_is_no_problem(editor: Editor) -> None:
    text = "@@notify { 'for others': }\nNotify <<| |>>\nnotice($::tier)\n"
    editor.type("manifests/site.pp", text)
    editor.preview()
    ((marked, _, _),) = editor.findings("manifests/site.pp", 1)
    assert marked == "$::tier"
    editor.engine.configure(Settings(storeconfigs=False, diagnostics_delay=10))
    editor.type("manifests/site.pp", text)
    editor.preview()
    assert editor.findings("manifests/site.pp", 3)[0][0].startswith("@@notify")


def test_an_error_without_a_place_stands_where_it_is_called_or_where_the_node_is_defined(editor: Editor) -> None:
    editor.write(SITE, "class web {\n  $x = lookup('web::nowhere')\n}\ninclude web\n")
    editor.preview()
    ((marked, severity, message),) = editor.findings(SITE, 1)
    assert (marked, severity) == ("lookup('web::nowhere')", "error")
    said, _, hint = message.partition("\n")
    assert said == "Function lookup() did not find a value for the name 'web::nowhere' on node a.example.com"
    assert "hiera.yaml" in hint
    editor.write(SITE, "notice(1)\nnode default {\n  realize(Notify['missing'])\n}\n")
    editor.engine.changed_outside([str(editor.root / SITE)])
    editor.preview()
    deadline = monotonic() + 10
    while "realize" not in editor.findings(SITE, 1)[0][2]:
        assert monotonic() < deadline
    ((marked, _, message),) = editor.findings(SITE, 1)
    assert (marked, message) == (
        "node default {",
        "Failed to realize virtual resources Notify[missing] on node a.example.com",
    )


def test_what_the_classifier_says_wrongly_is_shown_in_its_answer(editor: Editor) -> None:
    editor.write("nodes/a.example.com.yaml", "classes:\n  web: {}\n  absent:\n    port: 80\n")
    editor.write(SITE, "class web { }\n")
    editor.preview()
    ((marked, severity, message),) = editor.findings("nodes/a.example.com.yaml", 1)
    assert (marked, severity) == ("absent", "error")
    assert message == "Could not find class absent for a.example.com on node a.example.com"


def test_a_fault_in_ruby_says_where_puppet_sees_it(editor: Editor) -> None:
    function = "modules/m/lib/puppet/functions/m/f.rb"
    editor.write(function, "Puppet::Functions.create_function(:'m::f') do\n  def f()\n    nil.foo\n  end\nend\n")
    editor.write(SITE, "notice(1)\n$x = m::f()\n")
    wait_for_ruby()
    editor.preview()
    ((marked, severity, _),) = editor.findings(function, 1)
    assert (marked, severity) == ("nil.foo", "error")
    assert ("site.pp", "m::f()", "Puppet names this place") in editor.related(function)
