# frozen_string_literal: true

# Puppet itself: settings, messages, features.
def _(text) = text
def n_(one, many, count) = count == 1 ? one : many

module Puppet
  LOG_LEVELS = %i[debug info notice warning err alert crit emerg].freeze
  UNDEFINED_VARIABLES_KIND = 'undefined_variables'

  # `Puppet[:name]`.
  class Settings
    def [](name) = value(name)

    def value(name, _environment = nil)
      known = PL.told.fetch('settings', {})
      found = known.fetch(name.to_s) { PL.refuse("the setting '#{name}' is the server's") }
      name.to_s == 'strict' ? found.to_sym : found
    end

    def []=(_name, _value); end
    def setting(_name) = nil
    def set_by_config?(_name) = false
    def use(*) = nil
  end

  # `Puppet.features.root?`
  class Features
    def add(*) = nil
    def posix? = true
    def microsoft_windows? = false
    def root? = true
    def ssl? = true
    def augeas? = PL.refuse('not supported: augeas')

    def method_missing(name, *)
      name.to_s.end_with?('?') ? PL.refuse("not supported: Puppet.features.#{name}") : super
    end

    def respond_to_missing?(name, all = false) = name.to_s.end_with?('?') || super
  end

  module Util
    # A message that was logged, which is what logging gives.
    Log = Struct.new(:level, :message) do
      def to_s = message
      def source = 'Puppet'
    end
  end

  RunMode = Struct.new(:name) do
    def server? = true
    alias_method :master?, :server?
    def agent? = false
    def user? = false
  end

  class << self
    def [](name) = settings[name]
    def []=(_name, _value); end
    def settings = (@settings ||= Settings.new)
    def features = (@features ||= Features.new)
    def version = PL.told['version']
    def run_mode = (@run_mode ||= RunMode.new(:server))

    def lookup(name)
      case name
      when :current_environment, :root_environment then PL::Environment.current
      when :global_scope then PL::Scope.of(0)
      when :loaders then PL::Loaders.new
      when :trusted_information then PL.refuse('not supported: Puppet.lookup(:trusted_information)')
      else block_given? ? yield : PL.refuse("not supported: Puppet.lookup(#{name.inspect})")
      end
    end

    def override(*) = yield
    # Nobody sees these.
    %i[debug info].each { |level| define_method(level) { |text = nil| PL.logged(text) && nil } }

    %i[notice warning err alert crit emerg].each do |level|
      define_method(level) do |text = nil, &block|
        text = PL.logged(text, &block)
        PL.host('log', level.to_s, text)
        Util::Log.new(level, text)
      end
    end

    def deprecation_warning(text, key = nil)
      from = caller.find { |line| !line.start_with?(PL::GUEST) }.to_s
      told = PL.host('deprecation', text.to_s, (key || from).to_s, from)
      told && Util::Log.new(:warning, told)
    end
    alias puppet_deprecation_warning deprecation_warning

    def warn_once(kind, key, text, *)
      PL.host('warn_once', kind.to_s, key.to_s, text.to_s)
      nil
    end

    def send_log(level, text) = LOG_LEVELS.drop(2).include?(level.to_sym) ? public_send(level, text) : nil
    def log_exception(error, text = nil, *) = err(text.is_a?(String) ? text : error.message)
    def debugging? = false
    def initialize_settings(*) = nil
  end
end
