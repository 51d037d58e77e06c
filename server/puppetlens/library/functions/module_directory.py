"""The folder of the first of the modules that exists, or undef."""

from __future__ import annotations

from ..finding import finding_function

EXAMPLES = {"notice(module_directory('no_such_module') =~ Undef)": "true"}

FUNCTION = finding_function(__name__, __doc__, EXAMPLES, "names", lambda context, name: context.module_path(name))
