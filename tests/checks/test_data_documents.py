"""Data of Hiera is checked where manifests are: while it is typed, and by `puppetlens check`."""

from __future__ import annotations

from pathlib import Path

import pytest
from puppetlens.base.language import language_of
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.engine.check import check_paths
from puppetlens.engine.settings import Settings
from puppetlens.model.settings import Settings as ModelSettings
from puppetlens.model.world import Outside, World
from puppetlens.project.files import DiskFiles

from tests.lsp.raw_client import RawClient
from tests.support.check import check_diagnostics
from tests.support.fixture import ROOT, LiveFiles, published, read_fixture

BROKEN = "web::port: 80\n  web::root: /srv\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for folder in ("data", "manifests", "spec"):
        (tmp_path / folder).mkdir()
    (tmp_path / "environment.conf").touch()
    (tmp_path / "data" / "common.yaml").write_text(BROKEN)
    (tmp_path / "spec" / "fixture.yaml").write_text(BROKEN)
    return tmp_path


@pytest.mark.slow
def test_a_broken_data_file_is_told_while_it_is_typed(root: Path) -> None:
    uri = (root / "data" / "common.yaml").as_uri()
    with RawClient() as client:
        client.initialize(root)
        client.open(uri, BROKEN)
        (found,) = client.diagnostics(uri)
        assert (found["code"], found["range"]["start"]) == ("DATA_SYNTAX_ERROR", {"line": 1, "character": 11})
        client.change(uri, 2, {"text": BROKEN.replace("  web", "web")})
        assert client.diagnostics(uri, 2) == []


@pytest.mark.parametrize("asked", [".", "data", "data/common.yaml"])
def test_the_command_tells_of_what_hiera_reads_alone(root: Path, monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    monkeypatch.chdir(root)
    found = [(each.path, each.at.line, each.code) for each in check_paths([asked], Settings())]
    assert [(Path(path), *rest) for path, *rest in found] == [(Path("data/common.yaml"), 2, "DATA_SYNTAX_ERROR")]


@pytest.mark.parametrize(
    "use",
    [
        "include concat::setup",
        "notice(template('concat/a.erb'))",
        "notice(epp('concat/a'))",
        "notice(file('concat/a'))",
        "file { '/a': source => 'puppet:///modules/concat/a' }",
    ],
)
def test_a_module_says_what_its_code_uses_that_it_does_not_ask_for(tmp_path: Path, use: str) -> None:
    """A module on its own: the metadata.json that is opened is the one of the code."""
    (tmp_path / "manifests").mkdir()
    metadata = published("me-web", "puppetlabs/stdlib")
    (tmp_path / "metadata.json").write_text(metadata)
    (tmp_path / "manifests/init.pp").write_text(f"class web {{ {use} notice(stdlib::ensure('a')) }}")
    snapshot = World(DiskFiles(), [str(tmp_path)]).snapshot()
    (found,) = diagnostics(snapshot, str(tmp_path / "metadata.json"))
    assert found.code == "MODULE_NOT_DECLARED"
    assert metadata[found.span.start : found.span.end] == '"dependencies"'
    assert found.message == "Module 'concat' is not among the dependencies, and 1 file uses it"


def test_what_bolt_has_and_what_is_optional_need_not_be_asked_for(tmp_path: Path) -> None:
    (tmp_path / "plans").mkdir()
    (tmp_path / "plans/init.pp").write_text("plan web() { out::message('a') ctrl::sleep(1) pam::users('b') }")
    optional = '"simp": { "optional_dependencies": [{ "name": "simp/pam" }] }'
    (tmp_path / "metadata.json").write_text(published("me-web").replace("{", f"{{ {optional}, ", 1))
    snapshot = World(DiskFiles(), [str(tmp_path)]).snapshot()
    assert list(diagnostics(snapshot, str(tmp_path / "metadata.json"))) == []


def test_a_file_in_a_submodule_that_is_not_checked_out_may_be_there(tmp_path: Path) -> None:
    (tmp_path / "manifests").mkdir()
    (tmp_path / "files/submodule").mkdir(parents=True)
    (tmp_path / "metadata.json").write_text('{ "name": "me-web", "version": "1.0.0" }')
    sources = [f"file {{ '/{name}': source => 'puppet:///modules/web/{name}/a' }}" for name in ("submodule", "none")]
    text = f"class web {{ {' '.join(sources)} }}"
    (tmp_path / "manifests/init.pp").write_text(text)
    snapshot = World(DiskFiles(), [str(tmp_path)]).snapshot()
    found = diagnostics(snapshot, str(tmp_path / "manifests/init.pp"))
    assert [(each.code, text[each.span.start : each.span.end]) for each in found] == [
        ("MISSING_SOURCE", "puppet:///modules/web/none/a")
    ]


def test_a_module_that_is_a_submodule_that_is_not_checked_out_is_told_once(tmp_path: Path) -> None:
    """Functions and types without a namespace may come from it."""
    (tmp_path / "modules/stdlib").mkdir(parents=True)
    (tmp_path / "manifests").mkdir()
    (tmp_path / "environment.conf").write_text("modulepath = modules\n")
    for name in "abc":
        text = "include stdlib\nensure_packages('a')\nanchor { 'a': }\ninclude stdlib::none\ninclude gone\n"
        (tmp_path / f"manifests/{name}.pp").write_text(text)
    snapshot = World(DiskFiles(), [str(tmp_path)]).snapshot()
    found = [each for name in "abc" for each in diagnostics(snapshot, str(tmp_path / f"manifests/{name}.pp"))]
    assert [(each.code, each.message) for each in found] == [
        (
            "MODULE_NOT_THERE",
            "The folder of module 'stdlib' is empty, as of a submodule that is not checked out; 3 files use it",
        ),
        ("MODULE_NOT_THERE", "Module 'gone' is not on the module path, nor in the Puppetfile; 3 files use it"),
    ]


def test_a_module_on_its_own_is_held_against_the_modules_beside_it_and_the_puppet_that_is_followed(
    tmp_path: Path,
) -> None:
    """`puppet module list` warns of the first: "fails to meet some dependencies"."""
    stdlib = tmp_path / "spec/fixtures/modules/stdlib"
    (stdlib / "manifests").mkdir(parents=True)
    (stdlib / "metadata.json").write_text('{ "name": "puppetlabs-stdlib", "version": "9.7.0" }')
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests/init.pp").write_text("class web { include stdlib }")
    metadata = """{ "name": "me-web", "version": "1.0.0", "author": "me", "license": "", "source": "", "summary": "",
      "requirements": [{ "name": "puppet", "version_requirement": ">= 4.0.0 < 7.0.0" }],
      "dependencies": [{ "name": "puppetlabs/stdlib", "version_requirement": ">= 4.0.0 < 9.0.0" }] }"""
    (tmp_path / "metadata.json").write_text(metadata)
    snapshot = World(DiskFiles(), [str(tmp_path)]).snapshot()
    found = diagnostics(snapshot, str(tmp_path / "metadata.json"))
    assert [(each.severity, each.message) for each in found] == [
        ("information", "Puppet 7.23.0, which is followed here, is not among '>= 4.0.0 < 7.0.0'"),
        ("information", "Module 'puppetlabs-stdlib' (v9.7.0) is here, which is not among '>= 4.0.0 < 9.0.0'"),
    ]


PARAMETER = "#- modules/web/manifests/init.pp\nclass web($port) { }\n#- data/common.yaml\nweb::prot: 80\n"


@pytest.mark.parametrize("asked", ["notice(lookup('web::prot'))", "notice(1)"])
def test_a_key_that_code_begins_to_ask_for_is_no_slip_any_more(asked: str) -> None:
    fixture = read_fixture(f"#- hiera.yaml\nversion: 5\n#- manifests/site.pp\nnotice(0)\n{PARAMETER}")
    contents = dict(fixture.files)
    world = World(LiveFiles(contents), [ROOT])
    data, code = f"{ROOT}/data/common.yaml", f"{ROOT}/manifests/site.pp"
    assert [each.code for each in diagnostics(world.snapshot(), data)] == ["UNKNOWN_DATA_PARAMETER"]
    contents[code] = asked.encode()
    snapshot = world.apply(Outside((code,)))
    assert (data in snapshot.memo) == (asked == "notice(1)"), "what does not rest on it is not computed again"
    assert bool(diagnostics(snapshot, data)) == (asked == "notice(1)")


def test_a_puppetfile_counts_the_uses_as_they_are_now() -> None:
    fixture = read_fixture("#- Puppetfile\nmod 'me-web', '1.0.0'\n#- manifests/site.pp\nnotice(0)\n")
    contents = dict(fixture.files)
    world = World(LiveFiles(contents), [ROOT])
    puppetfile, code = f"{ROOT}/Puppetfile", f"{ROOT}/manifests/site.pp"
    assert list(diagnostics(world.snapshot(), puppetfile)) == []
    contents[code] = b"include web::server"
    (found,) = diagnostics(world.apply(Outside((code,))), puppetfile)
    assert found.message == "Module 'web' is not on the module path; 1 file uses it"


def until_found(client: RawClient, uri: str, *codes: str) -> None:
    """Wait until exactly these are shown: before all files are known, nothing is said of names that all of them may have."""
    while tuple(each["code"] for each in client.diagnostics(uri)) != codes:
        pass


@pytest.mark.slow
def test_a_puppetfile_with_a_lock_is_librarian_puppets() -> None:
    asked = "mod 'me-web', '~> 2.1'\nmod 'me/puppet-rcs', git: 'a/b.git', path: 'c'\nmod 'me-web', '1.0.0'\n"
    twice = "#    ^^^^^^ error DUPLICATE_MODULE *\n"
    check_diagnostics(f"#- Puppetfile\n{asked}{twice}#- Puppetfile.lock\n")


def test_what_is_shown_of_an_open_data_file_follows_the_code_that_is_typed(tmp_path: Path) -> None:
    (tmp_path / "modules/web/manifests").mkdir(parents=True)
    (tmp_path / "modules/web/manifests/init.pp").write_text("class web($port) { }")
    (tmp_path / "data").mkdir()
    (tmp_path / "manifests").mkdir()
    (tmp_path / "environment.conf").touch()
    (tmp_path / "hiera.yaml").write_text("version: 5\n")
    data, code = tmp_path / "data/common.yaml", tmp_path / "manifests/site.pp"
    data.write_text("web::prot: 80\n")
    code.write_text("notice(0)\n")
    with RawClient() as client:
        client.initialize(tmp_path)
        client.open(code.as_uri(), "notice(0)\n")
        client.open(data.as_uri(), "web::prot: 80\n")
        until_found(client, data.as_uri(), "UNKNOWN_DATA_PARAMETER")
        client.change(code.as_uri(), 2, {"text": "notice(lookup('web::prot'))\n"})
        until_found(client, data.as_uri())


def test_what_the_forge_wants_of_a_module_on_its_own() -> None:
    fields = published("me-web").replace('"summary": "It", ', "")
    check_diagnostics(
        f"#- metadata.json\n{fields}\n"
        "#= 1:1-2 information MISSING_FIELD: The Forge takes no module without 'summary'\n"
        "#- manifests/init.pp\nclass web { }\n"
    )
    check_diagnostics(f"#- modules/web/metadata.json\n{fields}\n#- modules/web/manifests/init.pp\nclass web {{ }}\n")


def test_version_3_of_an_environment_is_refused_as_strictly_as_puppet_is_asked_to_be() -> None:
    source = "#- hiera.yaml\nversion: 3\n#= 1:1-8 {}\n#- data/common.yaml\na: 1\n"
    warning = "warning UNUSABLE_LEVEL: hiera.yaml version 3 found at the environment root was ignored"
    check_diagnostics(source.format(warning))
    error = "error UNUSABLE_LEVEL: hiera.yaml version 3 cannot be used in an environment"
    check_diagnostics(source.format(error), ModelSettings(language=language_of({})))


def test_a_module_path_that_is_misspelt_is_told_once_a_module(tmp_path: Path) -> None:
    """Not at each use of what is there on disk, in files that are off the module path, too."""
    files = {
        "environment.conf": "modulepath = ./sites:./modules\n",
        "modules/web/manifests/init.pp": "class web { }\n",
        "manifests/site.pp": "include role\nnode a { include role::web }\n",
        "site/role/manifests/init.pp": "class role { include web include role::web }\n",
        "site/role/manifests/web.pp": "class role::web { }\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    told = [(Path(each.path).name, each.message) for each in check_paths([str(tmp_path)], Settings())]
    assert told == [
        ("site.pp", "Module 'role' is in 'site', which is not on the module path; 1 file uses it"),
        ("environment.conf", "There is no folder './sites'"),
    ]
