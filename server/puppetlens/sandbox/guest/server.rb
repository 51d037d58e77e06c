# frozen_string_literal: true

# What differs between the servers that a module may run on: the version and platform of Ruby, addresses and seeds in
# memory, the state of this process, the time zone, who owns a file. Code that only tests it for what no server is (Windows,
# Ruby 1.8) gets its answer; what tells one server from another is noted as a taint. Where all servers on Linux with 64 bits
# agree and this interpreter, which has 32, does not, the answer is theirs.
%w[benchmark date pathname rbconfig].each { |each| require each }
require_relative 'addresses'

module PL
  # Libraries, whose own questions are nobody's guesses.
  LIBRARIES = ["#{__dir__}/", '/usr/', '<internal'].freeze

  # One of several values: as long as they give the same answer, that is it.
  class OneOf < BasicObject
    %i[== != ! equal? instance_eval instance_exec __id__].each { |name| undef_method(name) }
    PASSED_ON = %i[String Integer Float].freeze

    def self.===(value) = ::PL::OneOf == ::Kernel.instance_method(:class).bind_call(value)

    def initialize(what, *values)
      @what = what
      @values = values
    end

    def pl_values = @values

    def pl_told
      ::PL.taint(@what)
      @values[0]
    end

    def is_a?(kind) = @values[0].is_a?(kind)
    alias kind_of? is_a?
    def class = @values[0].class
    def respond_to?(name, all = false) = @values[0].respond_to?(name, all)
    def nil? = false
    def frozen? = true

    # What converts a value to a text shows it; regular expressions only look.
    def to_str
      looks = %w[=== =~ match?].include?(::Kernel.caller_locations(1, 1)[0]&.label)
      looks ? @values[0].to_s : pl_told.to_s
    end

    def method_missing(name, *arguments, &block)
      answers = @values.map { |each| each.public_send(name, *arguments.map { |a| ::PL::OneOf === a ? a.pl_values[0] : a }, &block) }
      return answers[0] if answers.uniq.size == 1
      return ::PL::OneOf.new(@what, *answers) if answers.all? { |each| each.is_a?(::Numeric) } ||
                                                 (answers.all? { |each| each.is_a?(::String) } && !%i[to_s inspect].include?(name) && !name.to_s.start_with?('to_'))

      pl_told
      answers[0]
    end

    def to_s = pl_told.to_s
    def inspect = pl_told.inspect
    def hash = pl_told.hash
  end

  # A time that a clock showed: what is computed of it is one, comparing it is as if no time had passed.
  class Moment < Numeric
    attr_reader :pl_value

    def initialize(value)
      super()
      @pl_value = value
    end

    %i[+ - * / % ** div fdiv modulo -@ abs].each do |name|
      define_method(name) { |*others| Moment.new(@pl_value.public_send(name, *others.map { |each| each.is_a?(Moment) ? each.pl_value : each })) }
    end
    %i[<=> < > <= >= == zero? positive? negative?].each do |name|
      define_method(name) { |*others| @pl_value.public_send(name, *others.map { |each| each.is_a?(Moment) ? each.pl_value : each }) }
    end
    %i[to_s inspect to_f to_i to_int to_r round floor ceil truncate divmod hash].each do |name|
      define_method(name) do |*given|
        PL.taint('reads the clock')
        @pl_value.public_send(name, *given)
      end
    end
    def coerce(other) = [Moment.new(other), self]
    def is_a?(kind) = super || @pl_value.is_a?(kind)
    alias kind_of? is_a?

    def pl_told
      PL.taint('reads the clock')
      @pl_value
    end
  end

  class << self
    # Whether code of a module, and no other library, calls the method that asks this.
    def asked_by_module?(up = 2)
      path = caller_locations(up, 1)&.first&.path
      path && !path.start_with?(*LIBRARIES)
    end

    # Has methods noted as a taint where a module calls them.
    def note(target, names, what)
      noted = Module.new do
        names.each do |name|
          define_method(name) do |*arguments, **options, &block|
            PL.taint(what) if PL.asked_by_module?
            super(*arguments, **options, &block)
          end
        end
      end
      target.prepend(noted)
    end
  end
end

quiet, $VERBOSE = $VERBOSE, nil

# Ruby itself
{
  RUBY_VERSION: ['3.2.4', '3.1.2', '3.3.5', '2.7.8', '2.6.8', '2.5.7'],
  RUBY_PLATFORM: %w[x86_64-linux-gnu x86_64-linux aarch64-linux-gnu],
  RUBY_PATCHLEVEL: [170, 20],
  RUBY_RELEASE_DATE: %w[2024-04-23 2022-04-12],
  RUBY_REVISION: %w[af471c0e0127eea0cafa6f308c0425bbfab0acf5 4491bb740a9506d76391ac44bb2fe6e483fec952],
  RUBY_DESCRIPTION: ['ruby 3.2.4 [x86_64-linux-gnu]', 'ruby 3.1.2 [x86_64-linux]'],
  RUBY_COPYRIGHT: ['ruby - Copyright (C) 1993-2024 Yukihiro Matsumoto', 'ruby - Copyright (C) 1993-2022 Yukihiro Matsumoto']
}.each do |name, values|
  Object.send(:remove_const, name)
  Object.const_set(name, PL::OneOf.new('reads the version of the Ruby of the server', *values))
end
if defined?(Gem::Version)
  Gem::Version.singleton_class.prepend(
    Module.new { def new(version) = super(PL::OneOf === version ? version.pl_values[0] : version) }
  )
end
RbConfig::CONFIG.singleton_class.prepend(
  Module.new do
    systems = PL::OneOf.new('reads the configuration of the Ruby of the server', 'linux-gnu', 'linux')
    define_method(:[]) do |name|
      case name
      when 'host_os', 'target_os', 'build_os' then systems
      when 'arch', 'host', 'build', 'target' then RUBY_PLATFORM
      when 'ruby_version', 'RUBY_PROGRAM_VERSION' then RUBY_VERSION
      when 'EXEEXT', 'DLEXT', 'PATH_SEPARATOR' then { 'EXEEXT' => '', 'DLEXT' => 'so', 'PATH_SEPARATOR' => ':' }[name]
      else
        PL.taint('reads the configuration of the Ruby of the server') if PL.asked_by_module?
        super(name)
      end
    end
    def fetch(name, *others, &block) = key?(name) ? self[name] : super
    def dig(name, *) = self[name]
    def values_at(*names) = names.map { |name| self[name] }
  end
)
PL.note(RbConfig.singleton_class, %i[ruby expand], 'reads the configuration of the Ruby of the server')

# This process
PL.note(GC.singleton_class, %i[stat count stress measure_total_time total_time latest_gc_info], 'asks about this process')
PL.note(ObjectSpace.singleton_class, %i[count_objects each_object _id2ref], 'asks about this process')
PL.note(RubyVM.singleton_class, %i[stat], 'asks about this process')
PL.note(Symbol.singleton_class, %i[all_symbols], 'asks about this process')
PL.note(Thread.singleton_class, %i[list], 'asks about this process')
PL.note(Dir.singleton_class, %i[pwd getwd], 'reads the folder that the server runs in')
PL.note(File.singleton_class, %i[umask], 'asks about this process')
PL.note(Encoding.singleton_class, %i[locale_charmap], 'reads the environment variable LANG')
Encoding.singleton_class.prepend(
  Module.new do
    def find(name) = (PL.taint('reads the environment variable LANG') if name.to_s.casecmp?('locale')) || super
  end
)
shown = PL::OneOf.new('asks about this process', 'puppet', '/opt/puppetlabs/bin/puppet')
$pl_program = shown # rubocop:disable Style/GlobalVars
alias $0 $pl_program # rubocop:disable Style/GlobalVars
alias $PROGRAM_NAME $pl_program # rubocop:disable Style/GlobalVars

# Paths are relative to a folder that nobody knows.
here = Module.new do
  %i[expand_path absolute_path].each do |name|
    define_method(name) do |path, folder = (no_folder = true; nil), *|
      relative = ->(each) { each.respond_to?(:to_str) && !each.to_str.start_with?('/', '~') || each.is_a?(Pathname) && each.relative? }
      PL.taint('reads the folder that the server runs in') if relative[path] && (no_folder || folder.nil? || relative[folder]) && PL.asked_by_module?
      no_folder ? super(path) : super(path, folder)
    end
  end
end
File.singleton_class.prepend(here)

# Files
OWNED = 'reads the owner or the mode of a file'
rights = %i[owned? grpowned? world_readable? world_writable? executable? executable_real? writable? writable_real? setuid? setgid? sticky?]
PL.note(File::Stat, rights + %i[uid gid mode ino dev dev_major dev_minor rdev rdev_major rdev_minor nlink blocks blksize inspect], OWNED)
PL.note(File.singleton_class, rights, OWNED)
PL.note(FileTest.singleton_class, rights, OWNED)

class File
  # Nobody else is here to wait for.
  def flock(operation) = Integer(operation) && 0
end

# Clocks
clocks = Module.new do
  def clock_gettime(clock, *unit)
    return super unless PL.asked_by_module?

    case clock
    when Process::CLOCK_REALTIME then super
    when Process::CLOCK_MONOTONIC then PL::Moment.new(super)
    else
      PL.taint('reads the clock')
      super(Process::CLOCK_MONOTONIC, *unit)
    end
  end
end
Process.singleton_class.prepend(clocks)
PL.note(Process.singleton_class, %i[clock_getres], 'reads the clock')
timed = Module.new do
  def realtime = PL::Moment.new(super)
  %i[measure bm bmbm benchmark].each { |name| define_method(name) { |*given, &block| PL.taint('reads the clock') || super(*given, &block) } }
end
Benchmark.singleton_class.prepend(timed)

require_relative 'addresses'
require_relative 'zone'

# Memory
numbers = Module.new do
  %i[object_id __id__].each do |name|
    define_method(name) do
      PL.taint(PL::Addresses::WORDS) if PL.asked_by_module?
      super()
    end
  end
end
Kernel.prepend(numbers)
{ NilClass => 8, TrueClass => 20, FalseClass => 0 }.each { |kind, number| kind.define_method(:object_id) { number } }

# What does not fit here fits there.
LARGEST = 256 << 20
PL::TIMES = lambda do |kind, size|
  Module.new do
    define_method(:*) do |count|
      PL.refuse('needs too much memory') if count.is_a?(Integer) && count * size[self] > LARGEST
      super(count)
    end
  end.tap { |each| kind.prepend(each) }
end
PL::TIMES.call(String, :bytesize.to_proc)
PL::TIMES.call(Array, ->(list) { list.size * 4 })

# Integers have 64 bits.
class Integer
  remove_method(:size)
  def size = [8, (bit_length + 7) / 8].max
  def object_id = (-0x4000000000000000...0x4000000000000000).cover?(self) ? (self * 2) + 1 : super
end
wide = lambda do |format|
  format.gsub(/([lL])[!_]/) { Regexp.last_match(1) == 'l' ? 'q' : 'Q' }.tr('jJ', 'qQ') if format.match?(/[lL][!_]|[jJ]/)
end
Array.prepend(Module.new { define_method(:pack) { |format, **given| super(wide[format] || format, **given) } })
String.prepend(
  Module.new do
    %i[unpack unpack1].each { |name| define_method(name) { |format, **given| super(wide[format] || format, **given) } }
  end
)

$VERBOSE = quiet

module PL
  # Hashes have another seed in each process. What code that never asks for one does stays as fast as it is.
  module Seeds
    ASKS = /[.:]hash\b(?!\s*[=(\[{])/
    @lines = {}

    class << self
      # Reads a file, for the lines that ask.
      def look(path, text)
        text.each_line.with_index(1) { |line, number| (@lines[path] ||= {})[number] = true if line.match?(ASKS) } if text.match?(ASKS)
        watch unless @lines.empty? || @watching
      rescue ArgumentError
        nil
      end

      # A method `hash` may: what comes of it is for hashes alone.
      def asked(place) = place && @lines.dig(place.path, place.lineno) && place.label != 'hash' && PL.taint('reads the seed of hashes')

      # What is required, too.
      def watch_required
        RubyVM::InstructionSequence.define_singleton_method(:load_iseq) do |path|
          Seeds.look(path, File.read(path)) unless path.start_with?(*LIBRARIES)
          nil
        end
      end

      private

      def watch
        @watching = true
        asking = Module.new { def hash = (Seeds.asked(caller_locations(1, 1)[0]); super) }
        [String, Symbol, Integer, Float, NilClass, TrueClass, FalseClass, Array, Hash, Kernel].each { |each| each.prepend(asking) }
      end
    end
  end
end

PL::Seeds.watch_required
