"""URI, the type and its values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..base.errors import PuppetError
from ..base.ruby_string import inspect_string
from .compare import matches_option
from .constructor import Constructor, Dispatch
from .errors import OperandError, arity_error
from .labels import ruby_class
from .parse import parse_type
from .specialise import flatten
from .type import Args, Type, register
from .values import Hash, Value, identity

if TYPE_CHECKING:
    from .render import Renderer

DEFAULT_PORTS = {"http": 80, "https": 443, "ftp": 21, "ldap": 389, "ldaps": 636, "ws": 80, "wss": 443}
FIELDS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque")

_CHARS = r"[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]"
_URI = re.compile(
    r"(?:(?P<scheme>[A-Za-z][A-Za-z0-9+\-.]*):|(?![^/?#]*:))"
    r"(?://(?:(?P<userinfo>[A-Za-z0-9\-._~!$&'()*+,;=:%]*)@)?"
    r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9\-._~!$&'()*+,;=%]*)(?::(?P<port>\d*))?(?=[/?#]|\Z)|(?!//))"
    rf"(?P<path>[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*)(?:\?(?P<query>{_CHARS}*))?(?:\#(?P<fragment>{_CHARS}*))?\Z"
)


_MAIL = re.compile(r"(?:[^@,;]+@[^@,;]+(?:\Z|[,;]))*\Z")


def _dumped(char: re.Match[str]) -> str:
    code = ord(char[0])
    return f"\\u{{{code:X}}}" if code > 0xFFFF else f"\\u{code:04X}"


class Uri:
    """A URI in its parts; a part is None where there is none."""

    __slots__ = FIELDS
    label = "Object"

    def __init__(self, parts: dict[str, Value]) -> None:
        for field in FIELDS:
            setattr(self, field, parts.get(field))
        if self.port is None and self.scheme is not None:
            self.port = DEFAULT_PORTS.get(self.scheme)

    scheme: str | None
    userinfo: str | None
    host: str | None
    port: int | None
    path: str | None
    query: str | None
    fragment: str | None
    opaque: str | None

    @classmethod
    def parse(cls, text: str) -> Uri:
        match = _URI.match(text) if text.isascii() else None
        if match is None:
            if text.isascii():
                raise PuppetError(f"bad URI(is not URI?): {inspect_string(text)}")
            shown = re.sub(r"[^\x00-\x7f]", _dumped, inspect_string(text))
            raise PuppetError(f"URI must be ascii only {shown}")
        parts: dict[str, Value] = dict(match.groupdict())
        parts["scheme"] = parts["scheme"].lower() if parts["scheme"] else None
        parts["port"] = int(parts["port"]) if parts["port"] else None
        if parts["scheme"] and parts["host"] is None and parts["path"] and not parts["path"].startswith("/"):
            query = parts["query"]
            parts["opaque"] = parts["path"] + (f"?{query}" if query is not None else "")
            parts["path"] = parts["query"] = None
        if parts["scheme"] == "mailto" and not _MAIL.match((parts.get("opaque") or "").partition("?")[0]):
            raise PuppetError(f"unrecognised opaque part for mailtoURL: {parts['opaque']}")
        return cls(parts)

    @property
    def ruby_class(self) -> str:
        known = self.scheme in DEFAULT_PORTS or self.scheme in ("mailto", "file")
        return f"URI::{(self.scheme or '').upper() if known and self.scheme != 'mailto' else 'Generic'}"

    def puppet_type(self) -> Type:
        return UriType(self.fields())

    def fields(self) -> Hash | None:
        """The parts that are not what they are by default."""
        pairs: list[tuple[str, Value]] = []
        for field in FIELDS:
            value = getattr(self, field)
            if value is None or (field in ("host", "path") and value == ""):
                continue
            if field == "port":
                if value == {"http": 80, "https": 443}.get(self.scheme or ""):
                    continue
                value = str(value)
            pairs.append((field, value.lower() if field in ("scheme", "host") else value))
        return Hash(pairs) if pairs else None

    def join(self, other: Value) -> Uri:
        from urllib.parse import urljoin  # here: it takes longer to load than most catalogs need it

        return Uri.parse(urljoin(str(self), str(other)))

    def responds_to(self, name: str) -> bool:
        return name in FIELDS

    def call(self, name: str, arguments: Args, block: Value = None) -> Value:
        """`uri.scheme` and so on."""
        given = len(arguments) + (block is not None)
        if given:
            raise PuppetError(f"'attribute URI[{name}]' expects no arguments, got {given}")
        return self.get(name)

    def get(self, name: str) -> Value:
        return getattr(self, name)

    def __str__(self) -> str:
        text = f"{self.scheme}:" if self.scheme else ""
        if self.opaque is not None:
            text += self.opaque
        else:
            port = "" if self.port in (None, DEFAULT_PORTS.get(self.scheme or "")) else f":{self.port}"
            text += "//" if self.host is not None or self.scheme == "file" else ""
            text += f"{f'{self.userinfo}@' if self.userinfo else ''}{self.host or ''}{port}"
            text += self.path or ""
            text += "" if self.query is None else f"?{self.query}"
        return text if self.fragment is None else f"{text}#{self.fragment}"

    def render(self, to: Renderer) -> str:
        return f"URI({to.value(str(self))})"

    def _normal(self) -> tuple[object, ...]:
        path = self.path or ("/" if self.host else self.path)
        return tuple(path if field == "path" else getattr(self, field) for field in FIELDS)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Uri) and self._normal() == other._normal()

    def __hash__(self) -> int:
        return hash(self._normal())


_TEXT = "Variant[String[1],Regexp,Type[Pattern],Type[Enum],Type[NotUndef],Type[Undef]]"


class UriType(Type):
    name = simple_name = "URI"

    def __init__(self, parameters: Hash | None = None) -> None:
        self.parameters = parameters if parameters else None

    def key(self) -> tuple[object, ...]:
        return (identity(self.parameters),)

    def contains(self, value: Value) -> bool:
        return isinstance(value, Uri) and all(
            matches_option(value.get(name), wanted)[0] is True for name, wanted in (self.parameters or Hash()).pairs()
        )

    def covers(self, other: Type) -> bool:
        if not isinstance(other, UriType):
            return False
        theirs = other.parameters or Hash()
        for name, mine in (self.parameters or Hash()).pairs():
            if name not in theirs:
                return False
            their = theirs[name]
            both = isinstance(mine, Type) and isinstance(their, Type)
            if matches_option(their, mine)[0] is not True and not (both and mine.assignable(their)):
                return False
        return True

    def generalize(self) -> Type:
        return URI

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return () if self.parameters is None else (to.value(self.parameters),)

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        if len(keys) != 1:
            raise arity_error("URI-Type", 1, None, len(keys))
        fields = ", ".join(f"Optional[{f}] => Optional[{_TEXT}]" for f in FIELDS if f != "port")
        port = "Optional[port] => Optional[Variant[Integer[0],Type[NotUndef],Type[Undef]]]"
        if not parse_type(f"Variant[String[1], Struct[{{{fields}, {port}}}]]").accepts(keys[0]):
            raise OperandError(
                f"URI-Type[] arguments must be types. Got {ruby_class(keys[0])}", "BAD_TYPE_SLICE_TYPE", 0
            )
        return uri_type(keys[0])

    def constructor(self) -> Constructor:
        texts = ", ".join(f"Optional[{f}] => {'Integer[0]' if f == 'port' else 'String[1]'}" for f in FIELDS)
        return Constructor(
            "new_error", (Dispatch(Uri.parse, "String[1] uri"), Dispatch(from_hash, f"Struct[{{{texts}}}] hash"))
        )


def uri_type(parameters: Value) -> UriType:
    return UriType(Uri.parse(parameters).fields() if isinstance(parameters, str) else parameters)


def from_hash(given: Hash) -> Uri:
    if "opaque" in given and not {"host", "port", "userinfo", "path"}.isdisjoint(given):
        raise PuppetError("can not set opaque with host, port, userinfo or path")
    return Uri(dict(given.pairs()))


URI = UriType()
register(URI, "addresses", "[parts]")
