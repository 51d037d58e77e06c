"""The largest integer that is not greater than a number. Converting a string with one is deprecated."""

from __future__ import annotations

import math

from ..rounding import rounding_function

EXAMPLES = {"notice(floor(1.8))": "1", "notice((-1.5).floor)": "-2"}

FUNCTION = rounding_function(__name__, __doc__, EXAMPLES, math.floor)
