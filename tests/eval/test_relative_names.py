"""The look-up of Puppet 3: names are relative to the namespace of the code around them."""

from __future__ import annotations

from typing import Any

import pytest
from puppetlens.eval.answer import answer

#: The example that shows what goes wrong.
WRONG_CLASS = """\
class bar {
  notice("From class bar")
}
class foo::bar {
  notice("From class foo::bar")
}
class foo {
  include bar
}
include foo
"""
#: Class nagios of module nagios is meant, and the class of the same last name is in the way.
NAGIOS = {
    "modules/apache/manifests/nagios.pp": "class apache::nagios {{ {include}\n notice('in apache::nagios') }}",
    "modules/nagios/manifests/init.pp": "class nagios { notice('in nagios') }",
}


def evaluate(manifest: str, files: dict[str, str] | None = None, relative: bool = True) -> tuple[list[str], str | None]:
    """What the program logs, and its error."""
    settings = {"relative_names": relative}
    found: dict[str, Any] = answer({"id": 1, "manifest": manifest, "files": files or {}, "settings": settings})
    error = found["error"]
    return [message for _, message, *_ in found["logs"]], None if error is None else error["message"]


def test_by_default_names_are_absolute() -> None:
    assert evaluate(WRONG_CLASS, relative=False) == (["From class bar"], None)


def test_a_class_in_the_own_namespace_comes_first() -> None:
    assert evaluate(WRONG_CLASS) == (["From class foo::bar"], None)


@pytest.mark.parametrize(
    ("include", "logs"),
    [
        ("include nagios", ["in apache::nagios"]),
        ("include ::nagios", ["in nagios", "in apache::nagios"]),
    ],
)
def test_a_class_of_another_module_is_named_from_the_top(include: str, logs: list[str]) -> None:
    files = {path: text.format(include=include) if "{include}" in text else text for path, text in NAGIOS.items()}
    assert evaluate("include apache::nagios", files) == (logs, None)


def test_every_ancestor_namespace_is_searched_and_the_top_last() -> None:
    files = {
        "modules/a/manifests/b/c.pp": "class a::b::c { include one, two, three }",
        "modules/a/manifests/b/c/one.pp": "class a::b::c::one { notice('a::b::c::one') }",
        "modules/a/manifests/b/one.pp": "class a::b::one { notice('a::b::one') }",
        "modules/a/manifests/two.pp": "class a::two { notice('a::two') }",
        "modules/two/manifests/init.pp": "class two { notice('two') }",
        "modules/three/manifests/init.pp": "class three { notice('three') }",
    }
    assert evaluate("include a::b::c", files) == (["a::b::c::one", "a::two", "three"], None)


#: `class bar` and `define baz` are both at the top and in namespace `foo`.
BOTH = """\
class bar { $v = 'top' }
class foo::bar { $v = 'foo' }
define baz { notice('top') }
define foo::baz { notice('foo') }
"""


@pytest.mark.parametrize(
    ("code", "logs"),
    [
        ("class foo { class { 'bar': } } include foo notice($foo::bar::v)", ["foo"]),
        ("class foo { class { '::bar': } } include foo notice($::bar::v)", ["top"]),
        ("class foo { contain bar } include foo notice(defined(Class['foo::bar']), defined(Class['bar']))", ["true false"]),
        ("class foo { require bar notice($bar::v) } include foo", ["foo"]),
        ("class foo { notice(include(bar), include('::bar')) } include foo", ["[Class[foo::bar]] [Class[bar]]"]),
        ("class foo { notice(Class[bar], Class['::bar'], Class[[bar]]) } include foo", ["Class[foo::bar] Class[bar] [Class[foo::bar]]"]),
        ("class foo::sub inherits bar { notice($v) } include foo::sub", ["foo"]),
        ("class foo::sub inherits ::bar { notice($v) } include foo::sub", ["top"]),
        ("class foo { baz { 'x': } notice(Baz['x']) } include foo", ["Foo::Baz['x']", "foo"]),
        ("class foo { ::baz { 'x': } } include foo", ["top"]),
        ("class foo { @baz { 'x': } Baz <| |> } include foo", ["foo"]),
        ("class foo { create_resources(baz, { x => {} }) } include foo", ["foo"]),
        ("class foo::deep { class inner { baz { 'x': } } include inner } include foo::deep", ["foo"]),
        # A define's code begins where the define is, not in the define.
        ("define foo::other { baz { 'x': } } define foo::other::baz { } foo::other { 'o': }", ["foo"]),
        # What Puppet brings along comes first.
        ("define foo::notify { } class foo { notify { 'x': } notice(Notify['x']) } include foo", ["Notify['x']"]),
        # Outside of namespaces nothing changes.
        ("include bar notice($bar::v) baz { 'x': }", ["top", "top"]),
        ("node default { include bar notice($bar::v) }", ["top"]),
    ],
)  # fmt: skip
def test_wherever_a_name_stands(code: str, logs: list[str]) -> None:
    assert evaluate(BOTH + code) == (logs, None)


def test_a_class_that_is_nowhere_is_missed_as_ever() -> None:
    assert evaluate("class foo { include nope } include foo") == evaluate(
        "class foo { include nope } include foo", relative=False
    )
