"""What a name means: one value that is the same wherever the name is written, in whatever way.

| space | name | owner |
|---|---|---|
| `class` `define` `function` `plan` `type` (an alias) | full name, lower case | |
| `node` | its host names as one text | |
| `parameter` | as written | the class, define, function, plan or template (a `file`) that has it |
| `variable` | as written | the class, define, function, plan, template or lambda that sets it; none for the outer scopes |
| `resource` | `file[/x]`: type in lower case, title as written | |
| `open titles` | a type in lower case, of which any title may be declared; none: any type | |
| `resource_type` `data_type` `ruby_function` | what Ruby declares: Puppet itself or a module's `lib`; lower case | |
| `key` | a key of Hiera's data; one that a class's parameter is set by is the parameter | |
| `pattern` | the module of a name that is computed: `web` in `include "web::${x}"` | |
| `key_pattern` | of `lookup_options`: `^web::` | |
| `tag` `tag_given` | a tag, in lower case, that is asked for, or that is given by name | |
| `unparsed` | no name: that a file does not parse as a whole | |
| `module` | its own name, without its author | |
| `module_file` | `web/templates/x.epp`, `web/files/x`: a file as modules are asked for it | |
| `file` | a template by its absolute path, as the owner of variables | |
| `lambda` | where it begins in its file: its variables are seen in no other | |

Top scope and node definitions are one scope here, "the outer scopes": a class sees the variables of either, by the
node that is compiled.

**As written** a variable may be that of who has an ERB template `rendered` (its path), a parameter that of a `template`
(`web/templates/x.epp`), a class or type `named` in `defined('x')`. And a name may leave open what it means: in `X['a']`
the word may be a define, an alias or a type in Ruby. Such a use is an entity, too: `resource_type` (in `x { 'a': }`),
`type`, `function`; a variable of a class (`$a::x`), which may be a parameter, or that of one it inherits from; and a
variable whose owner is `inside` a class that inherits, which may besides be of the outer scopes. `View.entity` tells
which entity it is. `$module_name/templates/x` is a `module_file` of the file's own module.
"""

from __future__ import annotations

from typing import NamedTuple


class Entity(NamedTuple):
    """Also the subject of a question to the model, in spaces of its own (`names`: all of a module's)."""

    space: str
    name: str
    owner: Entity | None = None


def resource(type_name: str, title: str) -> Entity:
    """A resource by its type (in lower case) and title."""
    return Entity("resource", f"{type_name}[{title}]")


#: Used by each file that has faults; it stands nowhere.
UNPARSED = Entity("unparsed", "")

#: Stands for the name of the module that a file is in.
OWN_MODULE = "$module_name"


def in_own_module(name: str) -> str:
    """A `module_file` as code of the same module may write it."""
    return f"{OWN_MODULE}/{name.partition('/')[2]}"
