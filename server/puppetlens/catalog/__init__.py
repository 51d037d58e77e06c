"""The catalog as data: resources, edges, rich-data JSON.

Invariant: knows values and types, nothing of how they came to be.
"""
