"""What hiera-eyaml encrypted is read with the user's keys, and with no others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from puppetlens.library.host import CannotDecrypt
from puppetlens.workers.eyaml import EyamlKeys, KeyFiles
from puppetlens.workers.jobs import look_up_on_disk

from tests.support.eyaml import Encrypt, encrypted_with


def key_files(folder: Path) -> KeyFiles:
    return KeyFiles(str(folder / "private_key.pkcs7.pem"), str(folder / "public_key.pkcs7.pem"))


def look_up(repo: Path, key: str, keys: Path | None) -> Any:
    files = key_files(keys) if keys is not None else None
    settings = {} if files is None else {
        "eyaml_private_key": files.private,
        "eyaml_public_key": files.public,
    }  # fmt: skip
    request = {"environment_dir": str(repo), "node": "a.example.com", "key": key, "settings": settings}
    found = look_up_on_disk({**request, "show_sensitive": True})
    assert found["error"] is None, found["error"]
    return found["value"]


TEXTS = ("hunter2", "two\nlines\n", "carriage\r\n", "ünïcödé €", "", "x" * 5000, "%{facts.nothing}end", "ends\n\n")


def test_each_text_comes_back(keys: Path, encrypt: Encrypt) -> None:
    reader = EyamlKeys(key_files(keys))
    for text, value in zip(TEXTS, encrypt(*TEXTS), strict=True):
        assert reader.decrypt(value) == re.sub(r"\r?\n\Z", "", text)
    assert {"hunter2", "two\nlines\n"} <= reader.revealed


def test_forms_of_a_value(keys: Path, encrypt: Encrypt) -> None:
    first, second = encrypt("one", "two")
    reader = EyamlKeys(key_files(keys))
    assert reader.decrypt(f"a {first} b {second}!") == "a one b two!"
    cipher = first.removeprefix("ENC[PKCS7,").removesuffix("]")
    assert reader.decrypt(f"ENC[{cipher}]") == "one"
    folded = " ".join(re.findall(".{1,60}", cipher))
    assert reader.decrypt(f"ENC[PKCS7,{folded}]") == "one"
    assert reader.decrypt(f"ENC[pkcs7,{cipher}]") == "one"
    assert reader.decrypt("plain ENC[] ENC[PKCS7,") == "plain ENC[] ENC[PKCS7,"


@pytest.mark.slow
def test_what_cannot_be_read_says_why(keys: Path, encrypt: Encrypt, tmp_path: Path) -> None:
    (value,) = encrypt("text")

    def why(files: KeyFiles, text: str = value) -> str:
        with pytest.raises(CannotDecrypt) as caught:
            EyamlKeys(files).decrypt(text)
        return str(caught.value)

    mine = key_files(keys)
    encrypted_with(tmp_path, [])
    assert why(key_files(tmp_path)) == "the value is encrypted, and the eyaml keys do not fit it"
    assert why(mine, "ENC[PKCS7,aGVsbG8=]") == "the value is encrypted, and the eyaml keys do not fit it"
    assert why(mine, "ENC[GPG,aGVsbG8=]") == "the value is encrypted by GPG, only PKCS7 can be read"
    assert why(KeyFiles("/no/key", mine.public)) == "the eyaml key /no/key cannot be read (No such file or directory)"
    assert "holds no private key" in why(KeyFiles(mine.public, mine.public))
    assert "holds no certificate" in why(KeyFiles(mine.private, mine.private))


def test_hiera_reads_values_at_any_depth(repo: Path, keys: Path, encrypt: Encrypt) -> None:
    one, two = encrypt("one", "%{lookup('plain')} in it")
    folded = "\n    ".join(re.findall(".{1,60}", one))
    (repo / "data" / "secrets.eyaml").write_text(
        f"plain: text\nwhole: {one}\npart: user:{one}@db\ndeep: {{list: ['{two}', 1], plain: x}}\nfolded: >\n    {folded}\n"
        f"literal: |\n    {folded}\n"
    )
    assert look_up(repo, "whole", keys) == "one"
    assert look_up(repo, "part", keys) == "user:one@db"
    assert look_up(repo, "deep", keys) == {"list": ["text in it", 1], "plain": "x"}
    assert look_up(repo, "folded", keys) == "one"
    assert look_up(repo, "literal", keys).startswith("ENC[PKCS7,")  # Puppet sees no value of eyaml in several lines
    assert look_up(repo, "plain", keys) == "text"


def test_without_keys_it_is_unknown(repo: Path, encrypt: Encrypt) -> None:
    (repo / "data" / "secrets.eyaml").write_text(f"plain: text\nwhole: {encrypt('one')[0]}\n")
    assert look_up(repo, "whole", None) == {"__ptype": "Unknown", "reason": "the value is encrypted"}
    assert look_up(repo, "plain", None) == "text"


def test_keys_that_hiera_yaml_names_are_never_opened(repo: Path, keys: Path, encrypt: Encrypt) -> None:
    config = (repo / "hiera.yaml").read_text().replace("/nowhere/private", f"{keys}/private_key.pkcs7")
    (repo / "hiera.yaml").write_text(config.replace("/nowhere/public", f"{keys}/public_key.pkcs7"))
    (repo / "data" / "secrets.eyaml").write_text(f"whole: {encrypt('one')[0]}\n")
    assert look_up(repo, "whole", None)["__ptype"] == "Unknown"
