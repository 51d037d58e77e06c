"""What an opened folder stands for, and which environment a file belongs to (docs/environments.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from puppetlens.base.position import Text
from puppetlens.model.world import Opened, World
from puppetlens.project.discovery import discover, environment_of, environments
from puppetlens.project.environment import Environment
from puppetlens.project.files import DiskFiles, MemoryFiles


def files(*paths: str, **contents: str) -> MemoryFiles:
    found = {f"/w/{path}": b"" for path in paths}
    found.update({f"/w/{path.replace('__', '/')}": text.encode() for path, text in contents.items()})
    return MemoryFiles(found)


def one(disk: MemoryFiles, folder: str = "/w") -> Environment:
    (found,) = discover(disk, folder)
    return found


def test_a_control_repo_without_environment_conf() -> None:
    disk = files("site-modules/role/manifests/init.pp", "modules/x/manifests/init.pp", "data/common.yaml")
    found = one(disk)
    assert found.kind == "environment"
    assert list(found.modules(disk)) == ["role", "x"]


def test_a_folder_inside_an_environment_means_the_environment() -> None:
    disk = files("environment.conf", "modules/x/manifests/init.pp")
    assert one(disk, "/w/modules/x").root == "/w"
    assert one(disk, "/w/modules/x/manifests").root == "/w"
    assert one(disk, "/w/modules").root == "/w"
    assert one(disk, "/w/data").root == "/w"
    disk = files("modules/x/manifests/init.pp", "manifests/nodes/a.pp")
    assert one(disk, "/w/modules/x").root == "/w"
    assert one(disk, "/w/manifests/nodes").root == "/w"


def test_a_folder_named_site_is_no_module_folder_of_its_parent() -> None:
    disk = MemoryFiles({"/home/site/modules/x/manifests/init.pp": b""})
    assert one(disk, "/home/site").root == "/home/site"


def test_a_single_module() -> None:
    disk = MemoryFiles(
        {
            "/src/puppet-web/metadata.json": b'{"name": "me-web", "dependencies": []}',
            "/src/puppet-web/manifests/init.pp": b"",
            "/src/puppet-web/spec/fixtures/modules/stdlib/lib/x": b"",
        }
    )
    found = one(disk, "/src/puppet-web")
    assert found.kind == "module"
    assert found.modules(disk) == {
        "web": "/src/puppet-web",
        "stdlib": "/src/puppet-web/spec/fixtures/modules/stdlib",
    }


def test_a_module_without_metadata() -> None:
    disk = files("puppet-web/manifests/init.pp")
    assert one(disk, "/w/puppet-web").own_module == ("web", "/w/puppet-web")


def test_a_module_that_has_a_modulefile_is_named_by_it() -> None:
    disk = MemoryFiles(
        {"/w/checkout/manifests/init.pp": b"", "/w/checkout/Modulefile": b"name    'me-web'\nversion '1.0.0'\n"}
    )
    assert one(disk, "/w/checkout").own_module == ("web", "/w/checkout")


def test_a_folder_of_modules_and_one_of_environments() -> None:
    disk = files("a/manifests/init.pp", "b/lib/x.rb", "b/metadata.json")
    assert one(disk).kind == "modules"
    assert list(one(disk).modules(disk)) == ["a", "b"]
    disk = files("one/environment.conf", "two/modules/x/manifests/init.pp", "bad-name/environment.conf")
    assert [found.name for found in discover(disk, "/w")] == ["one", "two"]
    disk = files("environments/one/environment.conf", "environments/two/environment.conf")
    assert [found.name for found in discover(disk, "/w")] == ["one", "two"]


def test_a_module_that_is_called_modules_makes_no_environment_of_the_folder_around_it() -> None:
    disk = files("modules/manifests/init.pp", "modules/spec/functions/x_spec.rb", "web/manifests/init.pp")
    found = one(disk)
    assert (found.kind, list(found.modulepath)) == ("modules", ["/w"])


def test_a_folder_called_modules_inside_a_module_is_no_sign_of_an_environment() -> None:
    paths = ("types/modules/inputs/x.pp", "types/size.pp", "manifests/init.pp", "metadata.json")
    disk = files(*(f"modules/log/{path}" for path in paths), "environment.conf")
    assert [found.root for found in discover(disk, "/w/modules/log/types")] == ["/w"]
    assert [found.kind for found in discover(files("modules/new/templates/x.epp"), "/w")] == ["environment"]


def test_loose_files() -> None:
    disk = files("b.pp", "sub/a.pp")
    found = one(disk)
    assert found.kind == "loose"
    assert found.manifests(disk) == ("/w/b.pp", "/w/sub/a.pp")


def root_of(disk: MemoryFiles, path: str) -> str | None:
    found = environment_of(disk, f"/w/{path}")
    return None if found is None else found.root


# The environment of a file ---------------------------------------------------------------------------


def test_folders_of_a_module_that_are_called_like_folders_of_modules_are_none() -> None:
    disk = files("modules/web/manifests/site/tls.pp", "modules/web/manifests/init.pp", "environment.conf")
    assert root_of(disk, "modules/web/manifests/site/tls.pp") == "/w"
    disk = files("web/manifests/site/tls.pp", "web/manifests/modules/a.pp", "web/manifests/init.pp")
    found = environment_of(disk, "/w/web/manifests/site/tls.pp")
    assert found is not None
    assert (found.root, found.kind) == ("/w/web", "module")


def test_a_module_path_that_leads_below_another_folder_with_a_puppetfile() -> None:
    disk = files("site/modules/role/manifests/init.pp", "site/Puppetfile", environment__conf="")
    disk.contents["/w/environment.conf"] = b"modulepath = modules:site/modules\n"
    assert root_of(disk, "site/modules/role/manifests/init.pp") == "/w"
    assert one(disk, "/w/site").root == "/w"


def test_fixtures_see_the_module_that_they_are_for_and_each_other() -> None:
    disk = files(
        "environment.conf",
        "modules/m/manifests/init.pp",
        "modules/m/spec/fixtures/modules/x/manifests/init.pp",
        "modules/other/manifests/init.pp",
    )
    found = environment_of(disk, "/w/modules/m/spec/fixtures/modules/x/manifests/init.pp")
    assert found is not None
    assert found.modules(disk) == {
        "m": "/w/modules/m",
        "other": "/w/modules/other",
        "x": "/w/modules/m/spec/fixtures/modules/x",
    }
    assert discover(disk, found.root) == (found,)
    assert root_of(disk, "modules/m/examples/init.pp") == root_of(disk, "modules/m/spec/acceptance/a.pp") == "/w"


def test_fixtures_of_a_lone_module_and_of_a_control_repo() -> None:
    disk = files("m/manifests/init.pp", "m/spec/fixtures/modules/x/manifests/init.pp", "m/tests/a.pp")
    assert root_of(disk, "m/spec/fixtures/modules/x/manifests") == root_of(disk, "m/tests") == "/w/m"
    disk = files("environment.conf", "modules/m/manifests/init.pp", "spec/fixtures/modules/x/manifests/init.pp")
    found = environment_of(disk, "/w/spec/fixtures/modules/x/manifests/init.pp")
    assert found is not None
    assert list(found.modules(disk)) == ["x", "m"]


def test_fixtures_with_the_looks_of_a_module_belong_to_the_module() -> None:
    disk = files("m/manifests/init.pp", "m/test/fixtures/metadata.json", "m/test/fixtures/manifests/site.pp")
    assert root_of(disk, "m/test/fixtures/manifests/site.pp") == "/w/m"


def test_a_module_that_is_not_on_the_module_path_stands_alone_and_sees_those_that_are() -> None:
    disk = files("environment.conf", "modules/a/manifests/init.pp", "vendor/b/manifests/init.pp")
    found = environment_of(disk, "/w/vendor/b/manifests/init.pp")
    assert found is not None
    assert found.kind == "module"
    assert found.modules(disk) == {"b": "/w/vendor/b", "a": "/w/modules/a"}


def test_the_nearest_of_two_environments_that_cover_a_file() -> None:
    disk = files("environment.conf", "modules/m/manifests/init.pp", "modules/m/files/e/environment.conf")
    disk.contents["/w/modules/m/files/e/modules/n/manifests/init.pp"] = b""
    assert root_of(disk, "modules/m/files/e/modules/n/manifests/init.pp") == "/w/modules/m/files/e"
    assert root_of(disk, "modules/m/files/other/x.pp") == "/w"


# Layouts ---------------------------------------------------------------------------------------------

_DOCUMENT = Path(__file__).parents[2] / "docs" / "environments.md"


class Row(NamedTuple):
    """A row of the table of docs/environments.md."""

    name: str
    there: tuple[str, ...]
    file: str
    root: str
    modules: tuple[str, ...]


def rows() -> Iterator[Row]:
    for line in _DOCUMENT.read_text().splitlines():
        if not line.startswith("| **"):
            continue
        _, name, rest = line.split("**", 2)
        there, file, root, modules = (quoted(cell) for cell in rest.strip("|").split("|"))
        own = ("itself",) if "itself" in rest.rpartition("|")[0] else ()
        yield Row(name, there, file[0], root[0], (*own, *modules))


def quoted(cell: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`([^`]+)`", cell))


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: row.name)
def test_the_table_of_layouts(row: Row, tmp_path: Path) -> None:
    top = tmp_path / "itself"
    for written in row.there:
        path, _, link = written.partition(" -> ")
        path, _, text = path.partition(": ")
        place = top / path.rstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        if link:
            place.symlink_to(top / link)
        else:
            place.write_text(text)
    snapshot = World(DiskFiles(), [str(top)], None, [str((top / row.file).parent)]).snapshot()
    site = snapshot.site_of(str(top / row.file))
    assert site.environment.root == str(top / row.root)
    assert set(site.modules) == set(row.modules)


def test_environments_side_by_side_share_the_modules_of_the_code_directory() -> None:
    disk = files(
        "environments/one/environment.conf",
        "environments/two/manifests/site.pp",
        "modules/shared/manifests/init.pp",
    )
    found = discover(disk, "/w")
    assert [each.name for each in found] == ["one", "two"]
    assert [list(each.modules(disk)) for each in found] == [["shared"], ["shared"]]
    assert environment_of(disk, "/w/environments/two/manifests/site.pp") == found[1]


def test_environments_that_the_setting_gives_a_base_module_path_share_no_other() -> None:
    disk = files("environments/one/environment.conf", "modules/shared/manifests/init.pp")
    (found,) = discover(disk, "/w/environments/one", ["/base"])
    assert found.modulepath == ("/w/environments/one/modules", "/base")


@pytest.mark.parametrize(
    ("layout", "modules"),
    [
        (("Puppetfile", "manifests/site.pp", "data/common.yaml"), []),
        (("Puppetfile", "modules/x/manifests/init.pp", "site-modules/role/manifests/init.pp"), ["role", "x"]),
        (("Puppetfile", ".modules/x/manifests/init.pp", "site/role/manifests/init.pp"), ["role", "x"]),
        (("bolt-project.yaml", "modules/p/plans/init.pp", ".modules/x/manifests/init.pp"), ["p", "x"]),
        (("metadata.json", "manifests/site.pp", "site/role/manifests/init.pp"), ["role"]),
    ],
)
def test_control_repos_without_environment_conf(layout: tuple[str, ...], modules: list[str]) -> None:
    disk = files(*layout)
    found = one(disk)
    assert (found.root, found.kind) == ("/w", "environment")
    assert list(found.modules(disk)) == modules


def test_the_folder_that_a_puppetfile_names() -> None:
    disk = files("manifests/site.pp", "thirdparty/x/manifests/init.pp", "site/role/manifests/init.pp")
    disk.contents["/w/Puppetfile"] = b"forge 'https://example.net'\nmoduledir 'thirdparty'\nmod 'a/x', '1.0.0'\n"
    assert list(one(disk).modules(disk)) == ["role", "x"]


def test_a_repository_with_puppet_code_somewhere_inside() -> None:
    disk = files(
        "README.md",
        "ops/puppet/manifests/site.pp",
        "ops/puppet/modules/x/manifests/init.pp",
        "ops/other/environment.conf",
        "node_modules/a/environment.conf",
        ".cache/b/environment.conf",
        "app/src/very/deep/environment.conf",
    )
    assert sorted(each.root for each in discover(disk, "/w")) == ["/w/ops/other", "/w/ops/puppet"]
    # What is opened there is found however deep it is.
    assert [each.root for each in environments(disk, ["/w"], ["/w/app/src/very/deep/manifests"])[0]][-1:] == [
        "/w/app/src/very/deep"
    ]


def test_a_lone_module_in_an_opened_folder_of_modules_is_one_of_them() -> None:
    disk = files("a/manifests/init.pp", "b/manifests/init.pp", "b/metadata.json")
    assert [each.kind for each in environments(disk, ["/w"], ["/w/a/manifests", "/w/b/manifests"])[0]] == ["modules"]


def test_a_file_beside_what_is_opened_brings_its_environment() -> None:
    disk = files("one/environment.conf", "two/environment.conf", "two/modules/x/manifests/init.pp", "loose/a.pp")
    found, _ = environments(disk, ["/w/one"], ["/w/two/modules/x/manifests", "/w/loose"])
    assert [(each.root, each.kind) for each in found] == [
        ("/w/one", "environment"),
        ("/w/two", "environment"),
        ("/w/loose", "loose"),
    ]


@pytest.mark.parametrize(
    ("opened", "modulepath", "other"),
    [
        ("/elsewhere", "modules", "code/b"),
        ("/elsewhere", "modules", "modules/a/spec/fixtures/modules/b"),
        ("/w", "", "modules/b"),
    ],
)
def test_what_a_file_sees_does_not_hang_on_what_else_is_open(opened: str, modulepath: str, other: str) -> None:
    """A lone module, and fixtures, see the modules around them, but do not make them see what they see."""
    beside = f"{other}/manifests/init.pp"
    disk = files(
        "modules/a/manifests/init.pp", "modules/c/functions/f.pp", beside,
        **{"environment.conf": f"modulepath = {modulepath}\n"},
    )  # fmt: skip
    path = "/w/modules/c/functions/f.pp"
    world = World(disk, [opened])
    alone = world.apply(Opened(path, Text(b""))).site_of(path)
    assert alone.environment.root == "/w"
    assert world.apply(Opened(f"/w/{beside}", Text(b""))).site_of(path) == alone


def test_links_are_the_places_where_they_stand(tmp_path: Path) -> None:
    """A module that its own fixtures link to, as rspec-puppet makes it, and an environment by another name."""
    module = tmp_path / "m"
    (module / "manifests").mkdir(parents=True)
    (module / "manifests/init.pp").write_text("class m { }\n")
    (module / "spec/fixtures/modules").mkdir(parents=True)
    (module / "spec/fixtures/modules/m").symlink_to(module)
    found = environment_of(DiskFiles(), str(module / "spec/fixtures/modules/m/manifests/init.pp"))
    assert found is not None
    assert found.modules(DiskFiles()) == {"m": str(module)}
    site = tmp_path / "site"
    (site / "modules").mkdir(parents=True)
    (site / "environment.conf").write_text("")
    (site / "modules/m").symlink_to(module)
    (tmp_path / "production").symlink_to(site)
    linked = environment_of(DiskFiles(), str(tmp_path / "production/modules/m/manifests/init.pp"))
    assert linked is not None
    assert linked.root == str(tmp_path / "production")
