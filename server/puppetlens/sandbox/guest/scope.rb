# frozen_string_literal: true

# The scope, and what is reached from it: the compiler, the catalog, the environment. All of it is the host's; a scope
# is a number here, 0 is top scope.
module Puppet
  module Parser
    # A `Puppet::Parser::Scope`. Functions of the API of version 3 are methods of it (functions3.rb).
    class Scope
      @known = {}

      class << self
        def of(id) = @known[id] ||= new(id)
        def true?(value) = ![false, nil, '', :undef].include?(value)

        # The number that a text is, or nil.
        def number?(value)
          case value
          when Numeric then value
          when /\A-?(?:0|[1-9]\d*)(?:\.\d+)(?:[eE]-?\d+)?\z/, /\A-?\d+[eE]-?\d+\z/ then value.to_f
          when /\A-?0[xX]\h+\z/ then value.to_i(16)
          when /\A-?0[0-7]+\z/ then value.to_i(8)
          when /\A-?\d+\z/ then value.to_i
          end
        end
      end

      attr_reader :pl_id

      def initialize(id)
        @pl_id = id
        @set_here = {}
        @given = nil
      end

      # Values that a template was given beforehand, so that they need not be asked for.
      def pl_given(values)
        before = @given
        @given = values
        yield
      ensure
        @given = before
      end

      def lookupvar(name, _options = nil)
        raise Puppet::ParseError, "Scope variable name #{name} is a #{name.class}, not a string" unless name.is_a?(String)
        return set_here(name) if @set_here.key?(name)
        return @given[name] if @given&.key?(name)

        PL.looked_up(self, name, PL.settled('lookupvar', self, name))
      end

      # What Ruby set before, which only this interpreter knows.
      def set_here(name)
        PL.host('stateful')
        @set_here[name]
      end

      def [](name, _options = nil) = lookupvar(name)

      def include?(name) = @set_here.key?(name) || !PL.host('variables', self, [name]).fetch(name, nil).nil?
      def exist?(name) = @set_here.key?(name.to_s) || PL.host('has_variable', self, name.to_s)
      def bound?(name) = @set_here.key?(name.to_s) || PL.host('has_local', self, name.to_s)
      def has_local_variable?(name) = bound?(name)

      def to_hash(_recursive = true, include_undef = false)
        found = PL.host('variables', self, nil)
        found = found.compact unless include_undef
        PL.host('stateful') unless @set_here.empty?
        found.merge(@set_here)
      end

      # The object itself stays: later templates and functions may change it in place.
      def setvar(name, value, options = {})
        raise Puppet::DevError, "Scope variable name #{name} is a #{name.class}, not a string" unless name.is_a?(String)

        PL.host('setvar', self, name, value, options[:append] ? true : false)
        @set_here[name] = value
      end

      def []=(name, value, *)
        setvar(name, value)
      end

      # Arguments are spread as Ruby's `*` does it: a hash is its pairs.
      def call_function(name, arguments = [], &block)
        known = PL.loaded3(name.to_s)
        return public_send(known, [*arguments].map { |each| each.nil? ? '' : PL.legacy(each) }) if known

        PL.host('call', self, name.to_s, [*arguments], *[block].compact)
      end

      def catalog = PL::Catalog.new(self)
      def compiler = PL::Compiler.new(self)
      def environment = PL::Environment.current
      def known_resource_types = PL::KnownTypes.new(self)
      def resource = PL.host('container', self)
      def source = PL::Source.of(PL.host('source', self))
      def module_name = PL.host('module_name', self)
      def find_global_scope = Scope.of(PL.settled('global_scope', self))
      def parent = (id = PL.host('parent', self)) && Scope.of(id)
      alias enclosing_scope parent
      def parent_module_name = parent&.source&.module_name
      def is_topscope? = pl_id.zero?
      def is_classscope? = source&.type == :hostclass
      def is_nodescope? = source&.type == :node
      def class_scope(klass) = (id = PL.host('class_scope', self, klass.respond_to?(:name) ? klass.name : klass.to_s)) && Scope.of(id)
      def qualified_scope(name) = class_scope(name) || raise("class #{name} has not been evaluated")
      def findresource(type, title = nil) = catalog.resource(type, title)
      def find_hostclass(name) = known_resource_types.find_hostclass(name)
      def find_definition(name) = known_resource_types.find_definition(name)
      def lookuptype(name) = find_definition(name) || find_hostclass(name)
      def lookupdefaults(type) = PL.host('defaults', self, type.to_s).to_h { |name, value| [name.to_sym, PL::Parameter.new(name.to_sym, value)] }
      def undef_as(stand_in, value) = value.nil? || value == :undef ? stand_in : value
      def to_s = PL.host('scope_name', self)
      alias inspect to_s

      %i[debug info notice warning err alert crit emerg].each do |level|
        define_method(level) do |text = nil, &block|
          PL.host('scope_log', level.to_s, PL.logged(text, &block))
          nil
        end
      end

      def method_missing(name, *arguments, &block)
        text = name.to_s
        return super unless text.start_with?('function_')

        called = text.delete_prefix('function_')
        return public_send(name, *arguments) if PL.load3(called)
        return super unless Puppet::Parser::Functions.function(called)

        PL.host('call3', self, called, arguments[0])
      end

      def respond_to_missing?(name, all = false)
        text = name.to_s
        text.start_with?('function_') ? !!Puppet::Parser::Functions.function(text.delete_prefix('function_')) : super
      end
    end
  end
end

module PL
  Scope = Puppet::Parser::Scope

  # The class, define or node that code belongs to.
  Source = Struct.new(:type, :name, :module_name) do
    def self.of(told) = told && new(told[0].to_sym, told[1], told[2])
    def pl_type = true
    def namespace = name
    def to_s = name
  end

  # A resource type, of which only the name is known here.
  NamedType = Struct.new(:name) do
    def pl_type = true
    def to_s = name.to_s
  end

  Parameter = Struct.new(:name, :value) do
    def to_s = "#{name} => #{value}"
  end

  # A resource of the catalog, as it was when it was asked for.
  class Resource
    def initialize(told)
      @told = told
      @parameters = told['parameters']
    end

    def type = @told['type']
    def title = @told['title']
    def name = self[:name] || title
    def file = @told['file']
    def line = @told['line']
    def tags = @told['tags']
    def virtual = @told['virtual']
    alias virtual? virtual
    def exported = @told['exported']
    alias exported? exported
    def class? = type == 'Class'
    def stage? = type == 'Stage'
    def builtin_type? = @told['builtin']
    alias builtin? builtin_type?
    def tagged?(*names) = names.flatten.any? { |each| tags.include?(each.to_s.downcase) }
    def to_s = "#{type}[#{title}]"
    alias ref to_s
    alias to_ref to_s
    alias inspect to_s
    def [](name) = name.to_s == 'title' ? title : @parameters[name.to_s]
    def key?(name) = @parameters.key?(name.to_s)
    alias include? key?
    # Here the namevars come first that the title gives.
    def to_hash = (@title_says ||= PL.title_says(self)).merge(@parameters.transform_keys(&:to_sym))
    alias to_h to_hash
    def each(&block) = to_hash.each(&block)
    def parameters = @parameters.to_h { |name, value| [name.to_sym, Parameter.new(name.to_sym, value)] }
    def eachparam(&block) = parameters.each_value(&block)
    def uniqueness_key
      said = PL.title_says(self)
      PL.host('namevars', type).map { |name| self[name] || said[name.to_sym] }
    end
    def catalog = Catalog.new(Scope.of(0))
    def ==(other) = other.respond_to?(:type) && other.respond_to?(:title) && to_s == "#{other.type}[#{other.title}]"
    alias eql? ==
    def hash = to_s.hash

    def []=(_name, _value)
      PL.refuse('not supported: a resource that Ruby changes')
    end
  end

  def self.title_says(resource) = host('title_says', resource.type, resource.title).transform_keys(&:to_sym)

  # The catalog as it is by now.
  class Catalog
    def initialize(scope) = @scope = scope
    def resource(type, title = nil) = PL.host('findresource', @scope, *Puppet::Resource.type_and_title(type, title))
    def resources = PL.host('resources', @scope)
    def classes = PL.host('classes', @scope)
    def tags = PL.host('catalog_tags', @scope)
    def name = PL.host('certname')
    def environment = PL.told['environment']
    def resource_keys = resources.map { |each| [each.type, each.title] }
    def resource_refs = resources.map(&:to_s)
    alias vertices resources
    def version = PL.refuse('reads the clock')
    def remove_resource(*) = PL.refuse('not supported: catalog.remove_resource')

    def add_resource(*resources)
      resources.each { |each| each.is_a?(Puppet::Parser::Resource) ? each.pl_add : PL.refuse('not supported: catalog.add_resource') }
    end

    def add_edge(*) = PL.refuse('not supported: catalog.add_edge')
  end

  # What holds the catalog while it is made.
  class Compiler
    def initialize(scope) = @scope = scope
    def topscope = Scope.of(0)
    def catalog = Catalog.new(@scope)
    def environment = Environment.current
    def node = Node.new
    def resources = catalog.resources
    def findresource(type, title = nil) = catalog.resource(type, title)
    def known_resource_types = KnownTypes.new(@scope)
    def loaders = Loaders.new
    def add_resource(_scope, resource) = catalog.add_resource(resource)
    def add_override(*) = PL.refuse('not supported: compiler.add_override')
    def evaluate_classes(names, scope, _lazy = true) = PL.host('include_classes', scope, names.is_a?(Hash) ? names.keys : names)
    def newscope(*) = PL.refuse('not supported: compiler.newscope')
  end

  # The node that the catalog is for.
  class Node
    Facts = Struct.new(:name, :values)
    def name = PL.host('certname')
    def to_s = name
    def facts = Facts.new(name, PL.host('lookupvar', Scope.of(0), 'facts'))
    def environment = Environment.current
    def parameters = PL.host('variables', Scope.of(0), nil)
    def trusted_data = PL.host('lookupvar', Scope.of(0), 'trusted')
    def classes = PL.refuse('not supported: node.classes')
  end

  # The environment and its modules.
  class Environment
    def self.current = (@current ||= new)
    def name = PL.told['environment'].to_sym
    def to_s = PL.told['environment']
    def modulepath = PL.told['modulepath'].dup
    alias full_modulepath modulepath
    def manifest = PL.told['manifest']
    def modules = PL.told['modules'].map { |name, path| Puppet::Module.new(name, path) }
    def modules_by_path = modules.group_by { |each| File.dirname(each.path) }
    def module(name) = Puppet::Module.find(name)
    def known_resource_types = KnownTypes.new(Scope.of(0))
    def configuration = self
    def path_to_env = PL.told['root']
    def rich_data? = true
  end

  # The types that are known.
  class KnownTypes
    def initialize(scope) = @scope = scope
    def find_hostclass(name, _options = nil) = (found = PL.host('find_class', @scope, name.to_s)) && Source.new(:hostclass, found, found.split('::')[0])
    def find_definition(name) = (found = PL.host('find_define', @scope, name.to_s)) && Source.new(:definition, found, found.split('::')[0])
    alias hostclass find_hostclass
    alias definition find_definition
    def hostclasses = PL.refuse('not supported: known_resource_types.hostclasses')
  end

  # Puppet's loaders: enough to ask whether there is a function or a type.
  class Loaders
    def private_environment_loader = self
    def public_environment_loader = self
    def find_loader(*) = self
    def private_loader = self
    def environment = Environment.current

    def load(kind, name)
      case kind
      when :function then PL.host('has_function', name.to_s) ? LoadedFunction.new(name.to_s) : nil
      when :type then PL.host('named_type', name.to_s)
      else PL.refuse("not supported: a loader for #{kind}")
      end
    end
  end

  # A function that a loader gave.
  LoadedFunction = Struct.new(:name) do
    def call(scope, *arguments, &block) = scope.call_function(name, arguments, &block)
  end
end
