"""Ruby of modules in a compilation: what is unknown and why, where errors stand, what outlives a stop."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.project.files import DiskFiles, MemoryFiles
from puppetlens.workers import hosts, jobs

from tests.support.written import write_files

F = "modules/m/lib/puppet/functions/m/{}.rb"


pytestmark = pytest.mark.usefixtures("prepared")


def function(name: str, body: str) -> dict[str, str]:
    return {F.format(name): f"Puppet::Functions.create_function(:'m::{name}') do\n{body}\nend\n"}


def answer(manifest: str, files: dict[str, str], **more: Any) -> dict[str, Any]:
    return jobs.answer({"id": 1, "manifest": manifest, "files": files, **more}, MemoryFiles({}), NEVER)


def content(manifest: str, files: dict[str, str], **more: Any) -> Any:
    """What the file /x has, and why anything is unknown."""
    given = answer(manifest, files, **more)
    assert given["error"] is None, given["error"]
    found = next(each for each in given["catalog"]["resources"] if each["title"] == "/x")
    return found["parameters"]["content"]


def reason(value: Any) -> str:
    assert value["__ptype"] == "Unknown", value
    return str(value["reason"])


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("def f() File.read('/etc/hostname') rescue 'none'; end", "the function 'm::f' reads /etc/hostname"),
        ("def f() Time.now.to_s; end", "the function 'm::f' reads the clock"),
        ("def f() Puppet.nothing_of_the_kind; end", "not supported: undefined method `nothing_of_the_kind'"),
        ("def f() require 'toml'; end", "not supported: require 'toml'"),
        ("def f() `hostname`; end", "the function 'm::f' runs the program hostname"),
        ("def f() Facter.value(:os); end", "Facter.value(os): a fact of the machine that compiles"),
        ("def f() Puppet[:confdir]; end", "the setting 'confdir' is the server's"),
        ("def f() Object.new; end", "a Ruby object of the class Object"),
        ("def f() { 'a' => [proc { 1 }] }; end", "a Ruby object of the class Proc"),
    ],
)
def test_what_nobody_can_know_is_unknown_with_its_reason(body: str, why: str) -> None:
    assert why in reason(content("file { '/x': content => m::f() }", function("f", body)))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("require 'toml'", "not supported: require 'toml'"),
        ("raise Puppet::ParseError, 'odd' if Time.now.year > 2000", "the function 'f' reads the clock"),
    ],
)
def test_a_statement_that_may_fail_is_told(body: str, why: str) -> None:
    """Real Puppet refuses both; nothing else depends on what they give. An argument is never the cause of an error."""
    path = "modules/m/lib/puppet/parser/functions/f.rb"
    files = {path: f"Puppet::Parser::Functions.newfunction(:f, :type => :statement) do |args|\n{body}\nend\n"}
    assert [(each["reason"], each["affects"]) for each in answer("f('a')", files)["unknown"]] == [(why, [])]
    assert answer("f(generate('/bin/x'))", files)["unknown"] == []


def test_a_rescue_does_not_hide_what_is_unknown() -> None:
    body = "def f() begin; Puppet[:confdir]; rescue Exception; 'guessed'; end; end"
    assert "confdir" in reason(content("file { '/x': content => m::f() }", function("f", body)))


def test_an_unknown_argument_is_not_sent() -> None:
    files = function("f", "def f(a) 'known'; end")
    value = content("file { '/x': content => m::f(generate('/bin/true')) }", files)
    assert reason(value) == "generate() runs a program"


def test_a_template_is_unknown_where_a_variable_is_that_it_names() -> None:
    files = {"modules/m/templates/t.erb": "<% if @u %>a<% end %>", "modules/m/templates/k.erb": "<%= @k %>"}
    manifest = "$u = generate('/bin/true')\n$k = 'known'\nfile { '/x': content => template('m/%s.erb') }"
    assert reason(content(manifest % "t", files)) == "generate() runs a program"
    assert content(manifest % "k", files) == "known"


@pytest.mark.parametrize("asked", ["include?", "exist?"])
def test_whether_a_hole_set_a_variable_is_unknown(asked: str) -> None:
    manifest = "if generate('/x') { include k } class k { $v = 1 } file { '/x': content => inline_template('%s') }"
    assert reason(content(manifest % f'<%= scope.{asked}("k::v") %>', {})) == "generate() runs a program"
    assert content(manifest % f'<%= scope.{asked}("v") %>', {}) == "false"


def test_without_ruby_it_is_written_in_ruby() -> None:
    files = function("f", "def f() 1; end")
    value = content("file { '/x': content => m::f() }", files, settings={"ruby": "off"})
    assert reason(value) == "the function 'm::f' is written in Ruby"


def test_what_ruby_code_raises_has_its_line_in_the_chain(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "manifests/site.pp": "m::f()\n",
            "facts/n.json": '{"name": "n", "values": {}}',
            **function("f", "  def f()\n    helper\n  end\n\n  def helper\n    raise Puppet::Error, 'no good'\n  end"),
        },
    )
    given = jobs.preview({"environment_dir": str(tmp_path), "node": "n"}, DiskFiles(), NEVER)
    error = given["error"]
    assert error["message"] == "Evaluation Error: Error while evaluating a Function Call, no good"
    assert (error["file"], error["line"]) == (str(tmp_path / "manifests/site.pp"), 1)
    fault = error["chain"][0]
    assert (fault["file"], fault["line"]) == (str(tmp_path / F.format("f")), 7)


def test_after_a_stop_another_interpreter_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "_PATIENCE", (0.2,))
    files = {**function("loops", "def loops() loop {}; end"), **function("f", "def f() 'goes on'; end")}
    given = answer(
        "$a = m::f()\n$b = m::loops()\nfile { '/x': content => m::f() }\nfile { '/y': content => $b }", files
    )
    found = {each["title"]: each["parameters"].get("content") for each in given["catalog"]["resources"][3:]}
    assert found["/x"] == "goes on"
    assert "longer than" in reason(found["/y"])


def test_state_of_one_catalog_is_not_seen_by_the_next() -> None:
    files = function("f", "def f() $seen = ($seen || 0) + 1; end")
    for _ in range(2):
        given = answer("notice(m::f())", files)
        assert [message for _, message, *_ in given["logs"]] == ["1"]


def test_ruby_calls_puppet_calls_ruby() -> None:
    files = {
        **function("down", "def down(n) n == 0 ? ['end'] : [n] + call_function('m::between', n - 1); end"),
        "modules/m/functions/between.pp": "function m::between($n) { m::down($n) }",
    }
    given = answer("notice(m::down(6))", files)
    assert [message for _, message, *_ in given["logs"]] == ["[6, 5, 4, 3, 2, 1, end]"]


def test_a_template_may_define_constants_and_classes() -> None:
    text = "<% ONE = 3; class Two; def self.a = 'x'; end; def help(n) = n + @add -%>\n<%= ONE %> <%= Two.a %> <%= help(1) %>"
    files = {"modules/m/templates/t.erb": text}
    assert content("$add = 4\nfile { '/x': content => template('m/t.erb') }", files) == "3 x 5"


def test_a_template_that_is_no_ruby_is_an_error() -> None:
    error = answer("notice(inline_template('<% ONE = ) -%>'))", {})["error"]
    assert "syntax error" in error["message"]


def test_an_object_that_ruby_makes_of_its_own_type_is_one() -> None:
    interface = "attributes => { w => Integer, h => { type => Integer, value => 3 } }"
    functions = "functions => { area => Callable[[], Integer], twice => Callable[[], Box] }"
    code = "def area; w * h; end\n def twice; self.class.new(w * 2, h * 2); end"
    body = f"interface <<-P\n {interface}, {functions}\n P\n implementation do\n {code}\n end"
    files = {"modules/m/lib/puppet/datatypes/box.rb": f"Puppet::DataTypes.create_type('Box') do\n {body}\nend\n"}
    assert content("file { '/x': content => String(Box(2).area) }", files) == "6"
    assert content("file { '/x': content => String(Box(2).twice) }", files) == "Box({'w' => 4, 'h' => 6})"
    assert content("file { '/x': content => String(Box(2).twice.twice.area) }", files) == "96"
    assert content("file { '/x': content => Box(2).twice }", files) == {"__ptype": "Box", "w": 4, "h": 6}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("m::f('1..3')", "1..3"),
        ("\"${m::f('1..3')}\"", "1..3"),
        ("m::f('a.to_a', m::f('1..3'))", [1, 2, 3]),
        ("m::f('Set.new([1])') =~ Runtime['ruby', 'Set']", True),
        ("m::f('IPAddr.new(\"192.0.2.7\")')", "192.0.2.7"),
        ("m::f('scope')", "Scope(Class[main])"),
        ("type(m::f('a', 'x'))", {"__ptype": "Pcore::StringType", "size_type_or_value": "x"}),
        ("m::f('Puppet::Pops::Types::TypeCalculator.infer_set(a)', ['x'])",
         {"__ptype": "Pcore::TupleType", "types": [{"__ptype": "Pcore::StringType", "size_type_or_value": "x"}]}),
        ("m::f('Puppet.warning(\"x\")')", "x"),
        ("m::f('[Puppet.deprecation_warning(\"x\", \"k\"), Puppet.deprecation_warning(\"x\", \"k\")][1]')", None),
        ("m::f('a.to_s[0, 26]', Deferred)", "Object[{name => 'Deferred'"),
        ("m::f('[a[0].instance?(a[1]), a[0].name]', [Deferred, Deferred('x')])", [True, "Deferred"]),
        ("m::f('scope.catalog.resource_refs')", ["Stage[main]", "Class[Settings]", "Class[main]"]),
        ("inline_template('<%= string.size %> <%= template_source %>')", "41 inline template"),
    ],
)  # fmt: skip
def test_what_is_no_value_of_puppets(expression: str, expected: Any) -> None:
    """As real Puppet 7.23 has it in the catalog."""
    body = "dispatch(:f) { scope_param; param 'String', :code; optional_param 'Any', :a }\ndef f(scope, code, a = nil) eval(code) end"
    files = {
        F.format(
            "f"
        ): f"Puppet::Functions.create_function(:'m::f', Puppet::Functions::InternalFunction) do\n{body}\nend"
    }
    given = answer(f"define v($content) {{}} v {{ '/x': content => {expression} }}", files)
    assert given["error"] is None, given["error"]
    assert given["catalog"]["resources"][-1].get("parameters", {}).get("content") == expected


@pytest.mark.parametrize("number", [0, -1, 999, "'a'"])
def test_a_forged_number_is_no_value(number: object) -> None:
    body = f"def f() t = Puppet::Pops::Types.of('Integer'); t.pl_handle = {number}; t end"
    assert "what Ruby gave" in reason(content("file { '/x': content => m::f() }", function("f", body)))


def test_puppet_7_guesses_what_was_meant() -> None:
    """Its Ruby does; the text is Ruby 3.1's."""
    for version, guess in (
        ("7.23.0", "\nDid you mean?  to_s\n               to_a\n               to_h"),
        ("8.11.0", ""),
    ):
        error = answer("notice(m::f())", function("f", "def f() [].to_i end"), settings={"puppet_version": version})[
            "error"
        ]
        assert error["message"].endswith("undefined method `to_i' for []:Array" + guess)


def test_a_type_that_is_taken_for_a_text_is_an_error() -> None:
    error = answer("notice(m::f(String))", function("f", "def f(a) a.start_with?('x') end"))["error"]
    assert "undefined method `start_with?'" in error["message"]


def test_no_message_names_the_sandbox() -> None:
    files = {"modules/m/templates/t.erb": "a\n<%= scope.call_function('fail', ['no']) %>"}
    error = answer("notice(template('m/t.erb'))", files)["error"]
    assert "t.erb\n  Line: 2\n" in error["message"]
    assert "/puppetlens/" not in error["message"]


def test_a_doubt_belongs_to_the_call_that_has_it() -> None:
    """A class that Ruby declares asks Ruby for the time: the class's value is in doubt, Ruby's own is not."""
    files = {
        **function("outer", "def outer() call_function('include', 'c'); 'sure'; end"),
        **function("clock", "def clock() Time.now.to_s; end"),
    }
    manifest = "class c { file { '/c': content => m::clock() } }\nfile { '/x': content => m::outer() }"
    given = answer(manifest, files)
    found = {each["title"]: each.get("parameters", {}).get("content") for each in given["catalog"]["resources"]}
    assert found["/x"] == "sure"
    assert "reads the clock" in reason(found["/c"])


def test_types_are_asserted_with_puppets_sentences() -> None:
    body = """
      def checked()
        types = Puppet::Pops::Types
        wanted, asserter = types::PIntegerType::DEFAULT, types::TypeAsserter
        [-> { asserter.assert_instance_of('it', wanted, 'x') }, -> { asserter.assert_instance_of(['a %s', 'b'], wanted, 'x') },
         -> { asserter.assert_instance_of(nil, wanted, 'x') { 'later' } },
         -> { asserter.assert_assignable('it', wanted, types::PStringType::DEFAULT) }].map { |code| code.call rescue $!.message }
      end"""
    manifest = "$said = m::checked()\nfile { '/x': content => $said.join(';') }"
    subjects = ["it has wrong type", "a b has wrong type", "later has wrong type", "it is incorrect"]
    assert content(manifest, function("checked", body)).split(";") == [
        f"{subject}, expects an Integer value, got String" for subject in subjects
    ]


def test_a_resource_that_ruby_makes_is_in_the_catalog() -> None:
    """With the defaults of its scope; `to_hash` has what the title gives."""
    body = """
      dispatch(:made) { scope_param; param 'String', :title }
      def made(scope, title)
        message = Puppet::Parser::Resource::Param.new(name: :message, value: 'hi')
        made = Puppet::Parser::Resource.new('notify', title, scope: scope, source: scope.source, parameters: [message])
        made.set_parameter('tag', 'own')
        scope.compiler.add_resource(scope, made)
        [made.ref, made[:message], made.to_hash.map { |name, value| "#{name}=#{value}" }].join(' ')
      end"""
    text = f"Puppet::Functions.create_function(:'m::made', Puppet::Functions::InternalFunction) do\n{body}\nend\n"
    manifest = "Notify { loglevel => 'err' } file { '/x': content => m::made('n') }"
    given = answer(manifest, {F.format("made"): text})
    shown = {each["title"]: each.get("parameters") for each in given["catalog"]["resources"]}
    assert shown["n"] == {"message": "hi", "tag": "own", "loglevel": "err"}
    assert shown["/x"]["content"] == "Notify[n] hi name=n message=hi loglevel=err tag=own"


@pytest.mark.parametrize(
    ("declared", "reference", "shown"),
    [
        ("file { '/a/': mode => '0644' }", "File[/a/]", "path=/a mode=0644"),
        ("file { 'a': path => '/a' }", "File[a]", "path=/a"),
        ("notify { 'n': }", "Notify[n]", "name=n"),
        ("define d($x = 1, $y = 2) { } d { 'q': x => 3 }", "D[q]", "name=q x=3"),
        ("class c($x = 1) { } include c", "Class[c]", "name=C x=1"),
    ],
)
def test_a_resource_as_a_hash_has_what_its_title_gives(declared: str, reference: str, shown: str) -> None:
    body = """
      dispatch(:shown) { scope_param; param 'String', :reference }
      def shown(scope, reference)
        scope.findresource(reference).to_hash.map { |name, value| "#{name}=#{value}" }.join(' ')
      end"""
    text = f"Puppet::Functions.create_function(:'m::shown', Puppet::Functions::InternalFunction) do\n{body}\nend\n"
    manifest = f"{declared} file {{ '/x': content => m::shown('{reference}') }}"
    assert content(manifest, {F.format("shown"): text}) == shown


def test_an_object_tells_ruby_the_name_of_its_type() -> None:
    """As Puppet 7.23 does."""
    pos = "Puppet::DataTypes.create_type('Pos') do\n interface 'attributes => { x => Integer }'\nend\n"
    files = function("f", "def f(p, t) [p._pcore_type.name, p._pcore_type == t].inspect end")
    files["modules/m/lib/puppet/datatypes/pos.rb"] = pos
    assert content("file { '/x': content => m::f(Pos(3), Pos) }", files) == '["Pos", true]'


def test_a_uri_is_one_to_ruby_and_back() -> None:
    body = "def u(given) [given.class.to_s, given.host, given.port, given.to_s, URI.parse(given.to_s)]; end"
    manifest = """
      [$class, $host, $port, $text, $back] = m::u(URI('http://a.b/c'))
      file { '/x': content => "${class} ${host} ${port} ${text} ${$back =~ URI} ${back}" }"""
    assert content(manifest, function("u", body)) == "URI::HTTP a.b 80 http://a.b/c true http://a.b/c"


def test_lists_that_a_function_changes_in_place_are_changed() -> None:
    body = """
      dispatch(:add) { scope_param; param 'Array', :list }
      def add(scope, list)
        list << 'given'
        scope.lookupvar('m::known') << 'looked up'
        list.size
      end"""
    text = f"Puppet::Functions.create_function(:'m::add', Puppet::Functions::InternalFunction) do\n{body}\nend\n"
    manifest = """
      class m($known = ['k']) { $same = $known }
      include m
      $list = ['a']
      $count = m::add($list)
      file { '/x': content => "${count} ${list} ${m::known} ${m::same}" }"""
    assert content(manifest, {F.format("add"): text}) == "2 [a, given] [k, looked up] [k, looked up]"


def test_what_is_equal_keeps_its_order_when_sorted() -> None:
    template = """<% pairs = (0...99).map { |i| [(i * 7919) % 3, i] } -%>
      <%= pairs.sort_by(&:first).map(&:last) == pairs.sort { |a, b| a[0] <=> b[0] }.map(&:last) %>
      <%= pairs.sort_by(&:first).first(4) %>
      <%= ['a', nil, 7].sort rescue $!.message %>"""
    told = content("file { '/x': content => template('m/t.erb') }", {"modules/m/templates/t.erb": template})
    assert [line.strip() for line in told.splitlines() if line.strip()] == [
        "true",
        "[[0, 0], [0, 3], [0, 6], [0, 9]]",
        "comparison of NilClass with 7 failed",
    ]


def test_what_a_function_did_is_known_though_its_result_is_none_of_puppets() -> None:
    text = function("patch", "def patch() closure_scope && String; end")
    assert answer("m::patch()", text)["unknown"] == []
    assert "a Ruby object of the class Class" in reason(content("file { '/x': content => m::patch() }", text))


def test_a_function_of_several_modules_is_that_of_the_module_that_asks_or_of_its_dependencies() -> None:
    given = {"source": "", "author": "x", "version": "1.0.0", "license": "x"}
    files = {"modules/d/metadata.json": json.dumps({"name": "x-d", **given, "dependencies": [{"name": "x-b"}]})}
    for module in "abd":
        code = f'file {{ "/{module}": content => "${{new()}} ${{old()}}" }}'
        files[f"modules/{module}/manifests/init.pp"] = f"class {module} {{ {code} }}".replace("new()", "both()")
    for module in "ab":
        text = f"Puppet::Functions.create_function(:both) {{ def both() '{module}'; end }}"
        files[f"modules/{module}/lib/puppet/functions/both.rb"] = text
        text = f"Puppet::Parser::Functions.newfunction(:old, type: :rvalue) {{ |_| '{module}' }}"
        files[f"modules/{module}/lib/puppet/parser/functions/old.rb"] = text
    given = answer("include b, a, d", files)
    found = {
        each["title"]: each["parameters"]["content"] for each in given["catalog"]["resources"] if "/" in each["title"]
    }
    assert found == {"/b": "b b", "/a": "a b", "/d": "b b"}  # those of version 3: the first that was called


def test_types_of_a_folder_that_is_no_module_are_found() -> None:
    lib = "modules/author-some-module/lib/puppet"
    files = {
        f"{lib}/type/key.rb": "Puppet::Type.newtype(:key) do\nnewparam(:name, namevar: true)\nnewproperty(:host)\nend\n",
        f"{lib}/parser/functions/old.rb": "Puppet::Parser::Functions.newfunction(:old, type: :rvalue) { |_| 'old' }",
        f"{lib}/functions/modern.rb": "Puppet::Functions.create_function(:modern) { def modern() 1; end }",
    }
    assert content("key { 'k': host => 'h' }\nfile { '/x': content => old() }", files) == "old"
    assert "Unknown function: 'modern'" in answer("modern()", files)["error"]["message"]


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("'[block.arity, block.parameters.flatten.join(\" \"), block.lambda?]', 1) |$x, $y = 2| { 1 }",
         [-2, "req x opt y", False]),
        ("'a.map(&block)', { 'a' => 1 }) |$x| { $x }", [["a", 1]]),
        ("'a.map(&block)', { 'a' => 1 }) |$x, $y| { $x }", None),
        ("'a.select(&block)', { 'a' => 1 }) |$x, $y| { $y == 1 }", {"a": 1}),
        ("'a.each_with_index.map(&block)', [5]) |$x, $y| { \"${x} ${y}\" }", ["5 0"]),
        ("'block.call([1, 2])', 1) |$x, $y| { $x }", None),
    ],
)  # fmt: skip
def test_a_lambda_is_no_block_of_rubys(call: str, expected: Any) -> None:
    """What is yielded as one array is one argument: as real Puppet 7.23 has it; None stands for its error."""
    files = function(
        "b", "dispatch(:b) { param 'String', :c; param 'Any', :a; block_param }\ndef b(c, a, &block) eval(c) end"
    )
    given = answer(f"define v($content) {{}} v {{ '/x': content => m::b({call} }}", files)
    if expected is None:
        assert given["error"]["message"] == "Evaluation Error: Parameter $y is required but no value was given"
    else:
        assert given["error"] is None, given["error"]
        assert given["catalog"]["resources"][-1]["parameters"]["content"] == expected


def test_a_value_that_is_unknown_hides_no_resource() -> None:
    files = function("f", "def f() closure_scope; rand.to_s; end")
    guarded = "unless defined(Notify['n']) { file { '/x': content => 'there' } }"
    assert content(f"$password = m::f()\n{guarded}", files) == "there"
    # Called for nothing but what it does, it may have declared the notify.
    unknown = answer(f"m::f()\n{guarded}", files)
    assert not [each for each in unknown["catalog"]["resources"] if each["title"] == "/x"]


_PAIR = "attributes => { left => Integer, right => Integer }, functions => { up => Callable[[], Integer] }"
_OWN = "class Own; attr_reader :left; def initialize(left, right) = @left = left; def to_s = 'x'; end"


@pytest.mark.parametrize(
    ("body", "use", "reason_shown"),
    [
        ("implementation { def to_s = 'x' }", '"${p}"', "a method 'to_s' of its own"),
        ("implementation { def ==(o) = true }", "String($p == Pair(2, 2))", "a method '==' of its own"),
        ("implementation { def left = 10 * @left }", "$p", "a method 'left' of its own"),
        ("implementation { def self.from_asserted_hash(hash) = new(5, 5) }", "$p", "a class of its own"),
        ("implementation { include Comparable }", "$p", "a class of its own"),
        ("implementation_class Own", "String($p.left)", "a class of its own"),
        ("implementation_class Own", "String($p == $p)", "a class of its own"),
        ("implementation { def up = @left += 1 }", "String([$p.up, $p.up])", "'up', which changes its object"),
        ("implementation { def up = @left += 1 }", "$p.up ? { Integer => \"${p}\" }", "'up', which changes its object"),
        ("implementation { def up = 1 }", "inline_template('<%= @p.inspect %>')", "the address of an object"),
        ("implementation { def up = 1 }", "inline_template('<%= @p.class %>')", "not supported: class of"),
    ],
)  # fmt: skip
def test_what_a_data_type_does_in_its_own_way_is_unknown(body: str, use: str, reason_shown: str) -> None:
    code = f"{_OWN}\nPuppet::DataTypes.create_type('Pair') do\n interface '{_PAIR}'\n {body}\nend\n"
    files = {"modules/m/lib/puppet/datatypes/pair.rb": code}
    assert reason_shown in reason(content(f"$p = Pair(1, 2)\nfile {{ '/x': content => {use} }}", files))


@pytest.mark.parametrize(
    ("code", "use", "reason_shown"),
    [
        ("class Mine; def initialize(x) = @x = x; def to_s = @x; def ==(o) = true; end; Mine.new('a')", "$x", "class Mine"),
        ("IPAddr.new('192.0.2.7')", "String($x == '192.0.2.7')", "the Ruby class IPAddr"),
    ],
)  # fmt: skip
def test_what_is_equal_to_an_object_is_for_its_class_to_say(code: str, use: str, reason_shown: str) -> None:
    files = function("f", f"def f() eval({code!r}) end")
    assert reason_shown in reason(content(f"$x = m::f()\nfile {{ '/x': content => {use} }}", files))


@pytest.mark.parametrize(
    ("code", "reason_shown"),
    [
        ("'a'.hash % 60", "reads the seed of hashes"),
        ("['a', 1].map(&:hash).sum", "reads the seed of hashes"),
        ("Object.new.inspect", "reads the address of an object"),
        ("RUBY_VERSION", "reads the version of the Ruby"),
        ("Puppet::Pops::Types::TypeFactory.integer.inspect", "reads the address of an object"),
        ("[1, 2].each_slice(1)", "a Ruby object of the class Enumerator"),
        ("Process.clock_gettime(Process::CLOCK_MONOTONIC)", "reads the clock"),
        ("begin; 'a' * (2**30); rescue NoMemoryError; 'little'; end", "needs too much memory"),
        ("a = []; begin; loop { a << ('x' * (20 << 20)).succ }; rescue NoMemoryError; 'rescued'; end", "megabytes of memory"),
        ("[1, 2].first(2**40).size", "too big to convert"),
    ],
)  # fmt: skip
def test_what_tells_one_server_from_another_is_unknown(code: str, reason_shown: str) -> None:
    assert reason_shown in reason(
        content("file { '/x': content => String(m::f()) }", function("f", f"def f() {code} end"))
    )


_TYPE = "Puppet::Pops::Types::TypeFactory.integer"


@pytest.mark.parametrize(
    "code",
    [
        f'Puppet.debug("#{{[{_TYPE}]}}"); "plain"',
        f'Puppet.notice("#{{{{ 1 => {_TYPE} }}}}"); "plain"',
        f'begin; raise ArgumentError, {_TYPE}.inspect; rescue => e; Puppet.info(e.message); end; "plain"',
    ],
)
def test_what_is_only_logged_may_show_addresses(code: str) -> None:
    assert content("file { '/x': content => m::f() }", function("f", f"def f() {code} end")) == "plain"


@pytest.mark.parametrize("code", ["inspect.size", "inspect.sum.to_s", "inspect =~ /0x/ ? 'yes' : 'no'"])
def test_what_follows_from_an_address_is_unknown(code: str) -> None:
    files = function("f", f"def f() Puppet.debug('a'); {_TYPE}.{code} end")
    assert "the address of an object" in reason(content("file { '/x': content => String(m::f()) }", files))


def test_a_class_may_have_a_hash_of_its_own() -> None:
    """What asks for it is a hash, and shows nothing of it."""
    code = "class Own; attr_reader :a; def initialize(a) = @a = a; def hash = [@a].hash; def eql?(o) = o.a == a; end"
    body = f"def f() eval({code!r}); {{ Own.new(1) => 2 }}[Own.new(1)] end"
    assert content("file { '/x': content => String(m::f()) }", function("f", body)) == "2"


def test_a_text_that_a_function_changes_in_place_is_unknown() -> None:
    """With Puppet the variable changes, or it is a literal, and frozen."""
    files = function("f", "def f(text) text.upcase!; 'done'; end")
    assert "changed in place" in reason(content("file { '/x': content => m::f('a') }", files))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("{ 'a' => [1, { 'b' => 2 }] }.deep_merge!({ 'a' => [3], 'c' => nil })", "{'a' => [1, {'b' => 2}, 3], 'c' => undef}"),
        ("{ 'a' => 1, 'b' => { 'x' => 1 } }.deep_merge({ 'a' => { 'y' => 2 }, 'b' => { 'z' => 3 } })", "{'a' => 1, 'b' => {'x' => 1, 'z' => 3}}"),
        ("{ 'a' => %w[x y] }.deep_merge!({ 'a' => %w[--x z] }, knockout_prefix: '--')", "{'a' => ['y', 'z']}"),
        ("DeepMerge.deep_merge!({ 'a' => [{ 'x' => 1 }] }, { 'a' => [{ 'y' => 2 }] }, merge_hash_arrays: true)", "{'a' => [{'y' => 2, 'x' => 1}]}"),
    ],
)  # fmt: skip
def test_the_gem_that_puppet_brings_merges(code: str, text: str) -> None:
    """As Ruby says with deep_merge 1.1.1, which Puppet depends on."""
    files = function("f", f"def f()\n require 'deep_merge'\n {code}\nend")
    assert content("file { '/x': content => String(m::f(), '%s') }", files) == text
