"""How much a name is like what is around the place where it would stand: by whole names, and by the words in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from .place import Place

#: Attributes whose names say nothing of what their values are called.
_PLAIN = frozenset(("value", "content", "ensure", "name", "path", "source", "command", "title", "require", "notify"))
_STRING = re.compile(r"['\"/]([\w:./-]+)['\"]")
_LAST = re.compile(r"[/:.]+")


def names_wanted(place: Place) -> tuple[str, ...]:
    """What a value is called where it goes: the attribute, the variable, the setting in the title; and the other way
    round, of an attribute, what its value is called."""
    if place.kind == "attribute":
        return tuple(each.rpartition("::")[2].lower() for each in re.findall(r"\$\{?(?:::)?([\w:]+)", place.follows))
    if place.kind not in ("variable", "value"):
        return ()
    names = [place.key.lower()] if place.key not in _PLAIN else []
    if place.hint and not place.owner.startswith("compared"):
        names.append(_LAST.split(place.hint)[-1].lower())
    if not names:
        names += [_LAST.split(each)[-1].lower() for each in _STRING.findall(place.before)]
    return tuple(dict.fromkeys(filter(None, names)))


def words_around(place: Place) -> Mapping[str, float]:
    """The words of the line, of the title, and of the file's name: each with what sharing it is worth."""
    return place.view.once(("words around", place.kind, place.span), lambda: _words_around(place))


def _words_around(place: Place) -> Mapping[str, float]:
    if place.kind not in ("variable", "value", "path", "title", "class", "statement", "resource_type", "attribute"):
        return {}
    found: dict[str, float] = {}
    path = place.view.path.rpartition("/modules/")[2].replace("/manifests/", "/").removesuffix(".pp")
    texts = [(path, 0.6), (place.hint, 1.0), (place.key, 1.0), (place.before, 0.6), (place.follows, 0.5)]
    if place.owner.startswith("attribute:"):
        texts.append((place.owner.partition(":")[2], 0.6))
    for text, worth in texts:
        for word in words_of(text):
            found[word] = max(found.get(word, 0.0), worth)
    return found


@lru_cache(maxsize=16384)
def words_of(text: str) -> tuple[str, ...]:
    return tuple(word for word in re.split(r"[\W_\d]+", text.lower()) if len(word) > 2 and word not in _EXTENSIONS)


_EXTENSIONS = frozenset(("erb", "epp", "conf", "puppet", "modules", "template"))


def likeness(label: str, names: tuple[str, ...], words: Mapping[str, float]) -> tuple[bool, bool, float]:
    """Whether it is called as it is wanted, or in part; and how much of its words is around."""
    short, own = _parts(label)
    same = short in names
    like = False
    for name in names if not same else ():
        if name.endswith(f"_{short}") or short.endswith(f"_{name}") or name.startswith(f"{short}_"):
            like = True
    return same, like, _shared(own, words)


def shared(label: str, words: Mapping[str, float]) -> float:
    return _shared(_parts(label)[1], words)


def _shared(own: tuple[str, ...], words: Mapping[str, float]) -> float:
    if words.keys().isdisjoint(own):
        return 0.0
    found = 0.0
    for word in own:
        if word in words:
            found += words[word]
    return found / (1 + len(own))


@lru_cache(maxsize=16384)
def _parts(label: str) -> tuple[str, tuple[str, ...]]:
    """A name without its namespace, and all its words."""
    return label.lstrip("$").rpartition("::")[2], words_of(label)
