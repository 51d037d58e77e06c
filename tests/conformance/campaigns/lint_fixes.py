"""Make all safe fixes of style in copies of modules, and ask real Puppet whether it still takes them.

    python tests/conformance/campaigns/lint_fixes.py CORPUS

`CORPUS` holds modules (folders with a metadata.json). Told is: what Puppet refuses after fixes, what a second run would fix again,
and each fix that changes the syntax tree where it must not.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from lint import manifests_of, modules_of
from puppetlens.base.edits import apply_edits
from puppetlens.base.language import Language
from puppetlens.base.position import Text
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.checks.registry import checks
from puppetlens.engine.check import check_paths
from puppetlens.engine.fixing import Fixing
from puppetlens.engine.settings import Settings as EngineSettings
from puppetlens.model.document import open_document
from puppetlens.model.settings import Settings
from puppetlens.model.world import World
from puppetlens.project.files import DiskFiles
from puppetlens.syntax.ast import dump

#: Where a fix says in another way what the AST has in one place: bare words, numbers, names, order.
RESAID = frozenset(
    [
        *("ensure_first_param", "ensure_not_symlink_target", "file_mode", "unquoted_file_mode", "topscope_variable"),
        *("relative_classname_inclusion", "relative_classname_reference", "unquoted_resource_title"),
        *("unquoted_string_in_case", "unquoted_string_in_selector", "resource_reference_with_unquoted_title"),
        *("names_containing_uppercase",),
    ]
)
#: As often as `check --fix`.
_ROUNDS = 10
_REFUSED = """\
require 'puppet'
Puppet.initialize_settings([], false)
$stdin.each_line(chomp: true) do |path|
  Puppet.override(Puppet.base_context(Puppet.settings)) { Puppet::Pops::Parser::EvaluatingParser.new.parse_file(path) }
rescue StandardError => e
  puts "#{path}: #{e.message.lines.first.chomp}"
end
"""


def copied(paths: Sequence[str], corpus: Path, folder: Path) -> list[Path]:
    """Manifests below the modules of a folder, in an environment that asks for style."""
    (folder / "environment.conf").write_text("")
    (folder / "puppetlens.toml").write_text("style = true\n")
    found = []
    for path in paths:
        copy = folder / "modules" / Path(path).relative_to(corpus)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(Path(path).read_bytes())
        found.append(copy)
    return found


def fix_all(folder: Path) -> tuple[int, list[str]]:
    """As `check --fix` does: how many findings are mended, and which could be mended still."""
    fixing, made = Fixing([str(folder)]), 0
    for _ in range(_ROUNDS):
        checked_at = time.time()
        reports = list(check_paths([str(folder)], EngineSettings(), quick=True))
        mended = fixing.fix(reports, checked_at)
        if not mended:
            break
        made += mended
    assert not fixing.left_alone, fixing.left_alone
    return made, [f"{each.path}:{each.at}: {each.code}" for each in reports if any(fix.safe for fix in each.fixes)]


def refused(paths: Sequence[Path]) -> list[str]:
    """What real Puppet says of those that it does not read."""
    done = subprocess.run(
        ["ruby", "-e", _REFUSED],
        check=True,
        input="".join(f"{path}\n" for path in paths),
        capture_output=True,
        text=True,
    )
    return done.stdout.splitlines()


def safe_fixes(paths: Sequence[str]) -> Iterator[tuple[str, str, bytes, bytes]]:
    """Path, code, text before and after, for each safe fix that edits this file alone."""
    levels = frozenset((code, "on" if check.style else "off") for code, check in checks().items())
    settings, folders = Settings((), Language((7, 0, 0)), levels), sorted({str(Path(path).parent) for path in paths})
    snapshot = World(DiskFiles(), [], settings, folders).snapshot()
    for path in paths:
        document = snapshot.document(path)
        assert document is not None
        if document.program.faults:  # a blank before the bracket of a reference
            continue
        for finding in diagnostics(snapshot, path):
            for fix in finding.fixes:
                if fix.safe:
                    yield (
                        path,
                        finding.code,
                        document.text.data,
                        apply_edits(document.text.data, [each.edit for each in fix.edits]),
                    )


def broken(fixes: Iterator[tuple[str, str, bytes, bytes]], made: Counter[str]) -> Iterator[tuple[str, str]]:
    """Path and code of those after which the text does not parse, or says something else. `made` counts all, by code."""
    last, before = "", None
    for path, code, old, new in fixes:
        made[code] += 1
        if path != last:
            last, before = path, _meaning(old)
        document = open_document(path, Text(new))
        if document.program.faults or (code not in RESAID and _meaning(new) != before):
            yield path, code


def _meaning(data: bytes) -> object:
    return _without_places(dump(open_document("/m/manifests/x.pp", Text(data)).program.body))


def _without_places(value: object) -> object:
    if isinstance(value, dict):
        kept = {key: each for key, each in value.items() if key not in ("start", "end", "anchor", "doc")}
        return {key: _without_places(each) for key, each in kept.items() if not key.endswith("_span")}
    return [_without_places(each) for each in value] if isinstance(value, list) else value


def main() -> None:
    with tempfile.TemporaryDirectory() as links, tempfile.TemporaryDirectory() as folder:
        paths = manifests_of(modules_of(Path(sys.argv[1]), Path(links)))
        copies = copied(paths, Path(links), Path(folder))
        before = refused(copies)
        made, left = fix_all(Path(folder))
        after = refused(copies)
        print(f"{len(paths)} files, {made} findings mended, {len(left)} could be again; {len(before)} refused before")
        print(f"{len(after)} refused after", *after, *left, sep="\n")
        counted: Counter[str] = Counter()
        for path, code in broken(safe_fixes(paths), counted):
            print(f"{path}: {code} says something else")
        print(f"{sum(counted.values())} fixes, each for itself:", dict(counted.most_common()))


if __name__ == "__main__":
    main()
