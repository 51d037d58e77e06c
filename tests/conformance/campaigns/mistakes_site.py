"""The site that mistakes are planted in: the packaged modules as if they were its own, with nodes and data.

It declares the main class of each module and each class that renders a template, where that compiles, has data for every parameter of every class that is
declared (half of it in blocks, half in brackets), levels as people write them, code that looks keys up, and files.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from asking import Answer, Job, read_answers, start_puppet
from facts import facts_of
from packaged_environment import module_name
from puppetlens.project.autoload import class_paths

_SYSTEM = "debian12"
#: Resources of every catalog.
_ALWAYS = 8
_HIERA = """\
version: 5
defaults:
  datadir: data
  data_hash: yaml_data
hierarchy:
  - name: "nodes"
    path: "nodes/%{facts.networking.fqdn}.yaml"
  - name: "domains"
    path: "domains/%{facts.networking.domain}.yaml"
  - name: "clusters"
    glob: "clusters/*-%{facts.networking.hostname}.yaml"
  - name: "virtual"
    data_hash: json_data
    paths: ["virtual/%{facts.virtual}.json", "virtual/any.json"]
  - name: "kernels"
    datadir: "data/kernels"
    globs: ["%{facts.kernel}/*.yaml", "%{facts.kernel}.yaml"]
  - name: "roles"
    mapped_paths: [classes, role, "roles/%{role}.yaml"]
  - name: "systems"
    data_hash: yaml_data
    paths:
      - "%{facts.os.name}-%{facts.os.release.major}.yaml"
      - "%{facts.os.family}.yaml"
  - name: "common"
    datadir: data
    path: "common.yaml"
"""
_OWN_KEYS = (
    "servers",
    "domains",
    "mailhost",
    "resolver",
    "timezone",
    "gateway",
    "backups",
    "operators",
    "locale",
    "proxies",
)


def make_site(modules: Path, into: Path, names: Sequence[str] = ()) -> None:
    """Modules without metadata.json: nobody has published them. They are copies, as nothing is read that links lead out to.

    `names` are those that are taken; none means all.
    """
    left_out = shutil.ignore_patterns("metadata.json", "spec", "doc", "docs", "acceptance")
    for folder in sorted(modules.iterdir()):
        if not names or module_name(folder) in names:
            shutil.copytree(folder, into / "modules" / module_name(folder), ignore=left_out)
    (into / "hiera.yaml").write_text(_HIERA)
    (into / "data").mkdir()
    (into / "manifests").mkdir()
    (into / "environment.conf").touch()


def node_of(class_: str) -> str:
    return f"{class_.replace('::', '--').replace('_', '-')}.example.com"


def _write_site(into: Path, classes: Iterable[str], data: dict[str, Any]) -> list[str]:
    """The main manifest and the data; the nodes."""
    looked_up = "".join(f"  ${key}_here = lookup('{key}')\n  notice(${key}_here)\n" for key in (*_OWN_KEYS, "all"))
    files = "".join(
        f"  file {{ '/srv/{at}': source => 'puppet:///modules/{source}' }}\n"
        for at, source in enumerate(_sources(into))
    )
    nodes = (
        f"node '{node_of(each)}' {{\n{'' if '::' in each else looked_up + files}  include {each}\n}}\n"
        for each in classes
    )
    (into / "manifests/site.pp").write_text("".join(nodes))
    own: dict[str, Any] = {key: f"{key} of %{{facts.os.family}}" for key in _OWN_KEYS}
    own.update({f"more_{key}": f"%{{lookup('{key}')}} and %{{facts.networking.hostname}}" for key in _OWN_KEYS})
    own["all"] = [f"%{{lookup('more_{key}')}}" for key in _OWN_KEYS]
    _write_data(into, {**own, **data})
    return [node_of(each) for each in classes]


def _write_data(into: Path, data: dict[str, Any]) -> None:
    """What has a type comes in the common file, the rest in that of the system's family."""
    for name, typed in (("common", True), ("Debian", False)):
        some = {key: value for key, value in data.items() if ("::" not in key or _has_type(into, key)) == typed}
        lines = (f"{key}:{_yaml(value, 0, len(key) % 2 == 0)}\n" for key, value in some.items())
        (into / f"data/{name}.yaml").write_text("---\n" + "".join(lines))


def _has_type(site: Path, key: str) -> bool:
    """Whether a class says which type its parameter has."""
    class_, _, name = key.rpartition("::")
    module, *rest = class_.split("::")
    path = site / "modules" / module / "manifests" / ("/".join(rest or ["init"]) + ".pp")
    return path.is_file() and bool(
        re.search(rf"^\s*[A-Z][^$\n]*\s\${name}\b", path.read_text("utf-8", "replace"), re.M)
    )


def _sources(site: Path) -> list[str]:
    """Files of modules, as sources name them."""
    found = (each for each in sorted(site.glob("modules/*/files/**/*")) if each.is_file())
    parts = (each.relative_to(site / "modules").parts for each in found)
    return ["/".join((module, *rest)) for module, _, *rest in parts if not rest[-1].startswith(".")]


def _yaml(value: Any, depth: int, in_blocks: bool) -> str:
    """A value behind a colon."""
    inner = "\n" + "  " * (depth + 1)
    if in_blocks and isinstance(value, list) and value:
        return "".join(f"{inner}-{_yaml(each, depth + 1, False)}" for each in value)
    if in_blocks and isinstance(value, dict) and value:
        return "".join(f"{inner}{json.dumps(key)}:{_yaml(each, depth + 1, True)}" for key, each in value.items())
    return f" {json.dumps(value)}"


def ask(jobs: Sequence[Job], out: Path) -> dict[str, Answer]:
    start_puppet(jobs, out).wait()
    return read_answers(out)


def job(id: str, node: str, environment: Path) -> Job:
    return {"id": id, "node": node, "environment_dir": str(environment), "facts": facts_of(node, _SYSTEM)}


def _classes(into: Path) -> list[str]:
    """The modules' main classes, and those that render templates."""
    found = [each.name for each in sorted((into / "modules").iterdir()) if (each / "manifests/init.pp").is_file()]
    for path in sorted(into.glob("modules/*/manifests/**/*.pp")):
        text = path.read_text("utf-8", "replace")
        declared = re.search(r"^class (\w+(?:::\w+)+)", text, re.MULTILINE)
        if declared and re.search(r"\b(?:epp|template)\(", text):
            found.append(declared[1])
    return found


def _compiled(into: Path, classes: Sequence[str], data: dict[str, Any], out: Path) -> dict[str, Answer]:
    """By node, what compiles to some resources."""
    sources = len(_sources(into))
    least = {node_of(each): _ALWAYS + (0 if "::" in each else sources) for each in classes}
    answers = ask([job(node, node, into) for node in _write_site(into, classes, data)], out)
    return {
        node: answer
        for node, answer in answers.items()
        if answer["catalog"] is not None and len(answer["catalog"]["resources"]) > least[node]
    }


def _data_of(answers: Iterable[Answer]) -> dict[str, Any]:
    """What all classes got for their parameters, where that is the same everywhere and plain data."""
    found: dict[str, list[Any]] = {}
    for answer in answers:
        for resource in answer["catalog"]["resources"]:
            if resource["type"] == "Class" and resource.get("parameters"):
                for name, value in resource["parameters"].items():
                    found.setdefault(f"{resource['title'].lower()}::{name}", []).append(value)
    return {
        key: values[0]
        for key, values in sorted(found.items())
        if all(value == values[0] for value in values)
        and "__ptype" not in json.dumps(values)
        and "%{" not in json.dumps(values)
    }


def reached(site: Path, answer: Answer) -> set[str]:
    """The files of the environment that a catalog comes from."""
    modules = {each.name: str(each) for each in (site / "modules").iterdir()}
    found = {"manifests/site.pp", "hiera.yaml", "data/common.yaml"}
    for name in answer["catalog"]["classes"]:
        paths = class_paths(name, modules)
        found.update(os.path.relpath(path, site) for path in paths[::-1][:1] if Path(path).is_file())
    for resource in answer["catalog"]["resources"]:
        if (file := resource.get("file")) and file.startswith("@ENV@/"):
            found.add(file.removeprefix("@ENV@/"))
    found.update(path.removeprefix("@ENV@/") for path in answer["templates"] if path.startswith("@ENV@/"))
    for path in [each for each in found if each.endswith(".pp")]:
        text = (site / path).read_text("utf-8", "replace").replace("${module_name}", path.split("/")[1])
        for module, file in re.findall(r"epp\(['\"](\w+)/([\w./-]+)['\"]", text):
            template = f"modules/{module}/templates/{file}"
            found.update([template] if (site / template).is_file() else [])
    return found


def site_in(modules: Path, folder: Path, names: Sequence[str] = ()) -> tuple[Path, dict[str, Answer]]:
    """The site and the catalogs of its nodes: those that are in the folder already, or else new ones."""
    site, out = folder / "site", folder / "before.jsonl"
    if site.exists():
        return site, {node: each for node, each in read_answers(out).items() if each["catalog"] is not None}
    make_site(modules, site, names)
    classes = _classes(site)
    before: dict[str, Answer] = {}
    for _ in range(3):  # as they are; with data; without those that the data of others changed
        before = _compiled(site, classes, _data_of(before.values()), out)
        classes = [name for name in classes if node_of(name) in before]
    return site, before
