"""Attributes that resources have from hashes of Hiera's data: what no node can take is told where it stands, in the data."""

from __future__ import annotations

import pytest

from tests.support.evaluated import found
from tests.support.fixture import ROOT

SITE = """\
#- environment.conf
#- hiera.yaml
version: 5
hierarchy:
  - { name: node, path: "nodes/%{trusted.certname}.yaml" }
  - { name: os, path: "os/%{facts.os.family}.yaml" }
  - { name: all, path: common.yaml }
#- manifests/site.pp
node default { include users }
#- modules/users/manifests/account.pp
define users::account(Integer $uid, Array[String] $groups = []) { user { $title: uid => $uid, groups => $groups } }
#- modules/users/manifests/init.pp
class users(Hash $accounts = {}) {
  CODE
}
#- data/common.yaml
"""
EACH = "$accounts.each |$name, $own| { users::account { $name: * => $own } }"
CREATE = "create_resources('users::account', $accounts)"
LOOKUP = "create_resources('users::account', lookup('users::accounts', Hash, 'deep'), { groups => [] })"


def told(code: str, data: str, more: str = "") -> list[str]:
    return [each for each in found(f"{SITE.replace('CODE', code)}{data}{more}") if "/data/" in each]


@pytest.mark.parametrize("code", [EACH, CREATE, LOOKUP])
@pytest.mark.parametrize(
    ("attributes", "sentence"),
    [
        ("{ uidd: 7, uid: 7 }", "has no parameter named 'uidd'"),
        ("{ uidd: 7 }", "has no parameter named 'uidd'"),  # and not that it lacks the other
        ("{ uid: x }", "parameter 'uid' expects an Integer value, got String"),
        ("{ groups: [wheel] }", "expects a value for parameter 'uid'"),
        ("{ uid: 7, groups: [wheel, 3] }", "parameter 'groups' index 1 expects a String value, got Integer"),
    ],
)
def test_attributes_of_a_define(code: str, attributes: str, sentence: str) -> None:
    data = f"users::accounts:\n  root: {{ uid: 0 }}\n  alice: {attributes}\n"
    assert told(code, data) == [f"{ROOT}/data/common.yaml:3: error: Users::Account[alice]: {sentence}"]


def test_attributes_of_a_type_of_puppet() -> None:
    data = "users::accounts:\n  alice:\n    shel: /bin/sh\n"
    assert told("create_resources('user', $accounts)", data) == [
        f"{ROOT}/data/common.yaml:3: error: no parameter named 'shel' on User[alice]"
    ]


def test_a_value_that_an_agent_refuses() -> None:
    data = "users::accounts:\n  alice:\n    shell: /bin/sh\n    groups: 'a,b'\n"
    assert told("create_resources('user', $accounts)", data) == [
        f"{ROOT}/data/common.yaml:4: warning: Parameter groups failed on User[alice]: "
        "Group names must be provided as an array, not a comma-separated list."
    ]


@pytest.mark.parametrize("code", [EACH, CREATE, LOOKUP])
@pytest.mark.parametrize(
    ("data", "more"),
    [
        ("users::accounts: { alice: { uid: 7 } }\n", ""),
        # the node's own data may say something else, or more
        ("users::accounts: { alice: { uid: x } }\n", "#- data/nodes/a.yaml\nusers::accounts: { alice: { uid: 7 } }\n"),
        ("users::accounts: { alice: { groups: [a] } }\n", '#- data/os/Debian.yaml\n{"users::accounts": {}}\n'),
        ("users::accounts: { alice: { uid: x } }\n", "#- data/nodes/a.yaml\nlookup_options: {}\n"),
        # nobody knows what is in the texts
        ('users::accounts: { alice: { "%{facts.kernel}": 7, uid: 7 } }\n', ""),
        ('users::accounts: { "%{facts.kernel}": { uid: x } }\n', ""),
    ],
)
def test_what_may_be_right_is_not_told(code: str, data: str, more: str) -> None:
    assert told(code, data, more) == []


def test_data_of_a_module() -> None:
    site = SITE.replace("CODE", EACH)
    module = """\
#- modules/users/hiera.yaml
version: 5
hierarchy:
  - { name: os, path: "os/%{facts.os.family}.yaml" }
  - { name: all, path: common.yaml }
#- modules/users/data/common.yaml
users::accounts: { alice: { uid: x } }
"""
    other = "#- modules/users/data/os/Debian.yaml\nusers::accounts: {}\n"
    sentence = "Users::Account[alice]: parameter 'uid' expects an Integer value, got String"
    assert [each for each in found(site + module) if sentence in each] == [
        f"{ROOT}/modules/users/data/common.yaml:1: error: {sentence}"
    ]
    assert found(site + module + other) == []


def test_what_code_names_itself_is_told_there() -> None:
    """Also where data happen to say the same."""
    code = "users::account { 'alice': uid => 'x' }"
    assert told(code, "others:\n  alice: { uid: x }\n") == []


def test_data_in_another_repo_may_say_anything() -> None:
    """A level names a folder that is not here: what is private is often kept so."""
    site = SITE.replace("CODE", f"{EACH}\n  notice($token)").replace("$accounts = {}", "$accounts = {}, String $token")
    data = "users::accounts: { alice: { uid: x } }\n"
    assert len(found(f"{site}{data}")) == 1
    private = site.replace("- { name: all", "- { name: private, path: private/common.yaml }\n  - { name: all")
    assert found(f"{private}{data}") == []
    assert len(found(f"{private}{data}#- data/private/other.yaml\n")) == 1
