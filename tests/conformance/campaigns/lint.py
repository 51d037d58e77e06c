"""Ask real puppet-lint about files, and compare what it finds with our checks of style, by check, line and column.

    python tests/conformance/campaigns/lint.py CORPUS [--puppet-lint FOLDER] [--plugins FOLDER] [--show CHECK]

`CORPUS` holds modules (folders with a metadata.json). Of puppet-lint the packaged one is asked, or that of a checkout; `--plugins`
is a folder of plugins' files. The table says, check by check, how many findings both have and how many one of them alone.
Why they differ where they do by intention, docs/configuration.md says.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from packaged_environment import module_name
from puppetlens.base.language import Language
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.checks.registry import checks
from puppetlens.model.settings import Settings
from puppetlens.model.world import World
from puppetlens.project.files import DiskFiles

#: (file, check, line, column)
Found = tuple[str, str, int, int]

PAGE = Path(__file__).parents[3] / "docs/configuration.md"


class Difference(NamedTuple):
    """A row of the page: what is found otherwise by intention, and a program that shows it."""

    check: str
    there: str
    here: str
    program: str


def differences() -> list[Difference]:
    """Those that the page of the configuration names."""
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| (.*) \| `(.*)` \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    return [Difference(check, there, here, program.replace(r"\n", "\n")) for check, there, here, program in rows]


def reasons() -> dict[str, str]:
    """Why a check finds something else, by its name."""
    found: dict[str, str] = {}
    for row in differences():
        found[row.check] = "; ".join(filter(None, (found.get(row.check), f"there: {row.there}, here: {row.here}")))
    return found


#: Off by themselves in puppet-lint.
_OFF = ("80chars", "class_inherits_from_params_class", "code_on_top_scope", "quoted_booleans")


def modules_of(corpus: Path, root: Path) -> Iterator[Path]:
    """The modules under their own names, as links below `root`."""
    for folder in sorted(corpus.iterdir()):
        link = root / module_name(folder)
        link.symlink_to(folder)
        yield link


def manifests_of(modules: Iterable[Path]) -> list[str]:
    return sorted(str(path) for module in modules for path in module.rglob("manifests/**/*.pp"))


def theirs(paths: Sequence[str], checkout: Path | None = None, plugins: Sequence[Path] = ()) -> set[Found]:
    """What real puppet-lint finds."""
    program = ["puppet-lint"]
    if checkout is not None:
        program = ["ruby", "-I", str(checkout / "lib"), str(checkout / "bin/puppet-lint")]
    options = ["--no-config", "--json", *(option for each in plugins for option in ("--load", str(each)))]
    options += [f"--{name}-check" for name in _OFF]
    found: set[Found] = set()
    for at in range(0, len(paths), 200):
        done = subprocess.run(
            [*program, *options, *paths[at : at + 200]], check=False, capture_output=True, text=True, env=_ENVIRONMENT
        )
        for problem in (each for file in json.loads(done.stdout) for each in file):
            found.add((problem["path"], problem["check"], problem["line"], problem["column"]))
    return found


_ENVIRONMENT = {"PATH": "/usr/bin:/bin:/usr/local/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"}


def ours(paths: Sequence[str], modules: Path) -> set[Found]:
    """What our checks of style find."""
    levels = frozenset((code, "on" if check.style else "off") for code, check in checks().items())
    settings = Settings((str(modules),), Language((7, 0, 0)), levels)
    snapshot = World(DiskFiles(), [], settings, sorted({str(Path(path).parent) for path in paths})).snapshot()
    found: set[Found] = set()
    for path in paths:
        document = snapshot.document(path)
        for finding in diagnostics(snapshot, path):
            at = document.text.puppet_position(finding.anchor) if document is not None else None
            if at is not None:
                found.add((path, finding.code, at.line, at.column))
    return found


def table(real: set[Found], own: set[Found], names: Iterable[str]) -> Iterator[str]:
    both, missing, more = Counter(), Counter(), Counter()  # type: ignore[var-annotated]
    for counter, found in ((both, real & own), (missing, real - own), (more, own - real)):
        counter.update(check for _, check, _, _ in found)
    why = reasons()
    yield f"{'check':55} {'both':>7} {'theirs':>7} {'ours':>7}"
    everything, same = sum((both + missing + more).values()), sum(both.values())
    yield f"{'all':55} {same:7} {sum(missing.values()):7} {sum(more.values()):7} {100 * same / max(1, everything):6.1f} %"
    for name in sorted(names):
        total = both[name] + missing[name] + more[name]
        share = f"{100 * both[name] / total:6.1f} %" if total else ""
        yield f"{name:55} {both[name]:7} {missing[name]:7} {more[name]:7} {share:>9} {why.get(name, '') if total > both[name] else ''}".rstrip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--puppet-lint", type=Path)
    parser.add_argument("--plugins", type=Path)
    parser.add_argument("--show", action="append", default=[], help="list the differences of a check")
    parser.add_argument("--kept", type=Path, help="where what puppet-lint finds is kept")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        paths = manifests_of(modules_of(chosen.corpus, root))
        plugins = sorted(chosen.plugins.glob("*.rb")) if chosen.plugins else []
        if chosen.kept and chosen.kept.exists():
            real = {(str(root / each[0]), *each[1:]) for each in json.loads(chosen.kept.read_text())}
        else:
            real = theirs(paths, chosen.puppet_lint, plugins)
            if chosen.kept:
                kept = [(str(Path(each[0]).relative_to(root)), *each[1:]) for each in real]
                chosen.kept.write_text(json.dumps(kept))
        own = ours(paths, root)
        names = {each[1] for each in real | own}
        print(f"{len(paths)} files")
        print("\n".join(table(real, own, names)))
        for name in chosen.show:
            for side, found in (("theirs", real - own), ("ours", own - real)):
                for path, check, line, column in sorted(each for each in found if each[1] == name)[:15]:
                    text = Path(path).read_text("utf-8", "replace").split("\n")[line - 1]
                    print(f"{side} {check} {Path(path).resolve()}:{line}:{column}: {text.strip()[:120]}")
    sys.exit(0)


if __name__ == "__main__":
    main()
