"""A control repo as large as they get: 500 modules, 3,400 manifests, 300 files of data, 6 MB; the same for the same seed.

    python tests/perf/large_repo.py FOLDER [MODULES [SEED]]

Modules refer to each other as real ones do: classes that are included, defines, functions, type aliases, parameters of
other classes, resources that another file declares; one module in ten has types and functions in Ruby. `SIZED` are
three manifests of 250, 600 and 2,700 lines, for timing edits.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

MODULES = 500
DATA_FILES = 300
#: manifest -> about how many lines it has
SIZED = {
    "site/profile/manifests/small.pp": 250,
    "site/profile/manifests/middle.pp": 600,
    "site/profile/manifests/big.pp": 2700,
}
_WORDS = (
    "web",
    "db",
    "log",
    "mail",
    "cache",
    "proxy",
    "queue",
    "store",
    "mount",
    "cron",
    "backup",
    "search",
    "auth",
    "dns",
)
#: `$$` stands for the module's name, `@@` for a number.
_BLOCK = """\
  # Part @@ of it.
  $port_@@ = $::$$::port + @@
  file { "/etc/$$/@@.conf":
    ensure  => file,
    owner   => 'root',
    mode    => '0644',
    content => "port = ${port_@@}\\nhost = ${facts['networking']['fqdn']}\\n",
    notify  => Service['$$'],
  }
  if $facts['os']['family'] == 'Debian' and $port_@@ > 1024 {
    $value_@@ = $port_@@ ? { 80 => 'web', default => "other-${port_@@}" }
    package { "part-$$-@@-${value_@@}": ensure => installed }
  }
"""
_INIT = """\
# @summary What $$ needs to run.
#
# @param ensure Whether it is there.
# @param port Where it listens.
# @param options Lines of its configuration.
class $$ (
  Enum['present', 'absent'] $ensure = 'present',
  $Type $port = 8080,
  Hash[String, String] $options = {},
  Array[String] $packages = ['$$-server'],
) {
  contain $$::install
  contain $$::config
  contain $$::service
  Class['$$::install'] -> Class['$$::config'] ~> Class['$$::service']
"""
_INSTANCE = """\
# One of several.
define $$::instance ($Type $port, String $owner = 'root') {
  file { $$::path($title): owner => $owner, content => "${port}", require => File['/etc/$$'] }
}
"""
_PATH = """\
# Where an instance lives.
function $$::path(String $name) >> String {
  "/etc/$$/${name.downcase}.conf"
}
"""
_RUBY_TYPE = "Puppet::Type.newtype(:$$_thing) do\n  newparam(:name)\n  newproperty(:size)\nend\n"
_RUBY_FUNCTION = """\
Puppet::Functions.create_function(:'$$::digest') do
  dispatch(:digest) { param 'String', :text }

  def digest(text)
    text
  end
end
"""


def files_of(modules: int = MODULES, seed: int = 1) -> dict[str, str]:
    """Path below the repo's folder -> text."""
    draw = random.Random(seed)
    names = [f"{draw.choice(_WORDS)}{n:03}" for n in range(modules)]
    files = {
        "environment.conf": "modulepath = site:modules\n",
        "manifests/site.pp": "node default {\n  include profile::small\n}\n",
        "data/common.yaml": "".join(f"{name}::port: {draw.randint(1000, 9000)}\n" for name in names),
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: all\n    paths: ['nodes/%{trusted.certname}.yaml', common.yaml]\n",
        "facts/a.example.com.json": '{"os": {"family": "Debian"}, "networking": {"fqdn": "a.example.com"}}\n',
    }
    for number in range(DATA_FILES):
        data = random.Random(f"{seed} {number}")
        files[f"data/nodes/n{number}.example.com.yaml"] = _data(data.sample(names, min(6, modules)), data)
    for name in names:
        for path, text in _module(draw.sample(names, min(4, modules)), draw).items():
            files[f"modules/{name}/{_named(path, name)}"] = _named(text, name)
    for path, lines in SIZED.items():
        files[path] = _sized(path, lines, names, draw)
    return files


def write(root: Path, modules: int = MODULES, seed: int = 1) -> None:
    for path, text in files_of(modules, seed).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")


@contextmanager
def in_a_folder_of_its_own() -> Iterator[Path]:
    """The repo in a folder that goes with all that was made in it; servers keep nothing elsewhere."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        root = Path(folder) / "repo"
        write(root)
        yield root


def _named(text: str, name: str) -> str:
    return text.replace("$Type", f"{name.capitalize()}::Port").replace("$$", name)


def _data(names: Sequence[str], draw: random.Random) -> str:
    text = f"classes: [{', '.join(names)}]\n"
    for name in names:
        options = "".join(f"  key_{n}: '%{{lookup(\"{name}::port\")}} of %{{facts.os.family}}'\n" for n in range(4))
        text += f"{name}::port: {draw.randint(1000, 9000)}\n{name}::packages: [{name}-a, {name}-b]\n{name}::options:\n{options}"
    return text


def _blocks(count: int) -> str:
    return "".join(_BLOCK.replace("@@", str(n)) for n in range(count))


def _includes(others: Sequence[str]) -> str:
    return "".join(f"  include {name}\n  {name}::instance {{ '$$-{name}': port => 80 }}\n" for name in others)


def _module(others: Sequence[str], draw: random.Random) -> dict[str, str]:
    """A module's files, with `$$` in place of its name."""
    needs = f"  Class['{others[-1]}'] -> Package['$$-server']\n"
    files = {
        "manifests/init.pp": f"{_INIT}{_includes(others[:2])}}}\n",
        "manifests/install.pp": "# Packages.\nclass $$::install {\n  package { $$::packages: ensure => $$::ensure }\n"
        f"  package {{ '$$-server': }}\n{needs}{_blocks(draw.randint(3, 8))}}}\n",
        "manifests/config.pp": "# Files.\nclass $$::config {\n  file { '/etc/$$': ensure => directory }\n"
        f"{_blocks(draw.randint(6, 20))}}}\n",
        "manifests/service.pp": "# The service.\nclass $$::service {\n  service { '$$': ensure => running }\n"
        f"{_blocks(draw.randint(2, 6))}}}\n",
        "manifests/instance.pp": _INSTANCE,
        "types/port.pp": "# Where it listens.\ntype $Type = Integer[1, 65535]\n",
        "functions/path.pp": _PATH,
    }
    if draw.random() < 0.18:
        del files["functions/path.pp"]
        files["manifests/instance.pp"] = _INSTANCE.replace("$$::path($title)", '"/etc/${title}"')
    if draw.random() < 0.1:
        files["lib/puppet/type/$$_thing.rb"] = _RUBY_TYPE
        files["lib/puppet/functions/$$/digest.rb"] = _RUBY_FUNCTION
    return files


def _sized(path: str, lines: int, names: Sequence[str], draw: random.Random) -> str:
    name = f"profile::{Path(path).stem}"
    text, number = f"# A profile.\nclass {name} (Integer $port = 80) {{\n  service {{ '{name}': }}\n", 0
    while text.count("\n") < lines - 1:
        text += _named(_BLOCK.replace("@@", str(number)), name)
        text += _named(_includes(draw.sample(names, 1)), f"{name}-{number}")
        number += 1
    return f"{text}}}\n"


if __name__ == "__main__":
    write(Path(sys.argv[1]), *map(int, sys.argv[2:]))
