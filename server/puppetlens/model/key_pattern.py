"""Which keys a pattern of `lookup_options` means: those in which Ruby finds it, as Puppet asks it."""

from __future__ import annotations

from ..base.errors import PuppetError


def means(pattern: str, key: str) -> bool | None:
    """Whether it means a key; None where that is not known: Ruby does not take it, or it takes too long."""
    from ..types.regex import search  # not before somebody asks for it
    from ..types.values import Regexp

    try:
        return bool(search(Regexp(pattern), key))
    except (PuppetError, TimeoutError):
        return None
