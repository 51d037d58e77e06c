"""What the arguments of functions name: classes, types, keys of Hiera, files of modules, variables, functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..base.span import Span
from ..project.autoload import normalise
from ..syntax import ast
from .entity import OWN_MODULE
from .literals import inner, literal, titles
from .reference import Reference, ReferenceKind

#: Functions whose arguments are classes to declare.
CLASS_FUNCTIONS = frozenset({"include", "contain", "require"})
#: Functions whose first argument is the name of a resource type.
RESOURCE_FUNCTIONS = frozenset({"create_resources", "ensure_resource", "ensure_resources", "defined_with_params"})
#: Functions that declare the classes and resources which they name.
DECLARING_FUNCTIONS = CLASS_FUNCTIONS | {"create_resources", "ensure_resource", "ensure_resources", "ensure_packages"}
#: Functions whose first argument is a key of Hiera, or a list of them.
KEY_FUNCTIONS = frozenset({"lookup", "hiera", "hiera_array", "hiera_hash", "hiera_include"})
#: Functions whose arguments are files in modules -> the folder there.
FILE_FUNCTIONS = {
    "epp": "templates",
    "template": "templates",
    "find_template": "templates",
    "file": "files",
    "binary_file": "files",
    "find_file": "files",
}
#: Functions that take attributes in hashes: the number of an argument -> how many more hashes are around those of one
#: resource, by title.
ATTRIBUTE_FUNCTIONS = {
    "create_resources": {1: 1, 2: 0},
    "ensure_resource": {2: 0},
    "ensure_resources": {1: 1, 2: 0},
    "ensure_packages": {0: 1, 1: 0},
    "epp": {1: 0},
}
MOUNT = "puppet:///modules/"


def owner_of_attributes(function: str, first: str, title: str) -> tuple[str, str] | None:
    """What the attributes in such a hash are set on, as written: by the first argument, and by the title above them.

    Of a template the name is that of a module's file (`Entity("module_file", ...)`).
    """
    if function == "epp":
        module, slash, path = _as_file(first, function).partition("/")
        return ("template", f"{module}/templates/{path}") if module and slash and path else None
    if function == "ensure_packages":
        return "resource_type", "package"
    first = first[_signs(function, first) :]
    if normalise(first) == "class":
        return ("class", title) if title else None
    return ("resource_type", first) if first else None


def named_in_call(function: str, arguments: ast.Body, optional: bool) -> Iterator[Reference]:
    """`function` is normalised; of a method, what it is called on is the first argument."""
    first = arguments[0] if arguments else None
    if function in CLASS_FUNCTIONS:
        for argument in arguments:
            yield from class_names(argument, optional)
    elif first is None:
        return
    elif function in RESOURCE_FUNCTIONS:
        yield from _resource_type(function, arguments, optional)
    elif function in KEY_FUNCTIONS:
        for key, node in titles(first):
            yield _key(key, node, optional)
    elif function in FILE_FUNCTIONS:
        for argument in arguments:
            yield from module_file(_file_name(argument, function), FILE_FUNCTIONS[function], argument, optional)
    elif function == "defined":
        for argument in arguments:
            yield from _asked_for(argument)
    elif function == "getvar":
        yield from _variable(literal(first), first, optional)
    elif function in ("tagged", "tag"):
        for argument in arguments:
            yield from tags(argument, "tag" if function == "tagged" else "tag_given")
    elif function == "call":
        yield from _function(first, optional)
    elif function == "new" and _is_deferred(first):
        for argument in arguments[1:2]:
            yield from _function(argument, True)
    yield from _attributes(function, arguments, optional)


def class_names(node: ast.Expression, optional: bool) -> Iterator[Reference]:
    for name, each in titles(node):
        if name:
            yield _literal("class", name, each, optional)


def tags(node: ast.Expression, kind: ReferenceKind) -> Iterator[Reference]:
    for name, each in titles(node):
        yield Reference(kind, name.lower(), inner(each), name, None, True, each.anchor)


def module_file(name: str, folder: str, node: ast.Node, optional: bool = False) -> Iterator[Reference]:
    """`web/x.epp`, as `template()` and the like take it, is `x.epp` in a folder of module `web`."""
    module, slash, path = name.partition("/")
    if module and slash and path:
        written = literal(node) or ""
        yield Reference("module_file", f"{module}/{folder}/{path}", inner(node), written, None, optional, node.anchor)


def _file_name(node: ast.Expression, function: str) -> str:
    """The name of a module's file, as far as it is written out: `"${module_name}/x"` too; empty where it is computed.

    `epp` takes names without `.epp`, too.
    """
    name = literal(node) or ""
    if isinstance(node, ast.ConcatenatedString):
        name = in_own_module(node.segments)
    return _as_file(name, function)


def mounted(node: ast.Expression) -> str:
    """The module's file that `puppet:///modules/web/x` or `"puppet:///modules/${module_name}/x"` names; empty where none."""
    text = literal(node) or ""
    if isinstance(node, ast.ConcatenatedString) and literal(node.segments[0]) == MOUNT:
        return in_own_module(node.segments[1:])
    return text.removeprefix(MOUNT).rstrip("/") if text.startswith(MOUNT) else ""


def in_own_module(segments: Sequence[ast.Expression]) -> str:
    """`${module_name}/x` of a text; empty where that is anything else."""
    if len(segments) != 2:
        return ""
    first, rest = segments
    variable = first.expr if isinstance(first, ast.TextExpression) else first
    own = isinstance(variable, ast.VariableExpression) and f"${variable.name}" == OWN_MODULE
    return f"{OWN_MODULE}{literal(rest) or ''}" if own else ""


def _as_file(name: str, function: str) -> str:
    return f"{name}.epp" if function == "epp" and name and not name.endswith(".epp") else name


def attributes_in(node: ast.Expression, owner: tuple[str, str], optional: bool = False) -> Iterator[Reference]:
    """The keys of a literal hash, which are attributes or parameters."""
    for entry in node.entries if isinstance(node, ast.LiteralHash) else ():
        name = literal(entry.key)
        if name is not None:
            yield attribute(name, inner(entry.key), owner, entry.key.anchor, optional)


def attribute(name: str, span: Span, owner: tuple[str, str], anchor: int, optional: bool) -> Reference:
    """`owner` is as written."""
    kind, of = owner
    of_what = (kind, of if kind == "template" else normalise(of))
    return Reference("attribute", name, span, name, of_what, optional, anchor, of.startswith("::"))


def _literal(kind: ReferenceKind, written: str, node: ast.Node, optional: bool) -> Reference:
    name, absolute = normalise(written), written.startswith("::")
    span = inner(node)
    anchor = node.anchor if span == node.span else span.start
    return Reference(kind, name, span, written, None, optional, anchor, absolute)


def _resource_type(function: str, arguments: ast.Body, optional: bool) -> Iterator[Reference]:
    """The type; where it is `class`, the classes that are declared."""
    written = literal(arguments[0])
    if written is None:
        return
    signs = _signs(function, written)
    name = written[signs:]
    if normalise(name) != "class":
        named = _literal("resource_type", name, arguments[0], optional)
        yield named._replace(span=Span(named.span.start + signs, named.span.end))
    elif function == "create_resources":
        for title, node in _titled(arguments[1:2]):
            yield _literal("class", title, node, optional)


def _signs(function: str, first: str) -> int:
    """How many `@` stand before a type's name: `create_resources('@user', ...)` makes virtual resources."""
    if function != "create_resources":
        return 0
    return 2 if first.startswith("@@") else 1 if first.startswith("@") else 0


def _titled(arguments: ast.Body) -> Iterator[tuple[str, ast.Node]]:
    """The keys of literal hashes."""
    for argument in arguments:
        for entry in argument.entries if isinstance(argument, ast.LiteralHash) else ():
            title = literal(entry.key)
            if title:
                yield title, entry.key


def _attributes(function: str, arguments: ast.Body, optional: bool) -> Iterator[Reference]:
    """The attributes in hashes that the function takes; a template may do without its parameters."""
    for each in attribute_hashes(function, arguments):
        yield from attributes_in(each.hash_, each.owner, optional or function == "epp")


class AttributeHash(NamedTuple):
    """A hash of attributes, as far as it is written out: what they are set on, as written, the title of the resources (None of
    what all of them are given), and whether these are in the catalog for sure (not virtual, nor exported)."""

    owner: tuple[str, str]
    title: ast.Expression | None
    hash_: ast.Expression
    is_regular: bool = True


def attribute_hashes(function: str, arguments: ast.Body) -> Iterator[AttributeHash]:
    """Those that a function takes; it is normalised, and of a method, what it is called on is the first argument."""
    if function not in ATTRIBUTE_FUNCTIONS or not arguments:
        return
    first = _file_name(arguments[0], function) if function == "epp" else literal(arguments[0]) or ""
    is_regular = not _signs(function, first)
    for number, depth in ATTRIBUTE_FUNCTIONS[function].items():
        for argument in arguments[number : number + 1]:
            entries = argument.entries if isinstance(argument, ast.LiteralHash) else ()
            titled = ((each.key, each.value) for each in entries)
            alone = arguments[1] if function == "ensure_resource" else None
            for title, node in titled if depth else ((alone, argument),):
                owner = owner_of_attributes(function, first, literal(title) or "")
                if owner is not None:
                    yield AttributeHash(owner, title, node, is_regular)


def _key(key: str, node: ast.Node, optional: bool) -> Reference:
    """Of `a.b.c` Hiera's data have `a`."""
    root, dot, _ = key.partition(".")
    whole = inner(node)
    span = Span(whole.start, whole.start + len(root.encode())) if dot and whole != node.span else whole
    name = root if span != whole or not dot else key
    return Reference("key", name, span, key, None, optional, node.anchor)


def _asked_for(node: ast.Expression) -> Iterator[Reference]:
    """`defined('web')`: a class, a define or a type; `defined('$x')`: a variable."""
    name = literal(node)
    if isinstance(node, ast.LiteralString) and name:
        if name.startswith("$"):
            yield from _variable(name[1:], node, True, 1)
        else:
            yield _literal("named", name, node, True)


def _variable(name: str | None, node: ast.Node, optional: bool, skipped: int = 0) -> Iterator[Reference]:
    """A variable that a text names, after so many bytes: in full, or of top scope."""
    whole = inner(node)
    root = (name or "").partition(".")[0]
    if root and whole != node.span:
        span = Span(whole.start + skipped, whole.start + skipped + len(root.encode()))
        owner, _, short = root.rpartition("::")
        of = ("class", normalise(owner)) if normalise(owner) else None
        yield Reference("variable_name", short, span, root, of, optional, node.anchor, root.startswith("::"))


def _function(node: ast.Expression, optional: bool) -> Iterator[Reference]:
    name = literal(node)
    if name and not name.startswith("$"):  # `Deferred('$facts', ...)`
        yield _literal("function", name, node, optional)


def _is_deferred(node: ast.Expression) -> bool:
    return isinstance(node, ast.QualifiedReference) and normalise(node.cased_value) == "deferred"
