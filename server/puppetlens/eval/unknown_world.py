"""A catalog of which nothing is known yet: facts, data, settings and what other code declares may be anything."""

from __future__ import annotations

from typing import Any

from ..base.cancellation import CancellationToken
from ..base.errors import Location
from ..hiera import Hiera
from ..hiera.errors import Found
from ..hiera.merge import merge_strategy
from ..types.shaped import unknown_of
from ..types.type import Type
from ..types.values import Value
from .compile_catalog import Request, new_draft, top_variables
from .draft import Draft
from .order import create_settings, declare_stage, load_main
from .trial import CHECKED, ELSEWHERE, Trials
from .unknown_facts import unknown_facts


class UnknownData(Hiera):
    """Any key may have any value."""

    def find(self, key: str, variables: Any, merge: Value = None) -> Found | None:
        return Found(ELSEWHERE)

    def lookup(self, names: Any, variables: Any, *, value_type: Type | None = None, **options: Any) -> Value:
        if not options.get("override"):
            merge_strategy(options.get("merge"))  # whatever the data is, no other is known
        return ELSEWHERE if value_type is None else unknown_of(value_type, CHECKED)

    def legacy_lookup(self, key: str, variables: Any, **options: Any) -> Value:
        return ELSEWHERE


def unknown_world(request: Request, path: str, module: str | None, trials: Trials, token: CancellationToken) -> Draft:
    """A draft that knows what the main manifest and the file `path` define. Raises Puppet's error for what does not load."""
    draft = new_draft(request, token)
    draft.hiera = UnknownData(draft.hiera.surroundings)
    draft.top.variables.update(dict.fromkeys(top_variables(request), ELSEWHERE), facts=unknown_facts())
    declare_stage(draft)
    create_settings(draft)
    settings = draft.class_scopes["settings"].variables
    settings.update(dict.fromkeys(settings, ELSEWHERE))
    loose = request.environment.kind == "loose"  # files that have nothing to do with each other
    load_main(draft, () if loose else request.environment.manifests(request.files))
    if not path.endswith(".epp"):
        draft.loader.load(path, module)
    draft.run.trials = trials
    return draft


def leave_catalog_open(draft: Draft) -> None:
    """Other code may declare whatever it likes."""
    draft.run.note_hole(ELSEWHERE, Location())
