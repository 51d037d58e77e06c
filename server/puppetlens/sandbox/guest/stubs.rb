# frozen_string_literal: true

# What stands in for Facter, HOCON and old names; `require` of what Puppet brings, and of gems that are not here.
# Programs, the network, the clock and randomness are the fence's (fence.rb).
module Facter
  class << self
    def value(name) = PL.refuse("Facter.value(#{name}): a fact of the machine that compiles")
    alias [] value
    alias fact value
    def to_hash = PL.refuse('the facts of the machine that compiles')
    def add(*) = nil
    def version = PL.refuse('the version of Facter on the server')
    def debug(*) = nil
    def warn(*) = nil
    def warnonce(*) = nil
  end

  module Util
    class Resolution; end
  end

  module Core
    module Execution
      def self.execute(command, *) = PL.refuse("runs a program: #{command}")
      def self.exec(command, *) = execute(command)
      def self.which(name) = PL.refuse("looks for the program #{name}")
    end
  end
end

# JSON with a list or a hash on the outside.
module PSON
  class ParserError < JSON::ParserError; end

  class << self
    # As JSON.load: a text, or what gives one.
    def load(given, *)
      text = given.respond_to?(:to_str) ? given.to_str : given.respond_to?(:to_io) ? given.to_io.read : given.read
      parse(text)
    end

    def parse(text, **options)
      raise ParserError, "source '#{text[0, 20]}' not in PSON!" unless text.match?(/\A\s*[\[{]/)

      JSON.parse(text, **options)
    end

    def generate(value, *) = JSON.generate(value)
    alias dump generate
    def pretty_generate(value, *) = JSON.pretty_generate(value)
  end
end
module PuppetX; end
Puppet_X = PuppetX unless defined?(Puppet_X)

# HOCON is read by the host.
module Hocon
  class ConfigError < StandardError
    class ConfigParseError < ConfigError; end
  end

  module ConfigFactory
    Root = Struct.new(:root) do
      def resolve(*) = self
      def to_config = self
    end
    Plain = Struct.new(:unwrapped)
    def self.parse_string(text, *) = Root.new(Plain.new(Hocon.parse(text)))
    def self.parse_file(path, *) = parse_string(File.read(path))
  end

  def self.parse(text)
    PL.host('hocon', text)
  rescue Puppet::Error => e
    raise ConfigError::ConfigParseError, e.message
  end

  def self.load(path, *) = parse(File.read(path))
end

module PL
  # Gems and files of Puppet's that are here already, or are not needed.
  BROUGHT = %w[
    puppet facter hiera hocon pson semantic_puppet rubygems gettext locale fast_gettext concurrent
    puppet_x safe_yaml deep_merge/core io/console win32ole fiddle
  ].freeze
end

# Versions as gems have them, without the rest of RubyGems; a Ruby of the user's own has it all.
unless defined?(Gem)
  module Gem
    autoload :Version, 'rubygems/version'
    autoload :Requirement, 'rubygems/requirement'
    autoload :Dependency, 'rubygems/dependency'
    autoload :Deprecate, 'rubygems/deprecate'
    class LoadError < ::LoadError; end
    class MissingSpecError < LoadError; end

    class << self
      def loaded_specs = PL.refuse('not supported: the gems of the server')
      def ruby_version = Version.new(RUBY_VERSION)
      def win_platform? = false
    end
  end
end

# What Ruby 3.2 dropped, and older Puppet's Ruby had.
class << File
  alias exists? exist? unless method_defined?(:exists?)
end
class << Dir
  alias exists? exist? unless method_defined?(:exists?)
end
Fixnum = Integer unless defined?(Fixnum)
Bignum = Integer unless defined?(Bignum)

module Kernel
  alias pl_require require

  def require(name)
    name = name.to_s
    return false if name.start_with?('puppet/', 'facter/', 'hiera/', 'hocon/', 'semantic_puppet/') && !PL.module_file?(name)
    return false if PL::BROUGHT.include?(name.delete_suffix('.rb')) && !PL.module_file?(name)
    return false if PL.here?(name)
    return Hash.include(DeepMerge::DeepMergeHash) && true if name == 'deep_merge' && !PL.module_file?(name)

    pl_require(name)
  rescue LoadError => e
    raise e unless e.path.nil? || e.path == name
    PL.refuse("not supported: require '#{name}'")
  end
  private :require, :pl_require
end

module PL
  class << self
    def here?(name) = const_defined?(:HERE, false) && HERE[name]

    # Whether a file of a module has this name: those win over what stands in for Puppet's.
    def module_file?(name)
      file = name.end_with?('.rb') ? name : "#{name}.rb"
      @module_files ||= {}
      @module_files.fetch(file) { @module_files[file] = told.fetch('load_path', []).any? { |each| File.file?("#{each}/#{file}") } }
    end

    # A file of a module by its name below `lib`.
    def load_path(name)
      folder = told.fetch('load_path', []).find { |each| File.file?("#{each}/#{name}") || File.file?("#{each}/#{name}.rb") }
      raise LoadError, "cannot load such file -- #{name}" unless folder

      path = File.file?("#{folder}/#{name}") ? "#{folder}/#{name}" : "#{folder}/#{name}.rb"
      eval(File.read(path), TOPLEVEL_BINDING.dup, path, 1) # rubocop:disable Security/Eval -- what the sandbox is for
      true
    end

    # Whether a NameError is about something of Puppet's that is missing here.
    def gap?(error)
      receiver = error.receiver
      return true if error.is_a?(NameError) && !error.is_a?(NoMethodError) && error.message.start_with?('uninitialized constant')
      return false if error.name.to_s.start_with?('@')

      return false if receiver.is_a?(Puppet::Parser::TemplateWrapper)
      return SCOPE_LACKS.include?(error.name) if receiver.is_a?(Scope)

      return false if lacking?(receiver, error.name)

      kind = receiver.is_a?(::Module) ? receiver : receiver.class
      OURS.any? { |each| kind.to_s.start_with?(each) }
    rescue ArgumentError # the exception has no receiver
      false
    end

    # Whether a value of Puppet's is taken for one of Ruby's: it lacks the method in Puppet, too.
    def lacking?(receiver, name)
      case receiver
      when Puppet::Pops::Types::PAnyType then !Enumerable.method_defined?(name) && !IN_TYPES.include?(name) && OF_RUBY.any? { |each| each.method_defined?(name) }
      when Puppet::Pops::Types::PSensitiveType::Sensitive then OF_RUBY.any? { |each| each.method_defined?(name) }
      else false
      end
    end
    OF_RUBY = [String, Array, Hash, Integer, Float].freeze
    IN_TYPES = %i[[] compact each max merge min name size values].freeze

    # Methods of Puppet's scope that this one lacks; any other that is missing is missing there, too.
    SCOPE_LACKS = %i[
      class_set define_settings effective_symtable ephemeral_from ephemeral_level inherited_scope is_default?
      merge_settings new_ephemeral newscope pop_ephemerals push_ephemerals resolve_type_and_titles set_facts
      set_match_data set_server_facts set_trusted transform_and_assert_classnames with_global_scope with_guarded_scope
      with_local_scope with_parameter_scope without_ephemeral_scopes
    ].freeze
    OURS = %w[Puppet PL:: Facter Hiera Hocon SemanticPuppet].freeze
  end
end
