# frozen_string_literal: true

# What there is to cover in the modules of an environment: all ERB templates, and the functions in Ruby that manifests
# call, as JSON: {templates: [path], functions: [name]}.
#
#   ruby coverage.rb ENVIRONMENT_DIR

require 'json'
require 'puppet'

root = ARGV[0]
parser = Puppet::Pops::Parser::EvaluatingParser.new

def called_name(node)
  case node
  when Puppet::Pops::Model::CallNamedFunctionExpression
    node.functor_expr.value if node.functor_expr.respond_to?(:value)
  when Puppet::Pops::Model::CallMethodExpression
    right = node.functor_expr
    right = right.right_expr if right.respond_to?(:right_expr)
    right.value if right.respond_to?(:value)
  end
end

def calls_of(parser, path)
  model = parser.parse_file(path)
  found = []
  model._pcore_all_contents([]) { |node, *| found << called_name(node) }
  found.compact
rescue Puppet::Error
  []
end

defined = Dir.glob("#{root}/modules/*/lib/puppet/{parser/,}functions/**/*.rb").flat_map do |path|
  File.read(path).scan(/(?:create_function|newfunction)\(?\s*:?['"]?([\w:]+)/).flatten.map { |name| name.delete_prefix(':') }
end
called = Dir.glob("#{root}/modules/*/manifests/**/*.pp").flat_map { |path| calls_of(parser, path) }
templates = Dir.glob("#{root}/modules/*/templates/**/*.erb").map { |path| path.delete_prefix("#{root}/modules/") }
puts JSON.generate({ templates: templates.sort, functions: (defined & called).sort })
