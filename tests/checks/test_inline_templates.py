"""Templates that stand in code are checked as those in files are, at the exact place."""

from __future__ import annotations

from puppetlens.base.edits import apply_file_edits
from puppetlens.base.language import Language
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.model.settings import Settings

from tests.support.check import check_diagnostics, snapshot_of
from tests.support.fixture import read_fixture

CODE = """\
#- manifests/site.pp
notice(inline_template('<% if @facts %>'), inline_template("<%= scope.call_function('gone', []) %>"))
#                          ^^ error TEMPLATE_SYNTAX_ERROR *
#                                                                                    ^^^^ error UNKNOWN_FUNCTION: Unknown function: 'gone'.
notice(inline_epp('<%= lenght($facts) %>'), inline_epp(@(END), {}), inline_epp("<%= \\$facts[osfamly] %>"))
#                      ^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'lenght'. (did you mean 'length'?)
#= 5:9-16 error UNKNOWN_RESOURCE_TYPE *
  <% if true { -%>

    <%= Intgerr %> é <%= "a" %>
  <% } -%>
  | END
"""


def test_what_is_found_in_them_stands_at_its_place() -> None:
    check_diagnostics(CODE)


def test_a_fix_takes_the_quotes_that_the_text_does_not_stand_in() -> None:
    code = """\
#- manifests/site.pp
notice(inline_epp('<%= $osfamily %>'), inline_template("<%= @fqdn %>"))
notice(inline_template(@(END)))
  <%= @fqdn %>
  | END
"""
    fixture = read_fixture(code)
    snapshot = snapshot_of(fixture, Settings(language=Language((8, 0, 0))))
    found = [finding for path in fixture.files for finding in diagnostics(snapshot, path)]
    (fixed,) = apply_file_edits(fixture.files, [edit for each in found for edit in each.fixes[0].edits]).values()
    assert (
        fixed.decode()
        == """\
notice(inline_epp('<%= $facts["os"]["family"] %>'), inline_template("<%= @facts['networking']['fqdn'] %>"))
notice(inline_template(@(END)))
  <%= @facts['networking']['fqdn'] %>
  | END
"""
    )
