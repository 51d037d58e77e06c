# frozen_string_literal: true

# Resource types: their files run to know the namevars, what a title says of them, and the names of parameters. What
# works on a system (providers, states) is taken and forgotten.
module Puppet
  # Forgets what it is told.
  module PLQuiet
    def method_missing(*) = nil
    def respond_to_missing?(*) = false
  end

  # The base of resource types.
  class Type
    @types = {}

    class << self
      include PLQuiet
      attr_reader :types, :name
      attr_accessor :pl_isomorphic

      def newtype(name, _options = {}, &block)
        made = Class.new(Type)
        made.instance_variable_set(:@name, name.to_sym)
        Type.types[name.to_sym] = made
        const = name.to_s.capitalize
        Type.const_set(const, made) if const.match?(/\A[A-Z]\w*\z/) && !Type.const_defined?(const, false)
        made.class_eval(&block) if block
        made
      end

      def type(name) = Type.types[name.to_sym]
      def attributes = (@attributes ||= {})
      def newparam(name, options = {}, &block) = pl_made(name, options, :parameter, Parameter, &block)
      def newproperty(name, options = {}, &block) = pl_made(name, options, :property, Property, &block)
      def ensurable(&block) = pl_made(:ensure, {}, :property, Property, &block)
      def isomorphic? = pl_isomorphic != false
      def parameters = attributes.select { |_, each| each.pl_kind == :parameter }.keys
      def properties = attributes.values.select { |each| each.pl_kind == :property }
      def validattr?(name) = attributes.key?(name.to_sym)
      def paramclass(name) = attributes[name.to_sym]
      alias attrclass paramclass
      def provide(*) = Class.new(Provider)
      def provider(*) = Class.new(Provider)
      def instances = []
      def key_attributes = attributes.select { |name, each| each.pl_namevar || name == :name }.keys

      def pl_made(name, options, kind, base, &block)
        parent = options[:parent].is_a?(Class) ? options[:parent] : base
        made = Class.new(parent)
        made.pl_set(name.to_sym, kind, options[:namevar] || options[:isnamevar], self)
        attributes[name.to_sym] = made
        made.class_eval(&block) if block
        made
      end

      def title_patterns
        case key_attributes.size
        when 0 then []
        when 1 then [[/(.*)/m, [[key_attributes.first]]]]
        else raise Puppet::DevError, "you must specify title patterns when there are two or more key attributes"
        end
      end
    end

    attr_reader :title

    # What `apply_to_all`, `validate` and the like are told is not needed here.
    class << self
      def isomorphic=(value)
        self.pl_isomorphic = value
      end
    end
  end

  # Parameters and properties of a resource type.
  class Parameter
    class << self
      include PLQuiet
      attr_reader :name, :pl_kind, :pl_namevar, :doc

      def pl_set(name, kind, namevar, owner)
        @name = name
        @pl_kind = kind
        @pl_namevar = namevar
        @owner = owner
      end

      def inherited(other)
        super
        other.instance_variable_set(:@doc, @doc)
      end

      def isnamevar = @pl_namevar = true
      def isnamevar? = @pl_namevar
      def desc(text) = @doc = text
      def resource_type = @owner
    end

    # Parents that types name.
    class Boolean < Parameter; end
    class Path < Parameter; end
    class PackageOptions < Parameter; end
  end

  class Property < Parameter
    class Boolean < Property; end
    class List < Property; end
    class OrderedList < List; end
    class KeyValue < Property; end
    class Ensure < Property; end
  end

  # Providers do nothing.
  class Provider
    class << self
      include PLQuiet
    end
    class ParsedFile < Provider; end
    class Package < Provider; end
    class NameService < Provider; end
  end

  # The Resource API: one hash says all.
  module ResourceApi
    class << self
      def register_type(definition)
        PL.registered(definition)
        nil
      end

      def load_provider(*) = nil
      def register_transport(*) = nil
    end
    class SimpleProvider; end
    class DevError < StandardError; end
    class ResourceError < StandardError; end
  end
end

module PL
  class << self
    def registered(definition)
      names = definition.fetch(:attributes, {}).select { |_, each| each[:behaviour] == :namevar || each[:behavior] == :namevar }.keys
      patterns = (definition[:title_patterns] || []).map do |each|
        [pattern_text(each[:pattern]), each[:pattern].names]
      end
      @registered = { 'name' => definition[:name].to_s, 'namevars' => names.map(&:to_s), 'title_patterns' => patterns, 'isomorphic' => true }
    end

    # What a file of a resource type says; nil where it says nothing.
    def resource_type(name, path, text)
      @registered = nil
      eval(text, TOPLEVEL_BINDING.dup, path, 1) # rubocop:disable Security/Eval -- what the sandbox is for
      return @registered if @registered

      made = Puppet::Type.types[name.to_sym]
      made && { 'name' => name, 'namevars' => made.key_attributes.map(&:to_s), 'title_patterns' => patterns_of(made), 'isomorphic' => made.isomorphic? }
    end

    # nil where code of theirs changes what a title says.
    def patterns_of(made)
      patterns = made.title_patterns
      return nil unless patterns.all? { |_, names| names.all? { |_, block| gives_back?(block) } }

      patterns.map { |pattern, names| [pattern_text(pattern), names.map { |name, _| name.to_s }] }
    end

    # What a title says, as `Puppet::Resource#parse_title` finds it; nil where no pattern matches.
    def parsed_title(name, path, text, title)
      resource_type(name, path, text) unless Puppet::Type.types.key?(name.to_sym)
      Puppet::Type.type(name).title_patterns.each do |pattern, names|
        found = pattern.match(title) or next
        return names.zip(found.captures).to_h { |(each, code), part| [each.to_s, code ? code.call(part) : part] }
      end
      nil
    end

    # A regular expression with its options in it.
    def pattern_text(pattern)
      options = { 'i' => Regexp::IGNORECASE, 'm' => Regexp::MULTILINE, 'x' => Regexp::EXTENDED }
      letters = options.keys.select { |each| pattern.options & options[each] != 0 }.join
      letters.empty? ? pattern.source : "(?#{letters}:#{pattern.source})"
    end

    # Types often have `lambda { |x| x }` here.
    def gives_back?(block)
      probe = +'probe'
      block.nil? || block.call(probe).equal?(probe)
    rescue StandardError
      false
    end
  end

  operation('parsed_title') { |*asked| encode(parsed_title(*asked)) }
  operation('resource_type') { |name, path, text| resource_type(name, path, text) }
end
