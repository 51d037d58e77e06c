# frozen_string_literal: true

# Puppet's exceptions, and which of them stands for what the host says went wrong.
module Puppet
  # The base of all.
  class Error < RuntimeError
    attr_accessor :original

    def initialize(message = nil, original = nil)
      super(message.to_s)
      @original = original
    end
  end

  # Errors that may have a place.
  module ExternalFileError; end

  class ParseError < Error
    include ExternalFileError
    attr_accessor :file, :line, :pos

    def initialize(message = nil, file = nil, line = nil, pos = nil, original = nil)
      if file.is_a?(Exception)
        original = file
        file = nil
      end
      super(message, original)
      @file = file
      @line = line
      @pos = pos
    end

    # Without the place.
    def pl_message = RuntimeError.instance_method(:to_s).bind_call(self)

    # As Puppet's `ErrorWithData#to_s`: the place stands behind the message.
    def to_s
      text = super
      return text unless @file || @line

      place = [('file: %s' % @file if @file), ('line: %s' % @line if @line), ('column: %s' % @pos if @line && @pos)].compact
      "#{text} (#{place.join(', ')})"
    end
  end

  # An error of one of Puppet's numbered issues.
  class ParseErrorWithIssue < ParseError
    attr_reader :issue_code, :arguments

    def initialize(message, file = nil, line = nil, pos = nil, original = nil, issue_code = nil, arguments = nil)
      super(message, file, line, pos, original)
      @issue_code = issue_code
      @arguments = arguments
    end

    def self.from_issue_and_stack(issue, args = {})
      new(issue.respond_to?(:format) ? issue.format(args) : issue.to_s)
    end
  end

  class PreformattedError < ParseErrorWithIssue; end
  class EvaluationError < ParseErrorWithIssue; end
  class ResourceError < Error; end
  class DevError < Error; end
  class ExecutionFailure < Error; end
  class MissingCommand < Error; end
  class AuthenticationError < Error; end
  class SettingsError < Error; end
  class UnknownSettingError < Error; end
  class InterpolationError < Error; end

  module DataBinding
    class Error < Puppet::Error; end
    class LookupError < ParseErrorWithIssue; end
    class RecursiveLookupError < LookupError; end
  end

  module Pops
    module Evaluator
      class PuppetStopIteration < StopIteration; end
    end
  end
end

module PL
  errors.update(
    'parse' => Puppet::ParseError,
    'placed' => Puppet::PreformattedError,
    'error' => Puppet::Error,
    'lookup' => Puppet::DataBinding::LookupError,
    'argument' => ArgumentError,
    'type' => TypeError,
    'jump' => Jump
  )
end
