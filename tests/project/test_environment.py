"""Environments as Puppet reads them."""

from __future__ import annotations

from puppetlens.project.environment import load_environment
from puppetlens.project.files import MemoryFiles


def files(*paths: str, **contents: str) -> MemoryFiles:
    found = {f"/w/{path}": b"" for path in paths}
    found.update({f"/w/{path.replace('__', '/')}": text.encode() for path, text in contents.items()})
    return MemoryFiles(found)


def test_environment_conf() -> None:
    conf = "# note\nmodulepath = site:modules:$basemodulepath\nmanifest = my/site.pp\nconfig_version=bin/v\n"
    disk = MemoryFiles({"/w/environment.conf": conf.encode(), "/w/site/role/manifests/init.pp": b""})
    found = load_environment(disk, "/w", None, ["/base"])
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


def test_the_first_module_on_the_path_wins_and_odd_names_are_none() -> None:
    disk = files("a/x/f", "b/x/f", "b/y/f", "b/Not/f", "b/no-t/f", "b/.z/f", "b/file")
    found = load_environment(disk, "/w")._replace(modulepath=("/w/a", "/w/b"))
    assert found.modules(disk) == {"x": "/w/a/x", "y": "/w/b/y"}


class Closed(MemoryFiles):
    """A folder that may be entered, and not listed."""

    def list(self, path: str) -> tuple[str, ...]:
        return () if path == "/w/manifests" else super().list(path)

    def refusal(self, path: str) -> str | None:
        return "it cannot be read (Permission denied)" if path == "/w/manifests" else None


def test_a_folder_that_may_not_be_listed_is_no_empty_one() -> None:
    contents = {"/w/manifests/site.pp": b"", "/w/modules/a/x": b""}
    (problem,) = load_environment(Closed(contents), "/w").problems
    assert problem == "/w/manifests is not read: it cannot be read (Permission denied)"
    assert load_environment(MemoryFiles(contents), "/w").problems == ()


def test_the_main_manifests_in_puppets_order() -> None:
    disk = files("manifests/b.pp", "manifests/a/z.pp", "manifests/A.pp", "manifests/x.txt", "manifests/.h.pp")
    assert load_environment(disk, "/w").manifests(disk) == (
        "/w/manifests/A.pp",
        "/w/manifests/a/z.pp",
        "/w/manifests/b.pp",
    )
