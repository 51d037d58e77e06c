"""The language server's face: the only place that knows UTF-16, URIs and JSON-RPC.

* `protocol` answers what pygls would leave without an answer, and says nothing of this machine in errors.
* `sync` applies the client's edits to our own texts; `convert` turns bytes into the client's positions and back.
* `handlers/`, one feature a file: params -> question to the engine -> convert.

Invariants: an exception in one feature answers that request with null, is logged once, and never ends the
server; a running request stops when the client cancels it; however the server ends, nothing it started goes on.
"""
