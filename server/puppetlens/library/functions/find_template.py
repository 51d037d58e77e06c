"""The path of the first of the templates that exists, or undef.

`module/path` is looked for in a module's folder `templates`; absolute paths are taken as they are.
"""

from __future__ import annotations

from ..finding import finding_function

EXAMPLES = {"notice(find_template('no_such_module/x.epp') =~ Undef)": "true"}

FUNCTION = finding_function(
    __name__,
    __doc__,
    EXAMPLES,
    "paths",
    lambda context, name: context.find_file("templates", name),
    "paths_array",
)
