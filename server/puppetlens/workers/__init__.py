"""Evaluations in processes of their own: one that crashes, hangs or eats memory costs one answer.

* `WorkerPool` (`pool`) keeps the processes, `worker` is what runs in each.
* `jobs` is what they can be asked: a catalog, a value of Hiera, a program of `batch`; it puts together files, facts and
  settings with the evaluator, and gives JSON data. The same functions run in the caller's process (`..._on_disk`).
* `batch` is the contract of many small programs (docs/batch.md).

Invariants: nothing here knows editors, buffers or LSP; a worker never imports the model, pygls or lsprotocol.
"""
