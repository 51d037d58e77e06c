# frozen_string_literal: true

# Reads the unit tests that modules bring, for the declarations in them: which class or define, with which
# parameters, after which other code. The words of RSpec that describe a situation (`describe`, `context`, `let`,
# `before`, shared examples) work as there; those that expect something (`it`) only mark that there is a situation.

# A declaration as a unit test has it.
Situation = Struct.new(:described, :kind, :title, :params, :before, :facts)

# What a unit test writes where no plain value would do: code, shown as it is.
class SpecCode
  attr_reader :text

  def initialize(text)
    @text = text
  end
end

# Stands for helpers that are not here: everything asked of it is a hash (the one it was given) or itself.
module SpecHelper
  def self.method_missing(_name, *given)
    given.find { |each| each.is_a?(Hash) } || {}
  end

  def self.respond_to_missing?(*)
    true
  end

  def self.const_missing(_name)
    self
  end
end

# A group of examples: each `context` is a class below the one around it, so that `super()` in a `let` works.
class SpecGroup
  class << self
    attr_accessor :described, :kind, :registry, :found, :system_facts, :befores

    def inherited(below)
      super
      %i[described kind registry found system_facts].each { |name| below.send("#{name}=", send(name)) }
      below.befores = []
    end

    def describe(name = nil, *options, **named, &block)
      group = Class.new(self)
      if described.nil?
        group.described = name.to_s
        group.kind = (named[:type] || options.grep(Hash).first&.dig(:type) || kind).to_s
      end
      group.fill(&block) if block
    end
    alias context describe

    def fill(*arguments, &block)
      class_exec(*arguments, &block)
    rescue StandardError, ScriptError, SystemStackError
      nil # what stands before the fault is read
    end

    # The value is kept, as `before` may change it in place; `super()` asks the group around.
    def let(name, &block)
      own = Module.new { define_method(name, &block) }
      include own
      define_method(name) { @kept.fetch(name) { @kept[name] = super() } }
    end
    alias let! let

    def before(*, &block)
      befores << block
    end

    def shared_examples(name, *, &block)
      registry[name.to_s] = block
    end
    alias shared_examples_for shared_examples
    alias shared_context shared_examples

    def it_behaves_like(name, *arguments)
      block = registry[name.to_s]
      return it unless block

      Class.new(self).fill(*arguments, &block)
    end
    alias it_should_behave_like it_behaves_like
    alias it_configures it_behaves_like

    def include_examples(name, *arguments)
      block = registry[name.to_s]
      fill(*arguments, &block) if block
    end
    alias include_context include_examples

    def it_raises(*); end

    def it(*)
      return if @noted || described.nil?

      @noted = true
      situation = new.situation
      found << situation if situation
    end
    alias specify it
    alias example it

    def on_supported_os(*)
      Marshal.load(Marshal.dump(system_facts))
    end

    def method_missing(_name, *)
      SpecHelper
    end

    def respond_to_missing?(*)
      true
    end

    def const_missing(_name)
      SpecHelper
    end
  end

  self.befores = []

  def initialize
    @kept = {}
  end

  def situation
    groups = self.class.ancestors.select { |each| each.is_a?(Class) && each < SpecGroup }.reverse
    groups.each { |group| group.befores.each { |block| quietly { instance_exec(&block) } } }
    Situation.new(self.class.described, self.class.kind == 'class' ? 'class' : 'define', asked(:title),
                  asked(:params) || {}, Array(asked(:pre_condition)).join("\n"), asked(:facts) || {})
  rescue StandardError, ScriptError, SystemStackError
    nil
  end

  def ref(type, title)
    SpecCode.new("#{type}['#{title}']")
  end

  def sensitive(value)
    SpecCode.new("Sensitive(#{PuppetText.of(value)})")
  end

  private

  def asked(name)
    public_send(name) if self.class.method_defined?(name)
  end

  def quietly
    yield
  rescue StandardError, ScriptError, SystemStackError
    nil
  end
end

# Values as Puppet code.
module PuppetText
  # A value that has no such text.
  class NoText < StandardError; end

  def self.of(value)
    case value
    when SpecCode then value.text
    when nil, :undef then 'undef'
    when :default then 'default'
    when true, false, Integer, Float then value.to_s
    when String, Symbol then "'#{value.to_s.gsub(/[\\']/) { |each| "\\#{each}" }}'"
    when Array then "[#{value.map { |each| of(each) }.join(', ')}]"
    when Hash then "{ #{value.map { |key, each| "#{of(key)} => #{of(each)}" }.join(', ')} }"
    else raise NoText, value.class.name
    end
  end

  def self.declaration(kind, name, title, params)
    return "include #{name}" if kind == 'class' && params.empty?

    given = params.map { |key, value| "  #{key} => #{of(value)}," }.join("\n")
    "#{kind == 'class' ? 'class' : name} { #{of(kind == 'class' ? name : title)}:\n#{given}\n}"
  end
end

# Reads the tests of one module.
class SpecReader
  def initialize(module_dir, system_facts)
    @module_dir = module_dir
    @facts = system_facts
    $LOAD_PATH.unshift(File.join(module_dir, 'spec'))
  end

  # [path, [Situation]] of each file.
  def each_file
    root = Class.new(SpecGroup)
    root.registry = {}
    %w[shared_examples.rb spec_helper_methods.rb].each { |name| load_into(root, File.join(@module_dir, 'spec', name)) }
    { 'classes' => 'class', 'defines' => 'define' }.each do |folder, kind|
      Dir.glob(File.join(@module_dir, 'spec', folder, '**', '*_spec.rb')).sort.each do |path|
        yield path.delete_prefix("#{@module_dir}/"), read(root, path, kind)
      end
    end
  end

  private

  def read(root, path, kind)
    group = Class.new(root)
    group.registry = root.registry.dup
    group.kind = kind
    group.system_facts = @facts
    group.found = []
    load_into(group, path)
    group.found
  end

  def load_into(group, path)
    return unless File.exist?(path)

    text = File.read(path).gsub(/^\s*require.*$/, '')
    text = text.gsub(/^(\s*)RSpec\.(describe|shared_examples|shared_examples_for|shared_context)\b/, '\1\2')
    group.class_eval(text, path)
  rescue StandardError, ScriptError, SystemStackError
    nil
  end
end
