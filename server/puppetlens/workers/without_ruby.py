"""Whether evaluations can run the Ruby of modules, in words: the build may have brought none."""

from __future__ import annotations

from pathlib import Path


def why_no_ruby(chosen: str, module: Path | None = None) -> str | None:
    """Why the Ruby of modules does not run though it is `chosen` to (the setting `ruby`)."""
    if chosen != "sandbox":
        return None
    from ..sandbox import PACKED  # the server starts without it

    if (module or PACKED).is_file():
        return None
    return (
        "This puppetlens was built without Ruby: what the Ruby of modules returns is unknown in previews. "
        "Install it again where npm is there, or choose `off` in the setting puppetlens.ruby if that is as wanted."
    )
