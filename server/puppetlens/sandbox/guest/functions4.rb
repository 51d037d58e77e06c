# frozen_string_literal: true

# Functions of the API of version 4: `Puppet::Functions.create_function`. What a file says of signatures goes to the
# host as data, which chooses one; here its method is called.
module Puppet
  module Pops
    module Functions
      # The base of all functions.
      class Function
        class << self
          attr_accessor :pl_name

          def name = pl_name || super
          def loader = PL::Loaders.new
          def dispatcher = (@dispatcher ||= Dispatcher.new(self))
          def signatures = dispatcher.dispatchers.reject(&:mismatch)
          def local_types_list = (@local_types_list ||= superclass.respond_to?(:local_types_list) ? superclass.local_types_list.dup : [])
          def builder = Puppet::Functions::DispatcherBuilder.new(dispatcher)
        end

        def initialize(closure_scope = nil, loader = nil)
          @closure_scope = closure_scope
          @loader = loader
        end

        def loader = @loader || PL::Loaders.new
        def closure_scope = @closure_scope || PL::Scope.of(0)
        def call(scope, *arguments, &block) = self.class.dispatcher.dispatch(self, scope, arguments, &block)
        def call_function(name, *arguments, &block) = internal_call_function(closure_scope, name, arguments, &block)

        protected

        def internal_call_function(scope, name, arguments, &block)
          known = PL.loaded3(name.to_s)
          return scope.public_send(known, arguments.map { |each| each.nil? ? '' : PL.legacy(each) }) if known

          PL.host('call_from', scope, self.class.pl_name.to_s, name.to_s, arguments, *[block].compact)
        end
      end

      # A way to call a function. `weaving` says where each argument goes: an index, -index - 1 for all the rest, or
      # the name of something injected.
      Dispatch = Struct.new(:method, :params, :weaving, :mismatch, :block, :returns) do
        def data
          { 'method' => method, 'params' => params, 'mismatch' => mismatch, 'block' => block, 'return' => returns }
        end

        def invoke(function, scope, arguments, &block) = function.send(method, *weave(scope, arguments), &block)

        def weave(scope, arguments)
          given = []
          weaving.each do |knit|
            if knit.is_a?(Symbol) then given << injected(knit, scope)
            elsif knit.negative? then given.concat(arguments.drop(-knit - 1))
            elsif knit < arguments.size then given << arguments[knit]
            end
          end
          given
        end

        def injected(name, scope)
          case name
          when :scope then scope
          when :cache then PL.cache
          else PL.refuse("not supported: #{name}_param")
          end
        end
      end

      # The dispatches of a function.
      class Dispatcher
        attr_reader :dispatchers

        def initialize(owner)
          @owner = owner
          @dispatchers = []
        end

        def empty? = @dispatchers.empty?
        def add(dispatch) = @dispatchers << dispatch
        def signatures = @dispatchers.reject(&:mismatch)

        def find_matching_dispatcher(arguments, &block)
          index = PL.host('choose', @owner.pl_name, arguments, *[block].compact)
          index && @dispatchers[index]
        end

        def dispatch(function, scope, arguments, &block)
          chosen = @dispatchers[PL.host('dispatch', @owner.pl_name, arguments, *[block].compact)]
          result = chosen.invoke(function, scope, arguments, &block)
          raise ArgumentError, "'#{@owner.pl_name}' #{result}" if chosen.mismatch

          result
        end
      end
    end
  end

  # What a file of a function calls.
  module Functions
    def self.create_function(name, base = Function, &block)
      create_loaded_function(name, nil, base, &block)
    rescue StandardError => e
      raise ArgumentError, "Function Load Error for function '#{name}': #{e.message}"
    end

    def self.create_loaded_function(name, _loader, base = Function, &block)
      raise ArgumentError, "Functions must be based on Puppet::Pops::Functions::Function. Got #{base}" unless base <= Pops::Functions::Function

      made = Class.new(base)
      made.pl_name = name.to_s
      made.class_eval(&block)
      made.dispatcher.add(default_dispatch(made, made.pl_name.split('::').last)) if made.dispatcher.empty?
      PL.loaded(made)
      made
    end

    def self.default_dispatch(made, method)
      unless made.method_defined?(method)
        raise ArgumentError, "Function Creation Error, cannot create a default dispatcher for function '#{method}', no method with this name found"
      end

      params = []
      weaving = []
      block = nil
      made.instance_method(method).parameters.each do |kind, given|
        mark = { req: '', opt: '?', rest: '*' }[kind]
        block = { 'type' => 'Callable', 'name' => given.to_s, 'optional' => true } if kind == :block
        next unless mark

        weaving << (mark == '*' ? -params.size - 1 : params.size)
        params << { 'type' => 'Any', 'name' => given.to_s, 'mark' => mark }
      end
      Pops::Functions::Dispatch.new(method, params, weaving, false, nil && block, nil)
    end

    # What most functions are made of.
    class Function < Pops::Functions::Function
      class << self
        def dispatch(method, &block) = builder.dispatch(method, false, &block)
        def argument_mismatch(method, &block) = builder.dispatch(method, true, &block)

        def local_types(&block)
          recorder = LocalTypeAliasesBuilder.new(local_types_list)
          recorder.instance_eval(&block)
        end
      end
    end

    # Those that need the scope, or a cache.
    class InternalFunction < Function
      def call_function_with_scope(scope, name, *arguments, &block) = internal_call_function(scope, name, arguments, &block)
    end

    class PuppetFunction < Function; end
    class Function3x < InternalFunction; end

    # `type 'Name = Type'` within `local_types`.
    class LocalTypeAliasesBuilder
      attr_reader :local_types

      def initialize(list) = @local_types = list
      def type(text) = @local_types << text
    end

    # What stands in the block of `dispatch`.
    class DispatcherBuilder
      def initialize(dispatcher) = @dispatcher = dispatcher

      def dispatch(method, mismatch, &block)
        @params = []
        @weaving = []
        @block = nil
        @returns = nil
        instance_eval(&block)
        @dispatcher.add(Pops::Functions::Dispatch.new(method.to_s, @params, @weaving, mismatch, @block, @returns))
      end

      def param(type, name)
        check(type, name)
        raise ArgumentError, 'A required parameter cannot be added after an optional parameter' if @params.any? { |each| each['mark'] == '?' }

        add('', type, name)
      end
      alias required_param param

      def optional_param(type, name)
        check(type, name)
        add('?', type, name)
      end

      def repeated_param(type, name)
        check(type, name)
        add('*', type, name)
      end
      alias optional_repeated_param repeated_param

      def required_repeated_param(type, name)
        check(type, name)
        raise ArgumentError, 'A required repeated parameter cannot be added after an optional parameter' if @params.any? { |each| each['mark'] == '?' }

        add('+', type, name)
      end

      def block_param(*given)
        raise ArgumentError, "block_param accepts max 2 arguments (type, name), got #{given.size}." if given.size > 2
        raise ArgumentError, 'Attempt to redefine block' if @block

        name = given.empty? ? :block : given.last
        raise ArgumentError, "Expected block_param name to be a Symbol, got #{name.class}" unless name.is_a?(Symbol)

        @block = { 'type' => given.size == 2 ? given[0].to_s : 'Callable', 'name' => name.to_s, 'optional' => false }
      end
      alias required_block_param block_param

      def optional_block_param(*given)
        block_param(*given)
        @block['optional'] = true
      end

      def return_type(type)
        unless type.is_a?(String) || type.is_a?(Pops::Types::PAnyType)
          raise ArgumentError, "Argument to 'return_type' must be a String reference to a Puppet Data Type. Got #{type.class}"
        end

        @returns = type.to_s
      end

      def scope_param = @weaving << :scope
      def cache_param = @weaving << :cache
      def compiler_param = @weaving << :compiler
      def pal_compiler_param = @weaving << :pal_compiler
      def script_compiler_param = @weaving << :script_compiler

      private

      def check(type, name)
        raise ArgumentError, 'Parameters cannot be added after a block parameter' if @block
        raise ArgumentError, 'Parameters cannot be added after a repeated parameter' if @params.any? { |each| '*+'.include?(each['mark']) && each['mark'] != '' }
        raise ArgumentError, "Parameter name argument must be a Symbol. Got #{name.class}" if name.is_a?(String)
        return if type.is_a?(String) || type.is_a?(Pops::Types::PAnyType)

        raise ArgumentError, "Parameter 'type' must be a String reference to a Puppet Data Type. Got #{type.class}"
      end

      def add(mark, type, name)
        @weaving << ('*+'.include?(mark) && mark != '' ? -@params.size - 1 : @params.size)
        @params << { 'type' => type.to_s, 'name' => name.to_s, 'mark' => mark }
      end
    end
  end
end

Puppet::Functions::Function.const_set(:InternalFunction, Puppet::Functions::InternalFunction)

module PL
  @functions = {}
  @cache = {}

  class << self
    attr_reader :cache, :loading
    attr_accessor :caller_scope

    def loaded(made)
      @functions[made.pl_name] = made.new
      @loading&.push(
        'api' => 4, 'name' => made.pl_name, 'dispatches' => made.dispatcher.dispatchers.map(&:data),
        'local_types' => made.local_types_list, 'own_call' => made.instance_method(:call).owner != Puppet::Pops::Functions::Function
      )
    end

    # A file, with what it defines noted as data.
    def load_file(path, text)
      before = @loading
      @loading = []
      illegal = path.include?('/parser/functions/') && illegal_method(text)
      return ['illegal', illegal, []] if illegal

      Seeds.look(path, text) if const_defined?(:Seeds, false)
      made = eval(text, binding_for_files, path, 1) # rubocop:disable Security/Eval -- what the sandbox is for
      [made.class.to_s, made.is_a?(Hash) ? made[:name] : nil, @loading]
    ensure
      @loading = before
    end

    # The name and line of a method that a file defines; those of version 3 must not.
    def illegal_method(text)
      return unless text.match?(/\bdef\b/) && defined?(Ripper)

      defined_at(Ripper.sexp(text))
    end

    def defined_at(tree)
      return unless tree.is_a?(Array)

      if %i[def defs].include?(tree[0])
        name = tree.find { |each| each.is_a?(Array) && each[0] == :@ident }
        return [name && name[1], name && name[2][1]] # Puppet shows the column
      end
      tree.each { |each| (found = defined_at(each)) && (return found) }
      nil
    end

    # The local variable that `create_function` looks for in the file's binding.
    def binding_for_files
      loader_injected_arg = Loaders.new
      TOPLEVEL_BINDING.dup.tap { |each| each.local_variable_set(:loader_injected_arg, loader_injected_arg) }
    end

    def from(scope)
      before = @caller_scope
      @caller_scope = scope
      yield
    ensure
      @caller_scope = before
    end

    # `catch` here: what throws must have something to land on inside of this interpreter.
    def call4(name, index, scope, arguments, block)
      function = @functions.fetch(name)
      given = decode(arguments)
      block = decode(block)
      from(Scope.of(scope)) do
        catch(:no_such_key) do
          return watched(given) { encode(invoke(function, index, given, block)) }
        end
      end
      { '!' => 'x' }
    end

    def invoke(function, index, given, block)
      return function.call(caller_scope, *given, &block) if index.nil?

      function.class.dispatcher.dispatchers[index].invoke(function, caller_scope, given, &block)
    end
  end

  operation('load') { |path, text| load_file(path, text) }
  operation('call4') { |name, index, scope, arguments, block| call4(name, index, scope, arguments, block) }
end
