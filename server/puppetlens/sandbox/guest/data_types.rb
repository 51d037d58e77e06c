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
    include Value

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
      @loading&.push(
        'api' => 'type', 'name' => builder.type_name, 'interface' => builder.interface,
        'members' => members_of(builder.made_class)
      )
      Puppet::Pops::Types::PAnyType.new(builder.type_name)
    end

    # Whether a data type has said that its values are of a class.
    def implements?(class_) = @data_types.each_value.any? { |each| each.implementation_class == class_ }

    # The methods of a class; nil where more than these makes it what it is.
    def members_of(made)
      return [] if made.nil?
      return if !(made < Implemented) || made.singleton_methods(false).any? || made.ancestors.index(Implemented) > 1

      (made.instance_methods(false) + made.private_instance_methods(false)).map(&:to_s)
    end

    # What a member of an object gives: an object with these attributes is made, and asked.
    def call_member(type, attributes, name, arguments)
      made = @data_types.fetch(type.downcase).made_class || PL.refuse("not supported: #{type} without an implementation")
      ask_once(made.pl_of(attributes), name, arguments)
    end

    # Puppet has one object, this one is gone afterwards: what a call leaves there for the next one would be lost.
    def ask_once(object, name, arguments)
      before = state_of(object)
      result = encode(object.public_send(name, *arguments))
      after = state_of(object)
      return result if after == before
      # It may keep what it has computed.
      return result if after.slice(*before.keys) == before && encode(object.public_send(name, *arguments)) == result && state_of(object) == after

      PL.refuse("not supported: the method '#{name}', which changes its object")
    end

    def state_of(object)
      object.instance_variables.to_h { |each| [each, encode(object.instance_variable_get(each))] }
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
    ask_once(made.pl_of(attributes), name, arguments)
  end

  operation('call_method') do |type, methods, attributes, name, arguments|
    call_method(type, methods, decode(attributes), name, decode(arguments))
  end
  operation('call_member') { |type, attributes, name, arguments| call_member(type, decode(attributes), name, decode(arguments)) }
end
