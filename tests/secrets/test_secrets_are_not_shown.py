"""Secrets, decrypted ones and those that Sensitive values hide, stay out of all that a face is given."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from puppetlens.catalog.text import preview_text
from puppetlens.workers.jobs import preview_on_disk
from puppetlens.workers.redaction import redaction

from tests.support.eyaml import Encrypt
from tests.support.forked import on_terminal, run_command

NODE = "a.example.com"
#: A class that does with a password what code does.
MANIFEST = """\
class db(String $password, Sensitive $token, Hash $users) {
  file { '/etc/db.conf': content => "user=app\\npassword=${password}\\n" }
  file { '/etc/token': content => $token }
  notify { "password ${password} in a title": }
  notify { 'users': message => $users }
  notice("noticed ${password}")
  warning($token)
}
"""


@pytest.fixture
def repo(repo: Path, encrypt: Encrypt) -> Path:
    password, inner, token = encrypt("correct horse", "battery", "staple-token")
    (repo / "modules" / "db" / "manifests").mkdir(parents=True)
    (repo / "modules" / "db" / "manifests" / "init.pp").write_text(MANIFEST)
    (repo / "data" / "secrets.eyaml").write_text(
        f"lookup_options:\n  db::token: {{convert_to: Sensitive}}\n"
        f"db::password: {password}\ndb::token: {token}\ndb::users:\n  app: {{password: '{inner}', id: 7}}\n"
    )
    return repo


def options(keys: Path) -> tuple[str, ...]:
    files = (f"{keys}/private_key.pkcs7.pem", f"{keys}/public_key.pkcs7.pem")
    return ("--eyaml-private-key", files[0], "--eyaml-public-key", files[1])


def settings(keys: Path) -> dict[str, str]:
    _, private, _, public = options(keys)
    return {"eyaml_private_key": private, "eyaml_public_key": public}


SECRETS = ("correct horse", "battery", "staple-token")


def hidden(text: str) -> bool:
    return not any(secret in text for secret in SECRETS)


def test_what_leaves_the_evaluation(repo: Path, keys: Path) -> None:
    answer = preview_on_disk({"environment_dir": str(repo), "node": NODE, "settings": settings(keys)})
    assert answer["error"] is None, answer["error"]
    assert hidden(json.dumps(answer))
    shown = {f"{each['type']}[{each['title']}]": each for each in answer["catalog"]["resources"]}
    assert shown["File[/etc/db.conf]"]["parameters"]["content"] == "user=app\npassword=<sensitive>\n"
    assert shown["File[/etc/token]"]["parameters"]["content"] == "<sensitive>"
    assert "Notify[password <sensitive> in a title]" in shown
    assert shown["Notify[users]"]["parameters"]["message"] == {"app": {"password": "<sensitive>", "id": 7}}
    text = preview_text(NODE, "production", str(repo), answer)
    assert hidden(text)
    assert "# Notice: noticed <sensitive>" in text
    asked = preview_on_disk(
        {"environment_dir": str(repo), "node": NODE, "settings": settings(keys), "show_sensitive": True}
    )
    assert all(secret in json.dumps(asked) for secret in SECRETS)


def test_what_code_unwraps_stays_hidden(repo: Path) -> None:
    (repo / "manifests" / "site.pp").write_text(
        "class app(Sensitive $key = Sensitive('staple-token'), Sensitive $mode = Sensitive({'mode' => '0644'})) {\n"
        "  file { '/etc/app': content => inline_template('key=<%= @key.unwrap %>'), mode => $mode.unwrap['mode'] }\n"
        '  notify { "key ${key.unwrap}": }\n'
        "  warning($key.unwrap)\n"
        "}\n"
        "include app\n"
    )
    answer = preview_on_disk({"environment_dir": str(repo), "node": NODE, "settings": {}})
    assert answer["error"] is None, answer["error"]
    assert hidden(json.dumps(answer))
    shown = {f"{each['type']}[{each['title']}]": each.get("parameters") for each in answer["catalog"]["resources"]}
    assert shown["File[/etc/app]"] == {"content": "key=<sensitive>", "mode": "0644"}
    assert "Notify[key <sensitive>]" in shown
    assert hidden(preview_text(NODE, "production", str(repo), answer))


def test_what_code_makes_and_unwraps_stays_hidden(repo: Path) -> None:
    functions = repo / "modules" / "own" / "lib" / "puppet" / "functions" / "own"
    functions.mkdir(parents=True)
    (functions / "bare.rb").write_text(
        "Puppet::Functions.create_function(:'own::bare') do\n  def bare(text) Puppet.warning(text.unwrap) end\nend\n"
    )
    (repo / "manifests" / "site.pp").write_text(
        "function key() { $own = Sensitive('staple-token') \"key ${own.unwrap}\" }\n"
        "notice(key())\n"
        "$rendered = inline_epp('<%- $text = Sensitive(\"battery\") -%>text <%= $text.unwrap %>')\n"
        "notify { 'epp': message => $rendered }\n"
        "with(Sensitive('horse-paste')) |$secret| { notice(inline_template('<%= @secret.unwrap %>')) }\n"
        "own::bare(Sensitive('cart-wheel'))\n"
    )
    for _ in range(2):  # of the second time Ruby's results are kept
        answer = preview_on_disk({"environment_dir": str(repo), "node": NODE, "settings": {}})
        assert answer["error"] is None, answer["error"]
        assert hidden(json.dumps(answer))
        assert not any(text in json.dumps(answer) for text in ("horse-paste", "cart-wheel"))
        logs = [message for _, message, *_ in answer["logs"]]
        assert logs == ["key <sensitive>", "<sensitive>", "<sensitive>"]
        (shown,) = (each for each in answer["catalog"]["resources"] if each["type"] == "Notify")
        assert shown["parameters"]["message"] == "text <sensitive>"


def test_what_is_inside_of_a_sensitive_list_or_hash_stays_hidden(repo: Path) -> None:
    (repo / "manifests" / "site.pp").write_text(
        "class app(Sensitive $key = Sensitive({'login' => 'battery', 'more' => ['p4ss', { 'deep' => 'staple-token' }],\n"
        "    'mode' => '0644', 'ensure' => 'present' })) {\n"
        "  file { '/etc/app': ensure => 'present', content => inline_template('<%= @key.unwrap %>'), mode => '0644' }\n"
        "  notify { \"key ${key.unwrap['more'][1]['deep']}\": message => \"is p4ss, not p4ssage\" }\n"
        "  warning($key.unwrap['login'])\n"
        "  exec { '/bin/a': environment => Sensitive(['A=correct horse']), command => '/bin/echo A=correct horse' }\n"
        "  notify { 'l': message => { 'login' => 'correct horse', 'battery' => ['A=correct horse'] } }\n"
        "}\n"
        "include app\n"
    )
    answer = preview_on_disk({"environment_dir": str(repo), "node": NODE, "settings": {}})
    assert answer["error"] is None, answer["error"]
    assert [message for _, message, *_ in answer["logs"]] == ["<sensitive>"]
    shown = {f"{each['type']}[{each['title']}]": each.get("parameters") for each in answer["catalog"]["resources"]}
    template = shown["File[/etc/app]"]
    assert (template["ensure"], template["mode"]) == ("present", "0644")
    assert not any(text in template["content"] for text in ("battery", "p4ss", "staple-token"))
    assert shown["Notify[key <sensitive>]"] == {"message": "is <sensitive>, not p4ssage"}
    assert shown["Exec[/bin/a]"] == {"environment": "<sensitive>", "command": "/bin/echo <sensitive>"}
    assert shown["Notify[l]"]["message"] == {"login": "correct horse", "<sensitive>": ["<sensitive>"]}
    assert "battery" not in preview_text(NODE, "production", str(repo), answer)
    (repo / "manifests" / "site.pp").write_text("$s = Sensitive(['battery'])\nfail($s.unwrap[0])\n")
    assert hidden(json.dumps(preview_on_disk({"environment_dir": str(repo), "node": NODE, "settings": {}})))


def test_a_title_that_has_one_makes_no_tag_that_tells_it(repo: Path) -> None:
    (repo / "manifests" / "site.pp").write_text(
        "define d() { notify { 'within': } }\n$s = Sensitive('Open-Sesame')\nd { \"x-${s.unwrap}\": }\n"
    )
    answer = preview_on_disk({"environment_dir": str(repo), "node": NODE})
    shown = {f"{each['type']}[{each['title']}]": each for each in answer["catalog"]["resources"]}
    assert "x-<sensitive>" in shown["D[x-<sensitive>]"]["tags"]
    assert "x-<sensitive>" in shown["Notify[within]"]["tags"]
    assert "sesame" not in json.dumps(answer).lower()


def test_a_secret_renames_no_field(repo: Path) -> None:
    secrets = ("type", "parameters", "catalog", "content", "message")
    code = "".join(f"notify {{ '{each}{each}': message => Sensitive('{each}') }}\n" for each in secrets)
    (repo / "manifests" / "site.pp").write_text(
        f"{code}file {{ '/a': content => 'the content', mode => '0600' }}\n"
        "notify { 'x': message => { 'content' => 'no content' } }\n"
    )
    answer = preview_on_disk({"environment_dir": str(repo), "node": NODE, "settings": {}})
    assert answer["error"] is None
    *_, file, hash_ = answer["catalog"]["resources"]
    assert file["parameters"] == {"content": "the <sensitive>", "mode": "0600"}
    assert hash_["parameters"] == {"message": {"<sensitive>": "no <sensitive>"}}


def test_a_parameter_may_be_named_as_a_field_is(repo: Path) -> None:
    names = ("tags", "value", "default", "parameters", "resources", "reads")
    (repo / "manifests" / "site.pp").write_text(
        f"class app({', '.join(f'${each} = []' for each in names)}) {{ notify {{ 'x': message => Sensitive('y') }} }}\n"
        "include app\n"
    )
    answer = preview_on_disk({"environment_dir": str(repo), "node": NODE, "settings": {}, "provenance": True})
    origins = answer["provenance"]["Class[App]"]["parameters"]
    assert [origins[name]["source"] for name in names] == ["parameter default"] * len(names)


def test_nor_does_a_catalog_that_fails(repo: Path) -> None:
    (repo / "manifests" / "site.pp").write_text(
        "class app(Sensitive $key = Sensitive('staple-token')) {\n"
        "  $own = Sensitive('battery')\n"
        '  warning("${key.unwrap}, ${own.unwrap}")\n'
        '  fail("no ${key.unwrap}")\n'
        "}\n"
        "include app\n"
    )
    answer = preview_on_disk({"environment_dir": str(repo), "node": NODE, "settings": {}})
    assert answer["error"]["message"].endswith("no <sensitive>")
    assert hidden(json.dumps(answer))


def test_an_error_tells_no_secret(repo: Path, keys: Path) -> None:
    (repo / "manifests" / "site.pp").write_text("fail(\"not ${lookup('db::password')}\")\n")
    answer = preview_on_disk({"environment_dir": str(repo), "node": NODE, "settings": settings(keys)})
    assert answer["error"]["message"].endswith("not <sensitive>")
    assert hidden(json.dumps(answer))


@pytest.mark.slow
def test_commands_show_none(repo: Path, keys: Path) -> None:
    for form in ("json", "text"):
        done = run_command("catalog", NODE, "--environment", repo, "--format", form, *options(keys))
        assert done.returncode == 0, done.stderr
        assert hidden(done.stdout + done.stderr)
    for key in ("db::password", "db::token", "db::users"):
        done = run_command("lookup", key, "--node", NODE, "--environment", repo, "--explain", *options(keys))
        assert done.returncode == 0, done.stderr
        assert hidden(done.stdout + done.stderr)
        assert "<sensitive>" in done.stdout


def test_without_keys_they_are_encrypted(repo: Path) -> None:
    done = run_command("lookup", "db::users", "--node", NODE, "--environment", repo)
    assert done.stdout.startswith("app:\n  password: <encrypted>\n  id: 7\n")
    assert done.stderr == "Incomplete: the value is not known: the value is encrypted\n"
    assert done.returncode == 3
    answer = preview_on_disk({"environment_dir": str(repo), "node": NODE})
    text = preview_text(NODE, "production", str(repo), answer)
    assert "content => <encrypted>" in text
    assert "  password => <encrypted>\n" in text


class TestOnATerminal:
    @pytest.mark.slow
    def test_they_are_shown_on_demand(self, repo: Path, keys: Path) -> None:
        lookup = ("lookup", "db::token", "--node", NODE, "--environment", repo, *options(keys))
        assert "staple-token" in on_terminal(*lookup, "--show-sensitive")
        assert "staple-token" not in on_terminal(*lookup)
        catalog = ("catalog", NODE, "--environment", repo, *options(keys))
        assert "password=correct horse" in on_terminal(*catalog, "--show-sensitive")

    def test_and_nowhere_else(self, repo: Path, keys: Path) -> None:
        for command in (("catalog", NODE), ("lookup", "db::token", "--node", NODE)):
            done = run_command(*command, "--environment", repo, *options(keys), "--show-sensitive")
            assert done.returncode == 2
            assert "--show-sensitive is for a terminal" in done.stderr
            assert hidden(done.stdout + done.stderr)


@pytest.mark.parametrize(
    ("secret", "text", "shown"),
    [
        ("hunter2", "a hunter2b hunter2", "a <sensitive>b <sensitive>"),
        ("abc", "abc abcd 'abc' xabc _abc", "<sensitive> abcd '<sensitive>' xabc _<sensitive>"),
        ("7", "7 17 7.5", "<sensitive> 17 <sensitive>.5"),
        ("two\nlines here\n", "  two\n  lines here", "  two\n  <sensitive>"),
        ('a "quoted" one', json.dumps({"k": 'a "quoted" one'}), '{"k": "<sensitive>"}'),
        ("hunter2", base64.b64encode(b"hunter2").decode(), "<sensitive>"),
        ("abc", f"abc:{base64.b64encode(b'abc').decode()} xYWJj", "<sensitive>:<sensitive> xYWJj"),
        ("secret", "secret-secrets", "<sensitive>-<sensitive>s"),
        ("a.c*defg", "abc*defg a.c*defg", "abc*defg <sensitive>"),
        (" ", "a b", "a b"),
        ("", "a b", "a b"),
    ],
)
def test_texts_in_texts(secret: str, text: str, shown: str) -> None:
    assert redaction([secret])(text) == shown


def test_of_secrets_in_each_other_nothing_is_left() -> None:
    assert redaction(["password", "password12345"])("password12345 password") == "<sensitive> <sensitive>"


def test_numbers_keys_and_what_sensitive_values_hide() -> None:
    redact = redaction(["12345"])
    assert redact({"12345": [12345, 1234, True, None]}) == {"<sensitive>": ["<sensitive>", 1234, True, None]}
    wrapped: Any = {"__ptype": "Sensitive", "__pvalue": {"deep": "x"}}
    assert redact([wrapped]) == [{"__ptype": "Sensitive", "__pvalue": "<sensitive>"}]
    resource = {"type": "File", "parameters": {"a": "x", "b": "y"}, "sensitive_parameters": ["b", "gone"]}
    assert redaction([])(resource)["parameters"] == {"a": "x", "b": "<sensitive>"}
