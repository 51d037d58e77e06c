"""Log at level `notice`, the lowest that is shown by default.

The values are converted to strings, as interpolation does, and joined by spaces.
"""

from __future__ import annotations

from ..logging import log_function

FUNCTION = log_function("notice", __doc__)
