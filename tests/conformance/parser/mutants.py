"""Break valid files by one token and compare what Puppet's parser and ours make of them.

python tests/conformance/parser/mutants.py ROOT... [--count N] [--seed N] [--show N]

Prints how many of those that Puppet rejects are flagged (and refused in its words, at its place), and how many
of those it accepts.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from compare import Puppet
from puppetlens.base.position import Text
from puppetlens.syntax.lexer import Lexer, Token
from puppetlens.syntax.parse import dialect_of, parse
from puppetlens.syntax.refusal import refusal

_PLACE = re.compile(r" \((?:file: [^()]*, )?line: \d+(?:, column: \d+)?\)\Z")


@dataclass
class Tally:
    """`worded`: of the rejected, those refused with Puppet's own message, line and column."""

    rejected: int = 0
    flagged: int = 0
    worded: int = 0
    accepted: int = 0
    wrongly_flagged: int = 0
    differences: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        def share(part: int) -> str:
            return f"{part} ({100 * part / max(1, self.rejected):.2f} %)"

        return (
            f"{self.rejected} mutants rejected by Puppet: {share(self.flagged)} flagged, {share(self.worded)} in its"
            f" words; {self.accepted} accepted: {self.wrongly_flagged} flagged"
        )


def mutate(text: str, tokens: Sequence[Token], chance: random.Random) -> str:
    """The text with one token deleted, doubled, swapped with the next, or replaced by another of the file."""
    at = chance.randrange(len(tokens) - 1)
    token, following = tokens[at], tokens[at + 1]
    before, word, behind = text[: token.start], text[token.start : token.end], text[token.end :]
    kind = chance.choice(("delete", "double", "swap", "replace"))
    if kind == "delete":
        return before + behind
    if kind == "double":
        return before + word + chance.choice(("", " ")) + word + behind
    if kind == "swap":
        between = text[token.end : following.start]
        return before + text[following.start : following.end] + between + word + text[following.end :]
    other = chance.choice(tokens)
    return before + text[other.start : other.end] + behind


def mutants(paths: Sequence[Path], count: int, seed: int) -> Iterator[tuple[Path, str]]:
    """Mutants of valid files, several of a file, reproducibly."""
    chance = random.Random(seed)
    made = 0
    while made < count:
        path = chance.choice(paths)
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue
        if not 60 < len(text) < 12_000 or parse(Text(text), dialect_of(str(path))).program.faults:
            continue
        epp = path.suffix == ".epp"
        # A token inside a string or a heredoc may come before one that encloses it.
        tokens = sorted(
            (token for token in Lexer(text, epp="text" if epp else "").tokens() if token.start < token.end),
            key=lambda token: (token.start, token.end),
        )
        tokens = [a for a, b in pairwise(tokens) if a.end <= b.start]
        for _ in range(min(5, count - made) if len(tokens) > 1 else 0):
            made += 1
            yield path, mutate(text, tokens, chance)


def compare_mutants(roots: Sequence[Path], count: int, seed: int) -> Tally:
    """Ask both parsers about `count` mutants of the files below the roots."""
    paths = [path for root in roots for path in sorted(root.rglob("*")) if path.suffix in (".pp", ".epp")]
    paths = [path for path in paths if path.is_file() and "plans" not in path.parts]
    tally = Tally()
    with Puppet() as puppet:
        for path, source in mutants(paths, count, seed):
            answer = puppet.ask(source=source, epp=path.suffix == ".epp", tasks=False)
            judge(path, source, answer, tally)
    return tally


def judge(path: Path, source: str, answer: dict[str, object], tally: Tally) -> None:
    text = Text(source)
    file = parse(text, dialect_of(str(path)))
    refused = refusal(file)
    if "error" not in answer:
        tally.accepted += 1
        if refused is not None:
            tally.wrongly_flagged += 1
            tally.differences.append(f"{path.name}: flagged: {refused.message}\n{excerpt(text, refused.offset)}")
        return
    tally.rejected += 1
    said = _PLACE.sub("", str(answer["error"]))
    if refused is None:
        tally.differences.append(f"{path.name}: missed: {said} {answer['line']}:{answer['pos']}\n")
        return
    tally.flagged += 1
    place = (None, None) if refused.offset is None else tuple(text.puppet_position(refused.offset))
    # Behind the first line of an error of its own Ruby shows the line of Puppet that raised it.
    said = said if said.startswith("Syntax error") else said.split("\n")[0]
    if (refused.message, place) == (said, (answer["line"], answer["pos"])):
        tally.worded += 1
    else:
        theirs = f"{said} {answer['line']}:{answer['pos']}"
        ours = f"{refused.message} {place[0]}:{place[1]}"
        tally.differences.append(f"{path.name}: {theirs}; we say {ours}\n{excerpt(text, refused.offset)}")


def excerpt(text: Text, offset: int | None) -> str:
    at = len(text.data) if offset is None else offset
    return text.data[max(0, at - 80) : at + 40].decode("utf-8", "replace")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("roots", nargs="+", type=Path)
    arguments.add_argument("--count", type=int, default=2000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--show", type=int, default=20)
    options = arguments.parse_args()
    result = compare_mutants(options.roots, options.count, options.seed)
    print("\n---- ".join(result.differences[: options.show]))
    print(result)
