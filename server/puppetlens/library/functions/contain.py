"""Declare classes as `include` does, and contain them in the class or define around the call.

What depends on the container then waits for the contained classes too.
"""

from __future__ import annotations

from ..class_names import class_function

EXAMPLES = {
    "class inner { }\nclass outer { notice(contain('inner')) }\ninclude outer": "[Class[inner]]",
}

FUNCTION = class_function(__name__, __doc__, EXAMPLES, lambda context, names: context.contain_classes(names))
