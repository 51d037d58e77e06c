"""Names and places. The corners were asked of Puppet 7.23."""

from __future__ import annotations

import pytest
from puppetlens.project import autoload

MODULES = {"a": "/m/a", "b": "/m/b"}


@pytest.mark.parametrize(
    ("name", "stems"),
    [
        ("a", ["init"]),
        ("a::b", ["init", "b"]),
        ("::A::B::c", ["init", "b/c", "b"]),
        ("a::init", ["init", "init"]),
        ("a::b::init", ["init", "b/init", "b"]),
        ("nothing::b", []),
    ],
)
def test_classes(name: str, stems: list[str]) -> None:
    assert autoload.class_paths(name, MODULES) == tuple(f"/m/a/manifests/{stem}.pp" for stem in stems)


def test_functions_and_aliases() -> None:
    assert autoload.function_path("a::b::c", "/e", MODULES) == "/m/a/functions/b/c.pp"
    assert autoload.function_path("a::init", "/e", MODULES) == "/m/a/functions/init.pp"
    assert autoload.function_path("a", "/e", MODULES) == "/e/functions/a.pp"
    assert autoload.function_path("environment::x", "/e", MODULES) == "/e/functions/environment/x.pp"
    assert autoload.function_path("other::x", "/e", MODULES) is None
    assert autoload.type_alias_path("A::CamelCase", "/e", MODULES) == "/m/a/types/camelcase.pp"
    assert autoload.type_alias_path("Own", "/e", MODULES) == "/e/types/own.pp"
    assert autoload.plan_path("a", MODULES) == "/m/a/plans/init.pp"


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/m/a/manifests/init.pp", ("a", "manifests", "a")),
        ("/m/a/manifests/b.pp", ("a", "manifests", "a::b")),
        ("/m/a/manifests/b/init.pp", ("a", "manifests", "a::b::init")),
        ("/m/a/manifests/B/C.pp", ("a", "manifests", "a::b::c")),
        ("/m/a/functions/init.pp", ("a", "functions", "a::init")),
        ("/m/a/types/t.pp", ("a", "types", "a::t")),
        ("/m/a/plans/init.pp", ("a", "plans", "a")),
        ("/m/a/examples/x.pp", ("a", "examples", "a::x")),
        ("/e/functions/environment/x.pp", (None, "functions", "environment::x")),
        ("/e/types/own.pp", (None, "types", "own")),
        ("/e/manifests/site.pp", None),
        ("/m/a/templates/x.epp", None),
    ],
)
def test_places(path: str, place: tuple[str | None, str, str] | None) -> None:
    assert autoload.place_of(path, "/e", MODULES) == place


def test_the_places_of_names_lead_back() -> None:
    for name in ("a", "a::b", "a::b::c"):
        paths = autoload.class_paths(name, MODULES)
        places = [autoload.place_of(path, "/e", MODULES) for path in paths]
        assert name in [place.name for place in places if place is not None]
