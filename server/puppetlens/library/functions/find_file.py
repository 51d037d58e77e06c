"""The path of the first of the files that exists, or undef.

`module/path` is looked for in a module's folder `files`; absolute paths are taken as they are.
"""

from __future__ import annotations

from ..finding import finding_function

EXAMPLES = {"notice(find_file('no_such_module/x', '/no/such/file') =~ Undef)": "true"}

FUNCTION = finding_function(
    __name__,
    __doc__,
    EXAMPLES,
    "paths",
    lambda context, name: context.find_file("files", name),
    "paths_array",
)
