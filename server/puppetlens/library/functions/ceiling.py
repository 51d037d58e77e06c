"""The smallest integer that is not less than a number. Converting a string with one is deprecated."""

from __future__ import annotations

import math

from ..rounding import rounding_function

EXAMPLES = {"notice(ceiling(1.2))": "2", "notice((-1.5).ceiling)": "-1"}

FUNCTION = rounding_function(__name__, __doc__, EXAMPLES, math.ceil)
