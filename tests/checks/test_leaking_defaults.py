"""Findings that rest on what other modules' files say in their bodies."""

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
