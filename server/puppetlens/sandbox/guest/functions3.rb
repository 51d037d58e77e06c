# frozen_string_literal: true

# Functions of the API of version 3: `newfunction` makes methods of the scope.
module Puppet
  module Parser
    # The module that files of functions open, and that functions ask for others.
    module Functions
      class << self
        def newfunction(name, options = {}, &block)
          name = name.to_s.downcase
          arity = options[:arity] || -1
          kind = options[:type] || :statement
          raise Puppet::DevError, "Invalid statement type #{kind.inspect}" unless %i[statement rvalue].include?(kind)

          Scope.define_method(:"real_function_#{name}", &block)
          Scope.define_method(:"function_#{name}") do |*given|
            PL.load3(name)
            Functions.pl_check(name, arity, given[0])
            result = Functions.pl_plain(public_send(:"real_function_#{name}", given[0]))
            kind == :rvalue ? result : nil
          end
          PL.functions3[name] = { 'api' => 3, 'name' => name, 'type' => kind.to_s, 'arity' => arity }
          PL.loading&.push(PL.functions3[name])
          { arity: arity, type: kind, name: "function_#{name}" }
        end

        def function(name, *)
          name = name.to_s
          PL.function3?(name) ? "function_#{name}" : false
        end

        def rvalue?(name, *) = (known = PL.functions3[name.to_s]) ? known['type'] == 'rvalue' : PL.host('is_rvalue3', name.to_s)
        def arity(name, *) = PL.functions3.dig(name.to_s, 'arity') || -1
        def autoloader = Autoloader
        def environment_module(*) = Scope
        def reset = nil

        def pl_check(name, arity, given)
          unless given.is_a?(Array)
            raise ArgumentError, 'custom functions must be called with a single array that contains the arguments. For example, function_example([1]) instead of function_example(1)'
          end

          few = (arity + 1).abs
          if arity >= 0 && given.size != arity
            raise ArgumentError, "#{name}(): Wrong number of arguments given (#{given.size} for #{arity})"
          elsif arity.negative? && given.size < few
            raise ArgumentError, "#{name}(): Wrong number of arguments given (#{given.size} for minimum #{few})"
          end
        end

        # A result without the symbol that stands for undef.
        def pl_plain(value)
          case value
          when :undef then nil
          when Array then value.map { |each| pl_plain(each) }
          when Hash then value.to_h { |key, each| [pl_plain(key), pl_plain(each)] }
          else value
          end
        end
      end

      # Old code loads functions by hand: `call_function` does it.
      module Autoloader
        class << self
          def delegatee = Delegatee
          def loaded?(name) = pl_warn("Puppet::Parser::Functions.loaded?('#{name}')", "loaded?(\"#{name}\")") && Delegatee.loaded?(name)
          def load(name, *) = pl_warn("Puppet::Parser::Functions#load('#{name}')", "load(\"#{name}\")") && Delegatee.load(name)
          def loadall(*) = pl_warn('Puppet::Parser::Functions#loadall', 'loadall') && nil

          def pl_warn(key, method)
            text = "The method 'Puppet::Parser::Functions.autoloader##{method}' is deprecated in favor of using 'Scope#call_function'."
            Puppet.warn_once('deprecations', key, text) unless Puppet[:strict] == :off
            true
          end
        end
      end

      # The same without a warning.
      module Delegatee
        class << self
          def loaded?(name, *) = PL.functions3.key?(name.to_s)
          def load(name, *) = !!Functions.function(name)
          def loadall(*) = nil
        end
      end

      # What the functions of version 4 have in place of one of version 3.
      class Error
        def self.is4x(name) = raise(Puppet::ParseError, "#{name}() can only be called using the 4.x function API. See Scope#call_function")
      end
    end
  end
end

module PL
  @functions3 = {}

  class << self
    attr_reader :functions3

    # Whether there is a function, in a module or in Puppet.
    def function3?(name)
      settled('has_function3', name) || functions3.key?(name)
    end

    # Has the file of a function loaded, if a module has one. Those of Puppet itself are called on the host.
    def load3(name)
      settled('load3', name)
    end

    # The method of a function that only a file that was loaded for another one defines.
    def loaded3(name)
      return unless name.include?('::') && functions3.key?(name)

      :"function_#{name}"
    end

    def call3(name, scope, arguments)
      from(Scope.of(scope)) do
        given = decode(arguments).map { |each| each.nil? ? '' : legacy(each) }
        # These are copies in Puppet, too; what is looked up is not.
        return watched([]) { encode(caller_scope.public_send(:"function_#{name}", given)) }
      end
    end

    # A value as functions of version 3 see it: references are resources.
    def legacy(value)
      case value
      when Array then value.map { |each| legacy(each) }
      when Hash then value.to_h { |key, each| [legacy(key), legacy(each)] }
      when Puppet::Pops::Types::PCatalogEntryType then value.title ? Puppet::Resource.new(value.type_name, value.title) : value
      else value
      end
    end
  end

  operation('call3') { |name, scope, arguments| call3(name, scope, arguments) }
end

# As Puppet has it: what the function of version 4 refuses is an error of Ruby's here.
Puppet::Parser::Functions.newfunction(:versioncmp, type: :rvalue, arity: 2) do |given|
  Puppet::Util::Package.versioncmp(given[0], given[1])
end
