# frozen_string_literal: true

# What Ruby asks of the environment: references, modules, files, and the small parts of Puppet::Parser and Puppet::Pops.
module Puppet
  # A reference to a resource.
  class Resource
    include Enumerable
    attr_reader :type, :title
    attr_accessor :file, :line, :catalog

    def each(&block) = @parameters.each(&block)

    def initialize(type, title = nil, attributes = {})
      @type, @title = Resource.type_and_title(type, title)
      @parameters = (attributes[:parameters] || {}).transform_keys(&:to_sym)
    end

    class << self
      def type_and_title(type, title)
        type, title = split(type, title)
        type = munge_type_name(type.to_s)
        title = title.to_s
        title = title.empty? ? :main.to_s : munge_type_name(title) if type == 'Class'
        [type, title]
      end

      def munge_type_name(name)
        name = name.to_s.delete_prefix('::')
        name.match?(/\Aclass\z/i) ? 'Class' : name.split('::').map(&:capitalize).join('::')
      end

      def from_reference(text) = new(text)

      private

      def split(type, title)
        if (type.nil? || type == :component || type == 'component') && (m = title.to_s.match(/\A([^\[\]]+)\[(.+)\]\z/m)) then [m[1], m[2]]
        elsif title.nil? && (m = type.to_s.match(/\A([^\[\]]+)\[(.+)\]\z/m)) then [m[1], m[2]]
        elsif title then [type.respond_to?(:pl_type) ? type.name : type, title]
        elsif type.is_a?(Puppet::Resource) || type.is_a?(PL::Resource) then [type.type, type.title]
        elsif type.is_a?(Hash) then raise ArgumentError, 'Puppet::Resource.new does not take a hash as the first argument. Did you mean (%{type}, %{title}) ?' % { type: (type[:type] || type['type']).inspect, title: (type[:title] || type['title']).inspect }
        else raise ArgumentError, "No title provided and #{type.inspect} is not a valid resource reference"
        end
      end
    end

    def name = "#{type}/#{title}"
    def to_s = "#{type}[#{title}]"
    alias to_ref to_s
    alias ref to_s
    def inspect = "#{to_s}#{to_hash.inspect}"
    def [](name) = name.to_s == 'title' ? title : @parameters[name.to_sym]
    def []=(name, value); @parameters[name.to_sym] = value; end
    def to_hash = PL.title_says(self).merge(@parameters)
    def include?(name) = @parameters.key?(name.to_sym)
    alias key? include?
    def builtin_type? = PL.host('is_builtin_type', type)
    alias builtin? builtin_type?
    def class? = type == 'Class'
    def stage? = type == 'Stage'
    def resource_type = PL::KnownTypes.new(PL::Scope.of(0)).find_definition(type)
    def ==(other) = other.respond_to?(:title) && other.respond_to?(:type) && to_s == other.to_s
    alias eql? ==
    def hash = to_s.hash
  end

  # A module of the environment.
  class Module
    attr_reader :name, :path

    def self.find(name, _environment = nil) = (path = PL.told['modules'][name.to_s]) && new(name.to_s, path)

    def initialize(name, path, _environment = nil)
      @name = name
      @path = path
    end

    def file(name = nil) = existing('files', name)
    def template(name = nil) = existing('templates', name)
    def manifest(name = nil) = existing('manifests', name)
    def files = "#{path}/files"
    def templates = "#{path}/templates"
    def manifests = "#{path}/manifests"
    def plugin_directory = "#{path}/lib"
    def pluginfacts = "#{path}/facts.d"
    def metadata_file = "#{path}/metadata.json"
    def has_metadata? = File.exist?(metadata_file)
    def metadata = JSON.parse(File.read(metadata_file))
    def version = has_metadata? ? metadata['version'] : nil
    def environment = PL::Environment.current
    def to_s = "Module #{name}(#{path})"
    def exist? = File.directory?(path)

    private

    def existing(folder, name)
      found = name ? "#{path}/#{folder}/#{name}" : "#{path}/#{folder}"
      File.exist?(found) ? found : nil
    end
  end

  # Puppet's files.
  module FileSystem
    class << self
      def exist?(path) = File.exist?(path.to_s)
      def file?(path) = File.file?(path.to_s)
      def directory?(path) = File.directory?(path.to_s)
      def readable?(path) = File.readable?(path.to_s)
      def read(path, encoding: 'utf-8', **) = File.read(path.to_s, encoding: encoding.to_s)
      def read_preserve_line_endings(path) = File.binread(path.to_s).force_encoding('UTF-8').delete_prefix("\u{FEFF}")
      def binread(path) = File.binread(path.to_s)
      def pathname(path) = path.is_a?(Pathname) ? path : Pathname.new(path)
      def path_string(path) = path.to_s
      def basename(path) = pathname(path).basename
      def basename_string(path) = File.basename(path.to_s)
      def dir_string(path) = File.dirname(path.to_s)
      def each_line(path, &block) = File.foreach(path.to_s, &block)
      def children(path) = pathname(path).children
      def stat(path) = File.stat(path.to_s)
      def size(path) = File.size(path.to_s)
      def expand_path(path, dir = nil) = File.expand_path(path.to_s, dir)
      def symlink?(_path) = false
    end
  end

  module FileServing; end

  module Parser
    # Files of modules by their Puppet name.
    module Files
      module_function

      def find_file(name, _environment = nil) = PL.host('find_file', 'files', name.to_s)
      # `split` is what tells Puppet that a name is no text.
      def find_template(name, _environment = nil) = name.split('/', 2) && PL.host('find_file', 'templates', name)

      def split_file_path(path)
        path.to_s.empty? || Puppet::Util.absolute_path?(path) ? nil : path.split('/', 2)
      end

      def find_manifests_in_modules(_pattern, _environment = nil) = PL.refuse('not supported: find_manifests_in_modules')
    end

    module AST; end

    # A resource in the making, until `add_resource` gives it to the catalog.
    class Resource < Puppet::Resource
      attr_reader :scope, :source
      attr_accessor :virtual, :exported

      def initialize(type, title, attributes)
        raise ArgumentError, 'Resources require a hash as last argument' unless attributes.is_a?(Hash)
        raise ArgumentError, 'Resources require a scope' unless attributes[:scope]

        super(type, title)
        @scope = attributes[:scope]
        @source = attributes[:source] || scope.source
        @virtual, @exported, @file, @line = attributes.values_at(:virtual, :exported, :file, :line)
        given = attributes[:parameters] || []
        (given.is_a?(Hash) ? given.to_a : given).each { |each| set_parameter(*each) }
        scope.lookupdefaults(self.type).each { |name, default| @parameters[name] = default.value unless @parameters.key?(name) }
      end

      def name = self[:name] || title

      def set_parameter(name, value = nil)
        return set_parameter(name.name, name.value) if name.is_a?(PL::Parameter)

        @parameters[name.to_sym] = value
      end
      alias []= set_parameter

      def parameters = @parameters.to_h { |name, value| [name, Param.new(name: name, value: value)] }
      def to_hash = super.reject { |_, value| value.nil? || value == :undef }
      alias virtual? virtual
      alias exported? exported

      def pl_add
        form = exported ? 'exported' : virtual ? 'virtual' : 'regular'
        PL.host('add_resource', scope, type.downcase, title, @parameters.transform_keys(&:to_s), form)
        self
      end

      # One of its parameters.
      class Param < PL::Parameter
        def self.new(name: nil, value: nil, **)
          raise Puppet::ResourceError, "'name' is a required option for Puppet::Parser::Resource::Param" unless name

          super(name.to_sym, value)
        end
      end
    end
  end

  module Pops
    # The places of the calls around.
    module PuppetStack
      def self.stacktrace = PL.host('stacktrace')
      def self.top_of_stack = stacktrace.first || []
    end

    module Serialization
      # Rich data as plain data.
      class ToDataConverter
        def self.convert(value, options = EMPTY_HASH) = PL.host('to_data', value, options.transform_keys(&:to_s).select { |_, each| [true, false].include?(each) })
        EMPTY_HASH = {}.freeze
      end

      class FromDataConverter
        def self.convert(*) = PL.refuse('not supported: FromDataConverter')
      end
    end

    module Evaluator
      # Types by name, for code of version 3.
      module Runtime3ResourceSupport
        class << self
          def find_resource_type(scope, name) = PL.settled('find_type', scope, name.to_s) && PL::NamedType.new(name.to_s.downcase.to_sym)
          def find_resource_type_or_class(scope, name) = find_resource_type(scope, name) || find_hostclass(scope, name)
          def find_hostclass(scope, name) = PL::KnownTypes.new(scope).find_hostclass(name)
          def find_defined_resource_type(scope, name) = PL::KnownTypes.new(scope).find_definition(name)
        end
      end

      # Values as those of version 3.
      class Runtime3Converter
        def self.map_args(arguments, _scope, undef_value) = arguments.map { |each| each.nil? ? undef_value : PL.legacy(each) }
        def self.convert(value, _scope, undef_value) = value.nil? ? undef_value : PL.legacy(value)
      end
      class Runtime3FunctionArgumentConverter < Runtime3Converter; end
    end

    # Issues by name: their text is what the host says.
    module Issues
      def self.const_missing(name) = PL.refuse("not supported: Puppet::Pops::Issues::#{name}")
    end

    EMPTY_HASH = {}.freeze
    EMPTY_ARRAY = [].freeze
    EMPTY_STRING = ''
    MAX_INTEGER = 0x7fffffffffffffff
    MIN_INTEGER = -0x8000000000000000
  end
end
