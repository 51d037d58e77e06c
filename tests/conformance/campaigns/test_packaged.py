"""Declarations for the packaged modules compile here to what real Puppet compiles, asked live."""

from __future__ import annotations

import pytest
from packaged import report, run
from packaged_environment import packaged_modules

from tests.support.programs import missing, need_puppet

#: What differs, each with its reason (a line of docs/differences.md), by the declaration's id.
KNOWN: dict[str, str] = {}
#: Functions that manifests call where no declaration comes by. With the arguments that stand there they are called one by
#: one (test_manifest_calls.py), all of them.
NOT_DECLARED = {
    # They ask a server for a file.
    "archive::artifactory_checksum", "archive::artifactory_latest_url", "archive::parse_artifactory_url", "go_md5",
    # The module oci configures whole clouds, from facts and some hundred parameters.
    "base64", "count", "fqdn_rotate", "os_transport_url", "values_at",
    # Templates and conditions of monit fail in Puppet 7 (a variable that no scope has, a text compared with a number).
    "is_domain_name", "is_ip_address", "monit_validate_tests", "parseyaml", "union",
    # Types that no package brings: yumrepo, augeas::lens.
    "capitalize", "get_module_path", "validate_yum_hash",
    # A certificate on the server's disk; a fact with a name of its own for each disk.
    "convert_cert_to_string", "dig44",
}  # fmt: skip
#: At most this share may be unknown or different.
_OPEN = 0.01


@pytest.mark.slow
def test_catalogs_of_packaged_modules_are_those_of_real_puppet() -> None:
    need_puppet()
    modules = packaged_modules()
    if modules is None:
        missing("PUPPETLENS_CORPUS names no folder with the packaged modules")
        raise AssertionError
    outcome = run(modules)
    told = "\n".join(report(outcome))
    assert len(outcome.declarations) >= 200, told
    assert len({each.module for each in outcome.declarations}) >= 45, told
    assert {each.system for each in outcome.declarations} == {"debian12", "ubuntu2204", "redhat9"}
    rendered, templates = outcome.templates
    assert rendered >= 0.8 * templates, told
    assert outcome.functions_missing <= NOT_DECLARED, told
    kinds = {id: verdict.kind for id, verdict in outcome.verdicts.items()}
    assert {id for id, kind in kinds.items() if kind == "different"} <= KNOWN.keys(), told
    assert list(kinds.values()).count("equal") >= (1 - _OPEN) * len(kinds), told
