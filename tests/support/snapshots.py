"""What a snapshot shows, to be compared with that of another."""

from __future__ import annotations

from collections.abc import Iterable

from puppetlens.checks.diagnostics import diagnostics
from puppetlens.features.definition import definition
from puppetlens.model.snapshot import Snapshot


def seen_in(snapshot: Snapshot, paths: Iterable[str]) -> dict[str, object]:
    """All that a user could see of these manifests: findings of each, definitions of every reference."""
    seen: dict[str, object] = {}
    for path in paths:
        if not path.endswith(".pp"):
            continue
        seen[path] = diagnostics(snapshot, path)
        document = snapshot.document(path)
        for reference, base in document.references() if document is not None else ():
            at = base + reference.span.start
            seen[f"{path}:{at}"] = definition(snapshot, path, at)
    return seen
