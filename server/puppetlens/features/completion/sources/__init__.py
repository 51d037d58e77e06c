"""One file a kind of name: `KINDS`, the places (`place.py`) where it may stand, and `items(place)`.

A source tells each candidate once, with what speaks for it; the order is made in `ranking.py` alone. What is typed is
compared there too: a source leaves names out only where it would have to make thousands of them.
"""
