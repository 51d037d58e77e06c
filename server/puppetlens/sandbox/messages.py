"""What a Ruby sends, and what it gets for it. guest/transport.rb has the same numbers."""

from __future__ import annotations

#: A question; the answer to a request that came instead of an answer; nothing, for the request that it was entered for;
#: the answer to that; a taint; nothing, for the rest of a long text; whether a random generator's seed is drawn now;
#: nothing, where code changed what all code shares.
ASK, ANSWER, TAKE, GIVE, TAINT, REST, SEED, CHANGED = range(1, 9)
