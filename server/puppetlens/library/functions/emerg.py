"""Log at level `emerg`, the highest one.

The values are converted to strings, as interpolation does, and joined by spaces.
"""

from __future__ import annotations

from ..logging import log_function

FUNCTION = log_function("emerg", __doc__)
