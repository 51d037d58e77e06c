"""A secret that changed is told to have changed, and what it is on neither side."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.eyaml import Encrypt
from tests.support.forked import run_command

NODE = "a.example.com"
MANIFEST = """\
class db(String $password) {
  file { '/etc/db.conf': content => "user=app\\npassword=${password}\\nport=1\\n" }
  file { '/etc/token': content => Sensitive("token of ${password}") }
  file { '/etc/same': content => Sensitive('always this') }
  notify { "password ${password} in a title": }
}
"""


def test_numbers_that_are_secret(tmp_path: Path) -> None:
    """A number of some length as a text is; a short one is a port or a mode as often."""
    code = (
        "$pin = Sensitive(NUMBER)\n$small = Sensitive(22)\n"
        "notify { 'as it is': message => $pin.unwrap }\nnotify { 'in a text': message => \"pin ${pin.unwrap}\" }\n"
        "notify { 'small': message => $small.unwrap }\nnotify { 'in a hash': message => { $pin.unwrap => 1 } }\n"
    )
    for side, number in (("before", 918273), ("after", 918274)):
        (tmp_path / side / "facts").mkdir(parents=True)
        (tmp_path / side / "manifests").mkdir()
        (tmp_path / side / f"facts/{NODE}.json").write_text("{}")
        (tmp_path / side / "manifests/site.pp").write_text(code.replace("NUMBER", str(number)))
    done = run_command("diff", NODE, "--environment", tmp_path / "after", "--from-environment", tmp_path / "before")
    assert "91827" not in done.stdout
    assert done.stdout.count("(another one)") == 3
    catalog = run_command("catalog", NODE, "--environment", tmp_path / "after").stdout
    assert "91827" not in catalog
    assert '"message": 22' in catalog


@pytest.mark.slow
def test_changed_secrets(repo: Path, keys: Path, encrypt: Encrypt) -> None:
    first, second = encrypt("correct horse", "battery staple")
    manifest = repo / "modules" / "db" / "manifests" / "init.pp"
    manifest.parent.mkdir(parents=True)
    manifest.write_text(MANIFEST)
    (repo / "data" / "secrets.eyaml").write_text(f"db::password: {first}\n")
    after = repo.parent / f"{repo.name}-after"
    shutil.copytree(repo, after)
    (after / "data" / "secrets.eyaml").write_text(f"db::password: {second}\n")
    # What was encrypted before stays secret where somebody writes it down in clear.
    (after / "modules" / "db" / "manifests" / "init.pp").write_text(
        MANIFEST.replace("port=1", "port=2 # was correct horse")
    )
    options = (
        "--eyaml-private-key",
        keys / "private_key.pkcs7.pem",
        "--eyaml-public-key",
        keys / "public_key.pkcs7.pem",
    )
    for form in ("text", "json", "markdown"):
        done = run_command("diff", NODE, "--environment", after, "--from-environment", repo, *options, "--format", form)
        assert done.returncode == 1, done.stderr
        for secret in ("correct", "horse", "battery", "staple", "always this"):
            assert secret not in done.stdout + done.stderr
        if form == "text":
            lines = done.stdout.splitlines()
            assert lines[0] == f"{NODE}: 1 to add, 3 to change, 1 to remove"  # the class has a parameter, too
            assert "  + Notify[password <sensitive> in a title]  # modules/db/manifests/init.pp:5" in lines
            assert "  - Notify[password <sensitive> in a title]  # modules/db/manifests/init.pp:5" in lines
            assert [line.strip() for line in lines if line.strip()[:2] in ("- ", "+ ")][2:] == [
                "- password=<sensitive>",
                "- port=1",
                "+ password=<sensitive>",
                "+ port=2 # was <sensitive>",
            ]
            assert any(line.endswith("~ content: <sensitive> -> <sensitive> (another one)") for line in lines)
            assert not any("/etc/same" in line for line in lines)
