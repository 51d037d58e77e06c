"""A control repo of any size, the same at each run: roles and profiles, defines that iterate, EPP, defaults,
automatic look-ups through eight levels, collectors, relationships."""

from __future__ import annotations

import json
from pathlib import Path

NODE = "web01.example.com"
LEVELS: tuple[str, ...] = (
    "nodes/%{trusted.certname}",
    "role/%{facts.role}",
    "zone/%{facts.zone}",
    "os/%{facts.os.family}",
)
LEVELS += ("kernel/%{facts.kernel}", "net/%{facts.domain}", "site", "common")
FACTS = {
    "role": "web",
    "zone": "north",
    "kernel": "Linux",
    "domain": "example.com",
    "hostname": "web01",
    "fqdn": NODE,
    "os": {"name": "Debian", "family": "Debian", "release": {"full": "12.5", "major": "12"}},
}
PART = """\
# One configured part, with a file for each of its pieces.
define app::part(Integer[1] $port, Array[String] $pieces, Hash[String, String] $options = {}) {
  $pieces.each |Integer $index, String $piece| {
    file { "/etc/app/${title}-${piece}.conf":
      ensure  => file,
      content => epp('app/part.epp', { 'port' => $port + $index, 'options' => $options, 'name' => "${title}/${piece}" }),
      tag     => ['conf', $piece],
    }
  }
}
"""
TEMPLATE = """\
<%- | Integer $port, Hash $options, String $name | -%>
# <%= $name %>
port = <%= $port %>
<% $options.each |$key, $value| { -%>
<%= $key %> = <%= $value %>
<% } -%>
"""
PROFILE = """\
class profile::p{n}(
  Boolean $enabled,
  Integer[1, 65535] $port,
  Hash[String, String] $options = {{}},
  Array[String] $pieces = ['base'],
) {{
  File {{ owner => 'root', mode => '0644' }}
  if $enabled {{
    package {{ 'pkg-{n}': ensure => installed }}
    -> app::part {{ 'p{n}': port => $port, pieces => $pieces, options => $options }}
    ~> service {{ 'svc-{n}':
      ensure => $port ? {{ 0 => stopped, default => running }},
      enable => true,
    }}
    @user {{ 'user-{n}': uid => {n} + 2000, shell => "/bin/${{facts['kernel'].downcase}}" }}
    if $facts['os']['family'] == 'Debian' and $port > 80 {{
      notify {{ "p{n} listens on ${{port}} of ${{trusted['certname']}}": }}
    }}
  }}
}}
"""


def write(root: Path, classes: int = 300, resources: int = 5000) -> None:
    """`classes` profiles, about `resources` resources in the catalog of `NODE`; facts in `facts/NODE.json`."""
    pieces = max(1, resources // classes - 6)

    def put(path: str, text: str) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")

    levels = "".join(f"  - name: {json.dumps(level)}\n    path: {json.dumps(level + '.yaml')}\n" for level in LEVELS)
    put("environment.conf", "modulepath = modules\n")
    put("hiera.yaml", f"version: 5\ndefaults:\n  datadir: data\n  data_hash: yaml_data\nhierarchy:\n{levels}")
    put("manifests/site.pp", "node default { include role::web }\n")
    put(f"facts/{NODE}.json", json.dumps({"name": NODE, "values": FACTS}))
    put("modules/app/manifests/part.pp", PART)
    put("modules/app/templates/part.epp", TEMPLATE)
    included = "".join(f"  include profile::p{n}\n" for n in range(classes))
    collectors = "  User <| |>\n  File <| tag == 'piece0' |> { group => 'app' }\n"
    put("modules/role/manifests/web.pp", f"class role::web {{\n{included}{collectors}}}\n")
    names = json.dumps([f"piece{n}" for n in range(pieces)])
    data: list[list[str]] = [["---", "unused: true"] for _ in LEVELS]
    for n in range(classes):
        put(f"modules/profile/manifests/p{n}.pp", PROFILE.format(n=n))
        data[-1] += [f"profile::p{n}::enabled: true", f"profile::p{n}::pieces: {names}"]
        data[n % 8] += [f"profile::p{n}::port: {1000 + n}"]
        options = {"zone": "%{facts.zone}", "certname": "%{trusted.certname}", "n": str(n)}
        data[(n + 3) % 8] += [f"profile::p{n}::options: {json.dumps(options)}"]
    paths = (
        f"nodes/{NODE}",
        "role/web",
        "zone/north",
        "os/Debian",
        "kernel/Linux",
        "net/example.com",
        "site",
        "common",
    )
    for path, lines in zip(paths, data, strict=True):
        put(f"data/{path}.yaml", "\n".join(lines) + "\n")
