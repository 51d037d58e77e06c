"""What hovers say."""

from __future__ import annotations

import pytest
from puppetlens.features.data_types import about_data_type
from puppetlens.library.resources import METAPARAMETERS
from puppetlens.model.builtin import data_type_names

from tests.support.check import check_definition, check_hover, check_no_definition, hover_text

WEB = """
#- modules/web/manifests/init.pp
# Serves pages.
#
# Many of them.
class web(Integer $port = 80, Optional[String] $name_of_it = undef) inherits web::params { $root = '/srv' }
"""


def test_a_class() -> None:
    check_hover("include $^web" + WEB, "class web(", "Integer $port = 80", "inherits web::params", "Many of them.")


def test_a_parameter() -> None:
    check_hover("class { 'web': $^port => 1 }" + WEB, "Integer $port = 80", "class `web`")
    check_hover("class a(Integer $^$x = 5) { }", "Integer $x = 5")


def test_a_file_of_a_module() -> None:
    files = (
        "\n#- modules/a/templates/x.epp\n<%- | Integer $port, $host = 'x' | -%>\n#- modules/a/templates/y.erb\ntext\n"
        '#- modules/a/files/z\ntext\n#- modules/a/metadata.json\n{"name": "me-a", "version": "1.0.0"}\n'
    )
    check_hover(
        "epp('a/$^x')" + files, "Integer $port,\n  $host = 'x',", "Template `a/templates/x.epp`", "`me-a` 1.0.0"
    )
    check_hover("template('a/$^y.erb')" + files, "Template `a/templates/y.erb`")
    check_hover("$x = 'puppet:///modules/$^a/z'" + files, "File `a/files/z`")
    assert hover_text("template('a/$^gone.erb')" + files) is None


def test_a_function() -> None:
    source = "\n#- modules/a/functions/b.pp\n# Adds.\nfunction a::b(Integer *$x) >> Integer { 1 }\n"
    check_hover("notice($^a::b(1))" + source, "function a::b(", "Integer *$x", ">> Integer", "Adds.")


def test_a_type_alias() -> None:
    check_hover(
        "$x =~ $^A::B\n#- modules/a/types/b.pp\n# A port.\ntype A::B = Integer[1]",
        "type A::B = Integer[1]",
        "A port.",
    )


def test_a_variable() -> None:
    check_hover("$x = 1 + 2\nnotice($^$x)", "$x = 1 + 2")
    check_hover("class a(Integer $x) { notice($^$x) }", "Integer $x", "Parameter")
    check_hover("notice($^$web::root)" + WEB, "$root = '/srv'", "web")
    check_hover("$x = 'a'\nnotice($^$x)", "Type: `String`")
    assert hover_text("notice($^$nothing)") is None


def test_a_resource() -> None:
    check_hover("file { '/x': mode => '0644' }\nFile['$^/x'] -> Notify['y']", "'/x': mode => '0644'")


def test_what_puppet_brings_along() -> None:
    check_hover("$^file { '/x': }", "Resource type", "`mode`", "`recurse`")
    check_hover("$^File['/x'] -> Notify['y']", "Resource type")
    check_hover("file { '/x': $^mode => '1' }", "Property of `file`")
    check_hover("file { '/x': $^require => Notify['y'] }", "Metaparameter")
    check_hover("$^notice(1)", "notice(", "level `notice`")
    check_hover("class a($^Integer $x) { }", "Integer", "Data type")


def test_data_types_say_what_their_values_are() -> None:
    check_hover(
        "class a($^Integer[1, 10] $x) { }", "```puppet\nInteger[1, 10]\n```", "whole numbers", "`Integer[from, to]`"
    )
    check_hover("class a($^Optional[String] $x) { }", "Optional[String]", "values of a type, or undef")
    check_hover("class a(Optional[$^Enum['a', 'b']] $x) { }", "\nEnum['a', 'b']\n", "one of the strings")
    check_hover("class a($^Data $x) { }", "what JSON can hold")
    check_hover("type A = $^Struct[{ 'a' => Integer }]", "Struct[{ 'a' => Integer }]", "hashes with the keys")
    check_hover("if $x =~ $^Sensitive { }", "never shown")


def test_every_data_type_has_its_line() -> None:
    for name in set(data_type_names()) - {"Pcore"}:
        assert about_data_type(name.lower()) != "Data type", name


def test_an_alias_of_another_module() -> None:
    alias = "\n#- modules/stdlib/types/port.pp\n# A port.\ntype Stdlib::Port = Integer[0, 65535]\n"
    check_hover("class a($^Stdlib::Port $x) { }" + alias, "type Stdlib::Port = Integer[0, 65535]", "A port.")
    check_hover("class a(Optional[$^Stdlib::Port] $x) { }" + alias, "type Stdlib::Port = Integer[0, 65535]")


def test_built_in_functions_in_each_form_of_call() -> None:
    for call in ("[1].$^map |$x| { $x }", "$^map([1]) |$x| { $x }"):
        check_hover(call, "map(Iterable $enumerable, Callable[1, 1] &$block)", "of every element")
    check_hover("$^include a", "include(", "class")
    check_hover("$x = $^lookup('a', Integer)", "lookup(", "Hiera")


def test_metaparameters_and_namevars_say_what_they_are_for() -> None:
    for name in METAPARAMETERS:
        check_hover(f"notify {{ 'x': $^{name} => 1 }}", "Metaparameter: ")
    check_hover("file { '/x': $^path => '/y' }", "which the title sets where it is left out")
    check_hover("$^file { '/x': }", "known by `path`")
    check_hover("package { 'x': $^ensure => 'present' }", "Property of `package`: a state")


def test_nothing_where_there_is_nothing() -> None:
    assert hover_text("include nothing $^") is None
    assert hover_text("$^") is None


DOCUMENTED = """
#- modules/web/metadata.json
{"name": "me-web", "version": "1.2.3"}
#- modules/web/manifests/init.pp
# @summary Serves pages.
#
# Many of them.
#
# @param port
#   Where it
#   listens.
# @param users Who may.
# @example Usual
#   include web
# @see https://example.com
# @note It takes a while.
# @since 1.0
# @deprecated use something else
class web(Integer $port = 80, Sensitive[String] $token, Hash $users) { notice($port) }
#- hiera.yaml
version: 5
hierarchy: [{ name: all, paths: ["nodes/%{facts.role}.yaml", common.yaml] }]
#- data/common.yaml
lookup_options:
  '^web::us': { convert_to: Sensitive }

web::port: 8080
web::token: abc
web::users: { secret: 1 }
#- data/nodes/db.yaml
web::port: ENC[PKCS7,MIIB]
"""


def test_docs_are_told_as_lists() -> None:
    check_hover(
        "include $^web" + DOCUMENTED,
        "Serves pages.\n\nMany of them.",
        "Parameters:\n- `port`: Where it listens.\n- `users`: Who may.",
        "Example: Usual\n\n```puppet\ninclude web\n```",
        "Note: It takes a while.",
        "See: https://example.com",
        "Since: 1.0",
        "Deprecated: use something else",
        "Module `me-web` 1.2.3",
    )
    assert "@param" not in (hover_text("include $^web" + DOCUMENTED) or "")


def test_a_parameter_tells_its_doc_and_every_value_in_data() -> None:
    asked = "class { 'web': $^port => 1 }" + DOCUMENTED
    check_hover(asked, "Integer $port = 80", "Where it\nlistens.", "- `data/common.yaml:4`: `8080`")
    check_hover(asked, "- `data/nodes/db.yaml:1`: `<sensitive>`")
    check_hover(DOCUMENTED.replace("notice($port)", "notice($^$port)"), "Where it", "`8080`")
    for secret in ("token", "users"):
        told = hover_text(f"class {{ 'web': $^{secret} => 1 }}" + DOCUMENTED) or ""
        assert "`<sensitive>`" in told
        assert "abc" not in told
        assert "secret" not in told


def test_keys_of_data() -> None:
    check_hover(DOCUMENTED.replace("web::port: 8080", "$^web::port: 8080"), "Integer $port = 80", "Where it")
    check_hover("lookup('$^own')" + DOCUMENTED.replace("web::token", "own: 5\nweb::token"), "`data/common.yaml:5`: `5`")


FACTS = """
#- facts/a.json
{"os": {"family": "Debian"}, "role": "web"}
#- facts/b.json
{"os": {"family": "RedHat"}, "role": "web"}
"""


def test_facts_with_their_values_by_node() -> None:
    check_hover("notice($^$facts)" + FACTS, "What Facter found out", "Known of `a`, `b`")
    for path in ("$facts['os']['$^family']", "$facts['os'][$^family]", "$facts.dig('os', '$^family')"):
        check_hover(
            f"notice({path})" + FACTS, "operating system family", "Type: `String`", "- `Debian`: a\n- `RedHat`: b"
        )
    check_hover("notice(\"${facts['$^role']}\")" + FACTS, "Values:\n- `web`: a, b")
    check_hover("notice($^$role)" + FACTS, "Fact", "- `web`: a, b")
    check_hover("notice($^$osfamily)" + FACTS, "A legacy fact")


def test_what_puppet_sets() -> None:
    check_hover("define a() { notice($^$title) }", "title of the resource", "Type: `String`")
    check_hover("notice($^$trusted)", "certificate")
    check_hover("notice($trusted['$^certname'])", "Type: `String`")
    check_hover("notice($^$settings::confdir)", "Setting `confdir` of the server")
    check_hover("if 'ab' =~ /(a)b/ { notice($^$1) }", "group 1 of `/(a)b/`", "Type: `String`")


def test_a_variable_of_a_lambda_and_one_that_is_narrowed() -> None:
    check_hover("[1].each |$x| { notice($^$x) }", "Type: `Integer`")
    check_hover("class a(Optional[Integer] $x) { if $x { notice($^$x) } }", "Optional[Integer] $x", "Type: `Integer`")


def test_between_faults_and_behind_an_emoji() -> None:
    source = "$a = = 1\r\n$f = '😀' ; include $^web\r\n$b = ) 2\r\n"
    check_hover(source + DOCUMENTED.lstrip(), "class web(", "Many of them.")
    check_hover("#- modules/m/templates/x.epp\n<%- | Integer $x | -%>\n<%= $^$x %>", "Integer $x")


@pytest.mark.parametrize(
    ("code", "parts"),
    [
        ("file { '/x': mo$^de => '0644' }", ["octal", "`0644`"]),
        ("package { 'x': en$^sure => latest }", ["installed", "`latest`", "`purged`"]),
        ("service { 'x': ena$^ble => true }", ["boot", "`mask`"]),
        ("exec { 'x': only$^if => 'y' }", ["only if this command succeeds"]),
        ("cr$^on { 'x': }", ["crontab"]),
        ("cron { 'x': mi$^nute => 1 }", ["0 to 59"]),
    ],
)
def test_attributes_of_puppets_types_tell_what_they_are_for(code: str, parts: list[str]) -> None:
    check_hover(code, *parts)


def test_tags_of_docs() -> None:
    source = "# About.\n# @param po%srt where it listens\nclass a(Integer $port) { }\n"
    check_hover(source % "$^", "Integer", "where it listens", "`a`")
    check_hover(source.replace("@param", "@pa$^ram") % "", "what a parameter is for")
    check_definition(source % "$^", "class a(Integer $<port>) { }")
    assert hover_text("# About.\n# @param no$^t there\nclass a(Integer $port) { }") is None


TYPES = WEB + (
    "#- modules/web/lib/puppet/type/thing.rb\nPuppet::Type.newtype(:thing) do\n  newparam(:name)\n"
    "  newproperty(:size) do\n    desc 'How large; `big` is large.'\n    newvalues(:big, :small)\n  end\nend\n"
    "#- hiera.yaml\nversion: 5\n#- data/common.yaml\nweb::port: 80\n"
)


@pytest.mark.parametrize(
    ("code", "parts"),
    [
        # Alone it has a type, and what is written in another base a number.
        ("$x = 'a$^b'", ["'ab'", "`String`"]),
        ("$x = 06$^44", ["`Integer`", "420"]),
        ("$x = [1, tr$^ue]", ["`Boolean`"]),
        # Of an attribute: what it is for, and what the word asks for.
        ("file { '/x': ensure => dir$^ectory }", ["there is a directory", "What is to be at the path"]),
        ("file { '/x': mode => '27$^50' }", ["owner: read, write, execute; group: read, execute; others: nothing; setgid"]),
        ("File { ensure => pres$^ent }", ["something is there"]),
        ("Package['a'] { ensure => lat$^est }", ["upgraded at each run"]),
        ("service { 'a': enable => fal$^se }", ["not started at boot"]),
        ("$h = $x ? { 1 => 2 } file { '/x': ensure => $x ? { 1 => abs$^ent, default => file } }", ["nothing is there"]),
        ("thing { 'a': size => bi$^g }", ["How large; `big` is large.", "`big`, `small`"]),
        # Of a class, define or function: the parameter.
        ("class { 'web': port => 8$^0 }", ["Integer $port = 80", "class `web`"]),
        ("class { 'web': * => { 'port' => 8$^0 } }", ["Integer $port = 80"]),
        ("class a(Integer $x = 8$^0) { }", ["Integer $x = 80"]),
        # In a type, too.
        ("class a(Enum['pre$^sent', 'absent'] $x) { }", ["Enum['present', 'absent'] $x", "class `a`"]),
        ("class a(Optional[Pattern[/a$^b/]] $x = undef) { }", ["$x", "class `a`"]),
        ("function f(Integer[1, 2$^0] $x) { }", ["Integer[1, 20] $x"]),
        ("type A = Enum['a$^b']", ["'ab'", "`String`"]),
        ("file { '/$^x': ensure => file }", ["file { '/x': ensure => file }"]),
        ("class { 'we$^b': }", ["class web("]),
    ],
)  # fmt: skip
def test_a_value(code: str, parts: list[str]) -> None:
    check_hover(code + TYPES, *parts)
    check_hover(f"$y = [\nnotice('😀')\n{code}\nclass {{\n{TYPES}", *parts)


def test_a_value_in_data() -> None:
    source = TYPES.replace("web::port: 80", "web::port: 8$^0")
    check_hover(source, "Integer $port = 80", "class `web`")


@pytest.mark.parametrize("code", ["foo { $^ }", "fo$^o { }", "# 'a$^b'", "notice(fo$^o)", "case $x { fo$^o: { } }"])
def test_no_value(code: str) -> None:
    assert hover_text(code) is None


MODULES = """
#- modules/stdlib/metadata.json
{"name": "puppetlabs-stdlib", "version": "8.6.0"}
"""
HIERA = "#- hiera.yaml\nversion: 5\n"


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ("#- hiera.yaml\nver$^sion: 5\n", ["Of the format", "Field in hiera.yaml"]),
        (f"{HIERA}hier$^archy: []\n", ["Levels, what wins first"]),
        (f"{HIERA}hierarchy:\n  - na$^me: x\n    path: y\n", ["For people", "Field of `hierarchy`"]),
        (f"{HIERA}hierarchy:\n  - name: 😀\n    pa$^ths: [\n", ["Files below the folder of the data"]),
        (f"{HIERA}hierarchy: [{{name: x, mapped_pa$^ths: []}}]\n", ["a name for its elements"]),
        (f"{HIERA}defaults:\r\n  data_ha$^sh: yaml_data\r\n", ["A function that gives all data of a file"]),
        ("#- environment.conf\n$^modulepath = modules\n", ["Folders of modules", "Field in environment.conf"]),
        ("#- environment.conf\nmanifest = x\nconfig_ver$^sion = y", ["A command that tells the version"]),
        ('#- metadata.json\n{"depen$^dencies": []}', ["Modules", "Field in metadata.json"]),
        (
            '#- metadata.json\n{"operatingsystem_support": [{"operatingsys$^tem": "x"',
            ["Field of `operatingsystem_support`"],
        ),
        ("#- Puppetfile\nm$^od 'x'\n", ["A module", "Field in the Puppetfile"]),
        ("#- Puppetfile\nmod 'x',\n  :git => 'y',\n  :re$^f => 'z'\n", ["Branch, tag or commit", "of `mod`"]),
        ("#- Puppetfile\nmod 'x', gi$^t: 'y'\n", ["URL"]),
    ],
)
def test_fields_of_configuration(source: str, parts: list[str]) -> None:
    check_hover(source, *parts)


@pytest.mark.parametrize(
    "source",
    [
        f"{HIERA}hierarchy:\n  - name: x\n    wh$^at: 1\n",
        f"{HIERA}# hier$^archy: 1\n",
        '#- metadata.json\n{"wh$^at": 1}',
        '#- metadata.json\n{"author": "ver$^sion"}',
        "#- Puppetfile\nputs 'x$^'\n",
        "#- environment.conf\nmanifest = mod$^ulepath\n",
    ],
)
def test_no_field(source: str) -> None:
    assert hover_text(source) is None


@pytest.mark.parametrize(
    ("name", "wanted", "said"),
    [
        (
            "puppet$^labs/stdlib",
            ">= 4.0.0 < 9.0.0",
            ["`puppetlabs-stdlib` 8.6.0", "`>= 4.0.0 < 9.0.0`: 8.6.0 is in it"],
        ),
        ("puppetlabs-std$^lib", ">= 9.0.0", ["`>= 9.0.0`: 8.6.0 is not in it"]),
        ("puppetlabs/st$^dlib", "new", ["`new`, which is no range of versions"]),
        ("puppetlabs/ap$^t", ">= 9.0.0", ["`puppetlabs/apt` is not on the module path", "Needs `>= 9.0.0`"]),
    ],
)
def test_a_dependency_tells_whether_what_is_there_is_as_wanted(name: str, wanted: str, said: list[str]) -> None:
    entry = f'{{"name": "{name}", "version_requirement": "{wanted}"}}'
    check_hover(f'#- modules/web/metadata.json\n{{"name": "me-web", "dependencies": [{entry}]}}{MODULES}', *said)


def test_a_module_of_the_puppetfile() -> None:
    check_hover(f"#- Puppetfile\nmod 'puppet$^labs/stdlib', '1.0'\n{MODULES}", "`puppetlabs-stdlib` 8.6.0")


VHOSTS = """
#- hiera.yaml
version: 5
hierarchy: [{name: all, path: common.yaml}]
#- modules/shop/manifests/init.pp
class shop(
  Hash[String, Shop::Vhost] $vhosts = {},
  Struct[{a => Struct[{x => Integer}], b => Optional[Array[Struct[{x => String}]]]}] $deep = {},
) { }
#- modules/shop/types/vhost.pp
type Shop::Vhost = Struct[{'port' => Integer[1], Optional['tls'] => Boolean}]
"""


@pytest.mark.parametrize(
    ("data", "shown", "declared"),
    [
        (
            "shop::vhosts:\n  a:\n    po$^rt: 80\n",
            "port => Integer[1]",
            "modules/shop/types/vhost.pp: type Shop::Vhost = Struct[{<'port'> => Integer[1], Optional['tls'] => Boolean}]",
        ),
        (
            "broken: [\nshop::vhosts:\r\n  '😀':\r\n    'tl$^s': true\r\n",
            "tls => Boolean",
            "modules/shop/types/vhost.pp: type Shop::Vhost = Struct[{'port' => Integer[1], <Optional['tls']> => Boolean}]",
        ),
        ("shop::vhosts: {a$^: {port: 80}}\n", "a => Shop::Vhost", None),
        (
            "shop::deep: {a: {x: 1}, b: [{x$^: 'y'}]}\n",
            "x => String",
            "modules/shop/manifests/init.pp: Struct[{a => Struct[{x => Integer}], "
            "b => Optional[Array[Struct[{<x> => String}]]]}] $deep = {},",
        ),
        ("lookup_options:\n  shop::vhosts:\n    mer$^ge: deep\n", "How the values of all levels become one", None),
    ],
)
def test_a_key_below_others_tells_what_its_type_says_and_leads_there(
    data: str, shown: str, declared: str | None
) -> None:
    source = f"#- data/common.yaml\n{data}{VHOSTS}"
    check_hover(source, shown)
    if declared is not None:
        check_definition(source, declared)
    else:
        check_no_definition(source)


def test_a_fact_of_a_module_tells_the_file_that_adds_it() -> None:
    custom = "\n#- modules/web/lib/facter/tier.rb\nFacter.add(:web_tier) { }\n"
    check_hover("notice($facts['web_$^tier'])" + custom, "A fact of module `web`: `lib/facter/tier.rb`")
