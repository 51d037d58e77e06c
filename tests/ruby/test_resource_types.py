"""What is read of resource types, providers and data types in Ruby beyond what Puppet itself keeps."""

from __future__ import annotations

from pathlib import Path

import pytest
from puppetlens.base.span import Span
from puppetlens.ruby.data_type import read_data_type
from puppetlens.ruby.provider import read_providers
from puppetlens.ruby.resource_type import RubyResourceType, read_resource_type

FOLDER = Path(__file__).with_name("modules") / "odd" / "lib" / "puppet"


def known(data: bytes) -> RubyResourceType:
    found = read_resource_type(data)
    assert found is not None
    return found


def cut(data: bytes, span: Span) -> str:
    return data[span.start : span.end].decode()


def test_places_of_a_type_and_of_its_attributes() -> None:
    data = (FOLDER / "type" / "odd_thing.rb").read_bytes()
    thing = known(data)
    assert cut(data, thing.name_span) == ":odd_thing"
    places = {each.name: cut(data, each.name_span) for each in thing.attributes}
    assert places["ensure"] == "ensurable"
    assert places["place"] == ":place"
    assert places["left_side"] == '"#{side}_side".to_sym'
    assert places["careful"] == ":careful"
    assert [cut(data, each.name_span) for each in thing.features] == [":paints", ":moves"]
    colour = thing.attribute("colour")
    assert colour is not None
    assert cut(data, colour.span).startswith("newproperty(:colour")
    assert cut(data, colour.span).endswith("end")


def test_what_is_said_of_attributes() -> None:
    thing = known((FOLDER / "type" / "odd_thing.rb").read_bytes())
    assert thing.whole
    assert thing.doc == "A thing.\n\n  indented code\nAnd more."
    told = {each.name: each for each in thing.attributes}
    assert told["ensure"].values == ("present", "absent", "moved", "here")
    assert told["colour"].values == ("red", "green", "none", "/^#\\h{3}$/i")
    assert told["colour"].default == "..."
    assert told["deep"].default == "false"
    assert told["deep"].values == ("true", "false", "yes", "no")
    assert told["place"].doc == "Where\nit is,\n  and how."
    assert told["left_side"].doc == "The left one."
    assert not told["recent"].sure
    assert told["right_side"].sure


@pytest.mark.parametrize(
    "line",
    [
        "newparam(name_of_it)",
        "helper :x",
        "Other.each { |x| newparam(x) }",
        "NAMES.each { |x| newparam(x) }",
        "instance_eval(&Shared)",
    ],
)
def test_where_attributes_may_be_missing(line: str) -> None:
    assert not known(f"Puppet::Type.newtype(:a) do\n  newparam(:name)\n  {line}\nend".encode()).whole


@pytest.mark.parametrize(
    "line",
    [
        "NAMES = [:x]\n  NAMES.each { |x| newparam(x) }",
        "validate { fail 'no' unless self[:x] }",
        "autorequire(:file) { self[:x] }",
        "def helper; newparam(:y); end",
        "newproperty(:x) { munge { |v| helper(v) } }",
        "require 'uri'",
        "# newparam(:y)",
    ],
)
def test_where_attributes_are_complete(line: str) -> None:
    assert known(f"Puppet::Type.newtype(:a) do\n  newparam(:name)\n  {line}\nend".encode()).whole


def test_mixins_are_named() -> None:
    found = known(b"Puppet::Type.newtype(:a) do\n  include Puppet::Util::A\n  extend B\nend")
    assert found.mixins == ("Puppet::Util::A", "B")


REGISTERED = b"""
require 'puppet/resource_api'

ATTRIBUTES = {
  ensure: { type: 'Enum[present, absent]', desc: 'Whether.', default: 'present' },
  name: { type: 'String', desc: <<-EOS, behaviour: :namevar },
      The
        name.
    EOS
  version: { type: 'String', behaviour: :namevar },
  size: { type: 'Integer', behaviour: :read_only },
  force: { type: 'Boolean', behaviour: :parameter, default: false },
}.freeze

Puppet::ResourceApi.register_type(
  name: 'made',
  docs: <<-EOS,
    @summary Makes.
    EOS
  title_patterns: [
    { pattern: %r{^(?<name>.*)-(?<version>.*)$}, desc: 'both' },
    { pattern: %r{^(?<name>.*)$} }
  ],
  attributes: ATTRIBUTES
)
"""


def test_a_type_of_the_resource_api() -> None:
    made = known(REGISTERED)
    assert (made.name, made.doc, made.api, made.whole) == ("made", "@summary Makes.", "resource", True)
    assert [(each.name, each.kind, each.type) for each in made.attributes] == [
        ("ensure", "property", "Enum[present, absent]"),
        ("name", "parameter", "String"),
        ("version", "parameter", "String"),
        ("size", "property", "Integer"),
        ("force", "parameter", "Boolean"),
    ]
    assert made.namevars == ("name", "version")
    assert made.attributes[1].doc == "The\nname."
    assert made.attributes[0].default == "'present'"
    assert made.title_patterns == (("^(?<name>.*)-(?<version>.*)$", ("name", "version")), ("^(?<name>.*)$", ("name",)))
    assert cut(REGISTERED, made.attributes[3].name_span) == "size"
    assert not known(REGISTERED.replace(b"attributes: ATTRIBUTES", b"attributes: all_of_them")).whole


def test_title_patterns_that_ruby_computes_are_not_known() -> None:
    text = "Puppet::Type.newtype(:a) do\n  def self.title_patterns\n    {}\n  end\nend"
    for body in ("Some.patterns(:a)", "[[/a/, [[:a, lambda { |x| x.upcase }]]]]", "x if y", "[[/#{z}/, [[:a]]]]", ""):
        assert known(text.replace("{}", body).encode()).title_patterns is None, body


def test_a_provider() -> None:
    data = (FOLDER / "provider" / "odd_thing" / "first.rb").read_bytes()
    (found,) = read_providers(data)
    assert (found.type, found.name, found.doc) == ("odd_thing", "first", "The first way.")
    assert found.features == ("paints", "moves")
    assert found.default_for == (("osfamily", "debian"), ("kernel", "Linux"), ("kernel", "Darwin"))
    assert found.parent == "Puppet::Provider"
    assert cut(data, found.name_span) == ":first"
    (other,) = read_providers(b"Puppet::Type::Package.provide :a, :parent => :b do\nend")
    assert (other.type, other.name, other.parent) == ("package", "a", ":b")


def test_a_data_type() -> None:
    data = (FOLDER / "datatypes" / "odd.rb").read_bytes()
    found = read_data_type(data)
    assert found is not None
    assert (found.name, found.doc.text) == ("Odd", "A point.")
    assert found.interface == "attributes => {\n  x => Integer\n}"
    assert cut(data, found.name_span) == "'Odd'"
    assert read_data_type(b"Puppet::DataTypes.create_type('A') { interface text }") == found._replace(
        name="A", interface=None, doc=found.doc._replace(text=""), span=Span(0, 53), name_span=Span(30, 33)
    )
