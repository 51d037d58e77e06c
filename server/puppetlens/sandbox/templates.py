"""ERB templates: compiled once an interpreter, rendered with the variables that they name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ..library.host import RubyContext
from ..types.values import Value
from .callbacks import traced
from .results import RESULTS
from .values import Data, known

if TYPE_CHECKING:
    from .ruby_host import SandboxHost
    from .session import Session


class Template(NamedTuple):
    """What a template asks for: variables by `@name`, by `scope.lookupvar('name')`; or it may see all of them."""

    key: int
    names: tuple[str, ...]
    looked_up: tuple[str, ...]
    all: bool


#: What the templates that were compiled in this process ask for, by path and text.
_DESCRIBED = RESULTS.table("templates", 5_000, list, msgspec.msgpack.Decoder(Template).decode)


def described(path: str | None, text: str) -> Template | None:
    """What a template asks for, if one interpreter or other has compiled it."""
    return _DESCRIBED.get((path, text))


class Templates:
    """Those that one interpreter has compiled."""

    def __init__(self, host: SandboxHost, session: Session) -> None:
        self._host, self._session = host, session
        self._known: dict[tuple[str | None, str], Template] = {}

    def render(self, text: str, path: str | None, name: str | None, context: RubyContext) -> Value:
        session = self._session
        template = self._known.get((path, text)) or self._compile(text, path)
        if session.trace is not None and session.trace.key is None:
            session.trace.key = self._host.key_of_template(text, path, name, context)
        variables = context.variables(None if template.all else template.names)
        looked_up = {each: value for each, value in context.variables(template.looked_up).items() if value is not None}
        result = session.request(
            "render",
            template.key,
            name,
            path,
            session.handles.scope(context.scope),
            {each: self._data(context, each, value) for each, value in variables.items() if value is not None},
            {each: self._data(context, each, value) for each, value in looked_up.items()},
        )
        rendered, changed = result
        for each, data in changed:
            traced(self._host, session, "change_variable", [session.encode.scope(context.scope), str(each), data])
        return session.decode(rendered)

    def _data(self, context: RubyContext, name: str, value: Value) -> Data:
        data = self._session.encode(known(value))
        return {"!": "z", "v": data} if self._host.is_fact(context, name, value) else data

    def _compile(self, text: str, path: str | None) -> Template:
        key = len(self._known)
        told = self._session.request("compile_template", key, path, text)
        template = Template(key, tuple(told["names"]), tuple(told["looked_up"]), bool(told["all"]))
        self._known[path, text] = template
        _DESCRIBED.keep((path, text), template)
        return template
