"""The editor with the look-up of Puppet 3: the same names as the evaluation's."""

from __future__ import annotations

import pytest
from puppetlens.base.language import Language
from puppetlens.model.settings import Settings

from tests.support.check import check_definition, check_diagnostics

RELATIVE = Settings(language=Language(relative_names=True))

BOTH = """
#- modules/bar/manifests/init.pp
class bar($top_one) { $v = 'top' }
#- modules/foo/manifests/bar.pp
class foo::bar($own) { $v = 'foo' }
#- modules/foo/manifests/baz.pp
define foo::baz($own) {}
#- modules/baz/manifests/init.pp
define baz($top_one) {}
"""


@pytest.mark.parametrize(
    ("code", "relative", "absolute"),
    [
        ("class foo { include b$^ar }", "class <foo::bar>($own) { $v = 'foo' }", "class <bar>($top_one) { $v = 'top' }"),
        ("class foo { include ::b$^ar }", "class <bar>($top_one) { $v = 'top' }", "class <bar>($top_one) { $v = 'top' }"),
        ("class foo { notice(Class['b$^ar']) }", "class <foo::bar>($own) { $v = 'foo' }", "class <bar>($top_one) { $v = 'top' }"),
        ("class foo inherits b$^ar { }", "class <foo::bar>($own) { $v = 'foo' }", "class <bar>($top_one) { $v = 'top' }"),
        ("class foo { notice($bar::$^v) }", "class foo::bar($own) { $<v> = 'foo' }", "class bar($top_one) { $<v> = 'top' }"),
        ("class foo inherits bar { notice($$^v) }", "class foo::bar($own) { $<v> = 'foo' }", "class bar($top_one) { $<v> = 'top' }"),
        ("class foo { b$^az { 'x': } }", "define <foo::baz>($own) {}", "define <baz>($top_one) {}"),
        ("class foo { B$^az <| |> }", "define <foo::baz>($own) {}", "define <baz>($top_one) {}"),
    ],
)  # fmt: skip
def test_definition(code: str, relative: str, absolute: str) -> None:
    source = f"#- modules/foo/manifests/init.pp\n{code}{BOTH}"
    check_definition(source, relative, settings=RELATIVE)
    check_definition(source, absolute)


def test_an_attribute_is_that_of_the_class_or_define_that_is_meant() -> None:
    check_definition(
        f"#- modules/foo/manifests/init.pp\nclass foo {{ baz {{ 'x': o$^wn => 1 }} }}{BOTH}",
        "define foo::baz($<own>) {}",
        settings=RELATIVE,
    )
    check_diagnostics(
        f"""\
#- modules/foo/manifests/init.pp
class foo {{
  baz {{ 'x': own => 1, top_one => 2 }}
#                      ^^^^^^^ error INVALID_PARAMETER: foo::baz has no parameter named 'top_one'
  class {{ 'bar': own => 1, top_one => 2 }}
#                          ^^^^^^^ error INVALID_PARAMETER: Class foo::bar has no parameter named 'top_one'
  class {{ '::bar': own => 1, top_one => 2 }}
#                  ^^^ error INVALID_PARAMETER: Class bar has no parameter named 'own'
}}{BOTH}""",
        RELATIVE._replace(levels=frozenset((("UNUSED_PARAMETER", "off"), ("UNUSED_VARIABLE", "off")))),
    )


def test_a_class_that_only_the_own_namespace_has_is_known() -> None:
    source = """\
#- modules/foo/manifests/init.pp
class foo {
  include only
}
#- modules/foo/manifests/only.pp
class foo::only {}
#- modules/only/manifests/other.pp
class only::other {}
"""
    check_diagnostics(source, RELATIVE)
    check_diagnostics(source.replace(
        "  include only\n",
        "  include only\n#         ^^^^ error UNKNOWN_CLASS: Could not find class ::only\n",
    ))  # fmt: skip
