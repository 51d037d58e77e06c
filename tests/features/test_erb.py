"""ERB templates: whose their variables are, and the other way round."""

from __future__ import annotations

from tests.support.check import check_definition, check_no_definition, check_references

SITE = """
#- modules/m/manifests/init.pp
class m($port = 1) inherits m::params { $own = template('m/x.erb') }
#- modules/m/manifests/params.pp
class m::params { $given = 3 }
"""


def test_variables_are_those_of_who_renders_it() -> None:
    template = "#- modules/m/templates/x.erb\n😀 <%= @$^port %>\n<% if @own # broken"
    check_definition(
        SITE + template,
        "modules/m/manifests/init.pp: class m($<port> = 1) inherits m::params { $own = template('m/x.erb') }",
    )
    inherited = "#- modules/m/templates/x.erb\n<%= @giv$^en %>"
    check_definition(SITE + inherited, "modules/m/manifests/params.pp: class m::params { $<given> = 3 }")
    top = "#- manifests/site.pp\n$top = 1\n#- modules/m/templates/x.erb\n<%= scope['$^top'] %>"
    check_definition(SITE + top, "manifests/site.pp: $<top> = 1")
    check_no_definition(SITE + "#- modules/m/templates/x.erb\ntext <% $^ 1 %>")


def test_references_of_a_parameter_are_in_templates_too() -> None:
    template = (
        "#- modules/m/templates/x.erb\n<%= @port + scope['m::port'] %>\n#- modules/m/templates/y.erb\n<%= @port %>\n"
    )
    check_references(
        SITE.replace("($port", "($^$port") + template,
        "modules/m/manifests/init.pp: class m($<port> = 1) inherits m::params { $own = template('m/x.erb') }",
        "modules/m/templates/x.erb: <%= @<port> + scope['m::port'] %>",
        "modules/m/templates/x.erb: <%= @port + scope['<m::port>'] %>",
    )
