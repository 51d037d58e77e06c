"""Log at level `crit`.

The values are converted to strings, as interpolation does, and joined by spaces.
"""

from __future__ import annotations

from ..logging import log_function

FUNCTION = log_function("crit", __doc__)
