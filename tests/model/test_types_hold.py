"""The law of types: what an expression evaluates to is of the type that the model says without evaluating it.

Its witnesses are the expressions and programs that real Puppet answered as our evaluator does.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from puppetlens.base.errors import PuppetError
from puppetlens.library import functions
from puppetlens.model.inference import types_of
from puppetlens.model.inference.place import Place
from puppetlens.model.inference.types import Types
from puppetlens.model.view import View
from puppetlens.model.world import World
from puppetlens.project.files import MemoryFiles
from puppetlens.syntax import ast
from puppetlens.types.type import AnyType, UnitType

from tests.library.function_programs import programs_of
from tests.library.test_functions import compile_program
from tests.support import samples
from tests.support.fixture import ROOT
from tests.types.evaluate import evaluate
from tests.types.expressions import TOPICS

SITE = f"{ROOT}/manifests/site.pp"
#: Every so many of an expression is taken: there are thousands.
_STEP = 4


def types_in(text: str) -> Types:
    return types_of(View(World(MemoryFiles({SITE: text.encode()}), [ROOT]).snapshot(), SITE))


def places(place: Place) -> Iterator[Place]:
    yield place
    for part in ast.parts(place.node):
        if isinstance(part, ast.Item):
            yield from places(Place(part.node, place.base + part.start, place))
        else:
            yield from places(place.inside(part))


def all_places(types: Types) -> Iterator[Place]:
    assert types.document is not None
    for item in types.document.program.body:
        yield from places(Place(item.node, item.start))


@pytest.mark.parametrize("topic", TOPICS)
def test_the_value_of_an_expression_is_of_its_type(topic: str) -> None:
    wrong = []
    for expression in samples.part(list(TOPICS[topic]())[::_STEP]):
        try:
            value = evaluate(expression)
        except PuppetError:
            continue
        types = types_in(f"$it = {expression}")
        for place in all_places(types):
            if isinstance(place.node, ast.AssignmentExpression):
                said = types.of(place.inside(place.node.right_expr))
                # A key that is not there gives undef, which nobody wants to read everywhere.
                missing = value is None and expression.endswith("]")
                same = getattr(said, "type", None) == value and value is not None
                if said is not None and not (said.accepts(value) or missing or same or value != value):
                    wrong.append(f"{expression}: {said}, is {value!r}")
                break
    assert not wrong, "\n".join(wrong)


def asserting(program: str) -> str | None:
    """The program with an assertion of the type around what is logged; None where nothing is known of any."""
    types = types_in(program)
    put: list[tuple[int, str]] = []
    for place in all_places(types):
        node = place.node
        if isinstance(node, ast.CallNamedFunctionExpression) and getattr(node.functor_expr, "value", "") == "notice":
            for argument in map(place.inside, node.arguments):
                said = None if isinstance(argument.node, ast.UnfoldExpression) else types.of(argument)
                if said is not None and not isinstance(said, (AnyType, UnitType)) and "e+" not in str(said):
                    put += [(argument.span.start, f"assert_type({said}, "), (argument.span.end, ")")]
    data = program.encode()
    for at, text in sorted(put, reverse=True):
        data = data[:at] + text.encode() + data[at:]
    return data.decode() if put else None


@pytest.mark.parametrize("name", functions.names())
def test_what_functions_return_is_of_its_type(name: str) -> None:
    for program in programs_of(name):
        asserted = None if "@(" in program else asserting(program)
        if asserted is not None and not (before := compile_program(program))["error"]:
            after = compile_program(asserted)
            assert after["error"] is None, (asserted, after["error"]["message"])
            assert [log[:2] for log in after["logs"]] == [log[:2] for log in before["logs"]], asserted
