"""Results of Ruby that are kept: used again where everything they rest on is the same, and never else."""

from __future__ import annotations

from typing import Any

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.project.files import MemoryFiles
from puppetlens.sandbox import delivery, vm
from puppetlens.sandbox.limits import NotReady
from puppetlens.workers.jobs import answer

F = "modules/m/lib/puppet/functions/m/f.rb"
START = "Puppet::Functions.create_function(:'m::f', Puppet::Functions::InternalFunction) do\n"


@pytest.fixture(autouse=True)
def ruby() -> None:
    try:
        delivery.wait(lambda _: None)
    except NotReady as failure:
        pytest.skip(failure.reason)


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
