"""What Puppet calls the kinds of expressions in its messages."""

from __future__ import annotations

from ..syntax import ast

_LABELS: dict[type[ast.Node], str] = {
    ast.LiteralInteger: "Literal Integer", ast.LiteralFloat: "Literal Float", ast.LiteralBoolean: "Boolean",
    ast.LiteralString: "String", ast.LiteralDefault: "'default' expression", ast.LiteralUndef: "'undef' expression",
    ast.LiteralRegularExpression: "Regular Expression", ast.LiteralList: "Array Expression",
    ast.LiteralHash: "Hash Expression", ast.KeyedEntry: "Hash Entry", ast.AccessExpression: "'[]' expression",
    ast.AndExpression: "'and' expression", ast.OrExpression: "'or' expression", ast.InExpression: "'in' expression",
    ast.NotExpression: "'not' expression", ast.UnaryMinusExpression: "Unary Minus", ast.UnfoldExpression: "Unfold",
    ast.LambdaExpression: "Lambda", ast.NamedAccessExpression: "'.' expression", ast.VariableExpression: "Variable",
    ast.TextExpression: "Expression in Interpolated String", ast.BlockExpression: "Block Expression",
    ast.ConcatenatedString: "Double Quoted String", ast.HostClassDefinition: "Host Class Definition",
    ast.FunctionDefinition: "Function Definition", ast.PlanDefinition: "Plan Definition",
    ast.NodeDefinition: "Node Definition", ast.ResourceTypeDefinition: "'define' expression",
    ast.ResourceOverrideExpression: "Resource Override", ast.Parameter: "Parameter Definition",
    ast.ParenthesizedExpression: "Parenthesized Expression", ast.IfExpression: "'if' statement",
    ast.UnlessExpression: "'unless' Statement", ast.CallNamedFunctionExpression: "Function Call",
    ast.CallMethodExpression: "Method call", ast.ApplyExpression: "'apply' expression",
    ast.CaseExpression: "'case' statement", ast.CaseOption: "Case Option",
    ast.RenderStringExpression: "Epp Text", ast.RenderExpression: "Epp Interpolated Expression",
    ast.ResourceBody: "Resource Instance Definition", ast.ResourceDefaultsExpression: "Resource Defaults Expression",
    ast.ResourceExpression: "Resource Statement", ast.SelectorExpression: "Selector Expression",
    ast.SelectorEntry: "Selector Option", ast.QualifiedName: "Name", ast.QualifiedReference: "Type-Name",
    ast.AttributesOperation: "Object", ast.TypeAlias: "Type Alias", ast.TypeMapping: "Type Mapping", ast.TypeDefinition: "Type Definition",
    ast.ExportedQuery: "Exported Query", ast.VirtualQuery: "Virtual Query", ast.EppExpression: "Epp Template",
    ast.AttributesOperation: "Object",
}  # fmt: skip


def label(node: ast.Node) -> str:
    if isinstance(node, ast.CollectExpression):
        return label(node.query)
    if isinstance(node, ast.HeredocExpression):
        return f"'@({node.syntax or ''})' expression"
    if isinstance(node, ast.ReservedWord):
        return f"Reserved Word '{node.word}'"
    operator = getattr(node, "operator", None)
    if operator is not None:
        return f"'{operator}' expression"
    return _LABELS.get(type(node), type(node).__name__)


def a(node: ast.Node) -> str:
    """With its article: Puppet looks at the first letter, behind a quote too."""
    text = label(node)
    first = text.lstrip("'")[:1].lower()
    return f"{'an' if first in 'aeiouy' else 'a'} {text}"


def a_capital(node: ast.Node) -> str:
    text = a(node)
    return text[:1].upper() + text[1:]
