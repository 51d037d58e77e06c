"""Regular expressions and texts, and what Ruby makes of them: `regexps.json`, by `python -m tests.types.ruby_regexps`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).parent / "regexps.json"

SOURCES = [
    # classes of characters
    r"\w+", r"\W+", r"\d+", r"\s+", r"\S+", r"\h+", r"\H+", r"\bé", r"é\b", r"[\w]+", r"[^\w]+", r"[^\s\d]+", r"\R", r"\X",
    *(rf"[[:{name}:]]+" for name in ("alpha", "word", "space", "upper", "lower", "punct", "digit", "alnum", "graph", "print",
                                     "xdigit", "blank", "cntrl", "^alpha")),
    r"\p{Alpha}+", r"\p{L}+", r"\P{L}+", r"\p{^L}+", r"\p{Han}+", r"\p{Upper}", r"\pL",
    r"[]a]", r"[^]a]", r"[a-]", r"[-a]", r"[a\-z]+", r"[a-z&&[^b]]+", r"[a-c[x-z]]+", r"[^a-c[x-z]]+", r"[~~]+", r"[\]]",
    r"[a-z-9]+", r"[[:alpha:]_][\w]*", r"[.]", r"[$^]", r"[a[b]c]+",
    # places
    r"^a", r"a$", r"\Aa", r"a\z", r"a\Z", r"^$", r"^\s*$", r"\B", r"(?<=\n)^", r"\G", r"a\Kb", r"\z", r"$",
    # options
    r"a.b", r"(?m)a.b", r"(?m:a.b)", r"(?-m:a.b)", r"(?i)ABC", r"(?i:É)", r"(?i)ß", r"a(?i)B", r"(?i)a(?-i)B",
    r"(?x) a  b # c", r"(?x-mi:a b)", r"(?mix)A . B", r"(?u)[[:alpha:]]+", r"(?a:[[:alpha:]]+)", r"(?a)\w+", r"(?i)[a-z]+",
    # groups
    r"(a)(b)?", r"(?<x>a)(?<y>b)?", r"(?<x>a)(b)", r"(?:a)(b)", r"(?<x>.)\k<x>", r"(.)\1", r"(?<x>(?:\((?:\g<x>)*\)))",
    r"(a|b\g<1>c)", r"(?'x'a)\k'x'", r"(?<n>a)|(?<n>b)", r"(?<a-b>x)", r"(a)?(?(1)b|c)", r"(?<x>a)?(?(<x>)b|c)", r"(?#c)a",
    r"(?=a)a", r"(?!a)b", r"(?<=a)b", r"(?<!a)b", r"(?<=a|bc)d", r"()", r"(|a)", r"((a)|(b))+", r"(a*)*b",
    # quantifiers
    r"a++b", r"a*+a", r"a?+a", r"(?>a*)a", r"a{2}", r"a{2,}", r"a{,2}", r"a{2,3}?", r"a{2}+", r"a{,}", r"a{", r"a{x}", r"}",
    r"a{2}?", r"[ab]{2}?b", r"(?~ab)", r"(?~a)", r"a(?~b)b", r"/\*(?~\*/)\*/", r"(?~)", r"x(?~\n)y", r"(?~a|b)", r"((?~b))b",
    r"a**", r"a+*", r"(?:ab){2}+", r"[ab]{2}+",
    # escapes
    r"\x41", r"\u0041", r"\u{41 42}", r"\101", r"\0", r"\e", r"\a", r"\v", r"\cA", r"\C-a", r"\i", r"\_", r"\/", r"\é",
    # faults
    r"(", r")", r"[", r"*", r"+a", r"a|*", r"(?", r"(?<", r"(?<x", r"(?z)", r"[b-a]", r"[[:foo:]]", r"\x", r"\xZ", r"\u12",
    r"\u{110000}", r"\u{}", r"a{3,2}", r"a{1000000}", r"[a-\d]", r"[\d-a]", r"(?<1>a)", r"(?<>a)", r"(?<x>a)\k<y>", r"\k<x>",
    r"\g<x>", r"(a)\2", r"(?P<x>a)", r"(?|a|b)", r"(?(1)a|b)", r"(?R)", r"(?<=a+)b", r"\M-a", "\\",
    r"(\g<1>)", r"(?<a>\g<a>)", r"(?<a>a\g<a>)", r"(?<a>a\g<a>?)", r"(?<a>a|\g<a>b)", r"(?<a>a\g<a>|b)", r"(a?\g<1>)",
    r"(?<a>\g<b>)(?<b>\g<a>)", r"(?<a>(?=\g<a>)a)", r"a\g<0>?", r"[z-a-c]", r"[é-a]", r"[\x62-a]", r"[a-\x41]", r"[]a", r"[^]",
    r"(?<=(a|bc))d", r"(?<=(?:a|bc)d)", r"(?<=a{2})b", r"(?<=a{1,2})", r"(?<=\1)(a)", r"(?<=\X)", r"(?<=\R)", r"\p{Foo}",
    r"[\p{Foo}]", r"(?<r>a)(?<r>b)\g<r>", r"(?<n>(a)?(?(1)b|c))",
]  # fmt: skip
TEXTS = [
    "", "a", "b", "ab", "aab", "aaab", "ABC", "a\nb", "a\r\nb", "b\na", "a\n", "é", "été ß É", "ss SS ß", "日本 λΛ", "(())()",
    "foo_bar-12.5", "x  y\tz", "a(b)", "aXb", "\x01\x07\x1b\x0b", "A", "AB", "[]]", "a-b&~|", "abab aa bb", "aaaaaaaaaaaa!",
    "a b # c", "\x00", "e\u0301x", "bcd ad", "^$", "{2}a{x}a{,2}aa", " \n ", "\u00a0x\u2003y", "५",
]  # fmt: skip

_RUBY = """
require 'json'
Encoding.default_internal = Encoding::UTF_8
asked = JSON.parse(STDIN.read)
answers = asked['sources'].map do |source|
  pattern = Regexp.new(source)
  asked['texts'].map { |text| (found = pattern.match(text)) && [found.begin(0), *found.to_a] }
rescue RegexpError => error
  error.message
end
puts JSON.generate('version' => RUBY_VERSION, 'answers' => answers)
"""


def ask_ruby() -> dict[str, Any]:
    """{"version", "answers": for each source the fault's message, or for each text [start, match, groups...] or null}."""
    asked = json.dumps({"sources": SOURCES, "texts": TEXTS})
    run = subprocess.run(["ruby", "-W0", "-e", _RUBY], input=asked, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


if __name__ == "__main__":
    found = ask_ruby()
    rows = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in found["answers"])
    RECORDED.write_text(f'{{"version": "{found["version"]}", "answers": [\n{rows}\n]}}\n', encoding="utf-8")
