"""The host that owns state: buffers, the world, scheduling and cancellation, previews, settings.

* `Engine` takes changes from one thread and answers questions on another (`scheduler`): first what somebody waits for
  while typing, then searches and checks in turn. A question (`question`) stops where nobody waits for it any more.
* `indexing` has the index know all files, while there is nothing else to do; `watching` notices what changes on disk.
* `previews` starts evaluations in the processes of `workers`, and remembers what each of them read.
* `settings` declares every setting once; the editor's settings and the reference are made from it.

Invariants: evaluation never runs in the server's process; what takes long gives way every few milliseconds; nothing
here knows LSP.
"""
