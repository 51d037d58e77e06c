"""Spans, text and positions, errors, cancellation.

Invariant: imports the standard library only.
"""
