# frozen_string_literal: true

# Draws calls of functions in Ruby as manifests of an environment's modules have them, with values for their variables.
#
#   ruby draw_manifest_calls.rb ENVIRONMENT_DIR SITES SETS FUNCTION... > PROGRAMS
#
# Of each function so many calls (SITES) with so many sets of values. A program is a line of JSON: id
# (`FUNCTION@MODULE/PATH:LINE:COLUMN#SET`), function, code (assignments and the call: what a define may hold), classes (texts of
# values for the variables of other classes, by class). The arguments are those of the manifest, to the letter.

require 'json'
require 'tmpdir'
require 'zlib'
require 'puppet'
require_relative 'made_values'
require_relative 'spec_contexts'

Model = Puppet::Pops::Model

# A call in a manifest.
Call = Struct.new(:function, :place, :text, :statement, :variables, :parameters)

# Calls of the wanted functions in manifests.
class Calls
  def initialize(modules, wanted)
    @modules = modules
    @wanted = wanted
    @parser = Puppet::Pops::Parser::EvaluatingParser.new
  end

  def all
    Dir.glob("#{@modules}/*/manifests/**/*.pp").sort.flat_map { |path| of(path) }.uniq { |call| [call.function, call.text] }
  end

  private

  def of(path)
    found = []
    @parser.parse_file(path)._pcore_all_contents([]) do |node, parents|
      name = called(node)
      found << call(name, node, parents.dup, path) if @wanted.include?(name)
    end
    found
  rescue Puppet::Error
    []
  end

  def called(node)
    case node
    when Model::CallNamedFunctionExpression then value_of(node.functor_expr)
    when Model::CallMethodExpression then node.functor_expr.is_a?(Model::NamedAccessExpression) ? value_of(node.functor_expr.right_expr) : value_of(node.functor_expr)
    end
  end

  def value_of(name)
    name.value if name.respond_to?(:value)
  end

  def call(name, node, parents, path)
    place = "#{path.delete_prefix("#{@modules}/")}:#{node.line}:#{node.pos}"
    text = node.locator.extract_text(node.offset, node.length)
    Call.new(name, place, text, statement?(node), variables(node), parameters(parents))
  end

  def statement?(node)
    node.is_a?(Model::CallNamedFunctionExpression) && !node.rval_required
  end

  # Names of the variables that a call reads, but for those that lambdas in it bind.
  def variables(node)
    names, bound = [], []
    node._pcore_all_contents([]) do |each, *|
      case each
      when Model::VariableExpression then names << each.expr.value.to_s if each.expr.respond_to?(:value)
      when Model::Parameter then bound << each.name
      end
    end
    names.uniq - bound
  end

  # Name -> [type, default] of the class or define around.
  def parameters(parents)
    around = parents.reverse.find { |each| each.is_a?(Model::HostClassDefinition) || each.is_a?(Model::ResourceTypeDefinition) }
    around ? around.parameters.to_h { |each| [each.name, [each.type_expr, each.value]] } : {}
  end
end

# A call with values.
class Program
  GIVEN = %w[title name facts trusted server_facts module_name caller_module_name environment].freeze

  def initialize(call, set)
    @call = call
    @set = set
    @id = "#{call.function}@#{call.place}##{set}"
    @random = Random.new(Zlib.crc32(@id))
    @made = MadeValues.new(@random)
  end

  def to_h
    facts, rest = (@call.variables - GIVEN).partition { |each| each.match?(/\A::\w+\z/) }
    own, others = (rest - facts).partition { |each| !each.include?('::') }
    assignments = own.map { |name| "$#{name} = #{text(name)}" }
    call = @call.statement ? @call.text : "value { 'it': is => #{@call.text} }"
    { id: @id, function: @call.function, code: [*assignments, call].join("\n"), classes: classes(others) }
  end

  private

  def classes(names)
    names.map { |each| each.delete_prefix('::').rpartition('::').values_at(0, 2) }.group_by(&:first)
         .transform_values { |pairs| pairs.to_h { |_, variable| [variable, PuppetText.of(keyed(variable) || by_name(variable))] } }
  end

  # The first set is as the parameter's type and default want it, the second has lists, the third anything.
  def text(name)
    type, default = @call.parameters[name]
    value = keyed(name) if @set.zero? && !type
    value ||= @set.zero? || type ? @made.of(name, resolved(type), default) : other(name)
    value = by_name(name) if value.equal?(MadeValues::NONE)
    PuppetText.of(value)
  rescue PuppetText::NoText
    PuppetText.of(by_name(name))
  end

  # A hash where the call takes something out of one.
  def keyed(name)
    keys = @call.text.scan(/\b#{name}\[(['"])([^'"]+)\1\]/).map(&:last)
    keys.to_h { |key| [key, 'made_value'] } unless keys.empty?
  end

  def other(name)
    return [%w[a b], [by_name(name)], [], { 'a' => 'b' }][@random.rand(4)] if @set == 1

    MadeValues::POOL[@random.rand(MadeValues::POOL.size)]
  end

  def resolved(type)
    type && Puppet::Pops::Types::TypeParser.singleton.interpret_any(type, nil)
  rescue Puppet::Error
    nil
  end

  def by_name(name)
    list = MadeValues::BY_NAME.find { |pattern, _| name.match?(pattern) }&.last || ['made_value']
    list[@random.rand(list.size)]
  end
end

def parses?(code)
  Puppet::Pops::Parser::EvaluatingParser.new.parse_string("define x() {\n#{code}\n}")
rescue Puppet::Error
  nil
end

def draw(calls, sites, sets)
  calls.group_by(&:function).sort.each do |_, members|
    spread = members.group_by { |each| each.place[%r{\A[^/]+}] }.values
    chosen = (0...sites).flat_map { |index| spread.filter_map { |each| each[index] } }.first(sites)
    chosen.product((0...sets).to_a).each do |call, set|
      program = Program.new(call, set).to_h
      puts JSON.generate(program) if parses?(program[:code])
    end
  end
end

Dir.mktmpdir do |scratch|
  folders = %w[confdir vardir codedir logdir rundir].flat_map { |name| ["--#{name}", File.join(scratch, name)] }
  Puppet.initialize_settings(folders + ['--basemodulepath', '', '--vendormoduledir', ''])
  Puppet::Util::Log.level = :crit
  modules = File.join(File.realpath(ARGV[0]), 'modules')
  environment = Puppet::Node::Environment.create(:production, [modules])
  Puppet.override(Puppet.base_context(Puppet.settings)) do
    loaders = Puppet::Pops::Loaders.new(environment)
    Puppet.override(current_environment: environment, loaders: loaders) do
      draw(Calls.new(modules, ARGV.drop(3)).all, Integer(ARGV[1]), Integer(ARGV[2]))
    end
  end
end
