"""What may be written at a place of Puppet code; `reading.py` finds it out, `data_place.py` in data.

| kind | where | `owner` | `key` |
|---|---|---|---|
| `statement` | a statement may begin | | |
| `value` | an expression is wanted | what the value is for, by its entity's parts | its name there |
| `class` | a class's name | function, `class` (declared), `inherits`, `Class` (`Class['a']`) | |
| `resource_type` | a type or define in lower case | | |
| `attribute` | an attribute of a resource, or in a collector's query, or a key of a hash | the type, or `KIND:NAME` (below) | |
| `type` | a data type, or a reference to resources | the type around it, `parameter` | the parameter's name |
| `title` | of a resource elsewhere | its type | |
| `variable` | a variable, the `$` before it stands | as of `value` | |
| `method` | after `.` | | |
| `fact` | a key of `$facts` or `$trusted` | which of them | the keys before it, joined by `.` |
| `member` | a key of a hash whose type tells it (`receiver`) | | |
| `path` | a file that a module has | `templates` or `files` | |
| `hiera` | a key of Hiera | | |
| `function` | a function's name in a string | | |
| `named` | a class, a type or a define in a string | | |
| `definition` | the name of what is defined here | `class`, `define`, ... | |
| `lambda` | the parameters of a block, behind its first `|` | | |
| `inherits` `else` | that keyword is possible, and nothing else | | |
| `tag` | a tag of a template that begins | | |
| `doc` | a tag in the comment above a definition | | |

Attributes are also `class:NAME`'s, `template:MODULE/templates/FILE`'s, and of a `struct:TYPE`, which is source text.
Nothing may be written in comments, plain text, numbers and regular expressions: there is no place there.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ...base.span import Span
from ...model.named_in_calls import FILE_FUNCTIONS
from ...model.view import View

#: Files that a function takes by name, and that a resource does.
PATHS = {**FILE_FUNCTIONS, "puppet:///": "files"}


class Place(NamedTuple):
    """See the table above. `span` is what is replaced: the whole name; `typed` what of it stands before the cursor."""

    view: View
    offset: int
    span: Span
    typed: str
    kind: str
    owner: str = ""
    key: str = ""
    #: the quote that the place stands in
    quote: str = ""
    #: the names that are there already: of attributes, classes
    given: frozenset[str] = frozenset()
    #: the title of the resource, the text of what is compared: whatever says what the value may be
    hint: str = ""
    #: of a function's arguments
    argument: int = 0
    #: the bytes of what a method or key is of
    receiver: Span | None = None
    #: what comes after the name: the text up to the end of its line
    follows: str = ""
    #: the statement begins in a class, define or the like
    inside: bool = False
    #: in an interpolation of a string, without a `$`
    interpolated: bool = False
    #: how an attribute is written: `x =>`, as a key of a hash `'x' =>`, or as a name in a string alone
    form: Literal["attribute", "key", "name"] = "attribute"
    #: attributes that are set in the braces behind a name
    has: frozenset[str] = frozenset()

    @property
    def before(self) -> str:
        """The text of the line before the name."""
        text = self.view.snapshot.text(self.view.path)
        data = text.data if text is not None else b""
        start = data.rfind(b"\n", 0, self.span.start) + 1
        return data[start : self.span.start].decode("utf-8", "replace")
