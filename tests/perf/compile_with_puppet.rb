# frozen_string_literal: true

# Compiles with real Puppet in one process, and says how long that takes.
#
#   ruby compile_with_puppet.rb [--cached] REPETITIONS < REQUESTS > ANSWERS
#
# A request is a line of JSON as `puppetlens batch` takes it (environment_dir, node, facts, trusted, server_facts, enc,
# manifest).
# An answer is a line: {"seconds": [...], "catalog": {...} or null, "error": null or a message}; seconds are CPU time,
# which other work on the machine changes least. Puppet reads the environment anew for each catalog, as its default is;
# with --cached it keeps what it has read, and notices no change. What providers of modules require is found, as on a
# server, whose agent has synchronised it: without, the first catalog with a `package` may fail, early and fast.

require 'fileutils'
require 'json'
require 'tmpdir'
require 'puppet'

cached = ARGV.delete('--cached')
repetitions = ARGV[0].to_i
ARGV.clear

# A node as a server would have it.
def node_of(request, environment)
  given = request['facts'] || {}
  values = given.is_a?(String) ? JSON.parse(File.read(given)) : Marshal.load(Marshal.dump(given))
  values = values['values'] || values
  trusted = { 'authenticated' => 'local', 'certname' => request['node'], 'extensions' => {} }
  trusted.update(values.delete('trusted') || {}).update(request['trusted'] || {})
  enc = request['enc'] || {}
  node = Puppet::Node.new(request['node'], facts: Puppet::Node::Facts.new(request['node'], values),
                                           environment: environment, classes: enc['classes'] || {},
                                           parameters: (enc['parameters'] || {}).dup)
  node.merge(values)
  node.add_server_facts(request['server_facts'] || {})
  node.trusted_data = trusted
  node
end

def find_plugins(loader)
  Puppet.override(environments: loader) do
    $LOAD_PATH.concat(loader.get!(:production).modules.select(&:plugins?).map(&:plugin_directory))
  end
end

def compile(request, loader)
  Puppet[:code] = request['manifest'] || ''
  Puppet.override(environments: loader) do
    environment = loader.get!(:production)
    Puppet.override(current_environment: environment) do
      node = node_of(request, environment)
      Puppet::Parser::Compiler.compile(node).filter(&:virtual?).to_resource
    end
  end
end

def answer(request, repetitions, loader)
  seconds = []
  catalog = nil
  repetitions.times do
    began = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
    catalog = compile(request, loader.call)
    seconds << Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - began
  end
  { 'seconds' => seconds, 'catalog' => Puppet.override(rich_data: true) { catalog.to_data_hash }, 'error' => nil }
rescue StandardError, ScriptError, SystemStackError => e
  { 'seconds' => seconds, 'catalog' => nil, 'error' => e.message }
end

Dir.mktmpdir do |scratch|
  Puppet.initialize_settings(['--confdir', scratch, '--vardir', scratch, '--log_level', 'crit', '--vendormoduledir', ''])
  Puppet[:environment_timeout] = 'unlimited' if cached
  loaders = {}
  $stdin.each_line do |line|
    request = JSON.parse(line)
    root = File.realpath(request['environment_dir'])
    loaders[root] ||= begin
      environments = File.join(scratch, "environments#{loaders.size}")
      FileUtils.mkdir_p(environments)
      File.symlink(root, File.join(environments, 'production'))
      fresh = -> { Puppet::Environments::Directories.new(environments, []) }
      kept = Puppet::Environments::Cached.new(fresh.call)
      find_plugins(fresh.call)
      cached ? -> { kept } : fresh
    end
    puts JSON.generate(answer(request, repetitions, loaders[root]))
    $stdout.flush
  end
end
