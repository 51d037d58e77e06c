# frozen_string_literal: true

# The rest of Puppet that modules use while a catalog compiles: settings, messages, files, small helpers.
def _(text) = text
def n_(one, many, count) = count == 1 ? one : many

module Puppet
  LOG_LEVELS = %i[debug info notice warning err alert crit emerg].freeze
  UNDEFINED_VARIABLES_KIND = 'undefined_variables'

  # `Puppet[:name]`.
  class Settings
    def [](name) = value(name)

    def value(name, _environment = nil)
      known = PL.told.fetch('settings', {})
      found = known.fetch(name.to_s) { PL.refuse("the setting '#{name}' is the server's") }
      name.to_s == 'strict' ? found.to_sym : found
    end

    def []=(_name, _value); end
    def setting(_name) = nil
    def set_by_config?(_name) = false
    def use(*) = nil
  end

  # `Puppet.features.root?`
  class Features
    def add(*) = nil
    def posix? = true
    def microsoft_windows? = false
    def root? = true
    def ssl? = true
    def augeas? = PL.refuse('not supported: augeas')

    def method_missing(name, *)
      name.to_s.end_with?('?') ? PL.refuse("not supported: Puppet.features.#{name}") : super
    end

    def respond_to_missing?(name, all = false) = name.to_s.end_with?('?') || super
  end

  RunMode = Struct.new(:name) do
    def server? = true
    alias_method :master?, :server?
    def agent? = false
    def user? = false
  end

  class << self
    def [](name) = settings[name]
    def []=(_name, _value); end
    def settings = (@settings ||= Settings.new)
    def features = (@features ||= Features.new)
    def version = PL.told['version']
    def run_mode = (@run_mode ||= RunMode.new(:server))

    def lookup(name)
      case name
      when :current_environment, :root_environment then PL::Environment.current
      when :global_scope then PL::Scope.of(0)
      when :loaders then PL::Loaders.new
      when :trusted_information then PL.refuse('not supported: Puppet.lookup(:trusted_information)')
      else block_given? ? yield : PL.refuse("not supported: Puppet.lookup(#{name.inspect})")
      end
    end

    def override(*) = yield
    # Nobody sees these.
    def debug(*) = nil
    def info(*) = nil

    %i[notice warning err alert crit emerg].each do |level|
      define_method(level) do |text = nil, &block|
        PL.host('log', level.to_s, PL.valid((text || block&.call).to_s))
        nil
      end
    end

    def deprecation_warning(text, key = nil)
      PL.host('deprecation', text.to_s, (key || caller(1, 1).first).to_s, caller(1, 1).first)
      nil
    end
    alias puppet_deprecation_warning deprecation_warning

    def warn_once(kind, key, text, *)
      PL.host('warn_once', kind.to_s, key.to_s, text.to_s)
      nil
    end

    def send_log(level, text) = LOG_LEVELS.drop(2).include?(level.to_sym) ? public_send(level, text) : nil
    def log_exception(error, text = nil, *) = err(text.is_a?(String) ? text : error.message)
    def debugging? = false
    def initialize_settings(*) = nil
  end

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

    def name = title
    def to_s = "#{type}[#{title}]"
    alias to_ref to_s
    alias ref to_s
    def inspect = "#{to_s}#{@parameters.transform_keys(&:to_s)}"
    def [](name) = name.to_s == 'title' ? title : @parameters[name.to_sym]
    def []=(name, value); @parameters[name.to_sym] = value; end
    def to_hash = @parameters.dup
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
      def find_template(name, _environment = nil) = PL.host('find_file', 'templates', name.to_s)

      def split_file_path(path)
        path.to_s.empty? || Puppet::Util.absolute_path?(path) ? nil : path.split('/', 2)
      end

      def find_manifests_in_modules(_pattern, _environment = nil) = PL.refuse('not supported: find_manifests_in_modules')
    end

    module AST; end

    # Resources in the making.
    class Resource
      def self.new(*) = PL.refuse('not supported: Puppet::Parser::Resource.new')
      Param = PL::Parameter
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
          def find_resource_type(scope, name) = PL.host('find_type', scope, name.to_s) && PL::NamedType.new(name.to_s.downcase.to_sym)
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

  # Small helpers.
  module Util
    # Comparing versions of packages.
    module Package
      module_function

      def versioncmp(one, other, _ignore_trailing_zeroes = false)
        pattern = /[-.]|\d+|[^-.\d]+/
        left = one.scan(pattern)
        right = other.scan(pattern)
        while !left.empty? && !right.empty?
          a = left.shift
          b = right.shift
          next if a == b
          return -1 if a == '-'
          return 1 if b == '-'
          return -1 if a == '.'
          return 1 if b == '.'
          if a.match?(/\A\d+\z/) && b.match?(/\A\d+\z/)
            return a.to_s.upcase <=> b.to_s.upcase if a.match?(/\A0/) || b.match?(/\A0/)

            return a.to_i <=> b.to_i
          end
          return a.upcase <=> b.upcase
        end
        one <=> other
      end
    end
    extend Package

    # Programs are not run.
    module Execution
      class << self
        def execute(command, *) = PL.refuse("runs a program: #{Array(command).join(' ')}")
        def execpipe(command, *) = execute(command)
        alias execfail execute
      end
      NoOptionsSpecified = {}.freeze
    end

    module Json
      class ParseError < StandardError; end

      class << self
        def load(text, options = {})
          ::JSON.parse(text, **options)
        rescue ::JSON::ParserError => e
          raise ParseError, e.message
        end

        def load_file(path, options = {}) = load(File.read(path), options)

        def load_file_if_valid(path, options = {})
          load_file(path, options)
        rescue StandardError
          nil
        end

        def dump(value, options = nil) = options && options[:pretty] ? ::JSON.pretty_generate(value) : ::JSON.generate(value)
      end
    end

    module Yaml
      class YamlLoadError < Puppet::Error; end

      class << self
        def safe_load(text, allowed = [], path = nil)
          data = ::YAML.safe_load(text, permitted_classes: allowed, aliases: true, filename: path)
          data == false ? nil : data
        rescue ::Psych::DisallowedClass => e
          raise YamlLoadError, "(#{path || '<unknown>'}): #{e.message}"
        rescue *[::Psych::SyntaxError, ::ArgumentError] => e
          raise YamlLoadError, e.message
        end

        def safe_load_file(path, allowed = []) = safe_load(File.read(path), allowed, path)

        def safe_load_file_if_valid(path, allowed = [])
          safe_load_file(path, allowed)
        rescue StandardError
          nil
        end

        def load_file(path, default = nil, *)
          safe_load_file(path) || default
        end

        def dump(value, *) = ::YAML.dump(value)
      end
    end

    module Platform
      module_function

      def windows? = false
      def default_paths = []
      def jruby? = false
    end

    # `fail` and the like.
    module Errors
      def fail(*given)
        kind = given[0].is_a?(Class) ? given.shift : Puppet::Error
        raise kind, given.join(' ')
      end

      def devfail(text) = raise(Puppet::DevError, text)
      def self.error_location(file, line = nil, *) = file && line ? "(file: #{file}, line: #{line})" : ''
    end

    # Symbols for messages.
    module Logging
      LOG_LEVELS.each { |level| define_method(level) { |text = nil, &block| Puppet.public_send(level, text, &block) } }
      def deprecation_warning(*given) = Puppet.deprecation_warning(*given)
      def warn_once(*given) = Puppet.warn_once(*given)
    end
    module Docs
      def self.scrub(text) = text
    end
    module Warnings; end
    module MethodHelper; end
    module Colors; end

    # Writes are refused.
    class FileType; end

    # Network things.
    module NetworkDevice; end

    class << self
      def create_erb(text) = ERB.new(text, trim_mode: '-')
      def deterministic_rand(seed, max) = Random.new(seed).rand(max).to_s
      def deterministic_rand_int(seed, max) = Random.new(seed).rand(max)
      def which(name) = PL.refuse("looks for the program #{name}")
      def execute(command, *) = Execution.execute(command)
      def execpipe(command, *) = Execution.execute(command)
      def symbolizehash(hash) = hash.transform_keys(&:to_sym)
      def uri_encode(path, *) = URI::DEFAULT_PARSER.escape(path)
      def uri_query_encode(text) = CGI.escape(text).gsub('+', '%20').gsub('%21', '!')
      def uri_unescape(text) = URI::DEFAULT_PARSER.unescape(text)
      def rfc2396_escape(text) = URI::DEFAULT_PARSER.escape(text)
      def path_to_uri(path) = URI::Generic.build(scheme: 'file', path: uri_encode(path))
      def get_env(name, *) = ENV[name]
      def withenv(*) = yield
      def thinmark = (yield; 0)
      def logmethods(*) = nil

      def absolute_path?(path, platform = nil)
        unless path.is_a?(String)
          Puppet.warning("Cannot check if #{path} is an absolute path because it is a '#{path.class}' and not a String'")
          return false
        end
        windows = %r{\A(?:(?:[A-Z]:[/\\])|(?:[/\\][/\\][^/\\\0]+[/\\][^/\\\0]+))}i
        (platform.to_s == 'windows' ? windows : %r{\A/}).match?(path.to_s)
      end

      def exit_on_fail(*) = yield
    end

    # Those that are called as methods of one's own, after `include Puppet::Util`.
    (singleton_methods(false) - %i[logmethods]).each do |name|
      define_method(name) { |*given, &block| Puppet::Util.public_send(name, *given, &block) }
    end
    include Errors
    include Logging
  end

  module Indirector; end
end
