"""Results of Ruby that are kept: used again where everything they rest on is the same, and never else."""

from __future__ import annotations

from typing import Any

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.project.files import MemoryFiles
from puppetlens.sandbox import vm
from puppetlens.workers.jobs import answer

F = "modules/m/lib/puppet/functions/m/f.rb"
START = "Puppet::Functions.create_function(:'m::f', Puppet::Functions::InternalFunction) do\n"


pytestmark = pytest.mark.usefixtures("prepared")


@pytest.fixture
def entered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The requests that reach an interpreter."""
    requests: list[str] = []
    request = vm.Vm.request

    def noted(self: vm.Vm, text: str) -> str:
        requests.append(text)
        return request(self, text)

    monkeypatch.setattr(vm.Vm, "request", noted)
    return requests


def logs(manifest: str, files: dict[str, str], **more: Any) -> list[str]:
    given = answer({"id": 1, "manifest": manifest, "files": files, **more}, MemoryFiles({}), NEVER)
    assert given["error"] is None, given["error"]
    return [message for level, message, *_ in given["logs"] if level != "debug"]


def test_a_pure_function_is_entered_once(entered: list[str]) -> None:
    files = {F: START + "dispatch(:x) { param 'Any', :a }\ndef x(a) 'pure' + a.inspect; end\nend"}
    manifest = "notice(m::f({'a' => 1, 'b' => 2}), m::f({'b' => 2, 'a' => 1}))"
    first = logs(manifest, files)
    assert first == ['pure{"a"=>1, "b"=>2} pure{"b"=>2, "a"=>1}']
    entered.clear()
    assert logs(manifest, files) == first
    assert entered == []


def test_a_deprecation_is_new_in_each_catalog() -> None:
    files = {F: START + "def f() Puppet.deprecation_warning('old', 'the key').inspect.include?('old'); end\nend"}
    told = ["old\n   (location: @ENV@/modules/m/lib/puppet/functions/m/f.rb:2:in `f')", "true false false"]
    for _ in range(3):
        assert logs("notice(m::f(), m::f(), m::f())", files) == told


def test_another_content_of_the_file_is_another_function() -> None:
    for text in ("one", "two", "one"):
        files = {F: START + f"def f() '{text} of memo'; end\nend"}
        assert logs("notice(m::f())", files) == [f"{text} of memo"]


def test_variables_are_asked_again(entered: list[str]) -> None:
    files = {F: START + "dispatch(:x) { scope_param }\ndef x(scope) \"#{scope['v']} #{scope['w']}\"; end\nend"}
    assert logs("$v = 1\n$w = 2\nnotice(m::f())", files) == ["1 2"]
    assert logs("$v = 1\n$w = 3\nnotice(m::f())", files) == ["1 3"]
    assert logs("class a { $v = 1 $w = 3 notice(m::f()) } include a", files) == ["1 3"]
    entered.clear()
    assert logs("$v = 1\n$w = 2\nnotice(m::f())", files) == ["1 2"]
    assert logs("class b { $v = 1 $w = 3 notice(m::f()) } include b", files) == ["1 3"]
    assert entered == []


def test_files_that_were_read_are_looked_at_again(entered: list[str]) -> None:
    code = START + "def f() File.exist?('/environment/x') ? File.read('/environment/x') : 'none'; end\nend"
    assert logs("notice(m::f())", {F: code}) == ["none"]
    assert logs("notice(m::f())", {F: code, "x": "1"}) == ["1"]
    assert logs("notice(m::f())", {F: code, "x": "2"}) == ["2"]
    entered.clear()
    assert logs("notice(m::f())", {F: code, "x": "1"}) == ["1"]
    assert entered == []


def test_helpers_that_were_required_count(entered: list[str]) -> None:
    code = "require_relative '../../../help'\n" + START + "def f() Help.help; end\nend"
    help_ = "modules/m/lib/help.rb"
    for text in ("one", "two", "one"):
        files = {F: code, help_: f"module Help; def self.help = '{text} helps'; end"}
        assert logs("notice(m::f())", files) == [f"{text} helps"]


def test_what_is_said_is_said_again(entered: list[str]) -> None:
    files = {F: START + "def f() Puppet.warning('of the memo'); Puppet.deprecation_warning('old', 'k'); 1; end\nend"}
    first = logs("notice(m::f())", files)
    entered.clear()
    assert logs("notice(m::f())", files) == first
    assert entered == []
    assert len(first) == 3


def test_state_is_kept_within_a_catalog_alone() -> None:
    files = {F: START + "def f() @n = (@n || 0) + 1; end\nend"}
    for _ in range(2):
        assert logs("notice(m::f(), m::f())", files) == ["1 2"]


def test_effects_happen_each_time() -> None:
    files = {F: START + "def f() call_function('create_resources', 'notify', {'a' => {}}); 'done'; end\nend"}
    for _ in range(2):
        given = answer({"id": 1, "manifest": "m::f()", "files": files}, MemoryFiles({}), NEVER)
        assert [each["title"] for each in given["catalog"]["resources"] if each["type"] == "Notify"] == ["a"]


def test_what_ruby_knows_already_counts_for_each_call(entered: list[str]) -> None:
    """Facts cross once a catalog, and each result rests on them."""
    files = {F: START + "dispatch(:x) { param 'Any', :a }\ndef x(a) = closure_scope['facts']['c'] + a\nend"}
    manifest = "notice(m::f('a'), m::f('b'))"
    for colour in ("red", "blue"):
        assert logs(manifest, files, facts={"c": colour}) == [f"{colour}a {colour}b"]
    entered.clear()
    for colour in ("red", "blue"):
        assert logs(manifest, files, facts={"c": colour}) == [f"{colour}a {colour}b"]
    assert entered == []


def test_resources_that_are_asked_for_count() -> None:
    files = {F: START + "dispatch(:x) { scope_param }\ndef x(scope) scope.findresource('Notify[a]').to_s; end\nend"}
    assert logs("notify { 'a': }\nnotice(m::f())", files) == ["Notify[a]"]
    assert logs("notice(m::f())", files) == [""]
    assert logs("notify { 'a': }\nnotice(m::f())", files) == ["Notify[a]"]


def test_a_template_is_rendered_again_for_other_variables(entered: list[str]) -> None:
    files = {"modules/m/templates/t.erb": "<%= @a %> <%= scope['b'] %> <%= scope.lookupvar('c::d') %>"}

    def render(a: int, b: int, d: int) -> list[str]:
        return logs(f"$a = {a}\n$b = {b}\nclass c {{ $d = {d} }}\ninclude c\nnotice(template('m/t.erb'))", files)

    assert render(1, 2, 3) == ["1 2 3"]
    assert render(1, 2, 4) == ["1 2 4"]
    assert render(1, 5, 3) == ["1 5 3"]
    entered.clear()
    assert render(1, 2, 3) == ["1 2 3"]
    assert entered == []


def test_a_back_end_is_not_asked_again_for_a_key_that_it_lacks(entered: list[str]) -> None:
    files = {
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: r\n    lookup_key: m::f\n",
        F: START.replace(", Puppet::Functions::InternalFunction", "")
        + "def f(key, options, context) key == 'memo_key' ? 'found' : context.not_found; end\nend",
    }
    manifest = "notice(lookup('memo_key'), lookup('memo_none', undef, undef, 'default'))"
    assert logs(manifest, files) == ["found default"]
    entered.clear()
    assert logs(manifest, files) == ["found default"]
    assert entered == []


def test_calls_of_calls_are_kept_too(entered: list[str]) -> None:
    inner = F.replace("f.rb", "inner.rb")
    start = START.replace("m::f", "m::inner").replace(", Puppet::Functions::InternalFunction", "")
    files = {
        F: START + "def f(a) call_function('m::inner', a) + call_function('upcase', 'x'); end\nend",
        inner: start + "def inner(a) Puppet.deprecation_warning('old', 'k'); \"inner #{a}\"; end\nend",
    }
    first = logs("notice(m::f('memo'))", files)
    assert first[-1] == "inner memoX"
    entered.clear()
    assert logs("notice(m::f('memo'))", files) == first
    assert entered == []
    changed = {**files, inner: files[inner].replace("inner #", "other #")}
    assert logs("notice(m::f('memo'))", changed)[-1] == "other memoX"


def test_what_is_said_by_a_call_of_a_call_is_said_once(entered: list[str]) -> None:
    inner = F.replace("f.rb", "inner.rb")
    start = START.replace("m::f", "m::inner").replace(", Puppet::Functions::InternalFunction", "")
    files = {
        F: START + "dispatch(:x) { scope_param }\ndef x(scope) call_function('m::inner') + scope['v'].to_s; end\nend",
        inner: start + "def inner() Puppet.warning('loud'); 'inner'; end\nend",
    }
    for v in (1, 2, 1, 2):
        assert logs(f"$v = {v}\nnotice(m::f())", files) == ["loud", f"inner{v}"]


def test_code_of_puppet_in_docs_is_no_state(entered: list[str]) -> None:
    newfunction = (
        "Puppet::Parser::Functions.newfunction(:f3, type: :rvalue, doc: <<-'DOC'\n$x = f3(1)\nDOC\n) do |args|\n"
    )
    files = {
        F: "# @n = 1, $x ||= m::f()\n" + START + "def f() 'documented'; end\nend",
        "modules/m/lib/puppet/parser/functions/f3.rb": f"{newfunction}'old ' + args[0]\nend",
    }
    assert logs("notice(m::f(), f3('one'))", files) == ["documented old one"]
    entered.clear()
    assert logs("notice(m::f(), f3('one'))", files) == ["documented old one"]
    assert entered == []


def test_a_call_within_a_call_is_kept_for_as_long_as_it_would_give_the_same(entered: list[str]) -> None:
    inner = "modules/m/lib/puppet/functions/m/g.rb"
    outer = {
        F: START + "dispatch(:x) { scope_param }\ndef x(scope) 'outer ' + scope.call_function('m::g', []); end\nend"
    }
    reads = (
        START.replace("m::f", "m::g") + "dispatch(:x) { scope_param }\ndef x(scope) \"sees #{scope['v']}\"; end\nend"
    )
    other = START.replace("m::f", "m::g") + "def g() 'another'; end\nend"
    assert logs("$v = 1\nnotice(m::f())", {**outer, inner: reads}) == ["outer sees 1"]
    assert logs("$v = 2\nnotice(m::f())", {**outer, inner: reads}) == ["outer sees 2"]
    assert logs("$v = 2\nnotice(m::f())", {**outer, inner: other}) == ["outer another"]
    entered.clear()
    assert logs("$v = 1\nnotice(m::f())", {**outer, inner: reads}) == ["outer sees 1"]
    assert entered == []
    in_puppet = {"modules/m/functions/g.pp": "function m::g() { notify { 'a': } notice('run') 'puppet' }"}
    for _ in range(2):
        assert logs("notice(m::f())", {**outer, **in_puppet}) == ["run", "outer puppet"]


def test_what_a_call_within_a_call_says_is_said_again_once(entered: list[str]) -> None:
    inner = START.replace("m::f", "m::g") + "def g() Puppet.warning('inner'); 'x'; end\nend"
    code = "def f() Puppet.warning('before'); call_function('m::g'); Puppet.warning('behind'); 'outer'; end\nend"
    files = {F: START + code, "modules/m/lib/puppet/functions/m/g.rb": inner}
    for _ in range(3):
        assert logs("notice(m::f())", files) == ["before", "inner", "behind", "outer"]


def test_what_a_call_within_a_call_changes_is_changed_each_time() -> None:
    inner = (
        START.replace("m::f", "m::g")
        + "def g() call_function('create_resources', 'notify', {'a' => {}}); 'x'; end\nend"
    )
    counts = START.replace("m::f", "m::h") + "def h() @n = (@n || 0) + 1; end\nend"
    code = "def f() call_function('m::g'); call_function('m::h') + call_function('m::h'); end\nend"
    folder = "modules/m/lib/puppet/functions/m"
    files = {F: START + code, f"{folder}/g.rb": inner, f"{folder}/h.rb": counts}
    for _ in range(3):
        given = answer({"id": 1, "manifest": "notice(m::f())", "files": files}, MemoryFiles({}), NEVER)
        assert [each["title"] for each in given["catalog"]["resources"] if each["type"] == "Notify"] == ["a"]
        assert ["notice", "3"] in [each[:2] for each in given["logs"]]


def titles(manifest: str, files: dict[str, str]) -> list[str]:
    """The titles of all `notify` in the catalog."""
    given = answer({"id": 1, "manifest": manifest, "files": files}, MemoryFiles({}), NEVER)
    assert given["error"] is None, given["error"]
    return [each["title"] for each in given["catalog"]["resources"] if each["type"] == "Notify"]


def test_what_a_call_declares_is_declared_again_without_ruby(entered: list[str]) -> None:
    files = {F: START + "def f() call_function('create_resources', 'notify', {'again' => {}}); 'done'; end\nend"}
    assert titles("m::f()", files) == ["again"]
    entered.clear()
    assert titles("m::f()", files) == ["again"]
    assert entered == []


#: Declares `first`, and asks behind that whether there is another resource, on which the rest depends.
DECLARES_AND_ASKS = (
    START
    + """dispatch(:x) { scope_param }
  def x(scope)
    Puppet.warning('begins')
    call_function('create_resources', 'notify', {'first' => {}})
    more = scope.findresource('Notify[other]') ? 'with' : 'without'
    call_function('create_resources', 'notify', {more => {}})
    scope.findresource('Notify[first]').to_s
  end
end"""
)


def test_a_call_that_goes_another_way_behind_what_it_declared_declares_it_once(entered: list[str]) -> None:
    files = {F: DECLARES_AND_ASKS}
    assert titles("m::f()", files) == ["first", "without"]
    entered.clear()
    other = "notify { 'other': }\nm::f()"
    assert titles(other, files) == ["other", "first", "with"]
    assert entered != []
    entered.clear()
    assert titles(other, files) == ["other", "first", "with"]
    assert titles("m::f()", files) == ["first", "without"]
    assert logs("notice(m::f())", files) == ["begins", "Notify[first]"]
    assert entered == []


def test_a_block_is_called_each_time_with_what_it_sees(entered: list[str]) -> None:
    code = "dispatch(:x) { param 'Array', :a; block_param }\ndef x(a) a.map { |each| yield(each) }.join('-'); end\nend"
    files = {F: START + code}
    manifest = 'notice(m::f([1, 2]) |$x| {{ notice("sees $x") $x * {} }})'
    assert logs(manifest.format(2), files) == ["sees 1", "sees 2", "2-4"]
    entered.clear()
    assert logs(manifest.format(2), files) == ["sees 1", "sees 2", "2-4"]
    assert entered == []
    assert logs(manifest.format(3), files) == ["sees 1", "sees 2", "3-6"]
    with_index = "notice(m::f([1, 2]) |*$x| { $x[0] })"
    assert logs(with_index, files) == ["1-2"]


def test_what_a_template_changes_in_place_is_changed_again(entered: list[str]) -> None:
    files = {
        "modules/m/templates/t.erb": "<% @h.delete('a') %><%= @h.size %>",
        "modules/m/templates/u.erb": "<%= @h.keys.join %>",
    }
    manifest = "$h = {'a' => 1, 'b' => 2}\nnotice(template('m/t.erb'), template('m/u.erb'), $h)"
    first = logs(manifest, files)
    assert first == ["1 b {b => 2}"]
    entered.clear()
    assert logs(manifest, files) == first
    assert entered == []


def test_a_function_that_becomes_one_of_the_environment_counts() -> None:
    code = "Puppet::Parser::Functions.newfunction(:f3, type: :rvalue) { |a| function_g3([]) rescue 'none' }"
    g3 = "Puppet::Parser::Functions.newfunction(:g3, type: :rvalue) { |a| 'g3' }"
    folder = "modules/m/lib/puppet/parser/functions"
    assert logs("notice(f3())", {f"{folder}/f3.rb": code, f"{folder}/g3.rb": g3}) == ["g3"]
    assert logs("notice(f3())", {f"{folder}/f3.rb": code}) == ["none"]
    assert logs("notice(f3())", {f"{folder}/f3.rb": code, f"{folder}/g3.rb": g3}) == ["g3"]


def test_state_behind_a_file_that_functions_share() -> None:
    """The same where the class that counts is named by another one."""
    files = {
        "modules/m/lib/puppet_x/m/counter.rb": "module PuppetX\nclass Counter\ndef self.next() @n = (@n || 0) + 1; end\nend\nend",
        "modules/m/lib/puppet_x/m/clerk.rb": (
            "require_relative 'counter'\nmodule PuppetX\nclass Clerk\ndef self.ask() Counter.next; end\nend\nend"
        ),
        F: "require_relative '../../../puppet_x/m/clerk'\n" + START + "def f() PuppetX::Clerk.ask; end\nend",
    }
    for _ in range(2):
        assert logs("notice(m::f(), m::f(), m::f())", files) == ["1 2 3"]


def test_state_in_a_file_that_functions_share() -> None:
    """What a class of another file counts is another number each time, also of the same question."""
    files = {
        "modules/m/lib/puppet_x/m/counter.rb": "module PuppetX\nclass Counter\ndef self.next() @n = (@n || 0) + 1; end\nend\nend",
        F: "require_relative '../../../puppet_x/m/counter'\n" + START + "def f() PuppetX::Counter.next; end\nend",
    }
    for _ in range(2):
        assert logs("notice(m::f(), m::f(), m::f())", files) == ["1 2 3"]
