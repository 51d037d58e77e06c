"""What rests on types, through the protocol, as the capabilities of real clients ask for it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from puppetlens.features.signature_help import ParameterHelp, SignatureText
from puppetlens.lsp.handlers.signature_help import signature_of
from pytest_lsp import LanguageClient

from tests.lsp.test_features import each_client, open_site, root  # noqa: F401  (fixtures)

pytestmark = pytest.mark.asyncio


async def test_signature_help(each_client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(each_client, root, "$face = '😀' $x = split('a', ")
    column = len("$face = '") + each_client.units + len("' $x = split('a', ")
    at = lsp.SignatureHelpParams(lsp.TextDocumentIdentifier(uri), lsp.Position(0, column))
    found = await each_client.text_document_signature_help_async(at)
    assert found is not None
    chosen = found.signatures[found.active_signature or 0]
    assert chosen.label == "split(String $str, String $pattern)"
    assert found.active_parameter == 1
    assert chosen.parameters is not None
    label = chosen.parameters[1].label
    start, end = label if isinstance(label, (tuple, list)) else (19, 34)
    assert chosen.label[start:end] == "String $pattern"


@pytest.mark.parametrize("call", ["split('a', 'b', ", "[1].each("])
async def test_no_parameter_comes_now(each_client: LanguageClient, root: Path, call: str) -> None:  # noqa: F811
    uri = open_site(each_client, root, f"$x = {call}")
    at = lsp.SignatureHelpParams(lsp.TextDocumentIdentifier(uri), lsp.Position(0, len(f"$x = {call}")))
    found = await each_client.text_document_signature_help_async(at)
    assert found is not None
    assert found.active_parameter == 2  # these clients do not take null


@pytest.mark.parametrize(("takes_null", "active"), [(True, None), (False, 2), (None, 2)])
async def test_no_parameter_comes_now_for_who_takes_null(takes_null: bool | None, active: int | None) -> None:
    known = lsp.ClientSignatureInformationOptions(no_active_parameter_support=takes_null)
    help_ = lsp.SignatureHelpClientCapabilities(signature_information=known)
    client = lsp.ClientCapabilities(text_document=lsp.TextDocumentClientCapabilities(signature_help=help_))
    parameters = (ParameterHelp(2, 3), ParameterHelp(5, 6))
    assert signature_of(SignatureText("f(a, b)", "", parameters), client).active_parameter == active
    assert signature_of(SignatureText("f(a, b)", "", parameters, 1), client).active_parameter == 1


async def test_inlay_hints_follow_the_settings(each_client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(each_client, root, "$face = '😀' $x = split('a', ',')\n")
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(1, 0))
    ask = lsp.InlayHintParams(lsp.TextDocumentIdentifier(uri), whole)
    found = await each_client.text_document_inlay_hint_async(ask)
    assert [hint.label for hint in found or ()] == [": Array[String]", "str:", "pattern:"]
    assert found is not None
    assert found[0].position.character == len("$face = '") + each_client.units + len("' $x")
    again: asyncio.Queue[None] = asyncio.Queue()
    each_client.feature(lsp.WORKSPACE_INLAY_HINT_REFRESH)(lambda params: again.put_nowait(None))
    told = {"puppetlens": {"inlayHints": {"parameterNames": "off"}}}
    each_client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(told))
    workspace = each_client.capabilities.workspace
    if workspace is not None and workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support:
        await asyncio.wait_for(again.get(), 10)
    found = await each_client.text_document_inlay_hint_async(ask)
    assert [hint.label for hint in found or ()] == [": Array[String]"]


async def test_type_definition(each_client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(
        each_client, root, "$face = '😀' notify { 'x': }\ntype Mine = Integer\nclass a(Mine $x) { notice($x) }"
    )
    at = lsp.TypeDefinitionParams(lsp.TextDocumentIdentifier(uri), lsp.Position(2, len("class a(Mine $x) { notice($")))
    found = await each_client.text_document_type_definition_async(at)
    assert found
    place = found[0]
    target = place.target_selection_range if isinstance(place, lsp.LocationLink) else place.range
    assert target == lsp.Range(lsp.Position(1, 5), lsp.Position(1, 9))
