"""Log at level `debug`, which is shown only when debugging is switched on.

The values are converted to strings, as interpolation does, and joined by spaces.
"""

from __future__ import annotations

from ..logging import log_function

FUNCTION = log_function("debug", __doc__)
