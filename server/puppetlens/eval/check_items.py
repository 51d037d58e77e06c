"""Each class, define, node, function and template of a file evaluated for itself, to find mistakes in it.

Nobody knows who declares it: facts, data and what other code declares are unknown, and so are parameters, but for their
types. What fails all the same fails wherever it is reached. Bodies of definitions in other files are not run, but what
they are given is held against what they take, and lists and hashes against what defines make of them (`handed_on`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping, Sequence, Set
from contextlib import suppress
from typing import Final, Literal, NamedTuple

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import FailedByIntent, Location, PuppetError, RefusedByAgent, innermost
from ..base.position import Text
from ..catalog.resource import Parameter
from ..library.context import ControlFlow, ReturnValue
from ..project.autoload import normalise
from ..project.published import is_published
from ..syntax.parse import is_plan
from ..types import check_parameters
from ..types.assertion import assert_instance
from ..types.shaped import unknown_of
from ..types.strings import STRING
from ..types.tuples import StructType
from ..types.type import Type
from ..types.values import EMPTY_HASH, Value
from .about_names import is_about_a_name
from .attribute_names import refuse_attributes
from .check_site import check_site, severity_of
from .checked import Checked
from .classes import add_edge_to_stage, ensure_in_catalog, evaluate, parent_of, parent_scope, run_body
from .compile_catalog import Request, modules_of
from .declared import Declared
from .deferred import return_type
from .definitions import ClassLike, Definitions, FunctionLike, ParameterDefinition, read_definitions
from .draft import Draft
from .loader import namespace_of
from .misspelt_targets import misspelt_targets
from .parameters import default_value, set_parameters, struct_element, type_of
from .read_file import read_file
from .refused_by_agent import refused_by_agent
from .scope import UNEVALUATED, Scope
from .templates import Template, read_template
from .trial import CHECKED, TOO_DEEP, Stopped, Trials
from .unknown_world import leave_catalog_open, unknown_world

#: Statements that the check of one item may run.
_STEPS: Final = 20_000
#: Rounds in which what defines declare is looked at.
_ROUNDS: Final = 5
#: Defaults that stand for none.
_NOTHING: Final = (None, "", (), EMPTY_HASH)

Item = ClassLike | FunctionLike | Definitions | Template


class Mistake(NamedTuple):
    """A warning is one that not everybody sees who uses the code, and what an agent alone refuses."""

    error: PuppetError
    severity: Literal["error", "warning"]


def check_items(request: Request, path: str, token: CancellationToken = NEVER) -> list[Mistake]:
    """The mistakes in a manifest or template, each once, in the order in which they were found.

    None where it does not parse, or is no file that Puppet would load for a catalog: Bolt runs plans, people what tries a
    module.
    """
    modules = modules_of(request).folders
    found = _of_items(request, path, modules, token)
    if found is None:
        return []
    here = {place for place, _ in _errors(found)}  # by which a catalog fails, too
    told = _Told(request, modules, token)
    for error in check_site(request, path, token, told):
        if _is_in(error, path) and (error.exact or error.location) not in here:
            found.setdefault(_identity(error), Mistake(error, severity_of(error)))
    return [each for each in found.values() if not told.where_it_comes_from(each.error, path, found)]


#: Where an error is, and what it says.
_Identity = tuple[Location | None, str]


def _is_for_all(mistake: Mistake) -> bool:
    """Whether everybody sees it who uses the code."""
    return mistake.severity == "error" or isinstance(mistake.error, RefusedByAgent)


def _identity(error: PuppetError) -> _Identity:
    return error.exact or error.location, error.message


def _errors(found: Mapping[_Identity, Mistake]) -> Collection[_Identity]:
    return [identity for identity, mistake in found.items() if mistake.severity == "error"]


class _Told:
    """Whether an error is one that a module of the site's own is told, whoever uses it: once, and not for each node. Those of
    others may be left out of what is checked."""

    def __init__(self, request: Request, modules: Mapping[str, str], token: CancellationToken) -> None:
        self._request, self._modules, self._token = request, modules, token
        self._known: dict[str, Set[str | Location | None]] = {}

    def __call__(self, error: PuppetError) -> bool:
        place = error.exact or error.location
        return place is not None and self._in_file(place.file, error)

    def where_it_comes_from(self, error: PuppetError, path: str, found: Container[_Identity]) -> bool:
        """Of one in a file, with all that is found there: whether another place that it names is told the same, as a function
        whose value is not what it says is."""
        places = [place for _, place in innermost(error).related]
        others = {place.file for place in places if place.file is not None} - {path}
        return any((place, error.message) in found for place in places) or any(
            self._in_file(other, error) for other in sorted(others)
        )

    def _in_file(self, path: str | None, error: PuppetError) -> bool:
        module = _module_of(self._request, path, self._modules) if path is not None else None
        if path is None or module is None:
            return False
        if is_published(self._request.files, self._request.environment, module, self._modules[module]):
            return False
        if path not in self._known:
            found = (_of_items(self._request, path, self._modules, self._token) or {}).values()
            errors = [innermost(each.error) for each in found if _is_for_all(each)]
            self._known[path] = {*(each.message for each in errors), *(each.exact for each in errors if each.exact)}
        # Not by its place alone: a define that is evaluated later fails at its declaration, and by itself at the attribute; nor
        # by its words alone, which name a resource of the define by its title.
        return not self._known[path].isdisjoint((innermost(error).message, innermost(error).exact))


def _of_items(
    request: Request, path: str, modules: Mapping[str, str], token: CancellationToken
) -> dict[_Identity, Mistake] | None:
    """The mistakes of a file's items; None of a file that is not evaluated."""
    data, module = request.files.read(path), _module_of(request, path, modules)
    if data is None or is_plan(path) or namespace_of(path, request.environment, modules) == "":
        return None
    try:
        mine = None if path.endswith(".epp") else _definitions(request, path, data, module, modules)
        items = _template(request, path, data) if mine is None else _items(request, path, mine)
    except PuppetError:
        return None
    found: dict[_Identity, Mistake] = {}
    own = frozenset(normalise(str(getattr(each, "name", ""))) for each in (mine.all if mine is not None else ()))
    for item in items or (None,):
        token.check()  # an item of few statements does not
        for mistake in _Check(request, path, module, own, token).run(item):
            found.setdefault(_identity(mistake.error), mistake)
    return found


def _module_of(request: Request, path: str, modules: Mapping[str, str]) -> str | None:
    if request.environment.is_main_manifest(path):
        return None
    return next((name for name, folder in modules.items() if path.startswith(f"{folder}/")), None)


def _template(request: Request, path: str, data: bytes) -> Sequence[Item]:
    found = read_template(data.decode("utf-8", "surrogateescape"), path, request.language, checking=True)
    return () if isinstance(found, Checked) else (found,)


def _definitions(
    request: Request, path: str, data: bytes, module: str | None, modules: Mapping[str, str]
) -> Definitions:
    namespace = namespace_of(path, request.environment, modules)
    known = read_file(data, path, module, namespace, request.language).definitions
    if known is None:
        return Definitions()
    return read_definitions(known.body, Text(data), path, module, checking=True)


def _items(request: Request, path: str, mine: Definitions) -> Sequence[Item]:
    main = (mine,) if mine.has_logic and request.environment.is_main_manifest(path) else ()
    return (*(each for each in mine.class_likes if each.name != "settings"), *mine.functions, *main)


def _is_in(error: PuppetError, path: str) -> bool:
    place = error.exact or error.location
    return place is not None and place.file == path


class _Check:
    """The evaluation of one item."""

    def __init__(
        self, request: Request, path: str, module: str | None, own: frozenset[str], token: CancellationToken
    ) -> None:
        self._path, self._module, self._own = path, module, own
        #: Of these classes the body is run wherever they are: what inherits from them sees their variables.
        self._ancestors: set[str] = set()
        self._trials = Trials(path, self._opens, self._settle, _STEPS)
        self._begin: Callable[[], Draft] = lambda: unknown_world(request, path, module, self._trials, token)

    def run(self, item: Item | None) -> list[Mistake]:
        """The mistakes that are in this file; without an item, in what is known before one is evaluated."""
        try:
            self._evaluate(item)
        except PuppetError as error:
            self._report(error, item.location if isinstance(item, ClassLike) else Location())
        except ControlFlow as jump:
            if not isinstance(item, FunctionLike | Template):  # they may be called where something waits for it
                self._report(jump.illegal(), Location())
        except (RecursionError, Stopped):
            pass
        errors = [Mistake(each, severity_of(each)) for each in self._trials.faults]
        warnings = [Mistake(each, "warning") for each in self._trials.doubtful]
        return [each for each in (*errors, *warnings) if self._counts(each.error)]

    def _counts(self, error: PuppetError) -> bool:
        return _is_in(error, self._path) and not is_about_a_name(error, self._module, self._own)

    def _report(self, error: PuppetError, place: Location) -> None:
        with suppress(Stopped):
            self._trials.report(error, place)

    def _opens(self, class_: ClassLike) -> bool:
        return class_.origin.file == self._path or class_.name in self._ancestors

    def _evaluate(self, item: Item | None) -> None:
        try:
            draft = self._begin()
        except PuppetError as error:  # a name that is taken, or another file that does not load
            self._report(error, Location())
            return
        leave_catalog_open(draft)
        if item is None:
            return
        if isinstance(item, Definitions):
            assert item.code is not None
            item.code(draft.top)
        elif isinstance(item, FunctionLike):
            self._function(draft, item)
        elif isinstance(item, Template):
            self._template(draft, item)
        else:
            self._body(draft, item)
        self._settle(draft)
        for resource in draft.declared:
            try:
                refuse_attributes(resource)
            except PuppetError as error:
                self._report(error, resource.location)
        self._trials.faults += refused_by_agent(draft)
        self._trials.doubtful += misspelt_targets(draft)

    # Items ---------------------------------------------------------------------------------------------------

    def _function(self, draft: Draft, item: FunctionLike) -> None:
        _ = draft.loader.signature_of(item).callable_type  # raises where no call could give what it wants
        local = draft.top.local_scope(sees_locals=False)
        self._bind(item.parameters, local, item.name)
        draft.run.functions += 1
        returns = None if item.return_type is None else item.return_type(draft.top)
        try:
            value = item.code(local)
        except ReturnValue:
            return  # Puppet does not hold it against the type
        if isinstance(returns, Type):
            try:
                assert_instance(f"value returned from {item.name}", returns, value)
            except PuppetError as error:
                # Puppet says it of each call.
                message = f"Evaluation Error: Error while evaluating a Function Call, {error.message}"
                raise PuppetError(message, "RUNTIME_ERROR", item.value_location, faults=error.faults) from None

    def _template(self, draft: Draft, item: Template) -> None:
        local = draft.top.local_scope(sees_locals=False)
        self._bind(item.code.parameters, local, "lambda")
        draft.run.rendered.append([])
        item.code.body(local)

    def _body(self, draft: Draft, item: ClassLike) -> None:
        resource = self._declared(draft, item)
        scope = Scope(draft, item.kind, parent_scope(draft, resource, item), resource, item)
        set_parameters(resource, item, scope)
        scope.variables["caller_module_name"] = unknown_of(STRING, CHECKED)  # what is private asks for it
        if item.kind == "define":
            scope.variables["title"] = scope.variables["name"] = unknown_of(STRING, CHECKED)
        local = scope.local_scope()
        self._bind(item.parameters, local, resource.reference)
        add_edge_to_stage(draft, resource)
        run_body(draft, item, scope)

    def _declared(self, draft: Draft, item: ClassLike) -> Declared:
        """A resource of the item, with parameters of which the types are known."""
        given = {each.name: self._value_of(each, draft.top) for each in item.parameters}
        self._note_ancestors(draft, item)
        if item.kind == "define":
            parameters = [Parameter(name, value, owner=draft.main_class) for name, value in given.items()]
            owner = draft.main_class
            resource = draft.new_resource(item.name, "title", parameters, draft.top, owner, definition=item)
            draft.add_resource(draft.top, resource)
        else:
            (draft.loader.classes if item.kind == "class" else draft.loader.nodes)[item.name] = item
            resource = ensure_in_catalog(draft, item, draft.top, given)
        resource.evaluated = True
        resource.add_scope_tags()
        return resource

    def _note_ancestors(self, draft: Draft, item: ClassLike) -> None:
        at = item
        while at.name not in self._ancestors:
            self._ancestors.add(at.name)
            if at.parent_name is None:
                return
            at = parent_of(draft, at)
        # Puppet says no more than its first words.
        raise PuppetError(f"{TOO_DEEP}: class '{at.name}' inherits from itself", exact=item.location)

    # Parameters ----------------------------------------------------------------------------------------------

    def _value_of(self, parameter: ParameterDefinition, scope: Scope) -> Value:
        return unknown_of(type_of(parameter, scope), CHECKED)

    def _bind(self, parameters: Sequence[ParameterDefinition], local: Scope, callee: str) -> None:
        """Give parameters values of which the types are known; their defaults must be of the types."""
        names = [parameter.name for parameter in parameters]
        for each in parameters:
            local.variables[each.name] = self._value_of(each, local) if each.default is None else UNEVALUATED
        for each in parameters:
            if each.default is not None:
                try:
                    self._check_default(each, local, callee, names)
                except FailedByIntent:
                    pass
                except PuppetError as error:
                    error.exact = error.location or each.origin.location(each.node.anchor)
                    self._trials.doubtful.append(error)
                local.variables[each.name] = self._value_of(each, local)

    def _check_default(self, parameter: ParameterDefinition, local: Scope, callee: str, names: list[str]) -> None:
        value = default_value(parameter, local, callee, names)
        if value in _NOTHING:
            return  # so people write what has to be given
        struct = StructType((struct_element(parameter, type_of(parameter, local)),))
        check_parameters(callee, struct, {parameter.name: value}, returned=lambda call: return_type(local, call))

    def _settle(self, draft: Draft, others: Collection[int] = ()) -> None:
        """Look at the defines that were declared: at what they are given, and at those of this file; not at `others`."""
        for _ in range(_ROUNDS):
            waiting = [
                each for each in draft.unevaluated if not each.evaluated and not each.virtual and id(each) not in others
            ]
            for resource in waiting:
                try:
                    evaluate(draft, resource)
                except PuppetError as error:
                    self._trials.report(error, resource.location)
            if not waiting:
                return
