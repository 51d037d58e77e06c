"""Completion, in three steps: what may stand at a place, who knows such names, and in which order they are told.

`place.py` reads the place from the tree of the text, with a name put in at the cursor. Each file of `sources/` knows one
kind of name and says at which kinds of places it may stand: to add a kind is to add a file. `ranking.py` holds the whole
order, in one table; `habits.py` tells it what stands in places alike. `resolve.py` gives an item its docs, once somebody
looks at it.
"""
