"""A control repo whose Hiera data are encrypted as hiera-eyaml does it, and the keys beside it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.support.eyaml import Encrypt, encrypted_with
from tests.support.written import write_files


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with private_key.pkcs7.pem and public_key.pkcs7.pem."""
    folder = tmp_path_factory.mktemp("keys")
    encrypted_with(folder, [])
    return folder


@pytest.fixture(scope="session")
def encrypt(keys: Path) -> Encrypt:
    return cache(lambda *texts: encrypted_with(keys, list(texts)))  # Ruby starts for each


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """Its hiera.yaml names keys that are not there, and one level of eyaml data."""
    contents = {
        "environment.conf": "modulepath = modules\n",
        "hiera.yaml": (
            "version: 5\nhierarchy:\n  - name: Secrets\n    lookup_key: eyaml_lookup_key\n    path: secrets.eyaml\n"
            "    options: {pkcs7_private_key: /nowhere/private.pem, pkcs7_public_key: /nowhere/public.pem}\n"
        ),
        "manifests/site.pp": "include db\n",
        "facts/a.example.com.json": "{}",
    }
    write_files(tmp_path, contents)
    (tmp_path / "data").mkdir()
    return tmp_path
