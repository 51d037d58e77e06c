# frozen_string_literal: true

# Draws values for all templates of an environment's modules: what each one reads, in shapes that its code wants.
#
#   ruby draw_templates.rb ENVIRONMENT_DIR SETS > RENDERINGS
#
# A rendering is a line of JSON: id (`MODULE/FILE#SET`), template, kind (erb, epp), own (a value for each variable or
# parameter), classes (a value for each variable of other classes, by class). The shape of a value is read from the
# text: `@x.each do |a, b|` wants a hash, `@x['port']` one with that key, `@x == 'on'` perhaps that word. Sets 0 to 2
# are of these shapes, then some values are of another; the last but one has nothing at all, the last anything.

require 'json'
require 'tmpdir'
require 'zlib'
require 'puppet'
require_relative 'made_values'
require_relative 'spec_contexts'

# What Ruby code does with a value, by the text of the expression that stands for it.
class Shapes
  CHAIN = '(?:\.\w+[?!]?(?:\([^()]*\))?)*'
  LIST_CALLS = /\A\.(?:each_with_index|join|flatten|first|last|uniq|compact|collect|map|select|reject|push|sort|shift|length|size|any\?|include\?|each)\b/
  HASH_CALLS = /\A\.(?:each_pair|each_key|each_value|keys|values|has_key\?|key\?|sort_by|fetch|to_a)\b/

  TEXT_CALLS = /\A\.(?:empty\?|split|gsub|sub|upcase|downcase|strip|start_with\?|match|lines)/

  def initialize(code)
    @code = code
  end

  # {list: shape}, {hash: shape}, {keys: {name => shape}}, {words: [text]}, :number, :boolean or :text.
  def of(expression, depth = 0)
    start = /(?<![\w@$.:])#{Regexp.escape(expression)}(?![\w(])/
    return :text if depth > 3

    keyed(expression, start, depth) || by_keys(start, depth) || blocks(start, depth) || called(start) || compared(start)
  end

  private

  def keyed(expression, start, depth)
    keys = @code.scan(/#{start}\[(['"])([\w.:-]+)\1\]/).map(&:last).uniq
    { keys: keys.to_h { |key| [key, of_key(expression, key, depth)] } } unless keys.empty?
  end

  def of_key(expression, key, depth)
    single, double = %w[' "].map { |quote| "#{expression}[#{quote}#{key}#{quote}]" }
    @code.include?(single) ? of(single, depth + 1) : of(double, depth + 1)
  end

  # Hashes whose keys are gone through: the value is what the key gives then.
  def by_keys(start, depth)
    return unless @code.match?(/#{start}(?:\.to_h)?\.(?:keys|has_key\?|key\?)\b/)

    key = @code[/#{start}\.keys#{CHAIN}\s*(?:do|\{)\s*\|\s*(\w+)\s*\|/, 1]
    found = key && @code[/#{start}\[#{key}\]/]
    { hash: found ? of(found, depth + 1) : :text }
  end

  def blocks(start, depth)
    names = @code[/#{start}#{CHAIN}\s*(?:do|\{)\s*\|([^|]*)\|/, 1]
    return if names.nil?

    first, second = names.delete('()').split(/\s*,\s*/)
    return { list: of(first, depth + 1) } if second.nil? || @code.match?(/#{start}#{CHAIN}\.each_with_index/)

    { hash: of(second, depth + 1) }
  end

  def called(start)
    calls = @code.scan(/#{start}(\.\w+[?!]?)/).flatten
    return { hash: :text } if calls.any?(HASH_CALLS)

    return { list: :text } if calls.any?(LIST_CALLS)

    :text if calls.any?(TEXT_CALLS)
  end

  def compared(start)
    words = @code.scan(/#{start}\s*[!=]=\s*(['"])(.*?)\1/).map(&:last).uniq
    return { words: words } unless words.empty?
    return :number if @code.match?(/Integer\(#{start}|#{start}(?:\.to_i)?\s*(?:[-+*\/<>]|[<>=!]=)\s*\d/)

    @code.match?(/#{start}\s*[!=]=\s*(?:true|false)|(?:if|unless|!)\s*#{start}\s*(?:-?%|$|and|or|&&|\|\|)/) ? :boolean : :text
  end
end

# Values of a shape, by chance.
class ShapedValues
  ANYTHING = ['made value', '', 'true', '8080', 0, 42, -1.5, true, false, nil, [], %w[b a], [1, [nil, 'x']], {}, { 'b' => 'x', 'a' => 1 },
              { 'one' => { 'ensure' => 'present' } }, "two\nlines", 'ünï', :undef].map { |value| value == :undef ? nil : value }.freeze

  def initialize(random)
    @random = random
  end

  def of(name, shape)
    case shape
    in { list: inner } then Array.new(1 + @random.rand(3)) { of(name.sub(/e?s\z/, ''), inner) }
    in { hash: inner } then %w[zeta alpha made].first(1 + @random.rand(3)).to_h { |key| [key, of(name, inner)] }
    in { keys: inner } then inner.reject { @random.rand < 0.2 }.to_h { |key, each| [key, of(key, each)] }
    in { words: words } then @random.rand < 0.7 ? words[@random.rand(words.size)] : text(name)
    in :number then @random.rand(100)
    in :boolean then [true, false, text(name), text(name)][@random.rand(4)]
    in :text then @random.rand < 0.1 ? nil : text(name)
    end
  end

  def anything
    ANYTHING[@random.rand(ANYTHING.size)]
  end

  private

  def text(name)
    fitting = MadeValues::BY_NAME.find { |pattern, _| name.match?(pattern) }&.last || ['made value', "#{name} made", 'on', 7]
    fitting[@random.rand(fitting.size)]
  end
end

# A template and the names it reads.
class Reads
  #: Variables that every class has already.
  GIVEN = %w[title name module_name caller_module_name facts trusted server_facts environment].freeze

  attr_reader :own, :qualified

  # `own` and `qualified` ([class, variable]) come with shapes.
  def initialize(own, qualified)
    @own = own
    @qualified = qualified
  end

  def self.of_erb(text)
    code = text.scan(/<%(?!%|#)[-=]?(.*?)-?%>/m).flatten.join("\n")
    shapes = Shapes.new(code)
    names = code.scan(/(?<![\w@])@([a-z_]\w*)/).flatten.uniq - GIVEN
    own = names.to_h { |name| [name, shapes.of("@#{name}")] }
    qualified = {}
    code.scan(/(scope(?:\.lookupvar\(|\[)\s*(['"])(?:::)?([\w:]*)\2\s*[\])])/) do |expression, _, name|
      space, _, variable = name.rpartition('::')
      space.empty? ? own[variable] ||= shapes.of(expression) : qualified[[space, variable]] ||= shapes.of(expression)
    end
    new(own.except(*GIVEN), qualified)
  end
end

# EPP templates, as Puppet's own parser reads them.
class EppReads
  def initialize(path)
    @model = Puppet::Pops::Parser::EvaluatingParser::EvaluatingEppParser.new.parse_file(path)
    @types = Puppet::Pops::Types::TypeParser.singleton
  end

  def parameters
    @model.body.parameters.map { |each| [each.name, each.type_expr && @types.interpret_any(each.type_expr, nil), each.value] }
  end

  def qualified
    found = []
    @model._pcore_all_contents([]) do |node, *|
      name = node.expr.value if node.is_a?(Puppet::Pops::Model::VariableExpression) && node.expr.respond_to?(:value)
      found << name.to_s.delete_prefix('::').rpartition('::').values_at(0, 2) if name.to_s.match?(/\w::/)
    end
    found.uniq
  end
end

def chance(set, sets)
  { sets - 2 => nil, sets - 1 => 1.0 }.fetch(set) { set < 3 ? 0.0 : 0.15 }
end

def values(names, random, chance)
  return {} if chance.nil?

  made = ShapedValues.new(random)
  names.to_h { |name, shape| [name, random.rand < chance ? made.anything : made.of(name, shape)] }
end

def grouped(qualified, drawn)
  qualified.keys.group_by(&:first).transform_values { |keys| keys.to_h { |key| [key[1], drawn[key[1]]] } }
end

def erb(path, set, sets, random)
  reads = Reads.of_erb(File.read(path, encoding: 'UTF-8').scrub)
  chance = chance(set, sets)
  others = values(reads.qualified.to_h { |(_, variable), shape| [variable, shape] }, random, chance)
  { own: values(reads.own, random, chance), classes: grouped(reads.qualified, others) }
end

def epp(path, set, sets, random)
  reads = EppReads.new(path)
  chance = chance(set, sets)
  made = MadeValues.new(random)
  own = reads.parameters.filter_map do |name, type, default|
    next if chance.nil? || (default && set.zero?)

    value = random.rand < chance ? ShapedValues.new(random).anything : made.of(name, type, default)
    [name, value] unless value.equal?(MadeValues::NONE) || value.is_a?(SpecCode)
  end
  others = values(reads.qualified.to_h { |_, variable| [variable, :text] }, random, chance)
  { own: own.to_h, classes: grouped(reads.qualified.to_h { |key| [key, :text] }, others) }
end

# Which names a type has that only a module knows.
def in_environment(modules)
  Dir.mktmpdir do |scratch|
    folders = %w[confdir vardir codedir logdir rundir].flat_map { |name| ["--#{name}", File.join(scratch, name)] }
    Puppet.initialize_settings(folders + ['--basemodulepath', '', '--vendormoduledir', ''])
    Puppet::Util::Log.level = :crit
    environment = Puppet::Node::Environment.create(:production, [modules])
    Puppet.override(Puppet.base_context(Puppet.settings)) do
      loaders = Puppet::Pops::Loaders.new(environment)
      Puppet.override(current_environment: environment, loaders: loaders) { yield }
    end
  end
end

modules, sets = File.join(File.realpath(ARGV[0]), 'modules'), Integer(ARGV[1])
in_environment(modules) do
  Dir.glob("#{modules}/*/templates/**/*.{erb,epp}").sort.each do |path|
    mod, file = path.delete_prefix("#{modules}/").split('/templates/', 2)
    template, kind = "#{mod}/#{file}", File.extname(path).delete('.')
    sets.times do |set|
      id = "#{template}##{set}"
      drawn = send(kind, path, set, sets, Random.new(Zlib.crc32(id)))
      puts JSON.generate({ id: id, template: template, kind: kind, **drawn })
    rescue Puppet::Error, ArgumentError => e
      warn "#{id}: #{e.message}"
    end
  end
end
