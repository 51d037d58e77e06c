# frozen_string_literal: true

# `Puppet::Util`: small helpers that modules call.
module Puppet
  # Small helpers.
  module Util
    # Comparing versions of packages.
    module Package
      module_function

      def versioncmp(one, other, _ignore_trailing_zeroes = false)
        pattern = /[-.]|\d+|[^-.\d]+/
        left = one.scan(pattern)
        right = other.scan(pattern)
        while !left.empty? && !right.empty?
          a = left.shift
          b = right.shift
          next if a == b
          return -1 if a == '-'
          return 1 if b == '-'
          return -1 if a == '.'
          return 1 if b == '.'
          if a.match?(/\A\d+\z/) && b.match?(/\A\d+\z/)
            return a.to_s.upcase <=> b.to_s.upcase if a.match?(/\A0/) || b.match?(/\A0/)

            return a.to_i <=> b.to_i
          end
          return a.upcase <=> b.upcase
        end
        one <=> other
      end
    end
    extend Package

    # Programs are not run.
    module Execution
      class << self
        def execute(command, *) = PL.refuse("runs a program: #{Array(command).join(' ')}")
        def execpipe(command, *) = execute(command)
        alias execfail execute
      end
      NoOptionsSpecified = {}.freeze
    end

    module Json
      class ParseError < StandardError; end

      class << self
        def load(text, options = {})
          ::JSON.parse(text, **options)
        rescue ::JSON::ParserError => e
          raise ParseError, e.message
        end

        def load_file(path, options = {}) = load(File.read(path), options)

        def load_file_if_valid(path, options = {})
          load_file(path, options)
        rescue StandardError
          nil
        end

        def dump(value, options = nil) = options && options[:pretty] ? ::JSON.pretty_generate(value) : ::JSON.generate(value)
      end
    end

    module Yaml
      class YamlLoadError < Puppet::Error; end

      class << self
        def safe_load(text, allowed = [], path = nil)
          data = ::YAML.safe_load(text, permitted_classes: allowed, aliases: true, filename: path)
          data == false ? nil : data
        rescue ::Psych::DisallowedClass => e
          raise YamlLoadError, "(#{path || '<unknown>'}): #{e.message}"
        rescue *[::Psych::SyntaxError, ::ArgumentError] => e
          raise YamlLoadError, e.message
        end

        def safe_load_file(path, allowed = []) = safe_load(File.read(path), allowed, path)

        def safe_load_file_if_valid(path, allowed = [])
          safe_load_file(path, allowed)
        rescue StandardError
          nil
        end

        def load_file(path, default = nil, *)
          safe_load_file(path) || default
        end

        def dump(value, *) = ::YAML.dump(value)
      end
    end

    module Platform
      module_function

      def windows? = false
      def default_paths = []
      def jruby? = false
    end

    # `fail` and the like.
    module Errors
      def fail(*given)
        kind = given[0].is_a?(Class) ? given.shift : Puppet::Error
        raise kind, given.join(' ')
      end

      def devfail(text) = raise(Puppet::DevError, text)
      def self.error_location(file, line = nil, *) = file && line ? "(file: #{file}, line: #{line})" : ''
    end

    # Symbols for messages.
    module Logging
      LOG_LEVELS.each { |level| define_method(level) { |text = nil, &block| Puppet.public_send(level, text, &block) } }
      def deprecation_warning(*given) = Puppet.deprecation_warning(*given)
      def warn_once(*given) = Puppet.warn_once(*given)
    end
    module Docs
      def self.scrub(text) = text
    end
    module Warnings; end
    module MethodHelper; end
    module Colors; end

    # Writes are refused.
    class FileType; end

    # Network things.
    module NetworkDevice; end

    class << self
      def create_erb(text) = ERB.new(text, trim_mode: '-')
      def deterministic_rand(seed, max) = Random.new(seed).rand(max).to_s
      def deterministic_rand_int(seed, max) = Random.new(seed).rand(max)
      def which(name) = PL.refuse("looks for the program #{name}")
      def execute(command, *) = Execution.execute(command)
      def execpipe(command, *) = Execution.execute(command)
      def symbolizehash(hash) = hash.transform_keys(&:to_sym)
      def uri_encode(path, *) = URI::DEFAULT_PARSER.escape(path)
      def uri_query_encode(text) = CGI.escape(text).gsub('+', '%20').gsub('%21', '!')
      def uri_unescape(text) = URI::DEFAULT_PARSER.unescape(text)
      def rfc2396_escape(text) = URI::DEFAULT_PARSER.escape(text)
      def path_to_uri(path) = URI::Generic.build(scheme: 'file', path: uri_encode(path))
      def get_env(name, *) = ENV[name]
      def withenv(*) = yield
      def thinmark = (yield; 0)
      def logmethods(*) = nil

      def absolute_path?(path, platform = nil)
        unless path.is_a?(String)
          Puppet.warning("Cannot check if #{path} is an absolute path because it is a '#{path.class}' and not a String'")
          return false
        end
        windows = %r{\A(?:(?:[A-Z]:[/\\])|(?:[/\\][/\\][^/\\\0]+[/\\][^/\\\0]+))}i
        (platform.to_s == 'windows' ? windows : %r{\A/}).match?(path.to_s)
      end

      def exit_on_fail(*) = yield
    end

    # Those that are called as methods of one's own, after `include Puppet::Util`.
    (singleton_methods(false) - %i[logmethods]).each do |name|
      define_method(name) { |*given, &block| Puppet::Util.public_send(name, *given, &block) }
    end
    include Errors
    include Logging
  end

  module Indirector; end
end
