"""A value of hiera-eyaml that cannot be decrypted, or that lies open.

What it does: looks at texts of data that begin `ENC[` or `DEC(`: whether the bracket is closed, the method named, and what it
holds base64; and at what `eyaml edit` leaves behind where it was ended in the middle (`DEC::PKCS7[`,
`DEC(1)::PKCS7[`).
Why it is bad: hiera-eyaml takes what it does not recognise as plain text, so the node gets the letters `ENC[...`. What stands in
`DEC` is a secret that anybody can read, and nodes get it with its brackets.
Instead: encrypt the value again (`eyaml encrypt`, `eyaml edit`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.span import Span
from ..data.node import scalars
from ..model.data_document import DataDocument
from ..model.view import View
from .finding import Finding
from .registry import Check, on_data

MALFORMED = Check("MALFORMED_ENCRYPTED_VALUE", "warning")
OPEN = Check("OPEN_SECRET", "warning")

BAD = """\
#- data/common.yaml
web::key: ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCCAWYCAQAxggEhMIIBHQIBADAFMAACAQEwDQ==
#         ^^^^^^^^^^ warning MALFORMED_ENCRYPTED_VALUE: ENC[ is not closed: this is no encrypted value, but the text itself
web::token: ENC[PKCS7,MIIBeQYJKoZI hvcNAQcDo%%]
#           ^^^^^^^^^^ warning MALFORMED_ENCRYPTED_VALUE: What stands in ENC[...] is not base64
web::cert: ENC[PKCS7,]
#          ^^^^^^^^^^ warning MALFORMED_ENCRYPTED_VALUE: There is nothing in ENC[...]
web::pin: DEC(1)::PKCS7[1234]!
#         ^^^^^^^^^^^^^^ warning OPEN_SECRET: This secret is not encrypted: `eyaml edit` has not finished
"""

GOOD = """\
#- data/common.yaml
web::key: ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCCAWYCAQAxggEhMIIBHQIBADAFMAACAQEwDQYJ]
web::both: "user:ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCCAWYCAQAxggEhMIIBHQIBADAFMAACAQEwDQYJ]"
web::folded: >
  ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCC
  AWYCAQAxggEhMIIBHQIBADAFMAACAQEwDQYJ]
web::gpg: ENC[GPG,hQEMA+a/]
web::doc: Values look like ENC[...], or ENC[PKCS7,...].
"""

#: The start of a value, as hiera-eyaml's tokens begin.
_ENCRYPTED = re.compile(r"\s*ENC\[(\w+,)?([^\]]*)(\])?")
_BASE64 = re.compile(r"[A-Za-z0-9+/]+={0,2}")
#: What is shorter stands for a value, as in a test.
_SHORT = 32
_METHOD = re.compile(r"ENC\[(?:PKCS7,)?")
_OPEN = re.compile(r"DEC(?:\(\d+\))?::(?:PKCS7|GPG|\w+)\[")


@on_data("hiera")
def encrypted(view: View, document: DataDocument) -> Iterator[Finding]:
    if b"ENC[" not in document.text.data and b"DEC" not in document.text.data:
        return
    for node, is_key in scalars(document.root):
        if not isinstance(node.value, str) or is_key:
            continue
        opened = _OPEN.match(node.value)
        if opened is not None:
            span = _span(document, node.start, node.end, opened[0])
            yield OPEN.of(view, span, span.start, "This secret is not encrypted: `eyaml edit` has not finished")
        message = _problem(node.value)
        if message is not None:
            span = _span(document, node.start, node.end, _start(node.value))
            yield MALFORMED.of(view, span, span.start, message)


def _problem(value: str) -> str | None:
    match = _ENCRYPTED.match(value)
    if match is None or (match[1] or "PKCS7,") != "PKCS7,":
        return None
    held = re.sub(r"\s", "", match[2])
    if match[3] is None:
        return "ENC[ is not closed: this is no encrypted value, but the text itself"
    if not held:
        return "There is nothing in ENC[...]"
    if set(held) <= {"."}:
        return None  # an example in a text
    if not _BASE64.fullmatch(held) or (len(held) > _SHORT and len(held) % 4):
        return "What stands in ENC[...] is not base64"
    return None


def _start(value: str) -> str:
    match = _METHOD.search(value)
    return match[0] if match is not None else value[:4]


def _span(document: DataDocument, start: int, end: int, text: str) -> Span:
    at = document.text.data.find(text.encode(), start, end)
    return Span(at, at + len(text.encode())) if at >= 0 else Span(start, end)
