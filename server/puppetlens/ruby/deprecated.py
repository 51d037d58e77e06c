"""Whether a doc calls its subject deprecated, and what it says to use instead.

Puppet Strings has a tag for it; most write it in words: "DEPRECATED. Use ..." at the beginning of the text, of `@summary`, `@note` or
`@param`, "(DEPRECATED)" at the end of a line, "This class is deprecated" somewhere.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .doc import Doc, parse_doc

#: What stands in every text that counts, in whatever case.
WORD = "deprecated"
_BEGINS = re.compile(
    r"[\s*_>!-]*(?:note:?[\s*_]*)?deprecated\b(?![\s*_]*param)[\s*_.:!,;-]*(.*)", re.IGNORECASE | re.DOTALL
)
_ENDS = re.compile(r"\(deprecated\W*\)\W*$", re.IGNORECASE)
_SAYS = r"\bthis (?:%s) (?:is|has been|was)(?: now)? deprecated\b[\s*_.:!,;-]*(.*)"
_DEFINITION = re.compile(
    _SAYS % "class|define|defined type|resource type|function|type|data type|alias|module", re.IGNORECASE | re.DOTALL
)
_PARAMETER = re.compile(_SAYS % "parameter|property|attribute|option", re.IGNORECASE | re.DOTALL)
_ADVICE = re.compile(
    r"\b(?:us(?:e|ing)|favou?r|replaced?|instead|removed?|no longer|no effect|since|see)\b", re.IGNORECASE
)
_LINK = re.compile(r"\[([^][]+)\]\([^()]*\)")
#: So much is told of it.
_LONGEST = 160


@lru_cache(maxsize=1024)
def deprecated_by(text: str) -> str | None:
    """What a comment says to use instead ("" where it says nothing); None where its subject is not deprecated."""
    return deprecated_by_doc(parse_doc(text)) if WORD in text.lower() else None


def deprecated_by_doc(doc: Doc) -> str | None:
    """The same of a comment that was read."""
    tag = next(iter(doc.of("deprecated")), None)
    if tag is not None:
        return _short(tag.text)
    texts = (doc.text, *(each.text for kind in ("summary", "note") for each in doc.of(kind)))
    return next((said for each in texts if (said := _said(each, _DEFINITION)) is not None), None)


def deprecated_parameter(text: str) -> str | None:
    """The same of what is said of a parameter or attribute."""
    return _said(text, _PARAMETER)


@lru_cache(maxsize=1024)
def parameters_of(text: str) -> dict[str, str]:
    """What a comment says of parameters that it calls deprecated, by their names."""
    documented = parse_doc(text).parameters if WORD in text.lower() else {}
    return {name: said for name, each in documented.items() if (said := deprecated_parameter(each)) is not None}


def _said(text: str, says: re.Pattern[str]) -> str | None:
    if WORD not in text.lower():
        return None
    first = text.strip().partition("\n\n")[0]
    found = _BEGINS.match(first) or says.search(text)
    return _short(found[1]) if found is not None else "" if _ENDS.search(first) else None


def _short(text: str) -> str:
    """One line of the first paragraph, without what only a page shows; nothing where it does not say what to do."""
    line = " ".join(_LINK.sub(r"\1", text.partition("\n\n")[0]).split())
    if _ADVICE.search(line) is None:
        return ""
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST].rpartition(' ')[0]} ..."
