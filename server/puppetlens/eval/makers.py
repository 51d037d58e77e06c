"""All that makes closures: importing this fills the table of `closures`, which imports none of them itself."""

from . import assignment, calls, control, going_on, operations, relationships, resources  # noqa: F401
