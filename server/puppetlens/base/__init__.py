"""Spans, text and positions, edits, errors, cancellation; which Puppet's language is followed.

Invariant: imports the standard library only.
"""
