"""A fork and what it came from go their own ways."""

from __future__ import annotations

import random

from puppetlens.model.forking import ForkingDict, Relation


def test_a_dictionary() -> None:
    chance = random.Random(1)
    held: list[tuple[ForkingDict[int, int], dict[int, int]]] = [(ForkingDict(), {})]
    for _ in range(20_000):
        mine, plain = chance.choice(held)
        key = chance.randrange(2_000)
        if key in plain and chance.random() < 0.4:
            mine.drop(key)
            del plain[key]
        else:
            mine.put(key, plain.setdefault(key, chance.random().__hash__()))
        if len(held) < 6 and chance.random() < 0.001:
            held.append((mine.fork(), dict(plain)))
    assert len(held) == 6
    for mine, plain in held:
        assert {key: mine.get(key) for key in mine} == plain
        assert all((key in mine) == (key in plain) for key in range(2_000))


def test_a_relation() -> None:
    chance = random.Random(2)
    held: list[tuple[Relation[str, int], dict[str, set[int]]]] = [(Relation(), {})]
    for _ in range(20_000):
        mine, plain = chance.choice(held)
        key, member = chance.choice("abcdefgh"), chance.randrange(9)
        members = plain.setdefault(key, set())
        if chance.random() < 0.5:
            mine.add(key, member)
            members.add(member)
        else:
            mine.discard(key, member)
            members.discard(member)
        if len(held) < 6 and chance.random() < 0.001:
            held.append((mine.fork(), {each: set(those) for each, those in plain.items()}))
    assert len(held) == 6
    for mine, plain in held:
        assert mine.plain() == {key: members for key, members in plain.items() if members}
        assert all(("a" <= key <= "h" and bool(plain.get(key))) == (key in mine) for key in "abcdefghi")
