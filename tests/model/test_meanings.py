"""What a name means: the same to all files, but for those that define it themselves where nobody else looks."""

from __future__ import annotations

import pytest
from puppetlens.base.position import Text
from puppetlens.model import meanings
from puppetlens.model.entity import Entity
from puppetlens.model.meanings import Meaning, Meanings
from puppetlens.model.naming import spans_of
from puppetlens.model.summary import Lookup
from puppetlens.model.view import View
from puppetlens.model.world import Opened, World
from puppetlens.project.files import MemoryFiles

FILES = {
    "/s/environment.conf": b"modulepath = modules\n",
    "/s/modules/a/manifests/init.pp": b"class a { thing { 'x': } }\n",
    "/s/modules/b/manifests/init.pp": b"class b { thing { 'x': } }\ndefine thing { }\n",
    "/s/modules/c/manifests/init.pp": b"class c { thing { 'x': } }\n",
    "/s/modules/d/manifests/init.pp": b"class d { d::kept { 'x': } }\n",
    "/s/modules/d/manifests/kept.pp": b"define d::kept { }\n",
    "/s/modules/e/manifests/init.pp": b"class e { d::kept { 'x': } }\n",
}
USED = Entity("resource_type", "thing")


def manifest(module: str) -> str:
    return f"/s/modules/{module}/manifests/init.pp"


def test_a_file_sees_its_own_define_whoever_was_asked_before() -> None:
    for order in (("a", "b", "c"), ("b", "a", "c"), ("c", "b", "a")):
        snapshot = World(MemoryFiles(FILES), ["/s"]).snapshot()
        meant = {module: View(snapshot, manifest(module)).entity(USED) for module in order}
        assert meant == {"a": USED, "b": Entity("define", "thing"), "c": USED}


def test_uses_of_a_define_are_found_in_every_file() -> None:
    snapshot = World(MemoryFiles(FILES), ["/s"]).snapshot()
    kept = Entity("define", "d::kept")
    found = {path: len(spans_of(View(snapshot, path), kept)) for path in snapshot.naming(snapshot.sites[0], kept)}
    assert found == {manifest("d"): 1, "/s/modules/d/manifests/kept.pp": 1, manifest("e"): 1}


def test_what_a_file_asked_is_noted_though_another_one_asked_before() -> None:
    snapshot = World(MemoryFiles(FILES), ["/s"]).snapshot()
    asked = []
    for module in ("a", "c"):
        view = View(snapshot, manifest(module))
        view.entity(USED)
        asked.append(view.take_lookups())
    assert asked[0] == asked[1] != frozenset()


def test_a_name_below_the_files_own_module_is_another_in_each() -> None:
    snapshot = World(MemoryFiles(FILES), ["/s"]).snapshot()
    used = Entity("module_file", "$module_name/templates/x.epp")
    meant = [View(snapshot, manifest(module)).entity(used).name for module in ("a", "c")]
    assert meant == ["a/templates/x.epp", "c/templates/x.epp"]


def test_a_meaning_changes_once_another_file_defines_the_name() -> None:
    world, path = World(MemoryFiles(FILES), ["/s"]), "/s/modules/d/manifests/kept.pp"
    used, meant = Entity("resource_type", "d::kept"), []
    for text in (FILES[path], b"define d::kept($x) { }\n", b"define d::other { }\n", FILES[path]):
        snapshot = world.apply(Opened(path, Text(text)))
        meant.append([View(snapshot, manifest(module)).entity(used).space for module in ("a", "d", "e")])
    assert meant == [[space] * 3 for space in ("define", "define", "resource_type", "define")]


def test_names_that_were_half_typed_are_forgotten_one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meanings, "_MOST", 10)
    held, none = Meanings(), frozenset[Lookup]()
    kept = []
    for number in range(25):
        held = held.after(none)
        key = ("/s", Entity("function", f"f{number}"))
        held.put(key, Meaning(key[1], none))
        kept.append(sum(held.get(("/s", Entity("function", f"f{each}"))) is not None for each in range(25)))
    assert max(kept) == 11
    assert kept[-1] == 3
