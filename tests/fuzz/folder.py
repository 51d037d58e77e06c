"""What the folders of the campaign on servers hold: what is in order first, and what is not."""

from __future__ import annotations

from random import Random

#: Programs that end soon and whose answers differ.
GOOD = (
    "notify {{ 'n{0}': }}",
    "include m\nnotify {{ 'x{0}': message => lookup('k') }}",
    "notify {{ file('m/t'): }}\n# {0}",
)
ODD = (
    "$x = [", "@(E)\n" * 200, "'" + "9" * 5000 + "' + 1", "include nosuch", "{" * 2000, "/*\n" * 3000, "\0\0", "\ud800",
    "$x = /" + "(?<=" * 50, "class m inherits m {}", "Integer[0, 9000000000].each |$i| {{ notice($i) }}", "<% %>",
)  # fmt: skip
#: A class that names what its module has.
CLASS = (
    "class m(\n  M::Port $port = 80,\n  $text = undef,\n) {\n  m::d {{ '/x{0}':\n    port => $port,\n    text => 'n',\n  }}\n"
    "  $m = m::f($port)\n  M::D['/x{0}'] -> Notify <| |>\n  notice($m, lookup('k'))\n}}\n"
)
PATHS = (
    "manifests/site.pp", "manifests/a.pp", "modules/m/manifests/init.pp", "data/common.yaml", "hiera.yaml",
    "environment.conf", "facts/n.json", "modules/m/metadata.json", "modules/m/files/t", "modules/m/manifests/d.pp",
    "modules/m/functions/f.pp", "modules/m/types/port.pp", "modules/m/templates/t.epp",
)  # fmt: skip
CONTENTS = {
    "environment.conf": (
        "",
        "modulepath = {a,b,c}{d,e}:modules\n",
        "manifest = manifests\n",
        "\0",
        "modulepath = /*/*/*\n",
    ),
    "hiera.yaml": (
        "version: 5\n",
        "version: 5\nhierarchy: [{name: a, path: common.yaml}]\n",
        "version: 9\n",
        "[",
        "&a [*a]",
    ),
    "data/common.yaml": (
        "k: one\nm::port: 81\n",
        "k: two\n",
        "k: [1, 2]\n",
        "k: &a [*a]\n",
        "k: '%{lookup(\"k\")}'\n",
        "\t",
    ),
    "facts/n.json": ("{}", '{"a": 1}', "[" * 5000, '{"a": "\\ud800"}', "5"),
    "modules/m/manifests/d.pp": (
        "# @param port where\ndefine m::d(M::Port $port = 80, $text = undef) {\n  file { $title:\n    ensure => file,\n"
        "    content => epp('m/t.epp', { 'port' => $port }),\n  }\n  $own = m::f($port)\n  notice($own, $facts['os'])\n}\n",
        "define m::d($port, $other=1) {\n  m::f($por\n}\n",
        "class m::d { m::d { 'x': port => 'no' } M::D['x'] -> M::D <| port == 1 |> }",
    ),
    "modules/m/functions/f.pp": (
        "function m::f(Integer $x) >> Integer {\n  $x + 1\n}\n",
        "function m::g() { }",
        "function m::f(",
    ),
    "modules/m/types/port.pp": ("type M::Port = Integer[1, 65535]\n", "type M::Port = Nosuch", "type"),
    "modules/m/templates/t.epp": (
        "<%- | $port | -%>\n<% if $port { %>\nport <%= $port %>\n<% } %>\n",
        "<% if ",
        "<%= $nosuch %>",
    ),
    "modules/m/metadata.json": ('{"name": "a-m"}', '{"name": 5}', "[" * 100_000),
    "modules/m/files/t": ("one", "two", "\0"),
}


def text_of(path: str, random: Random) -> str:
    """Something for a file."""
    if path in CONTENTS:
        return random.choice(CONTENTS[path])
    number = str(random.randrange(1000))
    if path.endswith("init.pp"):
        classes = ("class m {{ }}", CLASS, "class m {{ notify {{ 'm{0}': }} }}", "class m {{")
        return in_words(random.choice(classes), number)
    return in_words(random.choice((*GOOD, *GOOD, *GOOD, *ODD)), number)


def in_words(program: str, number: str) -> str:
    return program.replace("{0}", number).replace("{{", "{").replace("}}", "}")
