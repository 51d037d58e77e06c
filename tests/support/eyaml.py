"""Values as hiera-eyaml encrypts them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from .programs import need

Encrypt = Callable[..., list[str]]


def encrypted_with(folder: Path, texts: list[str]) -> list[str]:
    """`ENC[PKCS7,...]` for each text, by the keys in a folder, which are made where they are not there."""
    command = [need("ruby"), str(Path(__file__).parent / "encrypt_as_eyaml.rb"), str(folder)]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    values: list[str] = json.loads(done.stdout)
    return values
