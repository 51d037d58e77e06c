# frozen_string_literal: true

# What back ends of Hiera see. What a level of the hierarchy keeps is kept here, as whatever Ruby object it is.
module Puppet
  # The context that a back end is given: one a call; `level` is the same number for the same level.
  class LookupContext
    attr_reader :pl_handle, :environment_name, :module_name

    @caches = {}
    @files = {}
    class << self
      attr_reader :caches, :files
    end

    def initialize(handle, level, environment_name, module_name)
      @pl_handle = handle
      @level = level
      @environment_name = environment_name&.to_sym
      @module_name = module_name
    end

    # What one call leaves for the next.
    def cached
      PL.host('stateful')
      LookupContext.caches[@level] ||= {}
    end

    def cache(key, value) = cached[key] = value

    def cache_all(values)
      cached.merge!(values)
      nil
    end

    def cache_has_key(key) = cached.key?(key)
    def cached_value(key) = cached[key]

    def cached_entries(&block)
      return cached.each unless block

      block.arity == 2 ? cached.each_pair { |key, value| block.call(key, value) } : cached.each_pair { |pair| block.call(pair) }
      nil
    end

    def cached_file_data(path)
      files = LookupContext.files
      if files.key?(path)
        PL.host('rests_on', path)
        return files[path]
      end

      text = Puppet::FileSystem.read(path, encoding: 'utf-8')
      files[path] = block_given? ? yield(text) : text
    end

    def interpolate(value) = PL.host('interpolate', self, value)
    def not_found = throw(:no_such_key)
    def explain = nil
    def _pcore_type = Puppet::Pops::Types.of('Puppet::LookupContext')
  end

  module Pops
    module Lookup
      Context = Puppet::LookupContext

      # Keys and options of hiera.yaml.
      module HieraConfig
        def self.symkeys_to_string(value)
          case value
          when Hash then value.to_h { |key, each| [key.is_a?(Symbol) ? key.to_s : key, symkeys_to_string(each)] }
          when Array then value.map { |each| symkeys_to_string(each) }
          else value
          end
        end
      end

      # `Puppet::Pops::Lookup.lookup(...)` as `lookup()` does it.
      class << self
        def lookup(name, value_type = nil, default = nil, has_default = false, merge = nil, invocation = nil, &block)
          options = { 'value_type' => value_type, 'merge' => merge }
          options['default_value'] = default if has_default
          scope = invocation.respond_to?(:scope) ? invocation.scope : PL.caller_scope
          PL.host('call', scope, 'lookup', [name, options.compact], *[block].compact)
        end
      end

      # What `lookup` above is given.
      class Invocation
        attr_reader :scope

        def initialize(scope, *) = @scope = scope
      end
    end
  end
end

# Hiera 3 as some old functions use it.
class Hiera
  class << self
    %i[debug warn].each { |level| define_method(level) { |text| Puppet.public_send(level == :warn ? :warning : :debug, text) && nil } }
  end

  # A scope that Hiera reads.
  class Scope
    attr_reader :real

    def initialize(real) = @real = real
    def [](name) = real.lookupvar(name)
    def include?(name) = real.include?(name)
    def catalog = real.catalog
    def resource = real.resource
    def compiler = real.compiler
  end
end

module HieraPuppet
  def self.lookup(key, default, scope, _override, kind)
    PL.host('call', scope, { priority: 'hiera', array: 'hiera_array', hash: 'hiera_hash' }.fetch(kind), [key, *[default].compact])
  end
end
