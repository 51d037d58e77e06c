"""The active node: its values in the code, as the files are in the editor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from puppetlens.engine.nodes import KnownNode
from puppetlens.engine.settings import Settings
from puppetlens.features.completion.complete import complete
from puppetlens.features.node_hints import value_hints
from puppetlens.features.node_lenses import node_lenses
from puppetlens.features.node_values import node_text
from puppetlens.features.not_taken import not_taken

from tests.support.editor import Editor

SITE = "manifests/site.pp"
WEB = "modules/web/manifests/init.pp"


@pytest.fixture
def editor(tmp_path: Path, shared_workers: None) -> Iterator[Editor]:
    (tmp_path / "environment.conf").write_text("modulepath = modules\n")
    editor = Editor(tmp_path)
    editor.write("facts/a.example.com.json", '{"os": {"family": "Debian"}, "cores": 4}')
    editor.write(SITE, "include web\n")
    yield editor
    editor.engine.stop()


def activate(editor: Editor) -> None:
    root = str(editor.root)
    editor.engine.active.choose(KnownNode(editor.node.name, editor.root.name, root, True))
    rested(editor)


def rested(editor: Editor, resources: int | None = None) -> None:
    """Wait until the newest state of the files is evaluated."""
    deadline = monotonic() + 20
    while monotonic() < deadline:
        state, observed = editor.engine.active.state, editor.engine.active.observed
        is_there = state.state not in ("none", "compiling") and observed is not None
        if is_there and resources in (None, observed.resources):
            return
    raise AssertionError(editor.engine.active.state)


def hints(editor: Editor, name: str) -> dict[int, str]:
    """What is shown behind the lines of a file, by number."""
    observed, path = editor.engine.active.observed, str(editor.root / name)

    def question(snapshot):  # type: ignore[no-untyped-def]
        text = snapshot.text(path)
        found = value_hints(snapshot, path, 0, len(text.data), observed)
        return {text.data.count(b"\n", 0, each.offset) + 1: each.label for each in found}

    return editor.engine.ask(question).result(10)


def hover(editor: Editor, name: str, at: str) -> str:
    """Of the place in a file where `^` stands in `at`."""
    observed, path = editor.engine.active.observed, str(editor.root / name)

    def question(snapshot):  # type: ignore[no-untyped-def]
        text = snapshot.text(path).data.decode()
        offset = len(text[: text.index(at.replace("^", "")) + at.index("^")].encode())
        found = node_text(snapshot, path, offset, observed)
        return "" if found is None else found.markdown

    return editor.engine.ask(question).result(10)


def idle(editor: Editor, name: str) -> list[str]:
    """What is faded out in a file."""
    observed, path = editor.engine.active.observed, str(editor.root / name)

    def question(snapshot):  # type: ignore[no-untyped-def]
        text = snapshot.text(path).data.decode()
        return [text[each.span.start : each.span.end] for each in not_taken(snapshot, path, observed)]

    return editor.engine.ask(question).result(10)


CODE = """\
class web (
  Integer $port = 80,
  String $user,
) {
  $workers = $facts['cores'] * 2
  $title_of = "web on ${port}"
  if $facts['os']['family'] == 'RedHat' {
    notify { 'httpd': }
  } else {
    notify { 'apache2': }
  }
  case $workers {
    8: { notify { 'eight': } }
    default: { notify { 'other': } }
  }
  ['a', 'b'].each |$each| {
    $path = "/srv/${each}"
    file { $path: }
  }
  $kind = $port ? { 80 => 'plain', default => 'odd' }
}
"""


def test_values_stand_behind_the_lines_and_in_hovers(editor: Editor) -> None:
    editor.write("hiera.yaml", "version: 5\nhierarchy: [{name: c, path: common.yaml}]\n")
    editor.write("data/common.yaml", "web::user: www\n")
    editor.type(WEB, CODE)
    activate(editor)
    assert hints(editor, WEB) == {
        2: "= 80",
        3: "= 'www'",
        5: "= 8",
        6: "= 'web on 80'",
        7: "→ false",
        12: "→ 8",
        16: "= 2 values",
        17: "= 2 values",
        20: "= 'plain'",
    }
    node = f"On **{editor.node.name}**"
    assert hover(editor, WEB, "$fa^cts['cores'] * 2").startswith(f"{node}: `{{'os' => {{'family' => 'Debian'}}")
    assert hover(editor, WEB, "$facts['co^res'] * 2") == f"{node}: `4`"
    default = "Set by the parameter default (modules/web/manifests/init.pp:2)"
    assert hover(editor, WEB, "web on ${po^rt}") == f"{node}: `80`\n\n{default}"
    assert hover(editor, WEB, "$wor^kers =") == f"{node}: `8`"
    assert hover(editor, WEB, "srv/${ea^ch}") == f"{node}, evaluated 2 times:\n- `'a'`\n- `'b'`"
    assert hover(editor, WEB, "String $us^er") == f"{node}: `'www'`\n\nSet by Hiera's data (data/common.yaml:1)"
    included = f"In the catalog of **{editor.node.name}**: included by `Class[main]` (manifests/site.pp:1)"
    assert hover(editor, WEB, "class w^eb") == included


def test_what_set_a_parameter_names_the_node_where_no_value_does(editor: Editor) -> None:
    template = "modules/web/templates/motd.erb"
    editor.write("hiera.yaml", "version: 5\nhierarchy: [{name: c, path: common.yaml}]\n")
    editor.write("data/common.yaml", "web::user: www\n")
    editor.write(template, "")
    editor.type(WEB, "class web(String $user) {\n  notify { template('web/motd.erb'): }\n}\n")
    editor.type("data/common.yaml", "web::user: www\n")
    editor.type(template, "for <%= @user %>\n")
    activate(editor)
    told = f"Set on **{editor.node.name}** by Hiera's data (data/common.yaml:1)"
    assert hover(editor, "data/common.yaml", "web::u^ser") == told
    assert hover(editor, template, "@u^ser") == told


def test_the_text_of_a_template_is_no_value(editor: Editor) -> None:
    editor.write(WEB, "class web {\n  notify { 'x': message => epp('web/a.epp', { 'n' => 3 }) }\n}\n")
    template = "modules/web/templates/a.epp"
    editor.type(template, "<%- | $n | -%>\nHello world\n<% if $n > 2 { %>big\n<% } -%>\nN=<%= $n %>\n")
    activate(editor)
    for text in ("He^llo", "<^%- |", "<^% if", "b^ig", "N^="):
        assert hover(editor, template, text) == "", text
    assert hover(editor, template, "<%= $^n") == "On **a.example.com**: `3`"
    assert hover(editor, template, "$n ^> 2") == "On **a.example.com**: `true`"


def test_branches_that_the_node_does_not_take_are_faded_out(editor: Editor) -> None:
    editor.write("data/common.yaml", "")
    code = CODE.replace("  String $user,\n", "").removesuffix("}\n") + "  notice($title_of, $kind)\n}\n"
    editor.type(WEB, code)  # what nothing reads would be faded out, too
    before = editor.findings(WEB, 0)
    activate(editor)
    assert before == []
    message = f"Not on {editor.node.name}"
    assert editor.findings(WEB, 3) == [
        ("notify { 'httpd': }", "hint", message),
        ("notify { 'other': }", "hint", message),
        ("'odd'", "hint", message),
    ]
    editor.engine.active.choose(None)
    editor.engine.look_at_previews()
    assert editor.findings(WEB, 0) == []


def test_a_condition_that_is_not_known_fades_nothing(editor: Editor) -> None:
    editor.engine.configure(Settings(bundled_facts=False, diagnostics_delay=10))
    (editor.root / "facts/a.example.com.json").unlink()
    editor.type(WEB, "class web { if $facts['x'] { notify { 'a': } } else { notify { 'b': } } notify { 'c': } }\n")
    activate(editor)
    assert editor.engine.active.state.state == "incomplete"
    assert editor.findings(WEB, 0) == []


def test_values_stay_with_their_code_while_it_is_edited_and_follow_the_next_evaluation(editor: Editor) -> None:
    editor.type(WEB, "class web {\n  $a = $facts['cores'] + 1\n  notify { \"${a}\": }\n}\n")
    activate(editor)
    assert hints(editor, WEB) == {2: "= 5"}
    editor.type(WEB, "class web {\n  # 😀\n  $a = $facts['cores'] + 1\n  notify { \"${a}\" }\n}\n")
    assert hints(editor, WEB) == {3: "= 5"}  # does not parse: the last good one
    while editor.engine.active.state.state != "fails":
        pass
    assert hints(editor, WEB) == {3: "= 5"}
    editor.type(WEB, "class web {\n  $a = $facts['cores'] + 2\n  notify { \"${a}\": }\n notify { 'b': }\n}\n")
    rested(editor, 6)
    assert hints(editor, WEB) == {2: "= 6"}


@pytest.mark.parametrize("broken", ["  {{{ \n", "  $\n", "  Integer $more = \n"])
def test_values_stay_where_a_list_of_parameters_is_broken(editor: Editor, broken: str) -> None:
    """What is as it was has no tree then."""
    code = CODE.replace("  String $user,\n", "")
    editor.type(WEB, code)
    activate(editor)
    before, faded = hints(editor, WEB), idle(editor, WEB)
    first, rest = code.split("\n", 1)
    editor.type(WEB, f"{first}\n{broken}{rest.replace('* 2', '* 3')}")
    assert 4 in before  # and gone, as it is edited
    assert hints(editor, WEB) == {line + 1: label for line, label in before.items() if line != 4}
    assert hover(editor, WEB, "web on ${po^rt}").startswith("On **a.example.com**: `80`")
    assert hover(editor, WEB, "$wor^kers = ") == ""
    assert hover(editor, WEB, broken.replace("\n", "^\n")) == ""
    assert idle(editor, WEB) == faded == ["notify { 'httpd': }", "notify { 'other': }", "'odd'"]


def test_a_secret_is_no_value(editor: Editor) -> None:
    code = "class web { $word = 'tr0ub4dor'\n $secret = Sensitive($word)\n $text = \"pw=${word}\"\n $n = $secret.unwrap }\n"
    editor.type(WEB, code)
    activate(editor)
    assert hints(editor, WEB) == {2: "= <sensitive>", 3: "= 'pw=<sensitive>'", 4: "= '<sensitive>'"}
    assert "tr0ub" not in hover(editor, WEB, "Sensitive($wo^rd)")


def test_a_file_that_is_opened_later_has_values_too_and_one_that_the_node_does_not_read_has_none(
    editor: Editor,
) -> None:
    editor.write(WEB, "class web { $a = $facts['cores'] }\n")
    editor.type(SITE, "$top = $facts['cores'] + 3\ninclude web\n")
    activate(editor)
    assert hints(editor, SITE) == {1: "= 7"}
    editor.type(WEB, (editor.root / WEB).read_text())
    other = "modules/web/manifests/other.pp"
    editor.type(other, "class web::other { $a = $facts['cores'] }\n")
    deadline = monotonic() + 20
    while not hints(editor, WEB) and monotonic() < deadline:
        sleep(0.05)  # what is asked comes first
    assert hints(editor, WEB) == {1: "= 4"}
    assert hints(editor, other) == {}
    assert hover(editor, other, "class web::ot^her") == f"Not in the catalog of **{editor.node.name}**"


def test_facts_are_completed_from_those_of_the_node_with_their_values(editor: Editor) -> None:
    editor.write("facts/b.example.com.json", '{"os": {"family": "RedHat", "selinux": true}, "rack": 7}')
    editor.type(WEB, "class web { $a = $facts['os'][''] $b = $facts[''] }\n")

    def keys(at: str, observed: object) -> dict[str, str]:
        def question(snapshot):  # type: ignore[no-untyped-def]
            path = str(editor.root / WEB)
            offset = snapshot.text(path).data.decode().index(at) + len(at)
            return {each.label: each.detail for each in complete(snapshot, path, offset, "", observed).items}

        return editor.engine.ask(question).result(10)

    assert {"family", "selinux", "release"} <= keys("['os']['", None).keys()
    activate(editor)
    observed = editor.engine.active.observed
    assert keys("['os']['", observed) == {"family": "Debian"}
    assert keys("$b = $facts['", observed) == {"os": '{"family": "Debian"}', "cores": "4"}


def test_the_key_of_a_look_up_has_its_value(editor: Editor) -> None:
    editor.write("hiera.yaml", "version: 5\nhierarchy: [{name: c, path: common.yaml}]\n")
    editor.write("data/common.yaml", "motd: hello\n")
    editor.type(WEB, "class web { notice(lookup('motd', String)) }\n")
    activate(editor)
    assert hover(editor, WEB, "lookup('mo^td'") == f"On **{editor.node.name}**: `'hello'`"
    assert hover(editor, WEB, "loo^kup('motd'") == f"On **{editor.node.name}**: `'hello'`"


def test_names_of_another_environment_are_others(tmp_path: Path, shared_workers: None) -> None:
    """Of the class of the same name there nothing is said: the node does not have it."""
    editor = Editor(tmp_path)
    code = "class web($port = 80) {\n  notify { 'x': }\n}\n"
    for name in ("one", "two"):
        root = f"environments/{name}"
        editor.write(f"{root}/environment.conf", "")
        editor.write(f"{root}/{SITE}", "include web\n")
        editor.write(f"{root}/facts/a.example.com.json", "{}")
        editor.write(f"{root}/{WEB}", code)
        editor.type(f"{root}/{WEB}", code)
    root = str(tmp_path / "environments/one")
    editor.engine.active.choose(KnownNode("a.example.com", "one", root, True))
    rested(editor)
    observed = editor.engine.active.observed

    def titles(name: str) -> list[str]:
        path = str(tmp_path / f"environments/{name}/{WEB}")
        return [each.title for each in editor.engine.ask(lambda s: node_lenses(s, path, observed)).result(10)]

    assert titles("one") == ["in the catalog of a.example.com: 1 resource"]
    assert titles("two") == []
    assert "In the catalog of" in hover(editor, f"environments/one/{WEB}", "class w^eb")
    assert hover(editor, f"environments/two/{WEB}", "class w^eb") == ""
    assert hover(editor, f"environments/two/{WEB}", "$po^rt") == ""
    editor.engine.stop()
