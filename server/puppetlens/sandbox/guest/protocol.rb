# frozen_string_literal: true

# The messages between the host and this interpreter.
#
# The host enters with `PL.request(text)`: a JSON array of the name of an operation and its arguments. The answer is
# ["r", value], ["?", reason] or ["e", class, message, [backtrace line, ...], id or null, told]; `told` is what else an
# exception says: whether a plain `rescue` catches it, and the place that it gives (file, line, column).
# What Ruby asks of the host goes through `PL.host(name, *arguments)`; the transport has defined `PL.ask(text) -> text`,
# `PL.taint(text)` and `PL::Unknown`, which no `rescue` of a module is meant to see.
# An answer is ["r", value], ["e", kind, message, id, place], ["?", reason] or ["x", tag to throw]. ["r", value, number] is
# one that stays the same until `forget`: `PL.settled` does not ask again, and what is sent next ends with a line of the
# numbers of those that were needed by then, as they belong to what a call asked.
require 'json'
require 'did_you_mean'
require_relative 'addresses'

module PL
  # A jump (`break`, `next`, `return`) out of Puppet code that Ruby called.
  class Jump < Exception; end # rubocop:disable Lint/InheritException

  @operations = {}
  @errors = {}
  @settled = {}
  @needed = []

  # Where this code lies, which no message names.
  GUEST = "#{__dir__}/"

  # What modules may redefine, kept.
  GENERATE = JSON.method(:generate)
  PARSE = JSON.method(:parse)
  PARSING = { max_nesting: false, allow_nan: true }.freeze
  WRITING = { max_nesting: false }.freeze

  class << self
    attr_reader :operations, :errors

    # An operation that the host may ask for: its arguments as they come, its result as data for JSON.
    def operation(name, &block)
      @operations[name] = block
    end

    def request(text)
      with_settled(GENERATE.call(Addresses.during_request { answer_to(PARSE.call(text, PARSING)) }, WRITING))
    rescue JSON::GeneratorError
      GENERATE.call(['?', 'a text that is no UTF-8'])
    end

    def answer_to(message)
      ['r', @operations.fetch(message[0]).call(*message.drop(1))]
    rescue Unknown => e
      ['?', text_of(e)]
    rescue SystemExit
      ['?', 'the Ruby code ends its process']
    rescue Exception => e # rubocop:disable Lint/RescueException -- whatever it is, it is the answer
      return ['?', "not supported: #{text_of(e).lines.first.to_s.strip}"] if (e.is_a?(NameError) && gap?(e)) || too_wide?(e)

      ['e', e.class.to_s, text_of(e), (e.backtrace || []).first(20).map { |line| valid(line) }, e.instance_variable_get(:@pl_id), told_by(e)]
    end

    # Whether an integer is too wide for this interpreter, which has 32 bits, and perhaps not for a server's.
    def too_wide?(error) = error.is_a?(RangeError) && error.message.match?(/too (?:big|small) to convert into `(?:unsigned )?long'/)

    def told_by(error)
      told = { 'standard' => error.is_a?(StandardError), 'puppet' => error.is_a?(Puppet::Error), 'lookup' => error.is_a?(Puppet::DataBinding::LookupError) }
      told['place'] = [error.file, error.line, error.pos].map { |each| each && (each.is_a?(Integer) ? each : valid(each.to_s)) } if error.is_a?(Puppet::ParseError)
      told
    end

    # Asks the host a question.
    def host(name, *arguments)
      answer = answer_of_host(name, arguments)
      answer[0] == 'r' ? decode(answer[1]) : fail_as(answer)
    end

    # The same for a question whose answer may stay the same.
    def settled(name, *arguments)
      key = [name, *arguments.map { |each| each.is_a?(Scope) ? each.pl_id : each }]
      known = @settled[key]
      if known
        @needed << known[1]
        return known[0]
      end
      answer = answer_of_host(name, arguments)
      return fail_as(answer) unless answer[0] == 'r'

      value = decode(answer[1])
      @settled[key.map { |each| each.is_a?(String) ? -each : each }] = [value, answer[2]] if answer[2]
      value
    end

    def answer_of_host(name, arguments)
      PARSE.call(ask(with_settled(GENERATE.call([name, *arguments.map { |each| encode(each) }], WRITING))), PARSING)
    end

    def with_settled(text)
      return text if @needed.empty?

      text = "#{text}\n#{@needed.uniq.join(',')}"
      @needed.clear
      text
    end

    def fail_as(answer)
      kind, message, id, place = answer.drop(1)
      case answer[0]
      when 'x' then throw(kind.to_sym)
      when 'e'
        error = @errors.fetch(kind, Puppet::ParseError).new(message)
        error.instance_variable_set(:@pl_id, id)
        error.set_backtrace([place, *caller]) if place # code of a module that the host had called
        raise error
      else raise Unknown, kind.to_s
      end
    end

    # The message of an exception, which may be code of a module.
    def text_of(error)
      text = error.is_a?(Puppet::ParseError) ? error.pl_message : error.message
      text.is_a?(String) ? Addresses.told(valid(text)) : error.class.to_s
    rescue StandardError
      error.class.to_s
    end

    def valid(text)
      text = text.dup.force_encoding(Encoding::UTF_8) unless text.encoding == Encoding::UTF_8
      text.valid_encoding? ? text : text.scrub
    end

    # What a module logs, as text.
    def logged(text)
      text ||= yield if block_given?
      Addresses.told(valid((text.is_a?(Array) ? text.join(' ') : text).to_s))
    end
  end

  # What the host tells once: settings, versions, the folders that `require` searches.
  operation('setup') do |told|
    @told = told
    older_ruby if told['version'].to_i < 8
    $LOAD_PATH.concat(told.fetch('load_path') - $LOAD_PATH)
    nil
  end
  operation('forget') { @settled.clear && nil }
  operation('eval') { |text| encode(eval(text, TOPLEVEL_BINDING)) } # rubocop:disable Security/Eval -- for tests

  # What the Ruby of Puppet 7 had: a message ends with what may have been meant.
  module Guess
    def to_s
      text = super
      return text if @pl_guesses # what looks for likely names reads the message itself

      guess = pl_guess
      text.end_with?(guess) ? text : text + guess
    end

    private

    def pl_guess
      @pl_guesses = true
      DidYouMean.formatter.message_for(corrections)
    ensure
      @pl_guesses = false
    end
  end

  def self.older_ruby
    Object.class_eval { def =~(_other) = nil }
    [NameError, KeyError].each { |each| each.prepend(Guess) }
  end

  def self.told
    @told ||= {}
  end
end

%w[
  errors values scope in_place functions4 functions3 types templates hiera data_types resource_types puppet environment util deep_merge stubs libraries
].each { |each| require_relative each }
