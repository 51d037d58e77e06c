"""`puppetlens diff`: what a change does to a node. Expected is what a person reads in the code."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from puppetlens.catalog.difference import Facet, Moved, Side, difference
from puppetlens.workers import comparing
from puppetlens.workers import difference as difference_module

from tests.support.forked import run_command
from tests.support.written import write_files

CONTROL_REPO = Path(__file__).parents[1] / "fixtures" / "control-repo"
NODE = "a.example.com"


def write(folder: Path, contents: dict[str, str]) -> Path:
    write_files(folder, contents)
    return folder


def diff(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return run_command("diff", *arguments)


BEFORE = {
    "environment.conf": "modulepath = modules\n",
    f"facts/{NODE}.json": '{"role": "web"}',
    "facts/b.example.com.json": '{"role": "db"}',
    "manifests/site.pp": (
        "include motd\n"
        "file { '/etc/gone': ensure => file, mode => '0644' }\n"
        "file { '/etc/conf': content => \"one\\ntwo\\nthree\\nfour\\n\" }\n"
        "notify { \"role ${facts['role']}\": }\n"
    ),
    "modules/motd/manifests/init.pp": "class motd { file { '/etc/motd': mode => '0644', owner => 'root' } }\n",
}
AFTER = {
    **BEFORE,
    "manifests/site.pp": (
        "include motd\n"
        "file { '/etc/new': ensure => file, tag => 'x' }\n"
        "file { '/etc/conf': content => \"one\\nTWO\\nthree\\nfour\\n\" }\n"
        "notify { \"role ${facts['role']}\": }\n"
    ),
    "modules/motd/manifests/init.pp": "class motd { file { '/etc/motd': mode => '0600', group => 'root' } }\n",
}


@pytest.fixture
def before(tmp_path: Path) -> Path:
    return write(tmp_path / "before", BEFORE)


@pytest.fixture
def after(tmp_path: Path) -> Path:
    return write(tmp_path / "after", AFTER)


def test_two_environments(before: Path, after: Path) -> None:
    done = diff(NODE, "--environment", after, "--from-environment", before)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        f"{NODE}: 1 to add, 2 to change, 1 to remove",
        "  + File[/etc/new]  # manifests/site.pp:2",
        "      + ensure: 'file'",
        "      + tag: 'x'",
        "  - File[/etc/gone]  # manifests/site.pp:2",
        "      - ensure: 'file'",
        "      - mode: '0644'",
        "  ~ File[/etc/motd]  # modules/motd/manifests/init.pp:1",
        "      ~ mode: '0644' -> '0600'",
        "      - owner: 'root'",
        "      + group: 'root'",
        "  ~ File[/etc/conf]  # manifests/site.pp:3",
        "      ~ content:",
        "          @@ 1",
        "            one",
        "          - two",
        "          + TWO",
        "            three",
        "            four",
    ]
    assert done.returncode == 1


def test_nodes_with_equal_differences_are_told_once(before: Path, after: Path) -> None:
    done = diff("--all", "--environment", after, "--from-environment", before, "--format", "json")
    (group,) = json.loads(done.stdout)["groups"]
    assert group["nodes"] == [NODE, "b.example.com"]
    assert [change["name"] for change in group["difference"]["added"]] == ["File[/etc/new]"]
    assert [change["name"] for change in group["difference"]["removed"]] == ["File[/etc/gone]"]
    (conf,) = [change for change in group["difference"]["changed"] if change["name"] == "File[/etc/conf]"]
    assert conf["facets"][0]["lines"] == ["@@ 1", "  one", "- two", "+ TWO", "  three", "  four"]
    # What comes and goes with its resource is no difference of its own.
    assert (group["difference"]["added_edges"], group["difference"]["removed_edges"]) == ([], [])


def test_a_node_that_compiles_on_neither_side_says_nothing_of_the_change(before: Path, after: Path) -> None:
    for side in (before, after):
        site = side / "manifests/site.pp"
        site.write_text(site.read_text() + "if $facts['role'] == 'db' { fail('no') }\n")
        write(side, {"facts/c.example.com.json": '{"role": "db"}'})
    done = diff("--all", "--environment", after, "--from-environment", before)
    lines = done.stdout.splitlines()
    at = lines.index("2 nodes (b.example.com, c.example.com): compile neither before nor after")
    assert lines[at + 1 :] == [
        "  ! before and after: Error: Evaluation Error: Error while evaluating a Function Call, no "
        "(file: manifests/site.pp, line: 5, column: 29)",
        "1 of 3 nodes differ, 2 cannot be compared",
    ]
    assert done.returncode == 2
    write(after, {"facts/c.example.com.json": '{"role": "web"}'})
    table = diff("--all", "--environment", after, "--from-environment", before, "--format", "markdown").stdout
    assert "| b.example.com | compiles neither before nor after |" in table


def test_what_is_no_longer_sensitive(before: Path, after: Path) -> None:
    for side, content in ((before, "Sensitive('a')"), (after, "'b'")):
        (side / "manifests/site.pp").write_text(f"file {{ '/a': content => {content} }}\n")
    done = diff(NODE, "--environment", after, "--from-environment", before)
    assert "      ~ [sensitive]: content -> none" in done.stdout.splitlines()


def test_lines_around_a_change_do_not_separate_nodes(before: Path, tmp_path: Path) -> None:
    own = "file { '/own': content => \"on ${facts['role']}\\nVALUE\\n\" }\nif $facts['role'] == 'db' { notify { 'more': } }\n"
    sides = [
        write(tmp_path / name, {**BEFORE, "manifests/site.pp": own.replace("VALUE", value)})
        for name, value in (("old", "one"), ("new", "two"))
    ]
    done = diff("--all", "--environment", sides[1], "--from-environment", sides[0])
    assert done.stdout.splitlines() == [
        f"2 nodes ({NODE}, b.example.com): 0 to add, 1 to change, 0 to remove",
        "  ~ File[/own]  # manifests/site.pp:1",
        "      ~ content:",
        "          @@ 1",
        "            on web",
        "          - one",
        "          + two",
        "",
        "2 of 2 nodes differ",
    ]


def test_a_node_that_reads_the_same_on_both_sides_is_not_compiled_again(
    before: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.com"]
    site = "node 'a.example.com' { include motd }\nnode default { notify { $facts['unknown_to_us']: } }\n"
    write(before, {"manifests/site.pp": site, "facts/b.example.com.json": '{"unknown_to_us": "b"}'})
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], cwd=before, check=True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(before.parent / "cache"))
    compiled: list[str] = []
    preview = difference_module.evaluated

    def counted(request: dict[str, Any], files: Any, token: Any) -> Any:
        compiled.append(request["node"])
        return preview(request, files, token)

    def compare() -> list[bool]:
        compiled.clear()
        pairs = []
        for node in (NODE, "b.example.com"):
            now = {"environment_dir": str(before), "node": node, "facts": None, "enc": None, "contents": {}}
            pairs.append(({**now, "revision": "HEAD"}, now))
        return [comparing.told_as_kept(*pair).same for pair in pairs]

    monkeypatch.setattr(difference_module, "evaluated", counted)
    assert (compare(), sorted(compiled)) == ([True, True], [NODE, "b.example.com"])
    assert (compare(), compiled) == ([True, True], [])
    (before / "modules/motd/manifests/init.pp").write_text(AFTER["modules/motd/manifests/init.pp"])
    assert (compare(), compiled) == ([False, True], [NODE, NODE])
    assert (compare(), compiled) == ([False, True], [NODE, NODE])
    (before / "facts/b.example.com.json").write_text('{"unknown_to_us": "c"}')
    assert compare() == [False, False]
    done = diff("--all", "--environment", before)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "2 of 2 nodes differ")


def test_markdown_for_a_pull_request(before: Path, after: Path) -> None:
    (after / "manifests" / "site.pp").write_text("include motd\nnotify { 'fence': message => \"a\\n```\\n<b>|\" }\n")
    lines = diff(NODE, "--environment", after, "--from-environment", before, "--format", "markdown").stdout.splitlines()
    assert lines[:3] == [
        "| nodes | what differs |",
        "| --- | --- |",
        f"| {NODE} | 1 to add, 1 to change, 3 to remove |",
    ]
    # A value cannot close the block that it is shown in.
    assert lines.count("````diff") == lines.count("````") == 1
    assert "+ Notify[fence]  # manifests/site.pp:2" in lines
    assert "! File[/etc/motd]  # modules/motd/manifests/init.pp:1" in lines


def test_two_nodes_and_two_files_of_facts(before: Path, tmp_path: Path) -> None:
    expected = ["  + Notify[role web]  # manifests/site.pp:4", "  - Notify[role db]  # manifests/site.pp:4"]
    done = diff(NODE, "--environment", before, "--from-node", "b.example.com")
    assert done.stdout.splitlines()[1:] == expected
    (tmp_path / "facts.json").write_text('{"role": "db"}')
    done = diff(NODE, "--environment", before, "--from-facts", tmp_path / "facts.json")
    assert done.stdout.splitlines()[1:] == expected
    (tmp_path / "facts.json").write_text('{"role": ')  # that is no change of the node
    done = diff(NODE, "--environment", before, "--from-facts", tmp_path / "facts.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {tmp_path}/facts.json: Expecting value"), done.stderr
    assert done.stderr.count("\n") == 1


def test_two_versions_of_puppet(tmp_path: Path) -> None:
    site = "notify { \"is ${facts['a']} ${a}\": }\nif versioncmp($serverversion, '8') < 0 { notify { 'old': } }\n"
    write(tmp_path, {"environment.conf": "", f"facts/{NODE}.json": '{"a": "b"}', "manifests/site.pp": site})
    found = diff(NODE, "--environment", tmp_path, "--from-puppet-version", "7.23.0")
    assert (found.returncode, found.stdout.splitlines()) == (
        1,
        [
            f"{NODE}: 0 to add, 0 to change, 1 to remove",
            "  - Notify[old]  # manifests/site.pp:2",
            "      - message: 'old'",
        ],
    ) or found
    same = diff(NODE, "--environment", tmp_path, "--from-puppet-version", "8.11.0")
    assert (same.returncode, same.stdout) == (0, f"{NODE}: no differences\n")


def test_a_resource_that_another_file_declares_is_the_same_to_an_agent(before: Path, tmp_path: Path) -> None:
    after = write(tmp_path / "after", BEFORE)
    site = BEFORE["manifests/site.pp"].splitlines(keepends=True)
    write(after, {"manifests/a.pp": site[1], "manifests/site.pp": site[0] + site[2] + site[3]})
    done = diff(NODE, "--environment", after, "--from-environment", before)
    assert done.stdout.splitlines() == [
        f"{NODE}: no differences, 1 moved to other files",
        "  > File[/etc/gone] moved from manifests/site.pp:2 to manifests/a.pp:1",
    ]
    assert done.returncode == 0


def test_what_contains_a_resource(before: Path, tmp_path: Path) -> None:
    after = write(tmp_path / "after", BEFORE)
    moved = "file { '/etc/gone': ensure => file, mode => '0644' }"
    site = BEFORE["manifests/site.pp"].replace(moved, "")
    motd = BEFORE["modules/motd/manifests/init.pp"].replace("{ file", f"{{ {moved} file", 1)
    write(after, {"manifests/site.pp": site, "modules/motd/manifests/init.pp": motd})
    done = diff(NODE, "--environment", after, "--from-environment", before)
    assert done.stdout.splitlines()[:3] == [
        f"{NODE}: 0 to add, 0 to change, 0 to remove, 2 edges differ, 1 moved to other files",
        "  - edge Class[main] -> File[/etc/gone]",
        "  + edge Class[Motd] -> File[/etc/gone]",
    ]
    assert done.returncode == 1


def test_a_side_that_does_not_compile(before: Path, tmp_path: Path) -> None:
    broken = write(tmp_path / "broken", {**BEFORE, "manifests/site.pp": "fail('no')\n"})
    done = diff(NODE, "--environment", broken, "--from-environment", before)
    first, second = done.stdout.splitlines()
    assert first == f"{NODE}: no longer compiles"
    assert second.startswith("  ! after: Error: Evaluation Error: ")
    assert second.endswith("no (file: manifests/site.pp, line: 1, column: 1)")
    assert done.returncode == 1
    assert diff(NODE, "--environment", before, "--from-environment", broken).returncode == 1
    assert diff(NODE, "--environment", broken, "--from-environment", broken).returncode == 2


def test_what_only_the_unknown_separates(before: Path, tmp_path: Path) -> None:
    text = BEFORE["manifests/site.pp"]
    after = write(tmp_path / "after", {**BEFORE, "manifests/site.pp": text.replace("'0644'", "generate('/bin/mode')")})
    done = diff(NODE, "--environment", after, "--from-environment", before)
    first, second, third = done.stdout.splitlines()
    assert first == f"{NODE}: no differences, 1 value is unknown and cannot be compared"
    assert second == "  ? File[/etc/gone]  # manifests/site.pp:2"
    assert third.startswith("      ? mode: '0644' -> (unknown: generate() runs a program")
    assert done.returncode == 3
    assert diff(NODE, "--environment", after, "--from-environment", before, "--allow-unknown").returncode == 0


def test_resources_that_only_a_hole_separates(tmp_path: Path) -> None:
    code = "class big {{ notify {{ 'maybe': }} }}\n{}\nif generate('/bin/a') {{ notify {{ 'x': }} }}\n"
    known, hole, neither = (
        write(tmp_path / name, {"manifests/site.pp": code.format(statement)})
        for name, statement in (
            ("known", "include big"),
            ("hole", "if generate('/bin/b') { include big }"),
            ("neither", ""),
        )
    )
    for before, after, change in (
        (known, hole, "declared -> may be missing"),
        (hole, known, "may be missing -> declared"),
    ):
        done = diff(NODE, "--no-facts", "--environment", after, "--from-environment", before)
        first, *rest = done.stdout.splitlines()
        assert first == f"{NODE}: no differences, 2 resources may be missing on a side"
        assert rest[-2:] == ["  ? Notify[maybe]  # manifests/site.pp:1", f"      ? [resource]: {change}"]
        assert done.returncode == 3
    done = diff(NODE, "--no-facts", "--environment", neither, "--from-environment", known)
    assert done.stdout.startswith(f"{NODE}: 0 to add, 0 to change, 2 to remove")  # the same hole is on both sides
    assert done.returncode == 1


def test_a_hole_hides_what_its_code_could_declare_and_nothing_else(tmp_path: Path) -> None:
    classes = "class small { notify { 's': } } class big { notify { 'b': } }\n"
    unknown = "if generate('/bin/date') =~ /x/ "
    old = f"{classes}exec {{ '/bin/true': }}\n{unknown} {{ include small }}\ninclude big\n"

    def told(new: str) -> list[str]:
        sides = [
            write(tmp_path / name, {**BEFORE, "manifests/site.pp": text}) for name, text in (("o", old), ("n", new))
        ]
        lines = diff(NODE, "--environment", sides[1], "--from-environment", sides[0]).stdout.splitlines()
        return [
            line.strip() for line in lines if line[:4] in ("  - ", "  + ", "  ? ") and "before and after" not in line
        ]

    assert told(f"{classes}{unknown} {{ include small include big }}\n") == [
        "- Exec[/bin/true]  # manifests/site.pp:2",
        "? Class[Big]",
        "? Notify[b]  # manifests/site.pp:1",
    ]
    # Behind a hole on both sides, with other code of a class there; and with the same, on another line.
    moved = classes.replace("notify { 's': }", "notify { 's': } exec { '/bin/true': }")
    assert told(f"{moved}{unknown} {{ include small }}\ninclude big\n") == ["? Exec[/bin/true]  # manifests/site.pp:2"]
    assert told(f"{classes}\n\n{unknown} {{ include small }}\ninclude big\n") == [
        "- Exec[/bin/true]  # manifests/site.pp:2"
    ]


def test_what_nobody_sees_is_shown_and_does_nothing_to_a_terminal(tmp_path: Path) -> None:
    code = (
        'file {{ "/etc/motd": content => "\\u{{1b}}[{}mHi\\u{{202e}}\\r\\nx\\n" }} warning("\\u{{1b}}]0;x\\u{{7}}")\n'
    )
    old, new = (write(tmp_path / name, {"manifests/site.pp": code.format(name)}) for name in ("31", "32"))
    asked = (NODE, "--no-facts", "--environment", new)
    shown = diff(*asked, "--from-environment", old).stdout
    assert shown.splitlines()[4:6] == [r"          - \u{1b}[31mHi\u{202e}\r", r"          + \u{1b}[32mHi\u{202e}\r"]
    markdown = diff(*asked, "--from-environment", old, "--format", "markdown").stdout
    tree = run_command("catalog", *asked, "--format", "tree")
    why = run_command("explain", NODE, "File[/etc/motd]", "--no-facts", "--environment", new)
    assert r"\u{1b}[32mHi\u{202e}\r" in tree.stdout
    assert r"Warning: \u{1b}]0;x\u{7}" in tree.stderr
    for text in (shown, markdown, tree.stdout, tree.stderr, why.stdout):
        assert set(text).isdisjoint("\x1b\r\x07\u202e")


def test_lines_of_long_texts(tmp_path: Path) -> None:
    def run(before: str, after: str) -> list[str]:
        texts = ("before", before), ("after", after)
        old, new = (
            write(
                tmp_path / name,
                {
                    "manifests/site.pp": "file { '/x': content => file('m/x') }\n",
                    "modules/m/files/x": text,
                },
            )
            for name, text in texts
        )
        return diff(NODE, "--no-facts", "--environment", new, "--from-environment", old).stdout.splitlines()[3:]

    lines = [f"line {number}\n" for number in range(5000)]
    assert run("".join(lines), "".join(lines[:3000] + lines[3001:])) == [
        "          @@ 2999",
        "            line 2998",
        "            line 2999",
        "          - line 3000",
        "            line 3001",
        "            line 3002",
    ]
    others = run("".join(lines), "".join(f"other {number}\n" for number in range(5000)))
    assert others[1] == "          - line 0"
    assert others[21] == "          - ... and 4981 more lines"
    assert len(others) < 50


def test_a_change_beside_what_is_unknown_is_certain() -> None:
    def side(*message: Any) -> Side:
        resource = {"type": "Notify", "title": "x", "tags": [], "parameters": {"message": list(message)}}
        return Side({"resources": [resource], "edges": []}, {"resources": [resource], "edges": []}, "")

    hole = {"__ptype": "Unknown", "reason": "why"}
    assert difference(side("a", hole), side("a", "b")).same
    found = difference(side("a", hole), side("c", "b"))
    assert found.changed[0].facets == (Facet("message", "['a', (unknown: why)]", "['c', 'b']"),)
    assert difference(side(1), side(True)).changed
    assert difference(side(1), side(1)).moved == ()
    assert Moved("a", "b", "c") not in found.moved


def test_refuses_what_makes_no_sense(before: Path) -> None:
    for arguments, sentence in (
        ((NODE,), "is in no checkout of git (--from-environment, "),
        ((), "Missing argument 'NODES...' (or --all)."),
        ((NODE, "--all"), "--all and names of nodes exclude each other"),
        (("c.example.com",), 'no facts for "c.example.com"'),
    ):
        source = () if "checkout" in sentence else ("--from-environment", before)
        done = diff(*arguments, "--environment", before, *source)
        assert done.returncode == 2
        assert sentence in done.stderr
    for facts in (before / "facts").iterdir():
        facts.unlink()
    done = diff("--all", "--environment", before)
    assert done.returncode == 2
    assert f"no node has facts in {before}/facts: put there what `puppet facts show` prints" in done.stderr


@pytest.mark.slow
def test_the_sample_control_repo_is_equal_to_its_copy_elsewhere(tmp_path: Path) -> None:
    shutil.copytree(CONTROL_REPO, tmp_path / "copy")
    done = diff("--all", "--environment", tmp_path / "copy", "--from-environment", CONTROL_REPO)
    assert done.stdout.splitlines()[-1] == "0 of 6 nodes differ"
    assert ": no differences" in done.stdout
    assert done.returncode in (0, 3)


def test_a_line_around_a_change_that_begins_with_a_sign_is_no_change(tmp_path: Path) -> None:
    """A list of YAML, say."""
    facts = {f"facts/{NODE}.json": "{}", "environment.conf": ""}
    text = "file {{ '/etc/list': content => \"- same\\n- {}\\n+ same\\n\" }}\n"
    old, new = (write(tmp_path / word, {**facts, "manifests/site.pp": text.format(word)}) for word in ("old", "new"))
    options = (NODE, "--environment", new, "--from-environment", old)
    lines = run_command("diff", *options, environment={"FORCE_COLOR": "1"}).stdout.splitlines()
    plain, red, green = (
        [line.removesuffix("\x1b[0m") for line in lines if line.startswith(begin)]
        for begin in ("  ", "\x1b[31m", "\x1b[32m")
    )
    assert plain == ["          @@ 1", "            - same", "            + same"]
    assert red == ["\x1b[31m          - - old"]
    assert green == ["\x1b[32m          + - new"]
    markdown = diff(*options, "--format", "markdown").stdout.splitlines()
    assert [line for line in markdown if line[:1] in ("-", "+")] == ["-         - old", "+         - new"]
    assert [line for line in markdown if line.endswith(" same")] == ["            - same", "            + same"]


def test_reasons_that_differ_in_a_name_are_one(tmp_path: Path) -> None:
    names = ("ssldir", "user", "confdir", "vardir", "logdir")
    code = "".join(f"if $settings::{name} == 'x' {{ notify {{ '{name}': }} }}\n" for name in names)
    root = write(tmp_path, {"environment.conf": "", "manifests/site.pp": code, f"facts/{NODE}.json": "{}"})
    done = diff(NODE, "--environment", root, "--from-environment", root)
    assert (
        "resources may be missing: the setting 'confdir' (also 'logdir', 'ssldir', 'user' and 1 more) is the server's\n"
        in done.stdout
    )


def test_nodes_that_are_incomplete_alike_are_told_once(tmp_path: Path) -> None:
    """However many resources each has, and values that nobody knows on either side."""
    names = ("a.example.com", "b.example.com", "c.example.com")
    facts = {f"facts/{name}.json": json.dumps({"many": number}) for number, name in enumerate(names, 1)}
    code = (
        "Notify <<| |>>\n"
        "Integer[1, $facts['many']].each |$at| { file { \"/etc/${at}\": content => generate('/bin/date') } }\n"
    )
    before = write(tmp_path / "before", {"environment.conf": "", "manifests/site.pp": code, **facts})
    more = "if $facts['many'] < 3 { file { '/etc/new': } }\n"
    after = write(tmp_path / "after", {"environment.conf": "", "manifests/site.pp": code + more, **facts})
    done = diff("--all", "--environment", after, "--from-environment", before)
    reason = (
        "the exported resources of other nodes are in PuppetDB: there is no puppetdb/resources.json with its answer"
    )
    assert done.stdout.splitlines() == [
        "2 nodes (a.example.com, b.example.com): 1 to add, 0 to change, 0 to remove, up to 2 values are unknown and "
        "cannot be compared",
        f"  ? before and after: resources may be missing: {reason}",
        "  + File[/etc/new]  # manifests/site.pp:3",
        "c.example.com: no differences, 3 values are unknown and cannot be compared",
        f"  ? before and after: resources may be missing: {reason}",
        "2 of 3 nodes differ",
    ]


def test_nodes_that_do_not_differ_are_told_once_whatever_is_missing(tmp_path: Path) -> None:
    facts = {f"facts/{name}.example.com.json": f'{{"name": "{name}"}}' for name in ("a", "b", "c")}
    code = (
        "if $facts['name'] == 'a' and $settings::ssldir == 'x' { notify { 'ssl': } }\n"
        "if $facts['name'] == 'b' and $settings::user == 'x' { notify { 'user': } }\n"
    )
    root = write(tmp_path, {"environment.conf": "", "manifests/site.pp": code, **facts})
    done = diff("--all", "--environment", root, "--from-environment", root)
    assert done.stdout.splitlines() == [
        "2 nodes (a.example.com, b.example.com): no differences",
        "  ? before and after: resources may be missing: the setting 'ssldir' (also 'user') is the server's",
        "c.example.com: no differences",
        "0 of 3 nodes differ",
    ]


def test_facts_are_lent_to_the_nodes_that_have_none(tmp_path: Path) -> None:
    code = "node 'own' { notify { $facts['os']['name']: } }\nnode 'bare' { notify { $facts['os']['name']: } }\n"
    files = {"environment.conf": "", "facts/own.json": '{"os": {"name": "Plan9"}}', "manifests/site.pp": code}
    old, new = write(tmp_path / "old", files), write(tmp_path / "new", files)
    (new / "manifests/site.pp").write_text(code.replace("notify {", "notify { 'new': } notify {"))

    def changed(*facts: str) -> set[str]:
        told = diff("--environment", new, "--all", *facts, "--from-environment", old, "--format", "json")
        return {node for group in json.loads(told.stdout)["groups"] for node in group["nodes"]}

    assert changed() == {"own"}
    assert changed("--facts", "debian-12") == {"own", "bare"}
    own_facts = diff("--environment", new, "--all", "--facts", "debian-12", "--from-facts", "debian-12")
    assert "Notify[Plan9]" in own_facts.stdout
