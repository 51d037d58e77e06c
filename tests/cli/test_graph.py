"""`puppetlens graph`: what is applied before what. Expected is what a person reads in the code, and what Puppet 7.23 said."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.forked import run_command
from tests.support.written import write_files

NODE = "a.example.com"
SITE = """\
include web
file { '/etc/conf': before => Class['web'] }
notify { 'last': require => [Service['www'], Web::Page['home']] }
notify { 'free': }
"""
WEB = """\
class web {
  contain web::package
  service { 'www': subscribe => Class['web::package'] }
  web::page { 'home': }
}
"""


def site(folder: Path, manifest: str = SITE) -> Path:
    write_files(
        folder,
        {
            "environment.conf": "",
            f"facts/{NODE}.json": "{}",
            "manifests/site.pp": manifest,
            "modules/web/manifests/init.pp": WEB,
            "modules/web/manifests/package.pp": "class web::package { package { 'www': alias => 'httpd' } }\n",
            "modules/web/manifests/page.pp": 'define web::page { file { "/www/${title}": } }\n',
        },
    )
    return folder


def graph(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_command("graph", NODE, "--environment", folder, *arguments)


def edges(dot: str) -> set[tuple[str, str]]:
    pairs = (line.partition(" [")[0].split(" -> ") for line in dot.splitlines() if '" -> "' in line)
    return {(one.strip(' "'), other.strip(' "')) for one, other in pairs}


def test_classes_are_single_nodes_until_they_are_opened(tmp_path: Path) -> None:
    site(tmp_path)
    done = graph(tmp_path, "--show", "relations")
    assert (done.returncode, done.stderr) == (0, "")
    assert edges(done.stdout) == {
        ("Class[main]", "Class[Web]"),
        ("Class[Web]", "Class[main]"),
        ("Class[Web::Package]", "Class[Web]"),
    }
    assert 'label="Class[Web]\\n3 resources"' in done.stdout
    opened = graph(tmp_path, "--show", "relations", "--open", "web", "--open", "Class['main']").stdout
    assert edges(opened) == {
        ("File[/etc/conf]", "Class[Web]"),
        ("Service[www]", "Notify[last]"),
        ("Web::Page[home]", "Notify[last]"),
        ("Class[Web::Package]", "Service[www]"),
    }
    assert "File[/www/home]" not in opened
    assert "File[/www/home]" in graph(tmp_path, "--all").stdout


@pytest.mark.slow  # Graphviz is compiled for it
def test_a_picture_that_a_browser_reads(tmp_path: Path) -> None:
    done = graph(site(tmp_path), "--format", "svg", "--all")
    if sys.version_info < (3, 11):
        assert "| dot -Tsvg" in done.stderr
        return
    texts = [each.text for each in ElementTree.fromstring(done.stdout).iter("{http://www.w3.org/2000/svg}text")]
    assert {"Class[Web]", "Service[www]", "File[/www/home]", "Notify[free]"} <= set(texts)


@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [
        (
            "package[www]",
            "notify[last]",
            [
                "Package[www] is before Notify[last]:",
                "  Package[www] is in Class[Web::Package]",
                "  Class[Web::Package] is before and refreshes Service[www]  # modules/web/manifests/init.pp:3",
                "  Service[www] is before Notify[last]  # manifests/site.pp:3",
            ],
        ),
        (
            "File[/www/home]",
            "File[/etc/conf]",
            [
                "File[/etc/conf] is before File[/www/home]:",
                "  File[/etc/conf] is before Class[Web]  # manifests/site.pp:2",
                "  Class[Web] contains Web::Page[home]",
                "  Web::Page[home] contains File[/www/home]",
            ],
        ),
    ],
)
def test_why_one_is_before_the_other(tmp_path: Path, first: str, then: str, expected: list[str]) -> None:
    done = graph(site(tmp_path), "--why", first, then)
    assert (done.stdout.splitlines(), done.returncode) == (expected, 0)


def test_nothing_orders_them(tmp_path: Path) -> None:
    done = graph(site(tmp_path), "--why", "notify[free]", "notify[last]")
    assert "nothing in the catalog orders Notify[free] and Notify[last]" in done.stdout
    assert done.returncode == 1
    done = graph(tmp_path, "--why", "notify[fre]", "notify[last]")
    assert "Did you mean Notify[free]?" in done.stderr
    assert done.returncode == 2


def test_resources_that_wait_for_each_other(tmp_path: Path) -> None:
    """`puppet apply`: Found 1 dependency cycle: (File[/a] => Notify[free] => Notify[in b] => Class[B] => File[/a])."""
    circle = (
        "class a { file { '/a': require => Class['b'] } }\n"
        "class b { notify { 'in b': require => Notify['free'] } }\n"
        "notify { 'free': require => File['/a'] }\n"
        "notify { 'beside': require => Notify['free'], before => Class['b'] }\n"
        "include a, b\n"
    )
    done = graph(site(tmp_path, circle), "--format", "json")
    assert done.returncode == 1
    first, *why = done.stderr.splitlines()
    names = first.removeprefix("Error: these wait for each other: ").split(" => ")
    assert names[0] == names[-1]
    assert set(names) == {"File[/a]", "Notify[free]", "Notify[in b]", "Class[B]"}
    assert "  Class[B] is before File[/a]  # manifests/site.pp:1" in why
    data = json.loads(done.stdout)
    assert len(data["circles"]) == 1
    node = next(each for each in data["nodes"] if each["name"] == "Notify[in b]")
    assert (node["kind"], node["container"], node["place"]["line"]) == ("resource", "Class[B]", 2)
    assert {"Class[main]"} == {each["source"] for each in data["edges"] if each["kind"] == "includes"}
    assert red(graph(tmp_path).stdout) == (3, {"Class[A]", "Class[B]", "Class[main]"})


def test_resources_of_one_class_that_wait_for_each_other(tmp_path: Path) -> None:
    """Also where the class is one node, which has the whole circle."""
    circle = (
        "class a {\n  notify { 'x': require => Notify['y'] }\n  notify { 'y': require => Notify['x'] }\n}\ninclude a\n"
    )
    assert red(graph(site(tmp_path, circle)).stdout) == (0, {"Class[A]"})
    assert red(graph(tmp_path, "--all").stdout) == (2, {"Notify[x]", "Notify[y]"})


def red(drawn: str) -> tuple[int, set[str]]:
    """How many edges are, and which nodes."""
    lines = [line for line in drawn.splitlines() if "color=red" in line]
    nodes = {line.split('"')[1] for line in lines if " -> " not in line}
    return len(lines) - len(nodes), nodes
