"""Declare classes as `include` does, and make the class or define around the call require them."""

from __future__ import annotations

from ..class_names import class_function

EXAMPLES = {
    "class base { }\nclass app { notice(require('base')) }\ninclude app": "[Class[base]]",
}

FUNCTION = class_function(__name__, __doc__, EXAMPLES, lambda context, names: context.require_classes(names))
