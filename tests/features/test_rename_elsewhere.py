"""Rename where names stand outside of manifests: data, ERB templates, functions in Ruby, comments."""

from __future__ import annotations

import pytest
from puppetlens.base.position import Text
from puppetlens.features.rename import rename
from puppetlens.model.world import Opened, World
from puppetlens.project.files import MemoryFiles

from tests.support.check import answer, check_rename, check_rename_refused, files_after, snapshot_of
from tests.support.fixture import ROOT, read_fixture

HIERA = "#- hiera.yaml\nversion: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"


def test_a_class_in_data() -> None:
    before = (
        f"{HIERA}#- data/common.yaml\n# Of web::tls\nweb::tls::port: 1\n'web::tls::root': \"%{{web::tls::port}}\"\n"
        "web::tls::other: 2\nlookup_options:\n  web::tls::port: {merge: first}\nclasses: [web::tls, 'web::tls']\n"
        "#- modules/web/manifests/tls.pp\nclass web::tls($port, $root) { notice(lookup('web::tls::port')) }\n"
        "#- manifests/site.pp\ninclude web::$^tls\n"
    )
    after = before.replace("$^", "").replace("web::tls", "web::ssl")
    check_rename(before, "web::ssl", after.replace("/tls.pp", "/ssl.pp").replace("# Of web::ssl", "# Of web::tls"))


def test_a_parameter_in_data() -> None:
    before = (
        f"{HIERA}#- data/common.yaml\nweb::port: 1\nother: \"%{{web::port}} %{{lookup('web::port')}} %{{::web::port}}\"\n"
        "lookup_options:\n  web::port: {merge: first}\n"
        "#- modules/web/manifests/init.pp\nclass web($port) { notice(lookup('web::port')) }\n"
        "#- manifests/site.pp\nclass { 'web': $^port => 1 }\n"
    )
    after = before.replace("$^", "").replace("web::port", "web::number").replace("$port", "$number")
    check_rename(before, "number", after.replace("port => 1", "number => 1"))
    check_rename(before.replace("$^", "").replace("\nweb::port:", "\nweb::$^port:"), "number",
                 after.replace("port => 1", "number => 1"))  # fmt: skip


TEMPLATE = (
    "#- modules/web/manifests/init.pp\nclass web($port) { $x = template('web/a.erb')\n"
    '  $y = template("${module_name}/b.conf") }\n'
    "#- modules/web/templates/a.erb\n<%= @port %> <% if @x %>@port<% end %> <%= scope['web::port'] %>\n"
    "#- modules/web/templates/b.conf\nport=<%= @port %>\n"
    "#- modules/web/lib/puppet/functions/web/f.rb\nclosure_scope['web::port'] + call_function('web::g')\n"
    "#- modules/web/functions/g.pp\nfunction web::g() { 1 }\n"
)


def test_in_templates_and_functions() -> None:
    renamed = TEMPLATE.replace("@port %>", "@number %>").replace("web::port", "web::number").replace("$port", "$number")
    check_rename(TEMPLATE.replace("$port", "$$^port"), "number", renamed)
    check_rename(
        TEMPLATE.replace("class web", "class $^web"),
        "web::main",
        TEMPLATE.replace("class web", "class web::main")
        .replace("web::port", "web::main::port")
        .replace("init.pp", "main.pp"),
    )
    check_rename(
        TEMPLATE.replace("function web::g", "function web::$^g"),
        "web::h",
        TEMPLATE.replace("web::g", "web::h").replace("g.pp", "h.pp"),
    )


def test_a_parameter_in_hashes_and_references() -> None:
    before = (
        "#- modules/web/manifests/vhost.pp\ndefine web::vhost($root = 1) { notice($root) }\n"
        "#- manifests/site.pp\nweb::vhost { 'a': * => { 'root' => 2, other => 3 } }\n"
        "notice(Web::Vhost['a']['root'])\nWeb::Vhost <| root == 2 |>\n"
        "create_resources('web::vhost', { 'b' => { 'root' => 2 } })\nensure_resource('web::vhost', 'c', { root => 1 })\n"
    )
    check_rename(before.replace("($root =", "($$^root ="), "folder", before.replace("root", "folder"))


def test_a_parameter_of_an_epp_template_and_who_calls_it() -> None:
    before = (
        "#- modules/web/manifests/init.pp\nclass web { $a = epp('web/t.epp', { 'port' => 1 })\n"
        '  $b = epp("${module_name}/t.epp", { port => 2 }) }\n'
        "#- modules/web/templates/t.epp\n<%- | $port | -%>\n<%= $port %>\n"
    )
    check_rename(before.replace("| $port", "| $$^port"), "number", before.replace("port", "number"))


def test_in_inline_templates() -> None:
    before = (
        "#- modules/web/manifests/init.pp\nclass web($port) { $x = inline_template('<%= @port %>é<%= scope[\"web::port\"] %>')\n"
        "  $y = inline_epp('<%= $port %><%= $web::port %>') $z = inline_epp('<%- | $port | -%><%= $port %>')\n"
        "}\n"
    )
    after = before.replace("@port", "@number").replace("::port", "::number").replace("$port", "$number")
    after = after.replace("<%- | $number | -%><%= $number %>", "<%- | $port | -%><%= $port %>")
    check_rename(before.replace("web($port)", "web($$^port)"), "number", after)


def test_a_parameter_of_a_template_that_a_variable_gives() -> None:
    fixture = read_fixture(
        "#- modules/web/manifests/init.pp\nclass web { $all = { 'port' => 1, 'host' => 2 }\n  $x = epp('web/t.epp', $all) }\n"
        "#- modules/web/templates/t.epp\n<%- | $$^port, $host | -%>\n<%= $port %>\n"
    )
    found = answer(rename(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset, "number", [ROOT]))
    doubtful = [edit for edit in found.edits if edit.doubt]
    assert [edit.edit.text for edit in doubtful] == ["number"]
    assert doubtful[0].path.endswith("manifests/init.pp")
    assert "computed hash" in doubtful[0].doubt


def test_a_name_that_is_computed_is_told_of() -> None:
    fixture = read_fixture(
        '#- modules/web/manifests/init.pp\nclass web { include "web::tls${x}"\n include "web::${x}::a" }\n'
        "#- modules/web/manifests/tls.pp\nclass web::$^tls { }\n"
    )
    found = answer(rename(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset, "web::ssl", [ROOT]))
    assert found.notes == (
        f'"web::tls${{x}}" in {ROOT}/modules/web/manifests/init.pp:1 is computed, and may be the old name',
    )


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('$x = getvar("web::${a}s::port")', True),
        ('$x = getvar("web::${a}s::host")', False),
        ('$x = "::web::t${a}" include $x', False),
    ],
)
def test_a_name_of_a_variable_that_is_computed_is_told_of(code: str, told: bool) -> None:
    fixture = read_fixture(
        f"#- manifests/site.pp\n$a = 'tl' {code}\n#- modules/web/manifests/tls.pp\nclass web::tls {{ $$^port = 1 }}\n"
    )
    found = answer(rename(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset, "number", [ROOT]))
    assert any("is computed, and may be the old name" in note for note in found.notes) == told


@pytest.mark.parametrize("code", ['getvar("web::${a}s::port")', '"::web::t${a}"', 'Class["web::t${a}"]'])
def test_a_name_that_is_computed_of_a_class_or_in_it_is_told_of(code: str) -> None:
    fixture = read_fixture(
        f"#- manifests/site.pp\n$x = {code}\n#- modules/web/manifests/tls.pp\nclass web::$^tls {{ $port = 1 }}\n"
    )
    found = answer(rename(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset, "web::ssl", [ROOT]))
    assert [note for note in found.notes if "is computed, and may be the old name" in note]


def test_a_variable_in_the_comments_of_its_definition() -> None:
    before = (
        "#- modules/web/manifests/site.pp\n# Shows $port.\ndefine web::site($host) {\n  $$^port = 1 # of $host, ${port}\n"
        "  # uses $port, $port_b and $web::port, not port\n}\n# $port\n"
    )
    after = before.replace("$$^port", "$number").replace("${port}", "${number}").replace("uses $port,", "uses $number,")
    check_rename(before, "number", after)


PAPERS = (
    "#- modules/web/manifests/site.pp\ndefine web::site($host) { }\n#- modules/web/manifests/init.pp\nclass web { }\n"
    "#- modules/web/spec/defines/site_spec.rb\ndescribe 'web::site' do\n  it { is_expected.to contain_web__site('a') }\n"
    "  it { is_expected.to have_web__site_resource_count(1) }\n  it { is_expected.to contain_web__site_b('a') }\n"
    "  it { is_expected.to contain_class('web').that_requires('Web::Site[a]') }\n  web = 'web::site::b'\nend\n"
    "#- spec/classes/web_spec.rb\ndescribe 'web' do\n  it('web') { contain_class 'web' }\nend\n"
    "#- README.md\nUse `web::site`, as web says.\n#- modules/web/CHANGELOG.md\n`web::site` is new\n"
    "#- spec/fixtures/modules/web/x.rb\n'web::site'\n"
)


def test_names_in_tests_and_papers() -> None:
    after = PAPERS.replace("define web::site", "define web::page").replace(
        "describe 'web::site'", "describe 'web::page'"
    )
    after = after.replace("contain_web__site(", "contain_web__page(").replace("have_web__site_", "have_web__page_")
    after = (
        after.replace("Web::Site[", "Web::Page[")
        .replace("`web::site`,", "`web::page`,")
        .replace("/site.pp", "/page.pp")
    )
    check_rename(PAPERS.replace("define web::site", "define web::$^site"), "web::page", after)
    after = PAPERS.replace("class web {", "class web::main {").replace("/init.pp", "/main.pp")
    after = after.replace("describe 'web'", "describe 'web::main'").replace(
        "contain_class('web')", "contain_class('web::main')"
    )
    after = after.replace("contain_class 'web'", "contain_class 'web::main'")
    check_rename(PAPERS.replace("class web {", "class $^web {"), "web::main", after)


def test_parameters_in_tests_and_in_code_of_papers() -> None:
    before = (
        "#- modules/web/manifests/init.pp\nclass web($$^port, $root) { }\n"
        "#- modules/web/spec/classes/web_spec.rb\ndescribe 'web' do\n"
        "  let(:params) { { 'port' => 80, root: { port: 1 } } }\n"
        "  let(:facts) { { port: 1 } }\n"
        "  context 'more' do\n    let(:params) { super().merge(port: 1) }\n"
        "    it { is_expected.to contain_class('web').with_port(80).with('port' => 80, 'root' => 1).with_port_b(1) }\n"
        "    it { is_expected.to contain_class('::web').only_with({ port: 80 }).without(%w[root port]) }\n"
        "    it { is_expected.to contain_file('a').with_port(80).with(port: 1) }\n  end\nend\n"
        "#- modules/web/spec/classes/db_spec.rb\ndescribe 'db' do\n  let(:params) { { 'port' => 80 } }\nend\n"
        "#- modules/web/README.md\n# port\n```puppet\nclass { 'web': port => 80 }\ndb { 'a': port => $web::port }\n```\n"
        "    port => 80\n```ruby\nclass { 'web': port => 80 }\n```\n"
    )
    after = (
        before.replace("$$^port,", "$number,")
        .replace("{ 'port' => 80, root", "{ 'number' => 80, root")
        .replace("merge(port:", "merge(number:")
        .replace("('web').with_port(80).with('port'", "('web').with_number(80).with('number'")
        .replace("only_with({ port:", "only_with({ number:")
        .replace("%w[root port]", "%w[root number]")
        .replace("```puppet\nclass { 'web': port", "```puppet\nclass { 'web': number")
        .replace("$web::port", "$web::number")
    )
    check_rename(before, "number", after)


def test_code_that_tests_put_before_what_they_test() -> None:
    before = (
        "#- modules/web/manifests/init.pp\nclass web($$^port, $root) { }\n"
        "#- modules/web/spec/classes/db_spec.rb\ndescribe 'db' do\n"
        "  let(:pre_condition) { \"class { 'web': port => 80 }\" }\n"
        "  context 'other' do\n    let(:pre_condition) do\n      <<~PP\n        class { 'web':\n          port => 80,\n        }\n"
        "        db { 'a': port => $web::port }\n      PP\n    end\n    let(:other) { \"class { 'web': port => 80 }\" }\n  end\nend\n"
    )
    after = (
        before.replace("$$^port,", "$number,")
        .replace("(:pre_condition) { \"class { 'web': port", "(:pre_condition) { \"class { 'web': number")
        .replace("          port => 80,", "          number => 80,")
        .replace("$web::port", "$web::number")
    )
    check_rename(before, "number", after)


def test_parameters_that_a_test_may_give_to_something_else() -> None:
    fixture = read_fixture(
        "#- modules/web/manifests/site.pp\ndefine web::site($$^port) { }\n"
        "#- modules/web/spec/defines/site_spec.rb\ndescribe 'web::site' do\n  let(:more_params) { { port: 80 } }\n"
        "  let(:params) { { 'port' => 1 } }\n  it { is_expected.to contain_web__site('a').with_port(80) }\nend\n"
    )
    changes = answer(rename(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset, "nr", [ROOT]))
    told = sorted((edit.edit.span, bool(edit.doubt)) for edit in changes.edits if edit.path.endswith(".rb"))
    assert [doubtful for _, doubtful in told] == [True, False, False]


def test_a_paper_that_is_open_is_changed_once() -> None:
    fixture = read_fixture(
        "#- modules/web/manifests/site.pp\ndefine web::$^site { }\n"
        "#- README.md\n# web\nUse `web::site`:\n\nweb::site { 'x': }\n"
    )
    paper = f"{ROOT}/README.md"
    world = World(MemoryFiles(fixture.files), [ROOT])
    snapshot = world.apply(Opened(paper, Text(fixture.files[paper])))
    changes = answer(rename(snapshot, fixture.cursor_path, fixture.cursor_offset, "web::page", [ROOT]))
    after = files_after(fixture.files, changes)[paper]
    assert after == b"# web\nUse `web::page`:\n\nweb::page { 'x': }\n"


def test_a_template_that_may_be_rendered_by_a_computed_name() -> None:
    before = (
        "#- modules/web/manifests/init.pp\nclass web($port, $t = 'web/a.erb') { $x = template($t) $y = template('web/b.erb') }\n"
        "#- modules/web/templates/a.erb\n<%= @port %>\n#- modules/web/templates/b.erb\n<%= @port %>\n"
        "#- modules/db/templates/a.erb\n<%= @port %>\n#- modules/db/manifests/init.pp\nclass db { }\n"
    )
    after = before.replace("port", "number").replace("db/templates/a.erb\n<%= @number", "db/templates/a.erb\n<%= @port")
    check_rename(before.replace("($port", "($$^port"), "number", after)


def test_a_key_of_hiera() -> None:
    before = (
        f"{HIERA}#- data/common.yaml\nsite::ports: [1]\nb: \"%{{lookup('site::ports')}}\"\n"
        "lookup_options:\n  'site::ports': {merge: unique}\n"
        "#- modules/web/manifests/init.pp\nclass web($port = 1) { notice(lookup('site::ports'), hiera('site::ports')) }\n"
    )
    after = before.replace("site::ports", "site::numbers")
    check_rename(before.replace("lookup('site::ports'),", "lookup('site::$^ports'),"), "site::numbers", after)
    check_rename_refused(before.replace("\nsite::", "\nsite$^::"), "web::port", "would set a parameter of class 'web'")
    check_rename_refused(before.replace("\nsite::", "\nsite$^::"), "b", "sets 'b' already")
    check_rename_refused("notice(lookup('no$^thing'))", "x", "No data here sets 'nothing'")


def test_a_text_that_is_a_name_is_for_a_person_to_judge() -> None:
    fixture = read_fixture(
        "#- modules/web/manifests/tls.pp\nclass web::$^tls { }\n"
        "#- manifests/site.pp\n$classes = ['web::tls', 'web::tls::a', 'not web::tls']\ninclude $classes, 'web::tls'\n"
    )
    found = answer(rename(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset, "web::ssl", [ROOT]))
    doubtful = [edit.edit for edit in found.edits if edit.doubt]
    assert [
        fixture.files[f"{ROOT}/manifests/site.pp"][edit.span.start - 1 : edit.span.end + 1] for edit in doubtful
    ] == [b"'web::tls'"]
    assert doubtful[0].span.start < 20


def test_in_comments() -> None:
    before = (
        "#- modules/web/manifests/init.pp\n# @summary Web. Uses web::tls, not web::tls::key or web::tlsx.\n"
        "# @see web::tls\nclass web { include web::tls } # `web::tls`\n"
        "#- modules/web/manifests/other.pp\n# Class: web::tls, $text = 'web::tls'\nclass web::other { notify { '# web::tls': } }\n"
        "#- modules/web/manifests/tls.pp\n# @param port Its $port, see `web::tls`\n# @param [Integer] port old\n"
        "# [*port*] older; the port\nclass web::tls($port) { }\n"
    )
    lines = [
        line if "notify" in line or line.startswith("#-") else line.replace("web::tls", "web::ssl")
        for line in before.replace("web::tls::key or web::tlsx", "@@").splitlines(keepends=True)
    ]
    after = "".join(lines).replace("tls.pp", "ssl.pp").replace("@@", "web::tls::key or web::tlsx")
    check_rename(before.replace("class web::tls", "class web::$^tls"), "web::ssl", after)
    after = before.replace("port", "number").replace("the number", "the port")
    check_rename(before.replace("($port)", "($$^port)"), "number", after)


@pytest.mark.parametrize(
    ("source", "name", "reason"),
    [
        (TEMPLATE.replace("$port", "$$^port") + "#- manifests/site.pp\ndefine d($port) { $t = template('web/a.erb') }\n",
         "number", "/site/modules/web/templates/a.erb:1 takes '@port' from defined type 'd' and class 'web'"),
        (TEMPLATE.replace("$port", "$$^port").replace("@x", "@os"), "os", "'$os' in /site/modules/web/templates/a.erb:1 would come to mean"),
        ("class web($$^port) { $x = inline_epp(@(END))\n  <%= $port %>\n  |END\n}\n", "number",
         "The template in the heredoc in /site/manifests/site.pp:1 may name '$port'"),
        (f"{HIERA}#- data/common.yaml\nweb::b: 1\n#- modules/web/manifests/init.pp\nclass web($$^a = 1) {{ }}\n",
         "b", "data/common.yaml:1 sets 'web::b' already"),
        (f"{HIERA}#- data/common.yaml\nweb::b::c: 1\n#- modules/web/manifests/a.pp\nclass web::$^a($c = 1) {{ }}\n",
         "web::b", "data/common.yaml:1 sets 'web::b::c' already"),
    ],
)  # fmt: skip
def test_refused(source: str, name: str, reason: str) -> None:
    check_rename_refused(source, name, reason)


def test_a_variable_in_code_that_does_not_parse() -> None:
    half = 'class web($$^p) {\n  if $p ==  {\n  notice("$p ${p}"\n}\n'  # its lines tell where each statement begins
    check_rename(half, "q", 'class web($q) {\n  if $q ==  {\n  notice("$q ${q}"\n}\n')
    source = 'class web($$^p) { if $p ==  {\n  notice("$p ${p}"\n}\n'
    check_rename_refused(source, "q", "while the file does not parse, at /site/manifests/site.pp:")


TAGS = (
    "#- modules/web/manifests/tls.pp\nclass web::tls { notify { 'a': } }\n#- modules/web/manifests/init.pp\nclass web { }\n"
    "#- manifests/site.pp\ninclude web::$^tls\n"
)


def test_a_tag_that_is_the_full_name() -> None:
    asking = "if tagged('web::tls') { }\nNotify <| tag == 'web::tls' and title != 'b' |>\n"
    after = (TAGS + asking).replace("$^", "").replace("web::tls", "web::ssl").replace("tls.pp", "ssl.pp")
    check_rename(TAGS + asking, "web::ssl", after)
    fixture = read_fixture(TAGS + asking)
    found = answer(rename(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset, "web::ssl", [ROOT]))
    assert len({edit.edit.span for edit in found.edits if edit.path == fixture.cursor_path}) == 3
    assert not any(edit.doubt for edit in found.edits)


@pytest.mark.parametrize(
    ("asking", "reason"),
    [
        ("notice(tagged('a', 'tls'))", "The tag 'tls' is asked for in /site/manifests/site.pp:2: it is a part of the name"),
        ("Notify <| tag == 'tls' |>", "The tag 'tls' is asked for in /site/manifests/site.pp:2"),
        ("Notify <| tag == 'ssl' |>", "would have the tag 'ssl', which is asked for in /site/manifests/site.pp:2"),
        ("Notify <| tag == 'web::tls' |>\nnotify { 'b': tag => ['web::tls'] }",
         "The tag 'web::tls' is asked for in /site/manifests/site.pp:2, and given in /site/manifests/site.pp:3, too"),
    ],
)  # fmt: skip
def test_a_tag_that_would_find_something_else(asking: str, reason: str) -> None:
    check_rename_refused(TAGS + asking, "web::ssl", reason)


def test_a_tag_that_comes_from_elsewhere_too() -> None:
    check_rename_refused(
        "#- modules/web/manifests/init.pp\nclass $^web { }\n#- modules/web/manifests/a.pp\nclass web::a { }\n"
        "#- modules/db/manifests/a.pp\nclass db::a { }\n#- manifests/site.pp\nnotice(tagged(web))\n",
        "db",
        "The tag 'web' is asked for in /site/manifests/site.pp:1, and comes from class 'web::a', too",
    )


@pytest.mark.parametrize(
    ("source", "name", "wanted"),
    [
        (TAGS + "if $x { include web::tls\n  file { 'a' mode =>\n  include web::tls\n", "web::ssl", {2, 4}),
        ("class web($$^port) { notice($port) }\nclass { web: port => == 1 => 2 )\n", "number", {1, 2}),
        (TAGS + "$a = { x: => web::tls, }\n# web::tls", "web::ssl", {2}),
    ],
)
def test_what_does_not_parse_is_for_a_person_to_judge(source: str, name: str, wanted: set[int]) -> None:
    fixture = read_fixture(source)
    found = answer(rename(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset, name, [ROOT]))
    data = fixture.files[fixture.cursor_path]
    changed = {
        data[: edit.edit.span.start].count(b"\n") + 1: edit.doubt
        for edit in found.edits
        if edit.path == fixture.cursor_path
    }
    assert wanted <= changed.keys()
    assert any("does not parse" in doubt for doubt in changed.values())


@pytest.mark.parametrize(
    ("declared", "keys", "notes"),
    [
        ("$all = { root => 1, 'port' => 2 }\nensure_resource('web::site', 'a', $all)\n", 1, 0),
        ("web::site { 'a': * => lookup('x') }\n", 0, 1),
        ("web::site { 'a': * => { 'root' => 1 } }\n", 0, 0),
    ],
)
def test_a_parameter_that_a_computed_hash_may_give(declared: str, keys: int, notes: int) -> None:
    fixture = read_fixture(
        f"#- modules/web/manifests/site.pp\ndefine web::site($$^root) {{ }}\n#- manifests/site.pp\n{declared}"
    )
    found = answer(rename(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset, "folder", [ROOT]))
    assert sum("computed hash" in edit.doubt for edit in found.edits) == keys
    assert [note for note in found.notes if "manifests/site.pp:1 is computed, and may set 'root'" in note] == [
        *found.notes[:notes]
    ]
