"""What a folder that is opened stands for."""

from __future__ import annotations

from puppetlens.project.environment import Environment, discover, load_environment
from puppetlens.project.files import MemoryFiles


def files(*paths: str, **contents: str) -> MemoryFiles:
    found = {f"/w/{path}": b"" for path in paths}
    found.update({f"/w/{path.replace('__', '/')}": text.encode() for path, text in contents.items()})
    return MemoryFiles(found)


def one(disk: MemoryFiles, folder: str = "/w") -> Environment:
    (found,) = discover(disk, folder)
    return found


def test_environment_conf() -> None:
    conf = "# note\nmodulepath = site:modules:$basemodulepath\nmanifest = my/site.pp\nconfig_version=bin/v\n"
    disk = MemoryFiles({"/w/environment.conf": conf.encode(), "/w/site/role/manifests/init.pp": b""})
    (found,) = discover(disk, "/w", ["/base"])
    assert found.modulepath == ("/w/site", "/w/modules", "/base")
    assert found.manifest == "/w/my/site.pp"
    assert found.config_version == "/w/bin/v"
    assert found.modules(disk) == {"role": "/w/site/role"}


def test_what_environment_conf_may_say() -> None:
    conf = b"modulepath = /abs:mods-*:${environment}_x:$codedir/y\n[agent]\nmanifest = other\n"
    disk = MemoryFiles({"/w/environment.conf": conf, "/w/mods-b/a/x": b"", "/w/mods-a/a/x": b"", "/w/mods-c": b""})
    found = load_environment(disk, "/w", "test")
    assert found.modulepath == ("/abs", "/w/mods-a", "/w/mods-b", "/w/test_x")
    assert found.manifest == "/w/manifests"


def test_defaults_are_puppets() -> None:
    found = load_environment(MemoryFiles({}), "/w", None, ["/base"])
    assert (found.name, found.modulepath, found.manifest) == ("w", ("/w/modules", "/base"), "/w/manifests")
    assert found.hiera_config == "/w/hiera.yaml"


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


def test_a_folder_of_modules_and_one_of_environments() -> None:
    disk = files("a/manifests/init.pp", "b/lib/x.rb", "b/metadata.json")
    assert one(disk).kind == "modules"
    assert list(one(disk).modules(disk)) == ["a", "b"]
    disk = files("one/environment.conf", "two/modules/x/manifests/init.pp", "bad-name/environment.conf")
    assert [found.name for found in discover(disk, "/w")] == ["one", "two"]
    disk = files("environments/one/environment.conf", "environments/two/environment.conf")
    assert [found.name for found in discover(disk, "/w")] == ["one", "two"]


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


def test_the_first_module_on_the_path_wins_and_odd_names_are_none() -> None:
    disk = files("a/x/f", "b/x/f", "b/y/f", "b/Not/f", "b/no-t/f", "b/.z/f", "b/file")
    found = load_environment(disk, "/w")._replace(modulepath=("/w/a", "/w/b"))
    assert found.modules(disk) == {"x": "/w/a/x", "y": "/w/b/y"}


def test_the_main_manifests_in_puppets_order() -> None:
    disk = files("manifests/b.pp", "manifests/a/z.pp", "manifests/A.pp", "manifests/x.txt", "manifests/.h.pp")
    assert load_environment(disk, "/w").manifests(disk) == (
        "/w/manifests/A.pp",
        "/w/manifests/a/z.pp",
        "/w/manifests/b.pp",
    )
