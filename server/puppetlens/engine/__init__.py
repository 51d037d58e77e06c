"""The host that owns state: buffers, the world, scheduling and cancellation, evaluation workers, settings.

* `Engine` takes changes from one thread, answers questions on another (`scheduler`), interactive ones first.
* `WorkerPool` runs evaluations in processes of their own (`worker`): one that crashes, hangs or eats memory
  costs one answer.
* `settings` declares every setting once; the editor's settings and the reference are made from it.

Invariants: evaluation never runs in the server's process; nothing here knows LSP; a worker never imports
pygls or lsprotocol.
"""
