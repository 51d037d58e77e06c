"""The limit of this process's address space, raised by what a VM takes of it.

A VM's memory has all addresses that 32 bits can name set aside, 4 GiB, so that compiled code need not check
each access (which costs a quarter of its speed). Few of them are ever used, and none needs memory; but a
worker bounds its memory by the size of its address space (RLIMIT_AS), in which they count. So the limit goes up
by exactly this as long as a VM is there. What a VM may really use is bounded by `Limits.memory`.
"""

from __future__ import annotations

import sys

#: What is set aside for the memory, and before and after it.
RESERVED = 4 << 30
GUARD = 32 << 20
#: Besides: the compiled module, the image of the start, the helper thread's stack.
_BESIDES = 1 << 30
NEEDED = RESERVED + 2 * GUARD + _BESIDES


def take() -> int:
    """Raise the limit, where there is one, for one VM more; the bytes to give back."""
    return _raise(NEEDED)


def give_back(size: int) -> None:
    _raise(-size)


def _raise(size: int) -> int:
    if sys.platform == "win32":
        return 0
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft == resource.RLIM_INFINITY:
        return 0
    wanted = soft + size if hard == resource.RLIM_INFINITY else min(soft + size, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    return wanted - soft
