"""Ruby of modules, run where it can do no harm: CRuby as WebAssembly, without files, network, processes, clock.

`Vm` is one Ruby with the files of an environment: it takes requests and asks back, both as JSON text, and
notes what makes an answer depend on anything else (`taints`) and what it read (`reads`). How it is made, from
the outside in: `delivery` finds the module and keeps it compiled, `machine` makes instances of it that start
with Ruby ready, `crossing` calls and is called, `wasi` is the system that Ruby sees, `virtual_files` the files
there, `exchange` lets Ruby and Puppet call each other, `guest/*.rb` is the Ruby side. Nothing here knows the
evaluator. What comes out of a `Vm` is a stranger's word: it is checked like input.
"""

from pathlib import Path

#: CRuby's module as the package carries it, where the build brought one.
PACKED = Path(__file__).with_name("ruby.wasm.xz")
