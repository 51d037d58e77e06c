"""What a catalog of a stranger's code can read: its environment, its modules, what the user opened or named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.project.kept_files import KeptFiles, StampedDisk
from puppetlens.workers import jobs

from tests.support.forked import run_command

SECRET = "for nobody's eyes"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "env"
    for folder in ("manifests", "facts", "data", "modules/m/files", "modules/m/templates", "modules/m/manifests"):
        (root / folder).mkdir(parents=True)
    (root / "environment.conf").write_text("")
    (root / "facts/n.json").write_text("{}")
    (root / "modules/m/files/inside").write_text("inside")
    (tmp_path / "secret").write_text(SECRET)
    (tmp_path / "secret.yaml").write_text(f"k: {SECRET}\n")
    (tmp_path / "secret.pp").write_text(f'class m::secret {{ notify {{ "{SECRET}": }} }}')
    (root / "modules/m/files/link").symlink_to("../../../../secret")
    (root / "modules/m/templates/link.epp").symlink_to("../../../../secret")
    (root / "modules/m/manifests/secret.pp").symlink_to("../../../../secret.pp")
    (root / "data/link.yaml").symlink_to("../../secret.yaml")
    return root


def compiled(root: Path, program: str, *, contained: bool = True, opened: tuple[str, ...] = ()) -> dict[str, Any]:
    (root / "manifests/site.pp").write_text(program)
    settings = {"ruby": "off", "trusted": not contained}
    request = {"environment_dir": str(root), "node": "n", "settings": settings, "opened": list(opened)}
    return jobs.preview(request, KeptFiles(StampedDisk()), NEVER)


#: Each shows the secret where the folder is trusted, as Puppet does.
DOORS = {
    "an absolute name": "notify { file('OUT/secret'): }",
    "a name that leads upwards": "notify { file('m/../../../../secret'): }",
    "a link": "notify { file('m/link'): }",
    "a binary": "notify { String(binary_file('OUT/secret'), '%s'): }",
    "a template": "notify { epp('OUT/secret'): }",
    "a linked template": "notify { epp('m/link.epp'): }",
    "a linked manifest": "include m::secret",
}
DATA = {
    "an absolute path": "path: OUT/secret.yaml",
    "a path that leads upwards": "path: ../../secret.yaml",
    "a link": "path: link.yaml",
    "a glob": "glob: OUT/secret*.yaml",
    "a folder": "path: secret.yaml\n    datadir: OUT",
    "a folder upwards": "path: secret.yaml\n    datadir: ..",
    "a mapped path": "mapped_paths: [facts.up, x, '%{x}/secret.yaml']",
}


def outside(answer: dict[str, Any]) -> bool:
    return "lies outside" in str((answer["unknown"], answer["error"], answer["catalog"]))


@pytest.mark.parametrize("door", DOORS)
def test_programs(root: Path, door: str) -> None:
    program = DOORS[door].replace("OUT", str(root.parent))
    assert SECRET in str(compiled(root, program, contained=False)["catalog"])
    answer = compiled(root, program)
    assert SECRET not in str(answer)
    assert outside(answer)
    assert SECRET in str(compiled(root, program, opened=(str(root.parent),))["catalog"])


@pytest.mark.parametrize("door", DATA)
def test_data(root: Path, door: str) -> None:
    level = DATA[door].replace("OUT", str(root.parent))
    (root / "hiera.yaml").write_text(f"version: 5\nhierarchy:\n  - name: one\n    {level}\n")
    (root / "facts/n.json").write_text('{"up": ["../.."]}')
    program = "notify { lookup('k'): }"
    assert SECRET in str(compiled(root, program, contained=False)["catalog"])
    answer = compiled(root, program)
    assert SECRET not in str(answer)
    assert outside(answer)


def test_it_is_not_told_whether_there_is_a_file(root: Path) -> None:
    for name in ("secret", "nothing"):
        answer = compiled(root, f"notify {{ \"x${{find_file('{root.parent}/{name}')}}\": }}")
        assert outside(answer)


def test_what_lies_inside_is_read(root: Path) -> None:
    assert compiled(root, "notify { file('m/inside'): }")["unknown"] == []
    assert "inside" in str(compiled(root, "notify { file('m/inside'): }")["catalog"])


def test_a_module_path_that_leads_anywhere(root: Path) -> None:
    """Modules count wherever they are, other folders do not become some by the environment's word."""
    elsewhere = root.parent / "elsewhere"
    (elsewhere / "real/manifests").mkdir(parents=True)
    (elsewhere / "real/manifests/init.pp").write_text("class real { notify { 'real': } }")
    (elsewhere / "docs").mkdir()
    (elsewhere / "docs/secret").write_text(SECRET)
    (root / "environment.conf").write_text(f"modulepath = modules:{elsewhere}\n")
    assert "real" in str(compiled(root, "include real")["catalog"])
    answer = compiled(root, f"include real\nnotify {{ file('{elsewhere}/docs/secret'): }}")
    assert SECRET not in str(answer)
    assert outside(answer)


@pytest.mark.parametrize("elsewhere", ["docs", "nothing"])
def test_a_link_among_the_modules_that_leads_to_none(root: Path, elsewhere: str) -> None:
    """A catalog that does not ask for it is what it is without the link."""
    (root.parent / "docs/files").mkdir(parents=True)
    (root.parent / "docs/files/secret").write_text(SECRET)
    (root / "modules/strange").symlink_to(root.parent / elsewhere)
    assert "inside" in str(compiled(root, "notify { file('m/inside'): }")["catalog"])
    answer = compiled(root, "notify { file('strange/secret'): }")
    assert answer["catalog"] is None
    assert SECRET not in str(answer)


def test_the_folder_of_modules_is_a_link(root: Path) -> None:
    """What is a module in it is one, wherever it leads; other folders do not become some."""
    elsewhere = root.parent / "elsewhere"
    (root / "modules").rename(elsewhere)
    (root / "modules").symlink_to(elsewhere)
    (elsewhere / "docs/files").mkdir(parents=True)
    (elsewhere / "docs/files/secret").write_text(SECRET)
    assert "inside" in str(compiled(root, "notify { file('m/inside'): }")["catalog"])
    assert SECRET in str(compiled(root, "notify { file('docs/secret'): }", contained=False)["catalog"])
    for program in ("notify { file('docs/secret'): }", f"notify {{ file('{root}/modules/docs/files/secret'): }}"):
        assert SECRET not in str(compiled(root, program))


@pytest.mark.parametrize("contained", [False, True])
def test_batch(root: Path, contained: bool) -> None:
    programs = [door.replace("OUT", str(root.parent)) for door in (DOORS["a link"], DOORS["an absolute name"])]
    programs.append("notify { file('m/inside'): }")
    lines = [
        json.dumps({"id": at, "environment_dir": str(root), "manifest": program, "settings": {"ruby": "off"}})
        for at, program in enumerate(programs)
    ]
    done = run_command("batch", "--workers", "1", *["--contained"][:contained], input="\n".join(lines))
    answers = sorted(map(json.loads, done.stdout.splitlines()), key=lambda answer: answer["id"])
    assert [SECRET in str(answer) for answer in answers] == [not contained, not contained, False]
    assert [outside(answer) for answer in answers] == [contained, contained, False]


def test_what_cannot_be_contained_is_refused(root: Path) -> None:
    done = run_command("catalog", "n", "--environment", root, "--contained", "--verify")
    assert done.returncode == 2
    assert "--verify lets Puppet read and run what the environment says: it cannot be --contained" in done.stderr
