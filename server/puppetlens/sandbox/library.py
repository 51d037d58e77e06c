"""The files of functions: what each defines, and which of them the interpreter has loaded."""

from __future__ import annotations

from typing import Any

import msgspec

from ..base.errors import Location, PuppetError
from ..base.language import Language
from ..library.host import RubyContext
from ..project.autoload import normalise
from ..project.files import Files
from .functions import RubyFunction, read_functions
from .results import RESULTS
from .session import Session
from .values import Strange

#: What loading a file told, by path, content and Puppet's version: the same each time.
_TOLD = RESULTS.table("files", 5_000, list, msgspec.msgpack.Decoder(tuple[str, Any, list[dict[str, Any]]]).decode)


class Library:
    """Of one compilation. `functions` has those of version 3 under `3 <name>`."""

    def __init__(self, files: Files, language: Language) -> None:
        self._files, self._version = files, language.major
        self.functions: dict[str, RubyFunction] = {}
        self._described: set[str] = set()
        self._loaded: set[str] = set()
        #: Files whose functions another file has replaced since, as modules may have the same ones.
        self._replaced: set[str] = set()

    def forget(self) -> None:
        """The interpreter is another one."""
        self._loaded.clear()

    def describe(self, path: str, context: RubyContext, session: Session) -> None:
        """Know what a file defines; Puppet's error for one that is not as it must be."""
        if path in self._replaced:
            self._replaced.remove(path)
            self._loaded.discard(path)
        elif path in self._described:
            return
        content = self._files.read(path) or b""
        session.note_ruby({("read", path): content})
        key = (path, content, self._version)
        told = _TOLD.get(key)
        if told is None:
            told = self.load(path, session)
            _TOLD.keep(key, told)
        made, name, definitions = told
        for function in read_functions(path, definitions, context.type_named):
            name_of_function = function.name.lower() if function.api == 4 else f"3 {function.name.lower()}"
            before = self.functions.get(name_of_function)
            if before is not None and before.path != path:
                self._replaced.add(before.path)
                session.forget_settled()
            self.functions[name_of_function] = function
        check = _check_3 if "/parser/functions/" in path else _check_4
        check(path, content.decode("utf-8", "replace"), made, name)
        self._described.add(path)

    def load(self, path: str, session: Session) -> Any:
        """Have the interpreter load a file, once."""
        if path in self._loaded:
            return None
        text = (self._files.read(path) or b"").decode("utf-8", "replace")
        told = session.request("load", path, text)
        if not isinstance(told, list) or len(told) != 3 or not isinstance(told[2], list):
            raise Strange("not supported: what a file defines")
        self._loaded.add(path)
        return tuple(told)

    def has_loaded(self, path: str) -> bool:
        """Whether the interpreter has a file, and knows its functions by it."""
        return path in self._loaded and path not in self._replaced

    def function(self, path: str, name: str) -> RubyFunction:
        """The function of version 4 that a file has to define."""
        found = self.functions.get(normalise(name))
        if found is None:
            got = next((each.name for each in self.functions.values() if each.path == path), "")
            raise PuppetError(f"The code loaded from {path} produced mis-matched name, expected '{name}', got {got}")
        return found


def _check_4(path: str, text: str, made: str, name: Any) -> None:
    if "Puppet::Functions.create_function" not in text:
        raise PuppetError(
            f"The code loaded from {path} does not seem to be a Puppet 4x API function - no create_function call."
        )
    if made != "Class":
        raise PuppetError(f"The code loaded from {path} did not produce a Function class when evaluated. Got '{made}'")


def _check_3(path: str, text: str, made: str, name: Any) -> None:
    expected = path.rpartition("/")[2].removesuffix(".rb")
    if made == "illegal":
        method, line = name
        raise PuppetError(
            f"Illegal method definition of method '{method}' in source {path} on line {line} in legacy function. "
            "See https://puppet.com/docs/puppet/latest/functions_refactor_legacy.html for more information",
            None,
            Location(),
        )
    if "newfunction" not in text:
        raise PuppetError(
            f"The code loaded from {path} does not seem to be a Puppet 3x API function - no 'newfunction' call."
        )
    if made != "Hash":
        raise PuppetError(
            f"Illegal legacy function definition! The code loaded from {path} did not return the result of calling "
            f"'newfunction'. Got '{made}'"
        )
    if name != f"function_{expected}":
        raise PuppetError(
            f"The code loaded from {path} produced mis-matched name, expected 'function_{expected}', got '{name}'"
        )
