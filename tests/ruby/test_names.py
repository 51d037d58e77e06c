"""What Ruby code and templates name, each with its place."""

from __future__ import annotations

import pytest
from puppetlens.ruby.names import RubyName, names_in_ruby, names_in_template


def shown(data: str, found: tuple[RubyName, ...]) -> list[tuple[str, str]]:
    """Kinds and names, in order of place; what stands at each place is the name."""
    for each in found:
        assert data.encode()[each.span.start : each.span.end].decode() == each.name
    return [(each.kind, each.name) for each in sorted(found, key=lambda each: each.span)]


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("<%= @port %>é <%= @a.b(@c) -%>", [("own", "port"), ("own", "a"), ("own", "c")]),
        ("@port <%# @port %> <%% @port %>", []),
        ("<% if @x -%>\n<%- @y.each do |z| -%>\n<%= z %><% end %><% end %>", [("own", "x"), ("own", "y")]),
        ("<%= scope['web::port'] %>", [("variable", "web::port")]),
        ("<%= scope.lookupvar('::osfamily') %>", [("variable", "::osfamily")]),
        ('<%= scope["port"] %> <%= scope.to_hash["a"] %>', [("own", "port"), ("own", "a")]),
        ("<% scope.function_include(['web::tls']) %>", [("class", "web::tls")]),
        ("<%= scope.call_function('web::f', [1]) %>", [("function", "web::f")]),
        ("<%= scope.function_f([1]) %> <%= other.function_g([1]) %>", [("function", "f")]),
        ("<%= scope.catalog.resource('Class[web::tls]') %>", [("class", "web::tls")]),
        ("<%= \"#{@a} x\" %>", [("own", "a")]),
        ("<%= scope[\"#{x}::port\"] %>", []),
        ("<%= @a", []),
    ],
)  # fmt: skip
def test_templates(template: str, expected: list[tuple[str, str]]) -> None:
    assert shown(template, names_in_template(template.encode())) == expected


def test_a_function() -> None:
    data = (
        "Puppet::Functions.create_function(:'web::g') do\n"
        "  dispatch :g do\n    param 'Array[Web::Port, 1]', :a\n    return_type 'Optional[Web::Port]'\n  end\n"
        "  def g(a)\n    @x = call_function('web::f', a)\n    call_function('include', 'web', ['web::tls'])\n"
        "    closure_scope['web::port']\n  end\nend\n"
    )
    assert shown(data, names_in_ruby(data.encode())) == [
        ("type", "Array"),
        ("type", "Web::Port"),
        ("type", "Optional"),
        ("type", "Web::Port"),
        ("function", "web::f"),
        ("class", "web"),
        ("class", "web::tls"),
        ("variable", "web::port"),
    ]
