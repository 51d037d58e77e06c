"""Which checks run, how bad what they find is, and how little is checked again after an edit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from puppetlens.base.cancellation import CancellationToken, working
from puppetlens.base.errors import Cancelled
from puppetlens.base.position import Text
from puppetlens.checks.diagnostics import checking, diagnostics
from puppetlens.engine.language import model_settings
from puppetlens.engine.settings import Settings, read_settings
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.world import Edited, Opened, Outside, World
from puppetlens.syntax.parse import Edit

from tests.support.check import snapshot_of
from tests.support.fixture import ROOT, LiveFiles, read_fixture

SITE = f"{ROOT}/manifests/site.pp"
GONE = "#- environment.conf\n#- manifests/site.pp\ninclude gone\n"


def found(source: str, **checks: str) -> list[tuple[str, str]]:
    settings, problems = read_settings({"checks": {name.replace("_", "-"): level for name, level in checks.items()}})
    assert not problems
    snapshot = snapshot_of(read_fixture(source), model_settings(settings))
    return [(each.code, each.severity) for each in diagnostics(snapshot, SITE)]


def test_a_check_is_switched_off_or_gets_another_severity() -> None:
    assert found(GONE) == [("UNKNOWN_CLASS", "warning")]
    assert found(GONE, unknown_class="hint") == [("UNKNOWN_CLASS", "hint")]
    assert found(GONE, UNKNOWN_CLASS="error") == [("UNKNOWN_CLASS", "error")]
    assert found(GONE, unknown_class="off") == []
    assert found(GONE, unknown_class="on", syntax_error="off") == [("UNKNOWN_CLASS", "warning")]


def test_a_static_rule_is_a_check_like_others() -> None:
    source = "$x = { 'a' => 1, 'a' => 2 }\nif true { class a { } }\n"
    assert found(source, duplicate_key="off") == [("NOT_TOP_LEVEL", "error")]
    assert found(source, duplicate_key="hint") == [("DUPLICATE_KEY", "hint"), ("NOT_TOP_LEVEL", "error")]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"unknown-clas": "off"}, "no check is called 'unknown-clas': did you mean 'unknown-class'?"),
        ({"unknown-class": "of"}, "'of' is none of off, on, error, warning, information, hint"),
        ("off", "Expected `object`, got `str`"),
    ],
)
def test_a_slip_in_the_setting_is_told(given: object, problem: str) -> None:
    settings, (said,) = read_settings({"checks": given})
    assert problem in said
    assert model_settings(settings) == model_settings(Settings())


# What an edit checks again ----------------------------------------------------------------------------------

CLASSES = 50
TEXT = "".join(f"class c{n} {{\n  include gone{n}\n  file {{ '/{n}': modes => '1' }}\n}}\n" for n in range(CLASSES))


def parts(snapshot: Snapshot, path: str = SITE) -> set[int]:
    """The identities of what is kept of each statement of a checked file."""
    diagnostics(snapshot, path)
    return {id(part) for part in snapshot.memo[path].parts.values()}


@pytest.fixture
def world() -> World:
    contents = {SITE: TEXT.encode(), f"{ROOT}/modules/m/manifests/init.pp": b"class m($a) { }\n"}
    world = World(LiveFiles(contents), [ROOT])
    world.apply(Opened(SITE, Text(TEXT.encode())))
    return world


def edited(world: World, text: str, old: str, new: str) -> tuple[Snapshot, str]:
    at = text.index(old)
    after = text.replace(old, new, 1)
    return world.apply(Edited(SITE, Text(after.encode()), (Edit(at, at + len(old), at + len(new)),))), after


def test_editing_one_class_checks_its_changed_statement_again_and_no_other(world: World) -> None:
    before = world.snapshot()
    first, old = diagnostics(before, SITE), parts(before)
    assert (len(first), len(old)) == (2 * CLASSES, 3 * CLASSES)
    after, _ = edited(world, TEXT, "'/7': modes", "'/7': \n\nmode")
    again = diagnostics(after, SITE)
    new = parts(after)
    assert len(new - old) == 2  # the file resource, and the class around it
    assert len(again) == len(first) - 1
    assert again[-1].span == (first[-1].span[0] + 1, first[-1].span[1] + 1)


def test_a_definition_elsewhere_checks_again_what_asked_for_it(world: World) -> None:
    snapshot, _ = edited(world, TEXT, "include gone3", "class { 'm': b => 1 }")
    assert [each.code for each in diagnostics(snapshot, SITE)].count("INVALID_PARAMETER") == CLASSES + 1
    old = parts(snapshot)
    module = f"{ROOT}/modules/m/manifests/init.pp"
    snapshot = world.apply(Opened(module, Text(b"class m($a, $b) { }\n")))
    assert [each.code for each in diagnostics(snapshot, SITE)].count("INVALID_PARAMETER") == CLASSES
    assert len(parts(snapshot) - old) == 1
    assert diagnostics(world.apply(Outside((module,))), SITE) == diagnostics(snapshot, SITE)


def test_checks_give_way_after_each_statement_and_lose_nothing(world: World) -> None:
    snapshot = world.snapshot()
    steps: Iterator[None] = checking(snapshot, SITE)
    for _ in range(CLASSES):
        next(steps)
    done = {id(part) for part in snapshot.memo[SITE].parts.values()}
    assert len(done) > CLASSES // 2
    token = CancellationToken()
    token.cancel()
    with working(token), pytest.raises(Cancelled):
        next(steps)
    after, _ = edited(world, TEXT, f"gone{CLASSES - 1}", "other")
    assert len(parts(after) & done) == len(done)
