"""What Puppet's own data types mean: a line for each, for people who read one."""

from __future__ import annotations

from ..model import builtin


def about_data_type(name: str) -> str | None:
    """Markdown for a normalised name; None where it is no data type of the language."""
    found = builtin.data_types().get(name)
    if found is None or not found.values:
        return "Data type" if builtin.is_data_type(name) else None
    written, values, brackets = found
    return f"Data type: {values}" + (f"\n\nForms: `{written}`, `{written}{brackets}`" if brackets else "")
