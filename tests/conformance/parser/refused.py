"""Texts that do not parse, and what real Puppet says of each.

python tests/conformance/parser/refused.py   # asks Puppet anew and records
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

from compare import Puppet

RECORDED = Path(__file__).parent / "refused.json"
_PLACE = re.compile(r" \((?:file: [^()]*, )?line: \d+(?:, column: \d+)?\)\Z")

MANIFESTS = (
    "notice(1", "{", "node", "class", "case $x", "aX-", "@@", "fail a, b, (c", "include a, ", "such that, ",
    "notice(]", "a => 1", "x => true ]", "true ] ", "~", "<| |>", ":", "%", "1.2.3", "undef = 1]", "a ? { }",
    "case $x { }", "define a($b { }", "a::b { x: y }", "function foo( { }", "node {}", "node 'x' inherits { }",
    "node a-b. {}", "type a = Integer", "type 'x' = 1", "define if {}", "x { 'a': y => 1, , }", "[1, , 2]",
    "foo(1, , 2)", "if 1, 2 {}", "notice 1, 2, ]", "file { 'a': ensure => present mode => '0644' }",
    "class a {\n  include b\n", "if $x {\n} else if $y {\n}\n", "$a = {\n  'b' => 1\n  'c' => 2\n}\n",
    "notify { 'a':\n  message => 'b'\n", "class a ($b = 1,, $c) {}", "<<<<<<< HEAD\ninclude a\n=======\n",
    "notice('\u00e9' '\u00fc' ])", "\u00e9", "$\u00e9", "x(`a`)", "'\u00e9\u00e9' ] ", "[\"a\nb\" 'c\nd']",
    "1, 2", "$a, $b = 1", "[1], [2]", "class a {} , 2", "if true { 1, 2 }", "a, b, c ] d", "class a {  b, c  ] }",
    "f(a) b, c", "foo 1, 2", "such that, x", "class { 'a': } , 3", "notify, {'w' => 1}",
    "class 'a' {}", "class \"a\" {}", "define 'a' {}", "function 'a'() {}", "class a inherits 'b' {}", "class class {}",
    "class { include ::b }", "@x", "@@x", "plan x() {}", "apply('x') { }", "{a => 1} {b => 2}",
    "'abc", "\"abc", "'a' 'b", "\"abc${x", "\"abc$", "\"abc${1 +}def\"", "\"${a[}\"", "\"\u00e9${1+}\"", "\"x $ y\" ]",
    "\"${ \"a${1 2}\" }\"", "\"a$b${c d}e\"", "12x", "0x", "0xg", "09", "1e", "1.5x", "$x = 3z\n",
    "::A::b", "A::b", "::9", "a::", "/* abc", "$x::", "x / ] /", "notice(/a/ /b/)",
    "@(x", "@(x)", "@(\"\")\n", "@(a:B)\na", "@(a/tt)\nx\na", "@(a/q)\nx\na", "@(a)\nx", "@(A, )\nx\nA\n",
    "notice(@(A) @(B))\nx\nA\ny\nB\n", "notice(@(\"A\"))\n  x ${1 +} y\n  | A\n", "$a = @(A)\n x\n A\n]",
)  # fmt: skip

TEMPLATES = (
    "a <%= 1 +%> b", "<% if true { %>", "<%= $x", "<% ", "a <%# b", "<% } %>", "<%- | $a, | -%> x <% ] %>",
    "<%= [1, %>\ntext\n<%= 2] %>", "<%= 'a %>", "a <%% b %%> <%= ] %>",
)  # fmt: skip


class Said(NamedTuple):
    """Puppet's message, without the place, and the place: None at the end of the text."""

    message: str
    line: int | None
    column: int | None


def ask_puppet() -> list[tuple[bool, str, Said]]:
    with Puppet() as puppet:
        found = []
        for epp, sources in ((False, MANIFESTS), (True, TEMPLATES)):
            for source in sources:
                answer = puppet.ask(source=source, epp=epp)
                assert "error" in answer, f"Puppet takes {source!r}"
                message = _PLACE.sub("", str(answer["error"]))
                # What follows in an error of Ruby's own is a line of Puppet's source.
                message = message.split("\n")[0] if message.startswith("undefined method") else message
                found.append((epp, source, Said(message, answer["line"], answer["pos"])))
        return found


def recorded() -> list[tuple[bool, str, Said]]:
    return [(epp, source, Said(*said)) for epp, source, said in json.loads(RECORDED.read_text("utf-8"))["answers"]]


if __name__ == "__main__":
    version = subprocess.run(["puppet", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    lines = ",\n".join(json.dumps(answer) for answer in ask_puppet())
    RECORDED.write_text(f'{{"puppet": "{version}", "answers": [\n{lines}\n]}}\n', "utf-8")
