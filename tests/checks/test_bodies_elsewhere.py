"""Findings that rest on what other files say in bodies: each is found again, or goes, when these change."""

from __future__ import annotations

from tests.support.check import check_recomputed

SITE = """\
#- modules/web/manifests/init.pp
class web {
  File { mode => '0640' }
  include base
}
#- modules/base/manifests/init.pp
class base { include base::motd }
#- modules/base/manifests/motd.pp
class base::motd { file { '/etc/motd': } }
#- modules/base/manifests/other.pp
class base::other { file { '/etc/other': } }
"""


def test_a_resource_further_down_that_says_it_itself_is_looked_at_again() -> None:
    motd, web = "modules/base/manifests/motd.pp", "modules/web/manifests/init.pp"
    check_recomputed(f"{SITE}#- {motd} @2\nclass base::motd {{ file {{ '/etc/motd': mode => '0644' }} }}\n", motd, web)


def test_a_file_that_nothing_there_declares_is_not_asked() -> None:
    other = "modules/base/manifests/other.pp"
    check_recomputed(f"{SITE}#- {other} @2\nclass base::other {{ }}\n", other)


TWICE = """\
#- modules/profile/manifests/web.pp
class profile::web { package { 'curl': } }
#- modules/profile/manifests/db.pp
class profile::db { package { 'curl': } }
#- modules/role/manifests/init.pp
class role { include profile::web }
"""


def test_a_class_that_gets_both_has_both_looked_at_again() -> None:
    role, web, db = (
        f"modules/{each}.pp" for each in ("role/manifests/init", "profile/manifests/web", "profile/manifests/db")
    )
    check_recomputed(f"{TWICE}#- {role} @2\nclass role {{ include profile::web include profile::db }}\n", role, web, db)
