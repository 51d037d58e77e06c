"""Expressions evaluated by themselves, behind type aliases where there are any."""

from __future__ import annotations

from puppetlens.base.errors import PuppetError
from puppetlens.base.language import Language
from puppetlens.eval.compile_catalog import Request, new_draft
from puppetlens.project.environment import load_environment
from puppetlens.project.files import MemoryFiles
from puppetlens.types import format_value
from puppetlens.types.values import Value

from .recorded import Answer

ROOT = "/environment"
MANIFEST = f"{ROOT}/manifests/site.pp"


def evaluate(text: str) -> Value:
    """The value of the last statement; raises `PuppetError`."""
    files = MemoryFiles({MANIFEST: text.encode()})
    draft = new_draft(
        Request(files, load_environment(files, ROOT, "production", ()), "node", language=Language(strict="off"))
    )
    definitions = draft.loader.load(MANIFEST, None)
    assert definitions is not None
    assert definitions.code is not None
    return definitions.code(draft.top)


def answer(text: str) -> Answer:
    """As `recorded.py` has Puppet's."""
    try:
        return format_value(evaluate(text), "%p")
    except PuppetError as error:
        return error.issue_code, error.message
