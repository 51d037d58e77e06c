# frozen_string_literal: true

# ERB templates. A template is compiled once, to a method of the wrapper; the variables that it names are known then, and
# come along with the request to render it.
require_relative 'erb_scanner'

module Puppet
  module Parser
    # What a template is inside of: its variables are instance variables of it.
    class TemplateWrapper
      def initialize(scope) = @__scope__ = scope
      def scope = @__scope__
      def file = @__file__
      def file=(name)
        @__file__ = Puppet::Parser::Files.find_template(name) || raise(Puppet::ParseError, "Could not find template '#{name}'")
      end

      def pl_file=(path)
        @__file__ = path
      end

      def has_variable?(name) = scope.include?(name.to_s)
      def classes = scope.catalog.classes
      def tags = raise(NotImplementedError, "Call 'all_tags' instead.")
      def all_tags = scope.catalog.tags
      def to_s = "template[#{@__file__ || 'inline'}]"

      def result(text = nil)
        text ||= Puppet::FileSystem.read_preserve_line_endings(@__file__)
        code = Puppet::Util.create_erb(text)
        code.filename = @__file__
        PL.bind(self, scope.to_hash)
        code.result(binding)
      end

      def pl_run(source, file) = eval(source, binding, file, 0)

      %i[debug info notice warning err alert crit emerg].each do |level|
        define_method(level) { |text = nil, &block| Puppet.public_send(level, text, &block) }
      end
    end
  end
end

module PL
  # A compiled template: its method, and what it asks for.
  Template = Struct.new(:method, :text, :names, :looked_up, :all) do
    def data = { 'names' => names, 'looked_up' => looked_up, 'all' => all }
  end

  @templates = {}

  # Code that sees all instance variables, by whatever name.
  SEES_ALL = /instance_variable|\bbinding\b|\beval\b|_eval\b|_exec\b|\bsend\b|\bmethod\b/.freeze
  LITERAL = /\bscope\s*(?:\.\s*lookupvar\s*\(?|\[)\s*(['"])((?:::)?[a-z_][\w:]*)\1/.freeze

  class << self
    def compile_template(key, path, text)
      source = ERB.new(text, trim_mode: '-').src.dup.force_encoding(text.encoding)
      method = :"__template_#{@templates.size}"
      # Those are local variables where Puppet evaluates a template.
      locals = 'string, template_source, escaped_template_source = template_source, result = nil'
      body = source.sub(/\A#coding:.*$/) { "def #{method}(#{locals})" }
      define_template(method, body, source, path || '(erb)')
      code = code_of_template(text)
      names = code.scan(/(?<![@\w])@([A-Za-z_]\w*)/).flatten.uniq
      @templates[key] = Template.new(method, text, names, code.scan(LITERAL).map(&:last).uniq, code.match?(SEES_ALL))
    end

    def define_template(method, body, source, file)
      Puppet::Parser::TemplateWrapper.class_eval("#{body}\nend", file, 0)
    rescue SyntaxError
      # Its text is about the template alone, without what was put around it here.
      RubyVM::InstructionSequence.compile(source.sub(/\A#coding:.*\n/, "\n"), file, file, 0)
      # What stands alone and not in a method: a constant, a class.
      Puppet::Parser::TemplateWrapper.class_eval { define_method(method) { |*| pl_run(source, file) } }
    end

    def bind(wrapper, variables)
      variables.each do |name, value|
        shown = name.gsub(/[^\w]/, '_')
        wrapper.instance_variable_set("@#{shown}", value) unless shown.match?(/\A\d/)
      end
    end

    def render(key, name, path, scope, variables, looked_up)
      template = @templates.fetch(key)
      from(Scope.of(scope)) do
        wrapper = Puppet::Parser::TemplateWrapper.new(caller_scope)
        wrapper.pl_file = path
        before = written([variables, looked_up])
        variables = decode(variables)
        looked_up = same_objects(decode(looked_up), variables, before)
        bind(wrapper, variables)
        text = caller_scope.pl_given(looked_up) { wrapper.public_send(template.method, template.text.dup, path || 'inline template') }
        return [encode(text), changed([variables, looked_up], before)]
      end
    rescue StandardError => e
      raise e if e.is_a?(NameError) && gap?(e)

      raise template_error(e, name)
    end

    # Lists and hashes as text, to see later whether they were changed in place.
    def written(tables)
      tables.map { |each| each.select { |_, value| value.is_a?(Array) || value.is_a?(Hash) }.transform_values { |value| GENERATE.call(value, WRITING) } }
    end

    # One object for each value that is had by several names.
    def same_objects(looked_up, variables, before)
      known = before[0].to_h { |name, text| [[name, text], variables[name]] }
      before[1].each do |name, text|
        key = [name.delete_prefix('::'), text]
        looked_up[name] = known.fetch(key) { known[key] = looked_up[name] }
      end
      looked_up
    end

    # Those that are not as they were: Puppet's own values are these very objects.
    def changed(tables, before)
      tables.zip(before).flat_map do |table, texts|
        texts.filter_map do |name, text|
          value = table[name]
          next if value.frozen? || !(value.is_a?(Array) || value.is_a?(Hash))

          now = encode(value)
          [name, now] unless GENERATE.call(now, WRITING) == text
        end
      end
    end

    def template_error(error, path)
      message = "Failed to parse inline template: #{text_of(error)}"
      if path
        place = (error.backtrace || []).find { |line| !line.start_with?(GUEST) }.to_s.split(':')
        message = "Failed to parse template #{path}:\n  Filepath: #{place[0]}\n  Line: #{place[1]}\n  Detail: #{text_of(error)}\n"
      end
      Puppet::ParseError.new(message).tap { |each| each.set_backtrace(error.backtrace) }
    end
  end

  operation('compile_template') { |key, path, text| compile_template(key, path, text).data }
  operation('render') { |*told| render(*told) }
end
