# frozen_string_literal: true

# What Ruby itself offers besides files and the clock, which the system calls see to: programs, threads, the
# environment's variables, this process, times of files. There is none of it here. Each is refused, or answered, and
# noted as a taint either way. Read last, as what comes before may need it.
%w[etc open3 timeout securerandom time].each { |each| require each }
require_relative 'randomness'

# The first time of all asks for the time of day, to know the time zone (there is UTC here).
[Time.at(0).utc, Time.at(0).localtime, Time.utc(2000, 1, 1), Time.local(2000, 1, 1)].each(&:to_s)

module PL
  # Replaces methods of an object (a module function: also where it is mixed in).
  FENCE = lambda do |target, names, &body|
    names.each do |name|
      target.define_singleton_method(name, &body)
      next unless target == Kernel

      Kernel.define_method(name, &body)
      Kernel.send(:private, name)
    end
  end

  program = lambda do |*command, **_|
    name = command.find { |each| each.is_a?(String) || each.is_a?(Array) }
    PL.refuse("runs the program #{Array(name).first.to_s.delete_prefix('|').split.first}")
  end
  other = ->(*_, **_, &_) { PL.refuse('starts a process, or waits for one') }
  signal = ->(*_, **_, &_) { PL.refuse('sends a signal, or waits for one') }
  FENCE.call(Kernel, %i[system spawn exec `], &program)
  FENCE.call(Kernel, %i[fork syscall], &other)
  FENCE.call(Process, %i[spawn exec], &program)
  FENCE.call(Process, %i[fork daemon wait wait2 waitpid waitpid2 waitall detach], &other)
  FENCE.call(Kernel, %i[trap], &signal)
  FENCE.call(Process, %i[kill], &signal)
  FENCE.call(IO, %i[popen], &program)
  FENCE.call(IO, %i[pipe], &->(*, **) { PL.refuse('opens a pipe') })
  FENCE.call(Open3, Open3.singleton_methods(false), &program)
  FENCE.call(Signal, %i[trap], &signal)

  process = ->(*_, **_, &_) { PL.refuse('asks about this process') }
  FENCE.call(
    Process,
    %i[pid ppid uid euid gid egid groups getpgid getpgrp getsid getpriority getrlimit times setproctitle argv0],
    &process
  )
  FENCE.call(Ractor, %i[new], &->(*_, **_, &_) { PL.refuse('starts a thread') })
  machine = %i[nprocessors uname sysconf confstr]
  FENCE.call(Etc, machine, &->(*_, **_, &_) { PL.refuse('asks about this machine') })
  FENCE.call(Etc, %i[systmpdir], &-> { '/tmp' })
  FENCE.call(Etc, %i[sysconfdir], &-> { '/etc' })
  users = Etc.singleton_methods(false) - machine - %i[systmpdir sysconfdir]
  FENCE.call(Etc, users, &->(*_, **_, &_) { PL.refuse('asks for the users of this machine') })

  # What `$$` is: nobody can tell its value, nor anything that comes of it.
  class Pid < BasicObject
    %i[! == != equal? __id__ instance_eval instance_exec].each { |name| undef_method(name) }
    def method_missing(*) = ::PL.refuse('asks about this process')
  end
  $pl_pid = Pid.new # rubocop:disable Style/GlobalVars
  alias $$ $pl_pid # rubocop:disable Style/GlobalVars

  # A path that begins with `~` is in somebody's home.
  at_home = Module.new do
    def expand_path(path, *) = path.to_s.start_with?('~') ? PL.refuse('asks for the users of this machine') : super
  end
  File.singleton_class.prepend(at_home)
  FENCE.call(Dir, %i[home], &->(*) { PL.refuse('asks for the users of this machine') })

  # A name that begins with `|` is a program to these, and the system calls cannot tell one that is empty from the
  # folder that Ruby is in.
  piped = Module.new do
    %i[read readlines foreach binread write binwrite].each do |name|
      define_method(name) do |*arguments, **options, &block|
        raise Errno::ENOENT.new('', 'rb_sysopen') if arguments[0] == ''

        program.call(arguments[0]) if equal?(IO) && arguments[0].is_a?(String) && arguments[0].start_with?('|')
        super(*arguments, **options, &block)
      end
    end
  end
  IO.singleton_class.prepend(piped)
  KERNEL_OPEN = Kernel.instance_method(:open)
  Kernel.define_method(:open) do |name, *arguments, **options, &block|
    program.call(name) if name.is_a?(String) && name.start_with?('|')
    KERNEL_OPEN.bind_call(self, name, *arguments, **options, &block)
  end
  Kernel.send(:private, :open)
end

class Thread
  class << self
    def new(*) = PL.refuse('starts a thread')
    alias start new
    alias fork new
  end
end

# The clock is read for a part of a date that a text lacks, not for each text that is parsed.
module PL
  # The time of day, once somebody wants to know it.
  class Later
    def initialize(offset = 0) = @offset = offset
    def getlocal(offset = 0) = Later.new(offset)
    def utc_offset = @offset

    %i[year mon day hour min sec tv_usec].each do |name|
      define_method(name) { ::Time.now.getlocal(@offset).public_send(name) }
    end
  end
end

parsing = Module.new do
  def parse(date, now = PL::Later.new, &block) = super
  def strptime(date, format, now = PL::Later.new, &block) = super

  # The year tells whether a zone that is called by a name of this place has summer time.
  def zone_offset(zone, *year)
    named = !zone.match?(/\A[+-]\d\d/) && !Time.singleton_class::ZoneOffset.include?(zone.upcase)
    year.empty? && !named ? super(zone, 2000) : super
  end
end
Time.singleton_class.prepend(parsing)

# An empty name is no folder's here either.
unnamed = Module.new do
  %i[
    exist? file? directory? readable? readable_real? writable? writable_real? executable? executable_real? world_readable?
    owned? size? zero? empty? symlink? pipe? socket? blockdev? chardev?
  ].each do |name|
    define_method(name) { |path, *more| path == '' ? (name == :size? ? nil : false) : super(path, *more) } if File.respond_to?(name)
  end
end
[File, Dir].each { |each| each.singleton_class.prepend(unnamed) }
FileTest.singleton_class.prepend(unnamed)
named = Module.new do
  def initialize(path, *more, **options, &block)
    raise Errno::ENOENT.new('', 'rb_sysopen') if path == ''

    super
  end
end
File.prepend(named)

# There is time for every block: the evaluation has a limit of its own.
module Timeout
  class << self
    def timeout(seconds, _error = nil, _message = nil) = yield(seconds)
  end
  def timeout(seconds, *) = yield(seconds)
  private :timeout
end

module Kernel
  def sleep(seconds = 0)
    PL.taint('sleeps')
    seconds.round
  end
  private :sleep
  define_singleton_method(:sleep) { |seconds = 0| Object.new.send(:sleep, seconds) }
end

# The environment is empty. A name that some server may have set is not known; one that only who looks for it has
# heard of (a module's own switch) is not set, as on nearly every server.
module PL
  SET_BY_SYSTEMS = /\A(?:
    PATH|HOME|USER|USERNAME|LOGNAME|SHELL|PWD|OLDPWD|SHLVL|TERM|HOSTNAME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|EDITOR|
    MAIL|DISPLAY|XDG_\w+|SSH_\w+|SUDO_\w+|\w+_proxy|JAVA\w*|JRUBY\w*|RUBY\w*|GEM_\w+|BUNDLE\w*|PUPPET\w*|FACTER_\w+|
    SystemRoot|SYSTEMROOT|ProgramData|PROGRAMDATA|ProgramFiles\w*|windir|APPDATA|INVOCATION_ID|NOTIFY_SOCKET
  )\z/ix.freeze
  def self.set_by_systems?(name) = !name.is_a?(String) || SET_BY_SYSTEMS.match?(name)
end

class << ENV
  named = %i[[] fetch key? has_key? include? member? assoc delete values_at slice]
  whole = %i[
    to_h to_hash to_a each each_pair each_key each_value keys values key value? has_value? rassoc select filter
    filter_map map find find_all reject any? all? none? count empty? size length inspect to_s dup clone sum reduce
    inject sort sort_by min_by max_by group_by partition each_with_index each_with_object flat_map collect detect
    zip first invert except entries
  ]
  (named + whole).each do |name|
    next unless method_defined?(name)

    original = instance_method(name)
    define_method(name) do |*arguments, **options, &block|
      if !named.include?(name) then PL.taint('reads the environment variables')
      else
        asked = %i[values_at slice].include?(name) ? arguments : arguments.first(1)
        asked.each { |each| PL.taint("reads the environment variable #{each}") if PL.set_by_systems?(each) }
      end
      original.bind_call(self, *arguments, **options, &block)
    end
  end
end

times = Module.new do
  %i[mtime atime ctime birthtime].each do |name|
    define_method(name) do |*arguments|
      PL.taint('reads the time of a file')
      super(*arguments)
    end
  end
end
[File, File.singleton_class, File::Stat].each { |each| each.prepend(times) }

require_relative 'server'
require_relative 'sorting'
require_relative 'changes'

# What requests are looked up in stays as it is now.
[PL.operations, PL.errors].each(&:freeze) if PL.respond_to?(:operations)
