# frozen_string_literal: true

# `Puppet::Pops::Types`: a data type is its text here; what it accepts is asked of the host. Its class follows from the
# head of the text (`Integer[1]` is a PIntegerType), and classes that nobody needed so far are made when they are named.
module Puppet
  module Pops
    module Types
      # Any data type.
      class PAnyType
        class << self
          def pl_default = (@pl_default ||= new(name.split('::').last[/\AP(.*)Type\z/, 1].sub('Any', 'Any')))
          def const_missing(name) = name == :DEFAULT ? const_set(:DEFAULT, pl_default) : super
        end

        attr_reader :pl_text
        # Its number, where the text does not say all.
        attr_accessor :pl_handle

        def initialize(text = nil) = @pl_text = text.to_s
        def to_s = @pl_text
        def inspect = PL::Addresses.show(self.class, to_s)
        alias name to_s
        alias to_alias_expanded_s to_s
        def simple_name = @pl_text[/\A[\w:]+/]
        def ==(other) = other.is_a?(PAnyType) && ((other.to_s == to_s && !pl_handle && !other.pl_handle) || PL.host('same_type', self, other))
        alias eql? ==
        def hash = PAnyType.hash
        def instance?(value, _guard = nil) = PL.host('is_instance', self, value)
        def assignable?(other, _guard = nil) = PL.host('is_assignable', self, other)
        def callable?(other) = PL.host('is_assignable', self, other)
        def kind_of_callable?(_optional = true, _guard = nil) = @pl_text.start_with?('Callable')
        def iterable?(_guard = nil) = PL.host('is_assignable', Types.of('Iterable'), self)
        def normalize(_guard = nil) = self
        def generalize = PL.host('generalize', self)
        def resolved_type = PL.host('resolved_type', self)
        def create(*arguments) = PL.host('call', PL::Scope.of(0), 'new', [self, *arguments])
        def type = pl_inner[0]
        alias element_type type
        alias optional_type type
        def types = pl_inner
        def values = pl_inner
        def pl_inner = PL.host('type_arguments', self)
        def size_range = PL.host('type_size', self)
        alias range size_range
        def from = size_range[0]
        def to = size_range[1]
        def catalog_entry? = is_a?(PCatalogEntryType)
        def _pcore_type = Types.of("Type[#{self}]")
      end

      # It goes by its name; what it shows is what it stands for, too.
      class PNamedType < PAnyType
        def initialize(name, shown = name)
          super(name)
          @shown = shown
        end

        def to_s = @shown
        alias to_alias_expanded_s to_s
        def name = pl_text
      end

      class PTypeAliasType < PNamedType; end
      class PObjectType < PNamedType; end
      class PTypeType < PAnyType; end
      PType = PTypeType

      # References of the catalog, with a title or without.
      class PCatalogEntryType < PAnyType
        attr_reader :type_name, :title

        def initialize(type_name, title = nil)
          @type_name = type_name
          @title = title
          super(pl_shown)
        end

        def pl_shown = title ? "#{type_name}['#{title}']" : type_name
        def ==(other) = other.class == self.class && other.type_name == type_name && other.title == title
        alias eql? ==
        def hash = [type_name, title].hash
      end

      # `File['/x']`.
      class PResourceType < PCatalogEntryType; end

      # `Class['a']`.
      class PClassType < PCatalogEntryType
        alias class_name title

        def initialize(_type = nil, title = nil)
          super('Class', title)
        end

        def pl_shown = title ? "Class[#{title}]" : 'Class'
      end
      PHostClassType = PClassType

      # Values that are not shown.
      class PSensitiveType < PAnyType
        class Sensitive
          def initialize(value) = @value = value
          def unwrap = @value
          def to_s = 'Sensitive [value redacted]'
          def inspect = "#<#{to_s}>"
          def ==(other) = other.is_a?(Sensitive) && other.hash == hash
          alias eql? ==
          def hash = @value.hash
        end
      end

      # Bytes.
      class PBinaryType < PAnyType
        class Binary
          attr_reader :binary_buffer

          def initialize(bytes) = @binary_buffer = bytes.b.freeze
          def self.from_binary_string(bytes) = new(bytes)
          def self.from_base64(text) = new(text.unpack1('m'))
          def self.from_base64_strict(text) = new(text.unpack1('m0'))
          def self.from_string(text) = new(text.encode('UTF-8'))
          def to_s = [@binary_buffer].pack('m0')
          def length = @binary_buffer.bytesize
          def ==(other) = other.is_a?(Binary) && other.binary_buffer == @binary_buffer
          alias eql? ==
          def hash = @binary_buffer.hash
          def relaxed_to_s = [@binary_buffer].pack('m')
        end
      end

      # Regular expressions as Puppet writes them.
      class PRegexpType < PAnyType
        def self.regexp_to_s(pattern)
          options = pattern.options & 7
          return pattern.source if options.zero?

          on = (options & 4 == 4 ? 'm' : '') + (options & 1 == 1 ? 'i' : '') + (options & 2 == 2 ? 'x' : '')
          off = %w[m i x].reject { |each| on.include?(each) }.join
          "(?#{on}#{off.empty? ? '' : "-#{off}"}:#{pattern.source})"
        end

        def self.regexp_to_s_with_delimiters(pattern) = "/#{regexp_to_s(pattern)}/"
      end

      # What can be gone through, one element after the other.
      module Iterable
        def self.asserted_iterable(caller, value, _infer = false)
          on(value) || raise(ArgumentError, "#{caller.class}(): wrong argument type (#{value.class}; is not Iterable.")
        end

        def self.on(value, _element_type = nil, _shallow = true)
          case value
          when Iterable, Enumerator then value
          when Array, Hash, Range then value.each
          when Integer then value.times
          when String then value.each_char
          end
        end

        def step(step) = Iterator.new(each_slice(step).map(&:first))
        def reverse_each(&block) = block ? to_a.reverse.each(&block) : Iterator.new(to_a.reverse)
        def hash_style? = false
        def unbounded? = false
      end

      # An iterator of Puppet's: its elements.
      class Iterator
        include Enumerable
        include Iterable

        def initialize(elements) = @elements = elements
        def each(&block) = block ? @elements.each(&block) : @elements.each
        def size = @elements.size
        def next = (@enumerator ||= @elements.each).next
      end

      # Asks the host what a value is.
      class TypeCalculator
        class << self
          def singleton = (@singleton ||= new)
          def infer(value) = PL.host('infer', value)
          def infer_set(value) = PL.host('infer_set', value)
          def infer_callable_methods_t(*) = PL.refuse('not supported: infer_callable_methods_t')
          def instance?(type, value) = type.instance?(value)
          def assignable?(type, other) = type.assignable?(pl_type(other))
          def generalize(type) = type.generalize
          def iterable(type) = type
          def string(type) = type.to_s
          def debug_string(type) = type.to_s
          def is_kind_of_callable?(type, optional = true) = type.kind_of_callable?(optional)

          def pl_type(value)
            value.is_a?(::Module) ? Types.of({ Integer => 'Integer', String => 'String', Float => 'Float', Array => 'Array', Hash => 'Hash' }.fetch(value, 'Any')) : value
          end
        end

        %i[infer infer_set instance? assignable? generalize string debug_string iterable].each do |name|
          define_method(name) { |*given| self.class.public_send(name, *given) }
        end
        alias type infer
      end

      # Text to type.
      class TypeParser
        def self.singleton = (@singleton ||= new)
        def parse(text, _context = nil) = PL.host('parse_type', text.to_s)
        def parse_literal(text, _context = nil) = parse(text)
        def interpret(_ast, _context = nil) = PL.refuse('not supported: TypeParser#interpret')
      end

      # Types from Ruby's side.
      module TypeFactory
        class << self
          %w[any boolean data default numeric scalar undef string integer float regexp callable iterable sensitive binary timestamp timespan].each do |name|
            define_method(name) { |*given| given.compact.empty? ? Types.of(name.capitalize) : pl_with(name.capitalize, given) }
          end
          alias all_callables callable
          def rich_data = Types.of('RichData')
          def collection = Types.of('Collection')
          def array_of(type, *size) = pl_with('Array', [type, *size.compact])
          def array_of_data = Types.of('Array[Data]')
          def array_of_any = Types.of('Array')
          def hash_of(value, key = Types.of('Scalar'), *size) = pl_with('Hash', [key, value, *size.compact])
          def hash_of_data = Types.of('Hash[String, Data]')
          def hash_of_any = Types.of('Hash')
          def hash_kv(key, value, *size) = pl_with('Hash', [key, value, *size.compact])
          def optional(type = nil) = type ? pl_with('Optional', [type]) : Types.of('Optional')
          def not_undef(type = nil) = type ? pl_with('NotUndef', [type]) : Types.of('NotUndef')
          def variant(*types) = pl_with('Variant', types)
          def tuple(types = [], *size) = pl_with('Tuple', [*types, *size.compact])
          def enum(*values) = pl_with('Enum', values)
          def pattern(*values) = pl_with('Pattern', values)
          def range(from, to) = pl_with('Integer', [from, to])
          def resource(name = nil, title = nil) = title ? Types.reference(name.to_s, title) : Types.of(name.to_s.split('::').map(&:capitalize).join('::'))
          def host_class(name = nil) = name ? PClassType.new('Class', name) : Types.of('Class')
          def type_type(type = nil) = type ? pl_with('Type', [type]) : Types.of('Type')
          def type_of(value) = value.is_a?(::Module) ? Types.of(value.to_s) : TypeCalculator.infer(value)
          def label(type) = type.to_s
          def scalar_data = Types.of('ScalarData')
          def uri = Types.of('URI')
          def object(*) = PL.refuse('not supported: TypeFactory.object')
          def sem_ver(*ranges) = ranges.empty? ? Types.of('SemVer') : pl_with('SemVer', ranges)
          def sem_ver_range = Types.of('SemVerRange')
          def catalog_entry = Types.of('CatalogEntry')
          def init(*given) = given.empty? ? Types.of('Init') : pl_with('Init', given)
          def iterator(type = nil) = type ? pl_with('Iterator', [type]) : Types.of('Iterator')
          def float_range(from, to) = pl_with('Float', [from, to])
          def struct(members = {}) = members.empty? ? Types.of('Struct') : pl_with('Struct', [members])
          def type_reference(text = nil) = text ? pl_with('TypeReference', [text]) : Types.of('TypeReference')
          def deferred = PL::Made.new('Deferred')
          def error = PL::Made.new('Error')
          def sized_string(*size) = pl_with('String', size)
          def pl_with(name, given) = PL.host('build_type', name, given)
        end
      end

      # The sentences of a value that does not fit.
      class TypeMismatchDescriber
        class << self
          def singleton = (@singleton ||= new)
          def describe_signatures(closure, signatures, tuple, _report = false) = PL.host('describe_signatures', closure.to_s, signatures, tuple)
          def validate_parameters(*) = PL.refuse('not supported: validate_parameters')
          def validate_default_parameter(*) = PL.refuse('not supported: validate_default_parameter')
          def describe_mismatch(*given) = singleton.describe_mismatch(*given)
        end

        def describe_mismatch(name, expected, actual, _report = nil) = PL.host('describe_mismatch', name.to_s, expected, actual)
      end

      # `TypeAsserter.assert_instance_of`.
      module TypeAsserter
        class << self
          def assert_instance_of(subject, expected, value, nil_ok = false, &block)
            return value if nil_ok && value.nil?
            return value if expected.instance?(value)

            mismatch(subject, 'has wrong type', expected, TypeCalculator.infer_set(value), &block)
          end

          def assert_assignable(subject, expected, type, &block)
            return type if expected.assignable?(type)

            mismatch(subject, 'is incorrect', expected, type, &block)
          end

          private

          def mismatch(subject, what, expected, actual)
            subject = yield(subject) if block_given?
            subject = subject[0] % subject.drop(1) if subject.is_a?(Array)
            raise TypeAssertionError, PL.host('describe_mismatch', "#{subject} #{what},", expected, actual)
          end
        end
      end

      class TypeAssertionError < Puppet::Error
        attr_reader :expected_type, :actual_type

        def initialize(message = nil, expected_type = nil, actual_type = nil)
          super(message)
          @expected_type = expected_type
          @actual_type = actual_type
        end
      end
      class TypeConversionError < Puppet::Error; end

      # Values as text.
      class StringConverter
        def self.singleton = (@singleton ||= new)
        def self.convert(value, *formats) = singleton.convert(value, *formats)
        def convert(value, *formats) = PL.host('call', PL::Scope.of(0), 'new', [Types.of('String'), value, *formats.reject { |each| each == :default }])
      end

      class TypeFormatter
        def self.singleton = (@singleton ||= new)
        def self.string(type) = type.to_s
        def string(type) = type.to_s
        def alias_expanded_string(type) = type.to_alias_expanded_s
      end

      class << self
        # A type that has a name besides what it shows.
        def named(name, shown) = (shown.start_with?('Object[') ? PObjectType : PTypeAliasType).new(name, shown)

        # A type by its text, as an object of the class that its head names.
        def of(text, handle = nil)
          head = text[/\A\w+(?:::\w+)*/] || 'Any'
          made = const_get("P#{head}Type") unless head.include?('::')
          return made.new(text, nil) if made == PClassType

          made = PAnyType if made.nil? || !(made <= PAnyType) || made <= PCatalogEntryType
          made.new(text).tap { |each| each.pl_handle = handle }
        end

        def reference(type, title) = type == 'Class' ? PClassType.new('Class', title) : PResourceType.new(type, title)

        def const_missing(name)
          return super unless name.match?(/\AP[A-Z]\w*Type\z/)

          const_set(name, Class.new(PAnyType))
        end
      end
    end
  end
end

module PL
  # One of Puppet's own Object types, of which Ruby makes values.
  class Made < Puppet::Pops::Types::PAnyType
    def create(*given) = PL.host('make', to_s, given)
    alias new create
  end

  # A value that has a text and an order: Timestamp, Timespan, SemVer, SemVerRange.
  class Stamp
    include Comparable
    KIND = ''
    @kinds = {}

    class << self
      attr_reader :kinds

      def of(kind, text) = Stamp.kinds.fetch(kind).new(text)

      def kind(name)
        Class.new(Stamp) { const_set(:KIND, name) }.tap { |each| Stamp.kinds[name] = each }
      end

      def parse(text, *) = PL.host('make', self::KIND, [text])
      def now = PL.refuse('reads the clock')
    end

    def initialize(text) = @text = text
    def to_s = @text
    def inspect = %w[SemVer SemVerRange].include?(self.class::KIND) ? @text : Addresses.show(self.class, @text)
    def ==(other) = other.class == self.class && other.to_s == to_s
    alias eql? ==
    def hash = @text.hash
    def <=>(other) = other.is_a?(Stamp) ? PL.host('call', Scope.of(0), 'compare', [self, other]) : nil
    def format(text) = PL.host('call', Scope.of(0), 'strftime', [self, text])
    alias strftime format
  end
end

module Puppet
  module Pops
    module Time
      Timestamp = PL::Stamp.kind('Timestamp')
      Timespan = PL::Stamp.kind('Timespan')
    end
  end
end

# Versions as SemVer has them.
module SemanticPuppet
  Version = PL::Stamp.kind('SemVer')
  VersionRange = PL::Stamp.kind('SemVerRange')

  class Version
    class ValidationFailure < ArgumentError; end

    def self.parse(text)
      PL.host('make', 'SemVer', [text])
    rescue Puppet::Error
      raise ValidationFailure, "Unable to parse '#{text}' as a semantic version identifier"
    end

    def self.valid?(text) = text.to_s.match?(/\A\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?\z/)
    def major = to_s[/\A\d+/].to_i
    def minor = to_s[/\A\d+\.(\d+)/, 1].to_i
    def patch = to_s[/\A\d+\.\d+\.(\d+)/, 1].to_i
    def prerelease = to_s[/\A[^+]*?-([^+]*)/, 1]
    def build = to_s[/\+(.*)/, 1]
    def stable? = prerelease.nil?
  end

  class VersionRange
    def include?(version) = PL.host('range_includes', self, version)
    alias cover? include?
    alias member? include?
  end
end
SemVer = SemanticPuppet::Version

PL.errors['assertion'] = Puppet::Pops::Types::TypeAssertionError
