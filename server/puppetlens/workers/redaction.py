"""Takes secrets out of an answer before it leaves the evaluation: no face ever holds what it must not show.

Secret is what a Sensitive value hides, in a parameter that the catalog marks as sensitive, anywhere inside a value, or
where code unwraps one that it made itself. Such a text, and every text that was decrypted, is taken out wherever it turns
up, as unwrapped ones do: in a file's content, a title, a message. In its place stands `SECRET`. One of a few characters
counts only where no letter or digit touches it; and texts are found as they are, and as JSON, base64 and Ruby's `inspect`
write them, but not behind a digest or another encoding. Of a list or hash that is Sensitive the texts inside are no secrets
by themselves: most are names and modes.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from ..catalog.text import SECRET
from ..types.byte_text import ByteText, shown
from ..types.ruby_text import inspect

#: Texts shorter than this are searched as words.
_SHORT = 6

Redact = Callable[..., Any]


def redaction(revealed: Iterable[str]) -> Redact:
    """What takes these texts, and what Sensitive values hide, out of JSON data: an answer as a whole.

    It is given the answer, and the texts that were Sensitive as far as the answer does not have them.
    """
    decrypted = {text for text in revealed if text.strip()}

    def redact(answer: Any, hidden: Iterable[str] = ()) -> Any:
        texts = {*decrypted, *hidden}
        _add_hidden(answer, texts)
        return _Redaction(decrypted, _pattern(text for text in texts if text.strip())).of(answer)

    return redact


def _add_hidden(value: Any, found: set[str]) -> None:
    """The texts that are Sensitive somewhere in the data."""
    if isinstance(value, list):
        for item in value:
            if isinstance(item, (list, dict)):
                _add_hidden(item, found)
    elif isinstance(value, dict):
        if value.get("__ptype") == "Sensitive" and isinstance(value.get("__pvalue"), str):
            found.add(value["__pvalue"])
        if "sensitive_parameters" in value:
            parameters = value.get("parameters", {})
            shown = (parameters.get(name) for name in value["sensitive_parameters"])
            found.update(text for text in shown if isinstance(text, str))
        for item in value.values():
            if isinstance(item, (list, dict)):
                _add_hidden(item, found)


class _Redaction:
    """Takes what the pattern finds out of data, and numbers that are among the decrypted texts."""

    def __init__(self, decrypted: set[str], found: re.Pattern[str] | None) -> None:
        self._decrypted = decrypted
        self._found = found
        #: What is shown of each text: most are there several times.
        self._shown: dict[str, str] = {}

    def of(self, value: Any) -> Any:
        if isinstance(value, str):
            if self._found is None:
                return value
            known = self._shown.get(value)
            if known is None:
                known = self._shown[value] = self._found.sub(SECRET, value)
            return known
        if isinstance(value, list):
            return [self.of(item) for item in value]
        if isinstance(value, dict):
            return self._hash(value)
        return (
            SECRET if self._decrypted and isinstance(value, (int, float)) and str(value) in self._decrypted else value
        )

    def _hash(self, value: dict[Any, Any]) -> dict[Any, Any]:
        if value.get("__ptype") == "Sensitive":
            return {"__ptype": "Sensitive", "__pvalue": SECRET}
        shown = {self.of(name): self.of(item) for name, item in value.items()}
        if "sensitive_parameters" in value:
            hidden = dict.fromkeys(value["sensitive_parameters"], SECRET)
            parameters = shown.get("parameters", {})
            shown["parameters"] = {**parameters, **{name: hidden[name] for name in hidden if name in parameters}}
        return shown


def _pattern(texts: Iterable[str]) -> re.Pattern[str] | None:
    """The longest comes first, so that nothing of it is left where a part of it is secret, too."""
    written = {form for text in texts for form in _forms(text) if form.strip()}
    longest = sorted(written, key=lambda form: (-len(form), form))
    alternatives = [
        re.escape(form) if len(form) >= _SHORT else rf"(?<![^\W_]){re.escape(form)}(?![^\W_])" for form in longest
    ]
    return re.compile("|".join(alternatives)) if alternatives else None


def _forms(text: str) -> Iterable[str]:
    """A text as it may be written; each line of one with several, as it may be indented."""
    yield shown(text)
    yield shown(text).strip()
    yield json.dumps(text)[1:-1]
    yield inspect(text)[1:-1]
    data = text.data if isinstance(text, ByteText) else text.encode("utf-8", "surrogatepass")
    encoded = base64.b64encode(data).decode()
    if len(text) >= _SHORT:
        yield encoded
        yield from (line.strip() for line in text.splitlines() if len(line.strip()) >= _SHORT)
