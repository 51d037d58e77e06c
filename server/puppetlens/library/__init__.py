"""What Puppet ships: built-in functions, core resource types, and what both need of an evaluation.

Invariants: one function a file (`functions/<name>.py`: signatures, docs, examples and implementation), one
resource type a file (`resources/<name>.json`); packages are walked, there is no list to edit. Functions see
the evaluator through the protocols of `context` alone.
"""
