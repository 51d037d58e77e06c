"""What a snapshot shows, to be compared with that of another."""

from __future__ import annotations

from collections.abc import Iterable

from puppetlens.checks.diagnostics import diagnostics
from puppetlens.features.definition import definition
from puppetlens.features.document_symbols import document_symbols
from puppetlens.features.references import references
from puppetlens.features.semantic_tokens import semantic_tokens
from puppetlens.features.workspace_symbols import workspace_symbols
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.view import View

from tests.support.check import answer


def named_in(snapshot: Snapshot, paths: Iterable[str]) -> dict[str, object]:
    """Where a site names what these files define, and what all of them offer as symbols."""
    seen: dict[str, object] = {"symbols": answer(workspace_symbols(snapshot, "e"))}
    for path in paths:
        seen[path] = document_symbols(snapshot, path)
        summary = snapshot.summary(path)
        for span in [place.name_span for place in summary.places] + [key.name_span for key in summary.keys]:
            seen[f"{path}:{span.start}"] = answer(references(snapshot, path, span.start))
    return seen


def seen_in(snapshot: Snapshot, paths: Iterable[str]) -> dict[str, object]:
    """All that a user could see of these manifests: findings of each, what every name means and where it is defined."""
    seen: dict[str, object] = {}
    for path in paths:
        seen[f"{path} in colours"] = semantic_tokens(snapshot, path)
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
