"""Which files define a name, and which use it: the summaries of all files that were looked at, and the way back.

An index holds what it was given and no more; what a site has that it was not given yet, `Snapshot.load` fills in, and
the engine does so beforehand (`engine/indexing.py`); while that is under way, questions are answered from what is there.
It is never behind: `put` and `drop` change both ways at once.

Each snapshot has its own, forked from the one before.
"""

from __future__ import annotations

from collections.abc import Collection, KeysView, Mapping
from copy import copy
from itertools import chain

from ..project.autoload import module_of
from .entity import Entity, in_own_module
from .forking import ForkingDict, Relation
from .summary import EMPTY, Summary, module_used


class Index:
    """Path -> summary (the empty one where there is no such file), and from an entity to paths."""

    def __init__(self) -> None:
        #: Somebody is about to put in all that is missing.
        self.filling = False
        #: There are files that were never put in, and somebody will do so: what rests on all of them is not known yet.
        self.partial = False
        #: Files that somebody else is reading: nothing is known of them yet.
        self.unread: frozenset[str] = frozenset()
        self._summaries: ForkingDict[str, Summary] = ForkingDict()
        #: Entity -> paths.
        self._defined: Relation[Entity, str] = Relation()
        self._used: Relation[Entity, str] = Relation()
        #: What is defined in a module's name: module -> entities.
        self._modules: Relation[str, Entity] = Relation()
        #: What is used that is named as a module's, as that is or is not: module -> entities.
        self._of_modules: Relation[str, Entity] = Relation()
        #: The variables and parameters of one short name that are used, whosever they are.
        self._variables: Relation[str, Entity] = Relation()
        #: What was asked for last (`as_written`).
        self._written: tuple[Entity, dict[Entity, None]] | None = None
        #: Space -> another object after each change of who uses its names.
        self._states: dict[str, object] = {}
        #: What was counted (`in_use`), and in which state; all forks share it.
        self._counted: dict[tuple[str, tuple[str, ...]], tuple[object, object, Mapping[str, int]]] = {}

    def fork(self) -> Index:
        """One like it for the next snapshot; either may change from now on, and the other one does not see it."""
        other = copy(self)
        other._summaries = self._summaries.fork()
        other._defined, other._used = self._defined.fork(), self._used.fork()
        other._modules, other._variables = self._modules.fork(), self._variables.fork()
        other._of_modules = self._of_modules.fork()
        other._states = dict(self._states)
        return other

    def without(self, paths: Collection[str]) -> Index:
        """One for the next snapshot that has forgotten these paths, however many they are."""
        left = [path for path in self._summaries if path not in paths and path not in self.unread]
        if 2 * len(left) > len(self.paths()):
            other = self.fork()
            for path in paths:
                other.drop(path)
            return other
        other = Index()
        other.filling, other.partial = self.filling, self.partial
        for path in left:
            other.put(path, self._summaries.get(path) or EMPTY)
        return other

    def __contains__(self, path: str) -> bool:
        return path in self._summaries

    def get(self, path: str) -> Summary | None:
        return self._summaries.get(path)

    def paths(self) -> Collection[str]:
        return tuple(self._summaries)

    def put(self, path: str, summary: Summary) -> None:
        """What a path holds now."""
        old = self._summaries.get(path) or EMPTY
        self._summaries.put(path, summary)
        if path in self.unread:
            self.unread -= {path}
        if old is summary:
            return
        self._written = None
        before, after = _defined(old), _defined(summary)
        for entity in before - after:
            self._undefine(entity, path)
        self._defined.add_to_all(after - before, path)
        for entity in after - before:
            self._modules.add(module_of(entity.name), entity)
        unused = old.uses.keys() - summary.uses.keys()
        for entity in unused:
            self._unuse(entity, path)
        used = summary.uses.keys() - old.uses.keys() if old.uses else summary.uses.keys()
        self._used.add_to_all(used, path)
        self._states.update((space, object()) for space in {entity.space for entity in (*unused, *used)})
        for entity in used:
            if entity.space in _OF_SCOPES:
                self._variables.add(entity.name, entity)
            elif module := module_used(entity):
                self._of_modules.add(module, entity)

    def put_unread(self, path: str) -> None:
        self.put(path, EMPTY)
        self.unread |= {path}

    def drop(self, path: str) -> Summary | None:
        """Forget a path; what was known of it."""
        summary = self._summaries.get(path)
        if summary is not None:
            self.put(path, EMPTY)
            self._summaries.drop(path)
        return summary

    def defined(self, entity: Entity) -> Collection[str]:
        """The files that define an entity; of a parameter or variable, what it belongs to."""
        return self._defined.get(entity if entity.owner is None else entity.owner)

    def used(self, entity: Entity) -> Collection[str]:
        """The files that use an entity as written so."""
        return self._used.get(entity)

    def in_use(self, space: str, names: tuple[str, ...], within: Collection[str] | None = None) -> Mapping[str, int]:
        """In how many files (of those `within`) each of many names is used, written as entities of a space; the most used
        first, equal ones in their order. Counted anew only where such a use came or went, or `within` is another object.
        """
        key, state = (space, names), self._states.get(space)
        known = self._counted.pop(key, None)
        if known is None or known[0] is not state or known[1] is not within:
            counts = dict(zip(names, self._used.sizes([Entity(space, name) for name in names]), strict=True))
            others = () if within is None else [path for path in self._summaries if path not in within]
            for use in chain.from_iterable((self._summaries.get(path) or EMPTY).uses for path in others):
                if use.name in counts and use == Entity(space, use.name):
                    counts[use.name] -= 1
            known = state, within, dict(sorted(counts.items(), key=lambda each: -each[1]))
        self._counted[key] = known  # the last to be asked for goes last
        while len(self._counted) > _COUNTED:
            self._counted.pop(next(iter(self._counted)))
        return known[2]

    def variables_named(self, name: str) -> Collection[Entity]:
        """The variables and parameters of a short name that are used or set, whosever they are."""
        return self._variables.get(name)

    def in_module(self, module: str) -> Collection[Entity]:
        """What is defined whose name begins with a module's."""
        return self._modules.get(module)

    def of_module(self, module: str) -> Collection[Entity]:
        """What is used whose name says that it is a module's, which need not be there: by `a::b`, or as its main class."""
        return self._of_modules.get(module)

    def modules_used(self) -> Collection[str]:
        """Those of which anything is used."""
        return self._of_modules.keys()

    def as_written(self, entity: Entity) -> KeysView[Entity]:
        """The ways in which names that may mean an entity are written. Whoever searches asks for each file."""
        if self._written is None or self._written[0] != entity:
            self._written = entity, dict.fromkeys(self._ways_to_write(entity))
        return self._written[1].keys()

    def _ways_to_write(self, entity: Entity) -> Collection[Entity]:
        match entity.space:
            case "define" | "resource_type":
                return tuple(Entity(space, entity.name) for space in ("resource_type", "type", "named"))
            case "class":
                return (entity, Entity("named", entity.name))
            case "data_type":
                return (Entity("type", entity.name),)
            case "plan" | "ruby_function":
                return (Entity("function", entity.name),)
            case "parameter" | "variable":
                owner = entity.owner
                found = [each for each in self._variables.get(entity.name) if self._may_be_of(owner, each.owner)]
                if entity.space == "parameter" and owner is not None and owner.space == "class":
                    found.append(Entity("key", f"{owner.name}::{entity.name}"))
                return found
            case "module_file":
                return (entity, entity._replace(name=in_own_module(entity.name)))
            case _:
                return (entity,)

    def _may_be_of(self, owner: Entity | None, written: Entity | None) -> bool:
        """Whether a variable or parameter that is written as that of `written` may be the one of `owner`."""
        if written == owner:
            return True
        if written is None or owner is None:
            return written is None or written.space in ("inside", "rendered")
        if written.space == "rendered":
            return owner.space in ("class", "define")
        if owner.space == "class" and written.space in ("class", "inside"):
            return written.space == "inside" or self._inherits(written)
        if (owner.space, written.space) == ("file", "template"):
            return owner.name.endswith(f"/{written.name.partition('/')[2]}")
        return (owner.space, written.space) == ("define", "resource_type") and owner.name == written.name

    def _inherits(self, entity: Entity) -> bool:
        """Whether a class inherits from another, as any file has it."""
        summaries = (self._summaries.get(path) for path in self._defined.get(entity))
        return any(each.parent for summary in summaries if summary for each, _ in summary.find(entity))

    def plain(self) -> dict[str, object]:
        """All of it, to be compared."""
        return {
            "summaries": {path: self._summaries.get(path) for path in self.paths()},
            "defined": self._defined.plain(),
            "used": self._used.plain(),
            "modules": self._modules.plain(),
            "variables": self._variables.plain(),
            "of modules": self._of_modules.plain(),
        }

    def _undefine(self, entity: Entity, path: str) -> None:
        self._defined.discard(entity, path)
        if entity not in self._defined:
            self._modules.discard(module_of(entity.name), entity)

    def _unuse(self, entity: Entity, path: str) -> None:
        self._used.discard(entity, path)
        if entity in self._used:
            return
        if entity.space in _OF_SCOPES:
            self._variables.discard(entity.name, entity)
        elif module := module_used(entity):
            self._of_modules.discard(module, entity)


_OF_SCOPES = ("parameter", "variable")
#: So many lists of names stay counted.
_COUNTED = 16


def _defined(summary: Summary) -> set[Entity]:
    found = {definition.entity for definition in summary.definitions}
    found |= summary.titles
    found.update(Entity("variable", name) for name in summary.variables)
    found.update(key.entity for key in summary.keys)
    return found
