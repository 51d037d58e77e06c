"""Log at level `err`. The compilation goes on; use `fail` to end it.

The values are converted to strings, as interpolation does, and joined by spaces.
"""

from __future__ import annotations

from ..logging import log_function

FUNCTION = log_function("err", __doc__)
