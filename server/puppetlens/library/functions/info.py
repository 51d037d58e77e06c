"""Log at level `info`.

The values are converted to strings, as interpolation does, and joined by spaces.
"""

from __future__ import annotations

from ..logging import log_function

FUNCTION = log_function("info", __doc__)
