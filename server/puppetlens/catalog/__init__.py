"""The catalog as data: resources, edges, rich-data JSON; and as text for people.

Invariant: knows values and types, nothing of how they came to be.
"""
