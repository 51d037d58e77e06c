"""What a snapshot shows, to be compared with that of another."""

from __future__ import annotations

from collections.abc import Iterable

from puppetlens.checks.diagnostics import diagnostics
from puppetlens.features.definition import definition
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.view import View


def seen_in(snapshot: Snapshot, paths: Iterable[str]) -> dict[str, object]:
    """All that a user could see of these manifests: findings of each, definitions of every name."""
    seen: dict[str, object] = {}
    for path in paths:
        if not path.endswith(".pp"):
            data = View(snapshot, path).data
            for reference in data.contents.references if data is not None else ():
                seen[f"{path}:{reference.span.start}"] = definition(snapshot, path, reference.span.start)
            continue
        seen[path] = diagnostics(snapshot, path)
        document = snapshot.document(path)
        if document is None:
            continue
        names = [reference.span.shift(base) for reference, base in document.references()]
        names += [variable.span for variable in document.scopes.variables()]
        for span in names:
            seen[f"{path}:{span.start}"] = definition(snapshot, path, span.start)
    return seen
