"""Declare classes by name, unless they are declared already; parameters come from Hiera and defaults.

Takes names, references (`Class['a']`) and arrays of both; gives an array of references. Says nothing
about order: see `contain` and `require`.
"""

from __future__ import annotations

from ..class_names import class_function

EXAMPLES = {
    "class motd { notice('in motd') }\ninclude motd\ninclude motd": "in motd",
    "class a { } class b { }\nnotice(include('a', ['b']))": "[Class[a], Class[b]]",
}

FUNCTION = class_function(__name__, __doc__, EXAMPLES, lambda context, names: context.include_classes(names))
