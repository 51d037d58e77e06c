"""Each class, define, node, function and template of a file evaluated for itself, to find mistakes in it.

Nobody knows who declares it: facts, data and what other code declares are unknown, and so are parameters, but for their
types. What fails all the same fails wherever it is used. Bodies of definitions in other files are not run, but what they
are given is held against what they take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import msgspec

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import Location, PuppetError
from ..base.position import Text
from ..hiera import Hiera
from ..hiera.errors import Found
from ..library.context import ControlFlow
from ..types.strings import STRING
from ..types.type import Type
from ..types.values import Unknown, UnknownReason, Value
from .classes import ensure_in_catalog, parent_of, run_body, add_edge_to_stage, evaluate, _parent_scope
from .compile_catalog import Request, new_draft, top_variables
from .declared import Declared
from .definitions import ClassLike, Definitions, FunctionLike, ParameterDefinition, read_definitions
from .draft import Draft
from .order import create_settings, load_main
from .parameters import set_parameters, type_of
from .read_file import read_file
from .scope import Scope, UnevaluatedParameter
from .trial import ELSEWHERE, Stopped, Trials

#: Statements that the check of one item may run.
_STEPS = 20_000
_PARAMETER = UnknownReason("a parameter")


class UnknownData(Hiera):
    """Any key may have any value."""

    def find(self, key: str, variables: Any, merge: Value = None) -> Found | None:
        return Found(ELSEWHERE)

    def lookup(self, names: Any, variables: Any, *, value_type: Type | None = None, **options: Any) -> Value:
        return ELSEWHERE if value_type is None else unknown_of(value_type)

    def legacy_lookup(self, key: str, variables: Any, **options: Any) -> Value:
        return ELSEWHERE


def unknown_of(type_: Type | None) -> Unknown:
    """A value of which no more is known than its type."""
    return Unknown(_PARAMETER)


def check_items(request: Request, path: str, token: CancellationToken = NEVER) -> list[PuppetError]:
    """The mistakes in a manifest, each once, in the order in which they were found; none where it does not parse."""
    data = request.files.read(path)
    if data is None:
        return []
    draft = new_draft(request, token)
    try:
        if draft.loader.load(path, module_of(request, path)) is None:
            return []
        module, namespace = module_of(request, path), draft.loader._namespace(path)
        known = read_file(data, draft.loader.name_of(path), module, namespace, request.language)
    except PuppetError:
        return []
    if known.definitions is None:
        return []
    shown = draft.loader.name_of(path)
    mine = read_definitions(known.definitions.body, Text(data), shown, module, checking=True)
    found: list[PuppetError] = []
    for item in [*mine.class_likes, *mine.functions]:
        found += _Check(request, path, shown, token).run(item)
    if request.environment.is_main_manifest(path):
        found += _Check(request, path, shown, token).run(mine)
    return list({_identity(error): error for error in found}.values())


def _identity(error: PuppetError) -> tuple[Location | None, str]:
    return error.exact or error.location, error.message


def module_of(request: Request, path: str) -> str | None:
    if request.environment.is_main_manifest(path):
        return None
    for name, folder in request.environment.modules(request.files).items():
        if path.startswith(f"{folder}/"):
            return name
    return None


#: What checks say that know how sure they may be of names.
_OF_NAMES = frozenset(("UNKNOWN_CLASS", "UNKNOWN_RESOURCE_TYPE", "INVALID_PARAMETER", "UNKNOWN_FUNCTION", "UNKNOWN_VARIABLE"))


def is_of_names(error: PuppetError, module: str | None) -> bool:
    """Whether an error is about a name that is not found; files of the own `module` are."""
    if error.issue_code in _OF_NAMES or any(fault.code in _OF_NAMES for fault in error.faults):
        return True
    return any(fault.code == "MISSING_FILE" and fault.subject.name.partition("/")[0] != module for fault in error.faults)


class _Check:
    """The evaluation of one item."""

    def __init__(self, request: Request, path: str, shown: str, token: CancellationToken) -> None:
        self.request, self.path, self.shown = request, path, shown
        self.module = module_of(request, path)
        self.ancestors: set[str] = set()
        self.draft = new_draft(request, token)
        self.trials = Trials(self._opens, self.settle, _STEPS)
        self.draft.hiera.__class__ = UnknownData

    def _opens(self, class_: ClassLike) -> bool:
        return class_.origin.file == self.shown or class_.name in self.ancestors

    def run(self, item: ClassLike | FunctionLike | Definitions) -> Iterator[PuppetError]:
        draft = self.draft
        try:
            self._begin(item)
            if isinstance(item, Definitions):
                self._main(item)
            elif isinstance(item, FunctionLike):
                self._function(item)
            else:
                self._body(item)
        except PuppetError as error:
            self._report(error, item)
        except (ControlFlow, RecursionError, Stopped):
            pass
        for error in self.trials.faults:
            place = error.exact or error.location
            if place is not None and place.file == self.shown and not is_of_names(error, self.module):
                yield error

    def _report(self, error: PuppetError, item: Any) -> None:
        place = item.location if isinstance(item, ClassLike) else Location()
        try:
            self.trials.report(error, place)
        except Stopped:
            pass

    def _begin(self, item: object) -> None:
        draft = self.draft
        variables = top_variables(self.request)
        unknown = draft.run.unknown_facts
        for name in ("trusted", "environment"):
            variables[name] = unknown
        draft.top.variables.update(variables)
        definition = draft.loader.find_type("stage")
        stage = draft.new_resource("stage", "main", [], draft.top, draft.main_class, definition=definition)
        stage.kind = "compilable_type"
        draft.enlist(stage)
        create_settings(draft)
        settings = draft.class_scopes["settings"].variables
        settings.update(dict.fromkeys(settings, ELSEWHERE))
        load_main(draft, self.request.environment.manifests(self.request.files))
        draft.loader.load(self.path, module_of(self.request, self.path))
        draft.run.trials = self.trials
        if not isinstance(item, Definitions):
            draft.run.note_hole(ELSEWHERE, Location())

    def _main(self, item: Definitions) -> None:
        draft = self.draft
        if item.code is not None:
            item.code(draft.top)
        self._finish()

    def _function(self, item: FunctionLike) -> None:
        draft = self.draft
        local = draft.top.local_scope(sees_locals=False)
        for parameter in item.parameters:
            local.variables[parameter.name] = self._value_of(parameter)
        draft.run.functions += 1
        item.code(local)

    def _value_of(self, parameter: ParameterDefinition) -> Unknown:
        return unknown_of(type_of(parameter, self.draft.top))

    def _body(self, item: ClassLike) -> None:
        draft, loader = self.draft, self.draft.loader
        if item.kind != "define":
            (loader.classes if item.kind == "class" else loader.nodes)[item.name] = item
        given = {parameter.name: self._value_of(parameter) for parameter in item.parameters}
        self._note_ancestors(item)
        if item.kind == "define":
            resource = draft.new_resource(item.name, "title", [], draft.top, draft.main_class, definition=item)
            for name, value in given.items():
                resource.parameters[name] = parameter_of(name, value, item)
            draft.add_resource(draft.top, resource)
        else:
            resource = ensure_in_catalog(draft, item, draft.top, given)
        resource.evaluated = True
        resource.add_scope_tags()
        scope = Scope(draft, item.kind, _parent_scope(draft, resource, item), resource, item)
        set_parameters(resource, item, scope)
        if item.kind == "define":
            scope.variables["title"] = scope.variables["name"] = unknown_of(STRING)
        add_edge_to_stage(draft, resource)
        run_body(draft, item, scope)
        self._finish()

    def _note_ancestors(self, item: ClassLike) -> None:
        while item.parent_name is not None and item.name not in self.ancestors:
            self.ancestors.add(item.name)
            item = parent_of(self.draft, item)
        self.ancestors.add(item.name)

    def _finish(self) -> None:
        self.settle(self.draft)

    def settle(self, draft: Draft) -> None:
        """Look at the defines that were declared."""
        for _ in range(5):
            waiting = [each for each in draft.unevaluated if not each.evaluated and not each.virtual]
            if not waiting:
                return
            for resource in waiting:
                try:
                    evaluate(draft, resource)
                except PuppetError as error:
                    self.trials.report(error, resource.location)


def parameter_of(name: str, value: Value, owner: ClassLike) -> Any:
    from ..catalog.resource import Parameter

    return Parameter(name, value, owner=owner)
