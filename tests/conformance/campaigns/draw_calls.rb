# frozen_string_literal: true

# Draws calls of every function that a module brings, each with arguments at random, until it has answers of several kinds
# and errors of several texts.
#
#   ruby draw_calls.rb ENVIRONMENT_DIR MODULE HINTS [FUNCTION ...] > CALLS
#
# A call is a line `ok CALL` or `error CALL`; HINTS holds calls (one a line) that chance does not come by, for a function
# in a namespace (`stdlib::merge`) those of its old name, too. Left out is what answers differently when asked again, and
# what takes more than two seconds or gigabytes.

require 'json'
require 'tmpdir'
require 'zlib'
require 'puppet'
require 'timeout'

ARGUMENTS = <<'TEXT'.lines(chomp: true)
'abc'
'ABC def'
''
' padded '
'/srv/made/x.tar.gz'
'/nonexistent/file'
'192.0.2.7'
'192.0.2.0/24'
'2001:db8::7'
'http://user:pw@www.example.com:8080/path?q=1#f'
'www.example.com'
'root@example.com'
'true'
'no'
'1'
'-3'
'3.7'
'0x1F'
'2 GB'
'a,b,c'
'YWJj'
'{"a": 1, "b": [1, null]}'
"---\na: 1\nb: [x, y]\n"
'[section'
'00:11:22:33:44:55'
'C:/windows'
'SHA-512'
'salt1234'
'%Y'
'a-z'
'ünïcödé'
'b'
0
1
-1
3
10
255
3.7
-2.5
true
false
undef
[]
['a', 'b', 'a']
[1, 2, 3]
[[1, 2], [3]]
['/srv/a', 'b', '']
[undef, '', 'x', {}]
['b', 'c']
{}
{'a' => 1, 'b' => 2}
{'a' => {'b' => [1, 2]}, 'c' => undef}
{'b' => 'x', 'd' => ''}
{'key' => 'value', 'ensure' => 'present'}
Integer
String
Sensitive('secret')
/^a/
default
TEXT
OKS = 5
ERRORS = 2
# So many are kept whatever they give.
CALLS = 4
TRIES = 400

# A scope to evaluate in, anew for each call.
class Asking
  def initialize(environment)
    @environment = environment
    @facts = { 'fqdn' => 'node.example.com', 'networking' => { 'fqdn' => 'node.example.com' } }
  end

  # ["ok", value as text] or ["error", message].
  def ask(call)
    node = Puppet::Node.new('node.example.com', environment: @environment, facts: Puppet::Node::Facts.new('n', @facts))
    node.merge(@facts)
    compiler = Puppet::Parser::Compiler.new(node)
    Puppet.override(compiler.context_overrides, 'call') do
      compiler.send(:evaluate_main)
      value = Timeout.timeout(2) { Puppet::Pops::Parser::EvaluatingParser.new.evaluate_string(compiler.topscope, call) }
      ['ok', Puppet::Pops::Types::StringConverter.convert(value, '%p')]
    end
  rescue Timeout::Error, NoMemoryError
    GC.start
    ['error', rand.to_s]
  rescue StandardError, ScriptError, SystemStackError => e
    ['error', e.message]
  end
end

def names(root)
  ruby = Dir.glob("#{root}/lib/puppet/{parser/,}functions/**/*.rb").flat_map do |path|
    File.read(path).scan(/(?:create_function|newfunction)\(?\s*:?['"]?([\w:]+)/).flatten.map { |each| each.delete_prefix(':') }
  end
  puppet = Dir.glob("#{root}/functions/**/*.pp").flat_map { |path| File.read(path).scan(/^function\s+([\w:]+)/).flatten }
  (ruby + puppet).uniq.sort
end

def calls(name, random, hints)
  hints.each do |each|
    hinted = each[/\A[\w:]+/]
    yield each.sub(hinted, name) if [name, name.split('::').last].include?(hinted)
  end
  yield "#{name}()"
  TRIES.times do
    count = [1, 1, 1, 2, 2, 2, 3, 3, 4][random.rand(9)]
    yield "#{name}(#{Array.new(count) { ARGUMENTS[random.rand(ARGUMENTS.size)] }.join(', ')})"
  end
end

# `private()` is no call.
def parses?(call)
  Puppet::Pops::Parser::EvaluatingParser.new.parse_string("notice(#{call})")
rescue Puppet::Error
  nil
end

# An answer may come twice, an error's text once. `found` has pairs of a text and a call.
def enough?(found, kind, key)
  return false if found.sum { |_, each| each.size } < CALLS

  texts = found[kind].map(&:first)
  kind == 'ok' ? texts.size >= OKS || texts.count(key) > 1 : texts.uniq.size >= ERRORS || texts.include?(key)
end

def draw(asking, name, hints)
  found = { 'ok' => [], 'error' => [] }
  calls(name, Random.new(Zlib.crc32(name)), hints) do |call|
    break if found['ok'].size >= OKS && found['error'].size >= ERRORS

    next unless parses?(call)

    kind, text = asking.ask(call)
    key = kind == 'ok' ? text : text.gsub(/\d+|'[^']*'|"[^"]*"/, '')[0, 60]
    next if enough?(found, kind, key) || found[kind].any? { |_, known| known == call }

    found[kind] << [key, call] if asking.ask(call) == [kind, text]
  end
  found
end

Process.setrlimit(Process::RLIMIT_AS, 2 << 30)
Dir.mktmpdir do |scratch|
  root = File.realpath(ARGV[0])
  folders = %w[confdir vardir codedir logdir rundir].flat_map { |name| ["--#{name}", File.join(scratch, name)] }
  Puppet.initialize_settings(folders + ['--basemodulepath', '', '--vendormoduledir', ''])
  Puppet::Util::Log.level = :crit
  environment = Puppet::Node::Environment.create(:production, [File.join(root, 'modules')])
  hints = File.readlines(ARGV[2], chomp: true).reject { |line| line.start_with?('#') }
  Puppet.override(Puppet.base_context(Puppet.settings)) do
    asking = Asking.new(environment)
    chosen = names(File.join(root, 'modules', ARGV[1]))
    chosen &= ARGV.drop(3) if ARGV[3]
    chosen.each do |name|
      draw(asking, name, hints).each { |kind, found| found.each { |_, call| puts "#{kind} #{call}" } }
    end
  end
end
