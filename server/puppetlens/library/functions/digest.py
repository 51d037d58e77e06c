"""The checksum of a string by the algorithm of the setting `digest_algorithm`: SHA-256, for nothing changes it here."""

from __future__ import annotations

from ..context import Context
from ..digests import hexdigest
from ..function import Function
from ..legacy import text_argument

EXAMPLES = {"notice(digest('abc')[0, 8])": "ba7816bf"}

FUNCTION = Function(__name__, __doc__, EXAMPLES, legacy=True)


@FUNCTION.dispatch("String $text")
def of_text(context: Context, text: object) -> str:
    return hexdigest("sha256", text_argument(text))
