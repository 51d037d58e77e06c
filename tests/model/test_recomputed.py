"""What an edit makes the server compute again: the file itself and those that asked for what changed."""

from __future__ import annotations

import pytest

from tests.support.check import check_recomputed

SITE = """
#- manifests/site.pp
include web
#- modules/web/manifests/init.pp
class web { include web::tls }
#- modules/web/manifests/tls.pp
# Keys.
class web::tls(Integer $port = 1, $more = 2) { $x = 1 }
#- modules/web/manifests/use.pp
class web::use { class { 'web::tls': port => 2 } }
#- modules/web/manifests/other.pp
class web::other { notice(1) }
#- modules/web/manifests/wants.pp
class web::wants { include later }
#- modules/web/functions/f.pp
function web::f() { 1 }
"""
TLS = "#- modules/web/manifests/tls.pp @2\n"
OWN = "modules/web/manifests/tls.pp"
USERS = ("modules/web/manifests/init.pp", "modules/web/manifests/use.pp")


def test_a_body_edit_fires_nothing() -> None:
    check_recomputed(
        f"{SITE}{TLS}# Keys.\nclass web::tls(Integer $port = 1, $more = 2) {{\n  notice(2) $x = 3\n}}\n", OWN
    )


def test_moving_a_definition_fires_nothing() -> None:
    check_recomputed(f"{SITE}{TLS}\n\n# Keys.\nclass web::tls(Integer $port = 1, $more = 2) {{ $x = 1 }}\n", OWN)


def test_a_doc_edit_fires_no_check() -> None:
    check_recomputed(f"{SITE}{TLS}# Other.\nclass web::tls(Integer $port = 1, $more = 2) {{ $x = 1 }}\n", OWN)


def test_a_default_fires_no_check() -> None:
    check_recomputed(f"{SITE}{TLS}# Keys.\nclass web::tls(Integer $port = 99, $more = 2) {{ $x = 1 }}\n", OWN)


def test_a_parameter_fires_who_sets_parameters() -> None:
    check_recomputed(
        f"{SITE}{TLS}# Keys.\nclass web::tls(Integer $prot = 1, $more = 2) {{ $x = 1 }}\n",
        OWN,
        "modules/web/manifests/use.pp",
    )


def test_a_name_that_goes_fires_who_asked_for_it() -> None:
    check_recomputed(f"{SITE}{TLS}# nothing\n", OWN, *USERS)


def test_a_name_that_comes_fires_who_missed_it() -> None:
    check_recomputed(f"{SITE}#- manifests/more.pp @2\nclass later {{ }}\n", "modules/web/manifests/wants.pp")


def test_a_ruby_file_that_comes_fires_who_missed_it() -> None:
    check_recomputed(
        "#- manifests/site.pp\nthing { 'a': }\n#- modules/web/manifests/init.pp\nclass web { }\n"
        "#- modules/web/lib/puppet/type/thing.rb @2\nPuppet::Type.newtype(:thing) {}\n",
        "manifests/site.pp",
    )


def test_a_name_of_ruby_that_comes_fires_who_may_have_meant_it() -> None:
    check_recomputed(
        "#- manifests/site.pp\nteam_rolse()\n#- modules/web/manifests/init.pp\nclass web { }\n"
        "#- modules/web/lib/puppet/functions/team_roles.rb @2\nPuppet::Functions.create_function(:team_roles) {}\n",
        "manifests/site.pp",
    )


THING = "#- manifests/site.pp\nthing { 'a': size => 1 }\n#- modules/web/lib/puppet/type/thing.rb\nPuppet::Type.newtype(:thing) {}\n"


@pytest.mark.parametrize(
    "change",
    [
        "#- modules/web/lib/puppet/type/thing.rb @2\nPuppet::Type.newtype(:thing) { newparam(:size) }\n",
        "#- modules/web/lib/puppet/provider/thing/x.rb @2\nPuppet::Type.type(:thing).newparam(:size)\n",
    ],
)
def test_attributes_in_ruby_that_come_fire_who_set_them(change: str) -> None:
    check_recomputed(f"{THING}#- modules/web/manifests/init.pp\nclass web {{ }}\n{change}", "manifests/site.pp")


def test_a_modulefile_fires_the_files_of_its_module() -> None:
    """It may name the module, and says which others are still to come."""
    site = "#- manifests/init.pp\nclass own { gone_f() }\n#- manifests/other.pp\nclass own::other { notice(1) }\n"
    of_old = "#- Modulefile{}\nname 'me-own'\n{}"
    edited = of_old.format("", "") + of_old.format(" @2", "dependency 'me/gone'\n")
    check_recomputed(site + edited, "manifests/init.pp", "manifests/other.pp")
