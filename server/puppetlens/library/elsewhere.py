"""Names that neither Puppet nor a module brings: those of a server's extensions, and of Bolt.

A server with PuppetDB has functions of PuppetDB's terminus, which no environment holds: they exist, and what they give
is not known here. Bolt brings functions and data types for plans; the functions of a module that plans call use them,
while code of a catalog cannot.
"""

from __future__ import annotations

from typing import Final

#: Functions that extensions of a server bring; `Host` has a method for each.
SERVER_FUNCTIONS: Final = frozenset(("puppetdb_query",))

# fmt: off
BOLT_FUNCTIONS: Final = frozenset((
    "add_facts", "add_to_group", "apply", "apply_prep", "background", "catch_errors", "download_file", "facts",
    "fail_plan", "file_upload", "get_resources", "get_target", "get_targets", "parallelize", "prompt", "puppetdb_command",
    "puppetdb_fact", "remove_from_group", "resolve_references", "resource", "run_command", "run_container", "run_plan",
    "run_script", "run_task", "run_task_with", "set_config", "set_feature", "set_resources", "set_var", "upload_file",
    "vars", "wait", "wait_until_available", "without_default_logging", "write_file",
))
#: Modules that come with Bolt and hold functions alone.
BOLT_MODULES: Final = frozenset(("coll", "ctrl", "dir", "file", "log", "out", "prompt", "system"))
BOLT_TYPES: Final = frozenset((
    "applyresult", "applytarget", "containerresult", "future", "planresult", "resourceinstance", "result", "resultset",
    "target", "targetspec",
))
# fmt: on


def is_bolt_function(name: str) -> bool:
    """Whether a (normalised) name is that of a function of Bolt."""
    module, _, rest = name.partition("::")
    return name in BOLT_FUNCTIONS or (bool(rest) and module in BOLT_MODULES)


def is_bolt_type(name: str) -> bool:
    """Whether a (normalised) name is that of a data type of Bolt."""
    return name in BOLT_TYPES or name.startswith("boltlib::")
