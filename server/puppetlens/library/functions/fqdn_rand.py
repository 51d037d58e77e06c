"""An integer from 0 up to, not including, a maximum: random, but the same for a node every time.

It depends on the node's name (the fact `networking.fqdn`), the maximum and the seed; with `true` as third
argument the name's case does not count.
"""

from __future__ import annotations

import random
import re

from ...base.errors import PuppetError
from ...types.ruby_number import whole
from ...types.values import Hash, Unknown, Value
from ..context import Context
from ..digests import hexdigest
from ..function import Function
from ..ruby_text import join, no_method

EXAMPLES = {"notice(fqdn_rand(10, 'backup') < 10)": "true", "notice(fqdn_rand(1))": "0"}

FUNCTION = Function(__name__, __doc__, EXAMPLES, legacy=True)


def to_i(value: Value) -> int:
    if isinstance(value, str):
        match = re.match(r"\s*([+-]?\d+)", value)
        return int(match[1]) if match else 0
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        guess = "\nDid you mean?  to_s"
        if isinstance(value, (tuple, Hash)):
            guess += "\n               to_a\n               to_h"
        raise PuppetError(f"{no_method('to_i', value).message}{guess}")
    return whole(value)


def limited(seed: int, limit: int) -> int:
    """Ruby's `Random.new(seed).rand(limit)`: 32 bits at a time under a mask, again while too large."""
    generator = random.Random(seed)
    highest = limit - 1
    mask = (1 << highest.bit_length()) - 1
    while True:
        value = 0
        for shift in (32, 0):
            if (mask >> shift) & 0xFFFFFFFF:
                value = (value | generator.getrandbits(32) << shift) & mask
                if value > highest:
                    break
        else:
            return value


@FUNCTION.dispatch("Integer $max, Variant[Integer, String] $seed = '', Boolean *$downcase")
def fqdn_rand(context: Context, max: Value, *rest: Value) -> Value:
    limit = to_i(max)
    if limit <= 0:
        raise PuppetError(f"invalid argument - {limit}")
    facts = context.variable("facts")
    if isinstance(facts, Unknown):
        return facts.plain()
    networking = facts.get("networking") if isinstance(facts, Hash) else None
    fqdn = networking.get("fqdn") if isinstance(networking, Hash) else None
    if isinstance(fqdn, Unknown):
        return fqdn.plain()
    if len(rest) > 1 and rest[1] is not False:
        fqdn = fqdn.lower() if isinstance(fqdn, str) else fqdn
    seed = join((fqdn, limit, rest[0] if rest else None), ":")
    return limited(int(hexdigest("md5", seed), 16), limit)
