"""The resource types as data are what real Puppet knows of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from puppetlens.library import resources

from tests.support.programs import need_puppet

RECORDER = Path(__file__).parent.parent / "conformance" / "record_resource_types.rb"
FOLDER = Path(resources.__file__).parent


def known(name: str) -> resources.NativeType:
    found = resources.find(name, vendored=True)
    assert found is not None
    return found


@pytest.mark.parametrize(("title", "path"), [("/a", "/a"), ("/a/", "/a"), ("/a//", "/a"), ("/", "/"), ("c:/", "c:/")])
def test_a_file_is_known_by_its_path_without_trailing_slashes(title: str, path: str) -> None:
    assert known("file").parse_title(title) == {"path": path}
    assert known("file").identity(title, {}) == (path,)
    assert known("file").identity("another title", {"path": path}) == (path,)


def test_an_sshkey_is_known_by_name_and_type() -> None:
    assert known("sshkey").parse_title("host@ssh-rsa") == {"name": "host", "type": "ssh-rsa"}
    assert known("sshkey").identity("host@ssh-rsa", {}) == ("host", "ssh-rsa")
    assert known("sshkey").identity("host", {"type": "ssh-rsa"}) == ("host", "ssh-rsa")


def test_name_stands_for_a_single_namevar() -> None:
    assert known("exec").identity("title", {"command": "/bin/true"}) == ("/bin/true",)
    assert known("service").identity("title", {"name": "sshd"}) == ("sshd",)
    assert known("service").has_attribute("name")


def test_types_of_the_core_modules_are_found_on_demand() -> None:
    assert resources.find("cron") is None
    assert known("cron").module == "cron_core"
    assert "cron" not in resources.names()
    assert {"cron", "host", "mount", "sshkey"} < set(resources.names(vendored=True))


def test_what_is_no_type_is_not_found() -> None:
    assert resources.find("nope") is None
    assert resources.find("../library/resources/file") is None


def test_attributes_and_metaparameters() -> None:
    assert known("file").attributes["mode"] == "property"
    assert known("file").attributes["recurse"] == "parameter"
    assert not known("file").has_attribute("nope")
    assert not known("file").has_attribute("require")
    assert resources.is_metaparameter("require")
    assert not known("exec").isomorphic


def test_attributes_that_take_no_other_values() -> None:
    assert known("service").closed["ensure"] == ("stopped", "running")
    assert known("service").values["ensure"] == ("stopped", "false", "running", "true")
    assert "ensure" not in known("package").closed, "a version"
    assert "recurse" not in known("file").closed, "it judges for itself"


@pytest.mark.slow
def test_the_files_are_what_the_recorder_writes(tmp_path: Path) -> None:
    need_puppet()
    subprocess.run(["ruby", str(RECORDER), str(tmp_path)], check=True, capture_output=True)
    for name in resources.names():
        written = (tmp_path / f"{name}.json").read_text(encoding="utf-8")
        assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == written, name
