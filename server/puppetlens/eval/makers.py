"""All that makes closures: importing this fills the table of `closures`, which imports none of them itself."""

from . import assignment, calls, control, operations, relationships, resources  # noqa: F401
