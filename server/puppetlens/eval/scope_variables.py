"""A scope as code outside the language reads it (Hiera's interpolation)."""

from __future__ import annotations

from ..base.errors import Location, Subject
from ..hiera import UndefinedVariable
from ..types.values import Value
from .scope import MISSING, Scope


class ScopeVariables:
    """Hiera's `Variables`."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def get(self, name: str, *, tolerant: bool = False) -> Value:
        """The value; for a variable that is not set undef with a warning, an error by `strict` unless `tolerant`."""
        value = self._scope.find(name)
        return self._unset(name, tolerant) if value is MISSING else value

    def exists(self, name: str) -> bool:
        return self._scope.find(name) is not MISSING

    def _unset(self, name: str, tolerant: bool) -> Value:
        run = self._scope.run
        hole = run.unset_in_hole(name)
        if hole is not None:
            return hole
        if run.may_be_unset(name):
            return None
        if run.language.strict != "error" and "::" not in name and run.has_warned("undefined", name):
            return None
        name, reason = self._why(name)
        message = f"Undefined variable '{name}'; {reason}"
        if run.language.strict == "error":
            if not tolerant:
                raise UndefinedVariable(name, reason)
            message = f"Interpolation failed with '{name}', but compilation continuing; {reason}"
        if run.language.strict != "off":
            run.warn_once("undefined", name, message, Location(), Subject.variable(name))
        return None

    def _why(self, name: str) -> tuple[str, str]:
        """The name and the reason that Puppet gives; a class in it may be missing, or it may lack the variable."""
        class_name, _, leaf = name.removeprefix("::").rpartition("::")
        if not class_name:
            return name, ""
        draft = self._scope.draft
        class_ = draft.loader.find_class(class_name)
        if class_ is None:
            return f"{class_name}::{leaf}", f"class {class_name} could not be found"
        if class_.name not in draft.class_scopes:
            return f"{class_name}::{leaf}", f"class {class_name} has not been evaluated"
        while class_.parent_name is not None and (base := draft.loader.find_class(class_.parent_name)) is not None:
            class_ = base
        return f"::{class_.name}::{leaf}", ""
