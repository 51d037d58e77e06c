"""Completion, in three steps: what may stand at a place, who knows such names, and in which order they are told.

`reading.py` reads the place (`place.py`) from the tree of the text with a name put in at the cursor, by the token it is in
and the brackets around it (`brackets.py`, `expressions.py`); `data_place.py` from the lines of data. Each file of `sources/` knows one
kind of name and says at which kinds of places it may stand: to add a kind is to add a file. `ranking.py` holds the whole
order, in one table; `habits.py` tells it what stands in places alike. `resolve.py` gives an item its docs, once somebody
looks at it.
"""
