"""Which of several answers counts: orders and limits that Puppet has, and a check must know."""

from __future__ import annotations

from tests.support.check import check_diagnostics
from tests.support.fixture import published


def test_what_the_autoloader_finds_comes_before_the_files_own() -> None:
    check_diagnostics(
        "#- modules/m/manifests/init.pp\n"
        "class m($a) {}\n"
        "#- modules/m/manifests/other.pp\n"
        "class m($b) {}\n"
        "#     ^ error ILLEGAL_DEFINITION_LOCATION *\n"
        "class m::other { class { 'm': b => 1 } }\n"
        "#                             ^ error INVALID_PARAMETER *\n"
    )


def test_a_file_is_in_the_innermost_of_the_modules_around_it() -> None:
    """The inner one is published, and may name what only other sites have."""
    check_diagnostics(
        "#- environment.conf\n"
        "modulepath = modules:modules/outer/fixtures\n"
        "#- modules/outer/manifests/init.pp\n"
        "class outer { include other::none }\n"
        "#                     ^^^^^^^^^^^ error UNKNOWN_CLASS *\n"
        "#- modules/other/manifests/init.pp\n"
        "class other {}\n"
        "#- modules/outer/fixtures/inner/manifests/init.pp\n"
        "class inner { include other::none }\n"
        "#- modules/outer/fixtures/inner/metadata.json\n"
        f"{published('me-inner')}\n"
    )


def test_a_published_module_may_use_types_of_modules_that_it_does_not_name() -> None:
    check_diagnostics(
        f"#- metadata.json\n{published('me-own')}\n"
        "#- manifests/init.pp\nclass own {\n  if true { gone_type { 'a': } }\n}\n"
    )


def test_what_a_lambda_assigns_is_no_variable_of_the_class() -> None:
    check_diagnostics(
        "#- modules/web/manifests/init.pp\n"
        "class web {\n  $outside = 1\n  [1].each |$x| {\n    $inside = $x\n    notice($inside)\n  }\n}\n"
        "#- manifests/site.pp\n"
        "include web\n"
        "notice($web::outside, $web::inside)\n"
        "#                     ^^^^^^^^^^^^ warning UNKNOWN_VARIABLE *\n"
    )
