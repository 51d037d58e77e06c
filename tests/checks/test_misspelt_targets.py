"""References with computed titles: one that is nearly that of a resource of the same class is told as such."""

from __future__ import annotations

import pytest

from tests.support.evaluated import found

CLASS = """\
#- modules/m/manifests/init.pp
class m($folder = '/etc/m') {
  $base = '/etc/app'
  $service = 'apache2'
  file { "${base}/app.conf": }
  service { $service: }
  RELATION
}
"""


def told(relation: str, more: str = "") -> list[str]:
    source = CLASS.replace("RELATION", relation)
    return [each.partition(": ")[2] for each in found(source + more) if "Nothing declares" in each]


@pytest.mark.parametrize(
    ("relation", "said"),
    [
        (
            'exec { "/bin/a": subscribe => File["${base}/app.cnf"] }',
            "File[/etc/app/app.cnf] (did you mean '/etc/app/app.conf'?)",
        ),
        ('File["${base}/ap.conf"] ~> Exec["/bin/a"]', "File[/etc/app/ap.conf] (did you mean '/etc/app/app.conf'?)"),
        ('file { "/b": notify => Service["apcahe2"] }', "Service[apcahe2] (did you mean 'apache2'?)"),
    ],
)
def test_a_slip(relation: str, said: str) -> None:
    assert told(relation) == [f"warning: Nothing declares {said}"]


@pytest.mark.parametrize(
    "relation",
    [
        'exec { "/bin/a": subscribe => File["${base}/app.conf"] }',
        'exec { "/bin/a": subscribe => File["${base}/app.d"] }',
        'exec { "/bin/a": subscribe => File["${folder}/app.cnf"] }',
        'file { "/b": notify => Service["apache"] }',
        '@exec { "/bin/a": subscribe => File["${base}/app.cnf"] }',
    ],
)
def test_what_may_be_there_is_not_told(relation: str) -> None:
    assert told(relation) == []


def test_what_other_code_declares_is_not_told() -> None:
    relation = 'exec { "/bin/a": subscribe => File["${base}/app.cnf"] }'
    assert len(told(relation)) == 1
    assert told(relation, "#- modules/m/manifests/other.pp\nclass m::other { file { '/etc/app/app.cnf': } }\n") == []
    assert told(relation, "#- modules/m/manifests/other.pp\nclass m::other { m::made('/etc/app/app.cnf') }\n") == []
