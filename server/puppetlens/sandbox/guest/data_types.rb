# frozen_string_literal: true

# Data types written in Ruby: the interface goes to the host as Puppet's text of it. What the implementation computes is
# asked for by the name of the member.
module Puppet
  # What a file in `lib/puppet/datatypes` calls.
  module DataTypes
    class << self
      def create_type(name, &block)
        builder = TypeBuilder.new(name.to_s)
        TypeBuilderAPI.new(builder).instance_eval(&block)
        raise ArgumentError, 'a data type must have an interface' unless builder.interface.is_a?(String)

        PL.loaded_type(builder)
      rescue StandardError => e
        raise ArgumentError, "Data Type Load Error for type '#{name}': #{e.message}"
      end

      def create_loaded_type(name, _loader, &block) = create_type(name, &block)
    end

    # What was said of a type.
    class TypeBuilder
      attr_accessor :interface, :implementation, :implementation_class
      attr_reader :type_name

      def initialize(type_name) = @type_name = type_name
      def has_implementation? = !(@implementation_class.nil? && @implementation.nil?)

      # The class whose objects have the members that the interface names.
      def made_class
        return @implementation_class if @implementation_class
        return unless @implementation

        @made_class ||= Class.new(PL::Implemented).tap do |each|
          each.pl_type = type_name
          each.class_eval(&@implementation)
        end
      end
    end

    # What stands in the block.
    class TypeBuilderAPI
      def initialize(builder) = @builder = builder

      def interface(text)
        raise ArgumentError, 'a data type can only have one interface' unless @builder.interface.nil?

        @builder.interface = text
      end

      def implementation(&block)
        raise ArgumentError, 'a data type can only have one implementation' if @builder.has_implementation?

        @builder.implementation = block
      end

      def implementation_class(made)
        raise ArgumentError, 'a data type can only have one implementation' if @builder.has_implementation?

        @builder.implementation_class = made
      end

      def load_file(name) = PL.load_path(name)
    end
  end

  module Pops
    module Types
      # Mixed into the classes of a data type.
      module PuppetObject
        def _pcore_type = self.class._pcore_type
      end
    end
  end
end

module PL
  # An object whose attributes are the host's, and whose functions are written in the block of `implementation`.
  class Implemented
    include Puppet::Pops::Types::PuppetObject

    class << self
      attr_accessor :pl_names, :pl_type

      def pl_of(attributes)
        self.pl_names = attributes.keys
        allocate.tap { |each| each.pl_attributes = attributes }
      end
    end

    # By code of the type: the attributes in order, of which the last may be missing.
    def initialize(*values) = self.pl_attributes = self.class.pl_names.zip(values).first(values.size).to_h

    def pl_attributes=(attributes)
      attributes.each { |name, value| instance_variable_set("@#{name}", value) }
      @pl_attributes = attributes
    end

    def pl_attributes = @pl_attributes

    def method_missing(name, *arguments)
      arguments.empty? && @pl_attributes.key?(name.to_s) ? @pl_attributes[name.to_s] : super
    end

    def respond_to_missing?(name, all = false) = @pl_attributes.key?(name.to_s) || super
  end

  @data_types = {}

  class << self
    def loaded_type(builder)
      @data_types[builder.type_name.downcase] = builder
      made = builder.made_class
      members = made ? made.public_instance_methods(false).map(&:to_s) : []
      @loading&.push('api' => 'type', 'name' => builder.type_name, 'interface' => builder.interface, 'members' => members)
      Puppet::Pops::Types::PAnyType.new(builder.type_name)
    end

    # What a member of an object gives: an object with these attributes is made, and asked.
    def call_member(type, attributes, name, arguments)
      made = @data_types.fetch(type.downcase).made_class || PL.refuse("not supported: #{type} without an implementation")
      object = made <= Implemented ? made.pl_of(attributes) : from_attributes(made, attributes)
      encode(object.public_send(name, *arguments))
    end

    # A class of the module's own: Puppet gives it the attributes in order, or as a hash.
    def from_attributes(made, attributes)
      return made.from_asserted_hash(attributes) if made.respond_to?(:from_asserted_hash)
      return made.from_hash(attributes) if made.respond_to?(:from_hash)

      made.new(*attributes.values)
    end
  end

  # Objects of a type whose definition has the code of its methods.
  @made = {}

  def self.call_method(type, methods, attributes, name, arguments)
    made = @made[[type, methods]] ||= Class.new(Implemented) do
      self.pl_type = type
      attributes.each_key { |each| define_method(each) { pl_attributes[each] } }
      methods.each { |each, (parameters, body)| class_eval("def #{each}(#{parameters})\n#{body}\nend") }
    end
    encode(made.pl_of(attributes).public_send(name, *arguments))
  end

  operation('call_method') do |type, methods, attributes, name, arguments|
    call_method(type, methods, decode(attributes), name, decode(arguments))
  end
  operation('call_member') { |type, attributes, name, arguments| call_member(type, decode(attributes), name, decode(arguments)) }
end
