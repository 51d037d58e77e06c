"""Spans, text and positions, errors, cancellation; which Puppet's language is followed.

Invariant: imports the standard library only.
"""
