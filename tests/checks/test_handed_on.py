"""Lists and hashes that a define of another file is given, and hands on to what does not take what is inside."""

from __future__ import annotations

import pytest

from tests.support.evaluated import found

#: A define that takes any hash, and what it makes of it; real Puppet's sentences for what is wrong inside.
ELSEWHERE = """\
#- modules/o/manifests/key.pp
define o::key(String $id, Optional[String] $from = undef) { notice($id, $from) }
#- modules/o/manifests/source.pp
define o::source(Hash $key, String $ensure = 'present', $parts = []) {
  %s
}
#- modules/m/manifests/init.pp
class m($ensure) {
  o::source { 'a':
    ensure => $ensure,
    key    => %s,
  }
}
"""
PLAIN = "o::key { $title: id => $key['id'], from => $key['from'] }"
IN_BRANCH = "if $key != {} and $ensure == 'present' { $k = $key if $k =~ Hash { " + PLAIN.replace("$key", "$k") + " } }"
OWN_TITLE = PLAIN.replace("$title", "\"${key['id']} of ${title}\"")
NOT_TEXT = "manifests/init.pp:4: error: O::Key[{}]: parameter 'id' expects a String value, got {}"


@pytest.mark.parametrize(
    ("body", "given", "said"),
    [
        (PLAIN, "{ id => [[1]] }", NOT_TEXT.format("a", "Tuple")),
        (PLAIN, "{ id => { 'wrong' => [1] } }", NOT_TEXT.format("a", "Struct")),
        (PLAIN, "{ id => 1 }", NOT_TEXT.format("a", "Integer")),
        (PLAIN, "{ from => 'a' }", NOT_TEXT.format("a", "Undef")),
        (IN_BRANCH, "{ id => [1] }", NOT_TEXT.format("a", "Tuple")),
        (OWN_TITLE, "{ id => [1] }", NOT_TEXT.format("\"${key['id']} of ${title}\"", "Tuple")),
    ],
)
def test_what_is_wrong_inside_is_told_where_it_is_given(body: str, given: str, said: str) -> None:
    assert found(ELSEWHERE % (body, given)) == [said]


@pytest.mark.parametrize(
    ("body", "given"),
    [
        (PLAIN, "{ id => 'a', from => $ensure }"),
        (PLAIN, "{ id => $ensure }"),
        (PLAIN, "$ensure"),
        ("o::key { $title: id => 1 }", "{ id => 'a' }"),  # told in its own file
        ("fail('no')", "{ id => [1] }"),
        ("unless $key['id'] =~ String { fail('no') } " + PLAIN, "{ id => [1] }"),  # as it says itself
        ("if $key['id'] =~ Array { notice($key['id'][0]) } else { " + PLAIN + " }", "{ id => ['a'] }"),
        ("if $facts['x'] == 'y' { notice($key) } else { " + PLAIN + " }", "{ id => '' }"),
        ("$key['id'].each |$x| { o::key { $x: id => $x } }", "{ id => ['a'] }"),
    ],
)
def test_what_fits_is_not_told(body: str, given: str) -> None:
    assert not [each for each in found(ELSEWHERE % (body, given)) if each.startswith("manifests/init.pp")]


def test_a_text_of_which_nobody_knows_where_it_goes_may_be_any() -> None:
    """A path is of one system or of another, and so is the branch."""
    body = "if $facts['kernel'] == 'windows' { $f = $key['id'] } else { o::path { $title: path => $key['id'] } }"
    define = "#- modules/o/manifests/path.pp\ndefine o::path(Pattern[/^\\//] $path) { notice($path) }\n"
    assert found(define + ELSEWHERE % (body, "{ id => 'C:/' }")) == []


#: Ruby that is not run where code is checked.
IS_LIST = """\
#- modules/o/lib/puppet/functions/o/is_list.rb
Puppet::Functions.create_function(:'o::is_list') do
  dispatch :is_list do
    param 'Any', :value
  end
  def is_list(value)
    value.is_a?(Array)
  end
end
"""


@pytest.mark.parametrize(
    "body",
    [
        "if o::is_list($key['id']) { notice(1) } else { " + PLAIN + " }",
        "unless o::is_list($key['id']) { " + PLAIN + " }",
        "case o::is_list($key['id']) { true: { } default: { " + PLAIN + " } }",
        "$l = o::is_list($key['id']) if $l { notice(1) } else { " + PLAIN + " }",
    ],
)
def test_what_ruby_may_ask_for_is_not_told(body: str) -> None:
    assert found(IS_LIST + ELSEWHERE % (body, "{ id => ['a'] }")) == []
