"""The built parsers give the trees of the corpus, as `tree-sitter test` checks for the generated ones.

Whether a text of the corpus parses is also asked of real Puppet where it is installed.
"""

from __future__ import annotations


import pytest
from puppetlens.base.position import Text
from puppetlens.syntax.languages import LANGUAGES
from puppetlens.syntax.parse import parse
from tree_sitter import Parser

from .corpus import Case, cases, one_line

from compare import Puppet, body, difference, ours

from tests.support.programs import need_puppet

CASES = list(cases())


def test_there_are_enough() -> None:
    assert len(CASES) > 270


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.dialect}-{case.topic}-{case.name}")
def test_the_tree(case: Case) -> None:
    root = Parser(LANGUAGES[case.dialect]).parse(case.source.encode()).root_node
    if case.tree is None:
        assert root.has_error
    else:
        assert not root.has_error
        assert one_line(str(root)) == case.tree


@pytest.mark.slow
def test_puppet_agrees() -> None:
    """Puppet's parser accepts what the corpus parses, with the same AST, and rejects the rest."""
    need_puppet()
    found = []
    with Puppet() as puppet:
        for case in CASES:
            tasks = case.topic == "plans"
            answer = puppet.ask(source=case.source, epp=case.dialect == "epp", tasks=tasks)
            program = parse(Text(case.source.encode()), case.dialect, tasks).program
            where = f"{case.dialect} {case.topic}: {case.name}"
            if ("tree" in answer) != (not program.faults):
                found.append(f"{where}: Puppet: {answer.get('error', 'accepted')}; {program.faults[:1]}")
            elif "tree" in answer:
                theirs = [] if answer["tree"]["body"] is None else body(answer["tree"]["body"])
                unlike = difference(theirs, ours(program.body, 0))
                found += [f"{where}: {unlike}"] if unlike else []
    assert not found, "\n".join(found)
