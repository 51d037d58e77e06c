# frozen_string_literal: true

# Values as data for JSON, both ways. What JSON has is itself; a hash whose keys are all strings (none of them "!") is
# an object, all else an object with a tag under "!" (`sandbox/values.py` has the same table).
module Puppet
  module Pops
    module Evaluator
      # A lambda: what is yielded to it is its arguments as they are, not spread as for a block of Ruby's.
      class PuppetProc < Proc
        def self.new(parameters, &block)
          super(&block).tap { |each| each.instance_variable_set(:@pl_parameters, parameters) }
        end

        def lambda? = false
        def parameters = @pl_parameters.map { |kind, name| [kind.to_sym, name.to_sym] }

        def arity
          required = parameters.take_while { |kind, _| kind == :req }.size
          required == parameters.size ? required : -required - 1
        end
      end
    end
  end
end

module PL
  # What all objects of Pcore have.
  module Value
    def to_s = PL.host('object_text', self)
    def _pcore_init_hash = PL.host('object_hash', self)
    def ==(other) = equal?(other) || (other.is_a?(Value) && PL.host('same_object', self, other))
    alias eql? ==
    def hash = Value.hash
    def inspect = Addresses.show('Object', to_s)
  end

  # A value that only the host understands (an object of Pcore, an error): asks it for each method.
  class Remote
    include Value
    attr_reader :pl_handle

    def initialize(handle, type, text)
      @pl_handle = handle
      @type = type
      @text = text
    end

    def to_s = @text
    def _pcore_type = @type

    %i[class instance_variables instance_variable_get instance_variable_set methods singleton_methods method].each do |name|
      define_method(name) { |*| PL.refuse("not supported: #{name} of #{@type}") }
    end

    def method_missing(name, *arguments, &block)
      PL.host('member', @pl_handle, name.to_s, arguments, *[block].compact)
    end

    def respond_to_missing?(name, _all = false) = PL.host('has_member', @pl_handle, name.to_s)
  end

  @kept = []
  @numbers = {}.compare_by_identity
  @equals = {}

  class << self
    def encode(value) # rubocop:disable Metrics -- the table
      case value
      when nil, true, false, Integer then value
      when String then encode_string(value)
      when Float then value.finite? ? value : { '!' => 'n', 'v' => value.to_s }
      when Array then value.map { |each| encode(each) }
      when Hash then encode_hash(value)
      when Symbol then encode_symbol(value)
      when Remote then { '!' => 'O', 'v' => value.pl_handle }
      when Implemented then { '!' => 'v', 't' => value.class.pl_type, 'v' => encode(value.pl_attributes) }
      when Regexp then { '!' => 'r', 'v' => Puppet::Pops::Types::PRegexpType.regexp_to_s(value) }
      when Scope then { '!' => 'S', 'v' => value.pl_id }
      when Proc, Method then { '!' => 'f', 'v' => keep(value), 'n' => value.arity, 'p' => parameters_of(value) }
      else encode_other(value)
      end
    end

    ADDRESS = /#<[^\s<>]*(?:#<[^\s<>]*>[^\s<>]*)*:0x\h{8}[ >]/

    # Texts in other encodings are such in UTF-8, if they can be.
    def encode_string(value)
      taint(Addresses::WORDS) if value.include?(':0x') && value.b.match?(ADDRESS)
      case value.encoding
      when Encoding::BINARY then return { '!' => 'b', 'v' => [value].pack('m0') }
      when Encoding::UTF_8, Encoding::US_ASCII then return value if value.valid_encoding?
      else return value.encode(Encoding::UTF_8)
      end
      { '!' => 'u', 'v' => [value].pack('m0') }
    rescue EncodingError
      { '!' => 'u', 'v' => [value].pack('m0') }
    end

    def encode_hash(value)
      result = {}
      value.each do |key, each|
        return { '!' => 'h', 'v' => value.map { |k, v| [encode(k), encode(v)] } } unless key.is_a?(String) && key != '!'

        key = encode_string(key)
        return { '!' => 'h', 'v' => value.map { |k, v| [encode(k), encode(v)] } } unless key.is_a?(String)

        result[key] = encode(each)
      end
      result
    end

    def encode_symbol(value)
      case value
      when :default then { '!' => 'd' }
      when :undef then nil
      else { '!' => 'y', 'v' => valid(value.to_s) }
      end
    end

    def encode_other(value) # rubocop:disable Metrics -- the table
      return encode(value.pl_told) if const_defined?(:OneOf, false) && (OneOf === value || Moment === value)

      case value
      when Puppet::Pops::Types::PSensitiveType::Sensitive then { '!' => 's', 'v' => encode(value.unwrap) }
      when Puppet::Pops::Types::PAnyType then encode_type(value)
      when Puppet::Pops::Types::PBinaryType::Binary then { '!' => 'B', 'v' => value.to_s }
      when Puppet::Resource then { '!' => 'R', 't' => value.type, 'v' => value.title, 'k' => 'resource' }
      when Resource then { '!' => 'R', 't' => value.type, 'v' => value.title, 'k' => 'resource' }
      when Puppet::LookupContext then { '!' => 'O', 'v' => value.pl_handle }
      when Puppet::Pops::Types::Iterable then value.to_a.map { |each| encode(each) }
      when Stamp then { '!' => 'k', 'k' => value.class::KIND, 'v' => value.to_s }
      when URI::Generic then { '!' => 'U', 'v' => value.to_s }
      else encode_object(value)
      end
    end

    # An object that the host cannot look into: its class, its text, and its number to come back by. It has no text that
    # is the same each time where that is an address; a number of Ruby's own would be one for Puppet, too. What a class of
    # a module takes for equal is its own affair; objects of Ruby's own classes that are equal have a number in common.
    def encode_object(value)
      told = { '!' => 'o', 'v' => value.class.name }
      return told if value.is_a?(Numeric) || value.is_a?(Module) || value.method(:to_s).owner == Kernel || compares?(value)

      text = value.to_s
      return told unless text.is_a?(String) && !text.match?(/0x\h{6,}/)

      number = (@numbers[value] ||= keep(value))
      told.merge('s' => encode(text), 'i' => number, 'e' => (@equals[value] ||= number))
    end

    def compares?(value)
      value.is_a?(Puppet::Pops::Types::PuppetObject) || implements?(value.class) ||
        %i[== eql? hash].any? { |name| AT_START[value.method(name).owner].nil? }
    end

    def encode_type(value)
      if value.is_a?(Puppet::Pops::Types::PCatalogEntryType) && value.title
        { '!' => 'R', 't' => value.type_name, 'v' => value.title }
      else { '!' => 't', 'v' => value.pl_text, 'i' => value.pl_handle }.compact
      end
    end

    def decode(value)
      case value
      when Array then value.map! { |each| each.is_a?(Array) || each.is_a?(Hash) ? decode(each) : each }
      when Hash then value.key?('!') ? decode_tagged(value) : value.transform_values! { |each| each.is_a?(Array) || each.is_a?(Hash) ? decode(each) : each }
      else value
      end
    end

    NUMBERS = { 'NaN' => Float::NAN, 'Infinity' => Float::INFINITY, '-Infinity' => -Float::INFINITY }.freeze

    def decode_tagged(value) # rubocop:disable Metrics -- the table
      told = value['v']
      case value['!']
      when 'h' then told.to_h { |key, each| [decode(key), decode(each)] }
      when 'd' then :default
      when 'y' then told.to_sym
      when 'n' then NUMBERS[told]
      when 's' then Puppet::Pops::Types::PSensitiveType::Sensitive.new(decode(told))
      when 'r' then Regexp.new(told)
      when 't' then value['s'] ? Puppet::Pops::Types.named(told, value['s']) : Puppet::Pops::Types.of(told, value['i'])
      when 'R' then value['k'] == 'resource' ? Puppet::Resource.new(value['t'], told) : Puppet::Pops::Types.reference(value['t'], told)
      when 'b' then told.unpack1('m0')
      when 'u' then told.unpack1('m0').force_encoding(Encoding::UTF_8)
      when 'B' then Puppet::Pops::Types::PBinaryType::Binary.from_base64_strict(told)
      when 'S' then Scope.of(told)
      when 'c' then Puppet::LookupContext.new(told, value['k'], value['e'], value['m'])
      when 'f' then Puppet::Pops::Evaluator::PuppetProc.new(value['p']) { |*arguments| PL.host('block', told, *arguments) }
      when 'k' then Stamp.of(value['k'], told)
      when 'I' then Puppet::Pops::Types::Iterator.new(decode(told))
      when 'z' then deep_freeze(decode(told))
      when 'U' then URI.parse(told)
      when 'O' then Remote.new(told, decode(value['t']), value['s'])
      when 'q' then Resource.new(decode(told))
      when 'o' then kept(told)
      else PL.refuse("a value of the kind #{value['!']}")
      end
    end

    def deep_freeze(value)
      case value
      when Array then value.each { |each| deep_freeze(each) }
      when Hash
        value.each do |key, each|
          deep_freeze(key)
          deep_freeze(each)
        end
      end
      value.freeze
    end

    # A block that the host may call later.
    def keep(callable)
      @kept << callable
      @kept.size - 1
    end

    def kept(id) = @kept.fetch(id)

    # The names of a block's parameters that have to be given, and whether the last takes the rest.
    def parameters_of(callable)
      callable.parameters.map { |kind, name| [kind.to_s, name.to_s] }
    end
  end

  operation('block') { |id, arguments| encode(kept(id).call(*decode(arguments))) }
end
