"""Takes secrets out of an answer before it leaves the evaluation: no face ever holds what it must not show.

Secret is what a Sensitive value hides, in a parameter that the catalog marks as sensitive, anywhere inside a value, or
where code unwraps one that it made itself. Such a text, and every text that was decrypted, is taken out wherever it turns
up, as unwrapped ones do: in a file's content, a title, a message. In its place stands `SECRET`. One of a few characters (`SHORT`)
counts only where no letter or digit touches it; and texts are found as they are, as JSON, base64 and Ruby's `inspect`
write them, and in tags, which Puppet makes of titles, in small letters; but not behind a digest or another encoding. Of a
list or hash that is Sensitive the texts inside are secret, too (`secret_texts`). Names of the answer's own fields and of
parameters stay as they are, whatever is secret.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from ..base.byte_text import ByteText, shown
from ..base.ruby_string import inspect_string
from ..catalog.secret_texts import SHORT, add_hidden
from ..catalog.text import SECRET

#: Fields of an answer that hold a value of Puppet's.
_VALUES = ("value", "default")

_NUMBER = re.compile(r"-?\d+(\.\d+)?(e[-+]?\d+)?")

Redact = Callable[..., Any]


def redaction(revealed: Iterable[str]) -> Redact:
    """What takes these texts, and what Sensitive values hide, out of JSON data: an answer as a whole.

    It is given the answer, and the texts that were Sensitive as far as the answer does not have them.
    """
    decrypted = {text for text in revealed if text.strip()}

    def redact(answer: Any, hidden: Iterable[str] = ()) -> Any:
        texts = {*decrypted, *hidden}
        if not add_hidden(answer, texts) and not texts:
            return answer  # most catalogs have no secrets
        numbers = decrypted | {text for text in texts if len(text) >= SHORT and _NUMBER.fullmatch(text)}
        return _Redaction(numbers, _pattern(text for text in texts if text.strip())).of(answer)

    return redact


class _Redaction:
    """Takes what the pattern finds out of data, and the numbers that are written so."""

    def __init__(self, numbers: set[str], found: re.Pattern[str] | None) -> None:
        self._numbers = numbers
        self._found = found
        self._found_in_tags = None if found is None else re.compile(found.pattern, re.IGNORECASE)
        #: What is shown of each text, and of each tag: most are there several times.
        self._shown: dict[str, str] = {}
        self._tags: dict[str, str] = {}
        #: The names of the answer's own fields, which are no secrets.
        self._fields: dict[Any, Any] = {}

    def of(self, value: Any, own: bool = True) -> Any:
        """`own`: it is a part of the answer's form, not a value of Puppet's."""
        if isinstance(value, str):
            return self._shown.get(value) or self._text(value)
        if isinstance(value, dict):
            return self._hash(value, own)
        if isinstance(value, list):
            of, known = self.of, self._shown
            return [(known.get(each) or self._text(each)) if type(each) is str else of(each, own) for each in value]
        return SECRET if self._numbers and isinstance(value, (int, float)) and str(value) in self._numbers else value

    def _text(self, value: str) -> str:
        shown = self._shown[value] = value if self._found is None else self._found.sub(SECRET, value)
        return shown

    def _tag(self, value: str) -> str:
        found = self._found_in_tags
        shown = self._tags[value] = value if found is None else found.sub(SECRET, value)
        return shown

    def _hash(self, value: dict[Any, Any], own: bool) -> dict[Any, Any]:
        if value.get("__ptype") == "Sensitive":
            return {"__ptype": "Sensitive", "__pvalue": SECRET}
        if own:
            return self._own(value)
        of, known = self.of, self._shown
        typed = "__ptype" in value
        return {
            (name if typed else of(name)): (
                (known.get(each) or self._text(each)) if type(each) is str else of(each, False)
            )
            for name, each in value.items()
        }

    def _own(self, value: dict[Any, Any]) -> dict[Any, Any]:
        of, known, fields = self.of, self._shown, self._fields
        is_resource = "parameters" in value and "title" in value
        shown: dict[Any, Any] = {}
        for name, item in value.items():
            field = fields.get(name)
            if field is None:
                field = fields[name] = name if str(name).isidentifier() else of(name)
            if type(item) is str:
                shown[field] = known.get(item) or self._text(item)
            elif name == "tags" and isinstance(item, list):  # else the origin of a parameter of that name
                shown[field] = [self._tags.get(each) or self._tag(each) for each in item]
            elif is_resource and name == "parameters":
                secret = value.get("sensitive_parameters") or ()
                shown[field] = {
                    each: SECRET if each in secret else of(of_it, False) for each, of_it in (item or {}).items()
                }
            else:
                shown[field] = of(item, name not in _VALUES)
        return shown


def _pattern(texts: Iterable[str]) -> re.Pattern[str] | None:
    """The longest comes first, so that nothing of it is left where a part of it is secret, too."""
    written = {form for text in texts for form in _forms(text) if form.strip()}
    longest = sorted(written, key=lambda form: (-len(form), form))
    alternatives = [
        re.escape(form) if len(form) >= SHORT else rf"(?<![^\W_]){re.escape(form)}(?![^\W_])" for form in longest
    ]
    return re.compile("|".join(alternatives)) if alternatives else None


def _forms(text: str) -> Iterable[str]:
    """A text as it may be written; each line of one with several, as it may be indented."""
    yield shown(text)
    yield shown(text).strip()
    yield json.dumps(text)[1:-1]
    yield inspect_string(text)[1:-1]
    data = text.data if isinstance(text, ByteText) else text.encode("utf-8", "surrogatepass")
    yield base64.b64encode(data).decode()
    if len(text) >= SHORT:
        yield from (line.strip() for line in text.splitlines() if len(line.strip()) >= SHORT)
