"""Functions of a Ruby file: what loading it told, as signatures that dispatch compares with arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..base.errors import Fault, PuppetError, Subject
from ..hiera import RubyError
from ..library.context import Lambda
from ..library.signature import Parameter, Signature
from ..types import AliasType, Type, describe_signatures, parse_type
from ..types.values import Value

#: A type by its name, for what is neither Puppet's own nor local.
Named = Callable[[str], Type | None]


class RubySignature(Signature):
    """A signature whose parts were told one by one."""

    def __init__(self, told: dict[str, Any], local_types: dict[str, str], named: Named) -> None:
        self._named = named
        self._local_types = local_types
        self._aliases: dict[str, AliasType] = {}
        parameters = [
            Parameter(each["type"], each["mark"].strip("?"), each["name"], "undef" if each["mark"] == "?" else None)
            for each in told["params"]
        ]
        block = told["block"]
        if block is not None:
            type_text = f"Optional[{block['type']}]" if block["optional"] else block["type"]
            parameters.append(Parameter(type_text, "&", block["name"], None))
        self.text = ", ".join(f"{each.type_text} {each.mark}${each.name}" for each in parameters)
        self._set(tuple(parameters), told["return"])

    def _parse(self, text: str) -> Type:
        return parse_type(text, self._type_named)

    def _type_named(self, name: str) -> Type | None:
        return self._local_type(name) or self._named(name)


class Dispatch(NamedTuple):
    signature: RubySignature
    method: str
    #: Whether the method tells why the arguments are wrong.
    is_mismatch: bool


class RubyFunction(NamedTuple):
    """A function of either API. `arity` is that of version 3: -n - 1 for at least n arguments."""

    name: str
    api: int
    path: str
    dispatches: tuple[Dispatch, ...] = ()
    #: It has a method `call` of its own, which comes before any dispatch.
    own_call: bool = False
    is_statement: bool = False

    def choose(self, arguments: tuple[Value, ...], block: Lambda | None) -> int | None:
        """The dispatch that takes the arguments."""
        for index, dispatch in enumerate(self.dispatches):
            if dispatch.signature.accepts(arguments, block):
                return index
        return None

    def refusal(self, arguments: tuple[Value, ...], block: Lambda | None) -> PuppetError:
        """Why none does."""
        signatures = [each.signature for each in self.dispatches if not each.is_mismatch]
        fault = Fault("NO_MATCHING_DISPATCH", Subject("function", self.name))
        return RubyError(describe_signatures(self.name, signatures, arguments, block), (fault,))


def read_functions(path: str, told: list[dict[str, Any]], named: Named) -> list[RubyFunction]:
    """The functions that a file defined; `PuppetError` where the types in it cannot be read."""
    return [_function_4(path, each, named) if each["api"] == 4 else _function_3(path, each) for each in told]


def _function_3(path: str, told: dict[str, Any]) -> RubyFunction:
    return RubyFunction(told["name"], 3, path, is_statement=told["type"] == "statement")


def _function_4(path: str, told: dict[str, Any], named: Named) -> RubyFunction:
    local_types = {}
    for text in told["local_types"]:
        name, _, type_text = text.partition("=")
        local_types[name.strip()] = type_text.strip()
    dispatches = tuple(
        Dispatch(RubySignature(each, local_types, named), each["method"], each["mismatch"])
        for each in told["dispatches"]
    )
    for dispatch in dispatches:
        _check_types(told["name"], dispatch.signature)
    return RubyFunction(told["name"], 4, path, dispatches, told["own_call"])


def _check_types(name: str, signature: RubySignature) -> None:
    texts = [each.type_text for each in signature.parameters]
    for text in (*texts, signature.return_text or "Any"):
        try:
            signature._parse(text)
        except PuppetError as error:
            raise PuppetError(
                f"Function Load Error for function '{name}': Parsing of type string '\"{text}\"' failed with message: "
                f"<{error.message}>.\n"
            ) from error
