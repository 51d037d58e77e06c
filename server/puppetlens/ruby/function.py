"""What the file of a function written in Ruby declares."""

from __future__ import annotations

import re

#: `newfunction(:x, :type => :rvalue, ...)` of the API of version 3.
_RVALUE = re.compile(rb"newfunction\([^\n]*?\btype\s*(?:=>|:)\s*:rvalue|:type\s*=>\s*:rvalue|\btype:\s*:rvalue")


def is_rvalue(data: bytes) -> bool:
    """Whether a function is called for its value; others may well add to the catalog."""
    return _RVALUE.search(data) is not None
