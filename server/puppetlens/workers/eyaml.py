"""Values that hiera-eyaml encrypted, read with the user's keys (PKCS7, what eyaml does where nothing else is said).

A value holds `ENC[PKCS7,...]`: base64 of a PKCS7 envelope in DER, AES with a key that RSA hides. Format and order of work
are those of `eyaml_lookup_key`: all such pieces of a text are replaced, then one line end is taken off. The keys are files
that the user names; those that a hiera.yaml names are never opened.
"""

from __future__ import annotations

import binascii
import os
import re
from typing import TYPE_CHECKING, NamedTuple

from ..library.host import CannotDecrypt
from ..project.files import DiskFiles

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.x509 import Certificate

_PIECE = re.compile(r"ENC\[(?:(\w+),)?([a-zA-Z0-9+/ =\n]+?)\]")
_SCHEME = "PKCS7"


class KeyFiles(NamedTuple):
    """Paths: of the key in PEM, and of the certificate that eyaml calls the public key."""

    private: str
    public: str


class EyamlKeys:
    """The keys of one evaluation, read when they are first needed. `revealed` are the texts that it decrypted."""

    def __init__(self, files: KeyFiles) -> None:
        self._files = files
        self._pair: tuple[RSAPrivateKey, Certificate] | None = None
        self._known: dict[str, str] = {}
        self.revealed: set[str] = set()

    def decrypt(self, text: str) -> str:
        """A text with all its encrypted pieces readable; raises `CannotDecrypt`."""
        return _PIECE.sub(self._piece, text).removesuffix("\n").removesuffix("\r")

    def _piece(self, match: re.Match[str]) -> str:
        scheme, cipher = match[1] or _SCHEME, "".join(match[2].split())
        if scheme.upper() != _SCHEME:
            raise CannotDecrypt(f"the value is encrypted by {scheme}, only {_SCHEME} can be read")
        if cipher not in self._known:
            self._known[cipher] = self._open(cipher)
            self.revealed.add(self._known[cipher])
        return self._known[cipher]

    def _open(self, cipher: str) -> str:
        from cryptography.hazmat.primitives.serialization import pkcs7

        key, certificate = self._keys()
        try:
            plain = pkcs7.pkcs7_decrypt_der(binascii.a2b_base64(cipher), certificate, key, [])
        except (ValueError, binascii.Error):
            raise CannotDecrypt("the value is encrypted, and the eyaml keys do not fit it") from None
        return plain.decode("utf-8", "replace")

    def _keys(self) -> tuple[RSAPrivateKey, Certificate]:
        if self._pair is None:
            self._pair = _read_key(self._files.private), _read_certificate(self._files.public)
        return self._pair


def _read_key(path: str) -> RSAPrivateKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(_read(path), None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise CannotDecrypt(f"{path} holds no private key that can be read without a password") from None
    if not isinstance(key, RSAPrivateKey):
        raise CannotDecrypt(f"{path} holds a key of another kind than RSA")
    return key


def _read_certificate(path: str) -> Certificate:
    from cryptography.x509 import load_pem_x509_certificate

    try:
        return load_pem_x509_certificate(_read(path))
    except ValueError:
        raise CannotDecrypt(f"{path} holds no certificate, as eyaml's public key is one") from None


def _read(path: str) -> bytes:
    files, where = DiskFiles(), os.path.expanduser(path)
    data = files.read(where)
    if data is None:
        reason = files.refusal(where) or "No such file or directory"
        raise CannotDecrypt(f"the eyaml key {path} cannot be read ({reason})")
    return data
