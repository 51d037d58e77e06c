"""The host that owns state: buffers, the world, scheduling and cancellation, previews, settings.

* `Engine` takes changes from one thread, answers questions on another (`scheduler`), interactive ones first.
* `previews` starts evaluations in the processes of `workers`, and remembers what each of them read.
* `settings` declares every setting once; the editor's settings and the reference are made from it.

Invariants: evaluation never runs in the server's process; nothing here knows LSP.
"""
