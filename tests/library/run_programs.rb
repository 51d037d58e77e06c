# frozen_string_literal: true

# Compiles programs with the Puppet that is installed, or with one whose sources lie in a folder.
#
#   ruby [-I FOLDER/lib] run_programs.rb < request.json > answer.json
#
# The request is {"node": name, "facts": {...}, "settings": {...}, "programs": [text, ...]}, the answer {"version": Puppet's,
# "answers": [{"logs": [[level, message], ...], "error": {"message", "line", "column"} or null}, ...]}.
# `logs` are those of the program and Puppet's warnings, debug and info of Puppet's own left out. Each program runs
# in a process of its own, so that what Puppet does once it does for each.

require 'fileutils'
require 'json'
require 'tmpdir'
require 'puppet'
require 'puppet/pops'
require 'puppet/indirector/catalog/compiler'

PLACE = / ?\((?:file: [^()]*?, )?line: (\d+)(?:, column: (\d+))?\)\z/

class Messages
  attr_reader :list

  def initialize = @list = []

  def <<(message)
    @list << message
    self
  end
end

def start(folder, settings)
  Puppet.initialize_settings(['--confdir', File.join(folder, 'conf'), '--vardir', File.join(folder, 'var')])
  Puppet[:environmentpath] = File.join(folder, 'environments')
  Puppet[:basemodulepath] = ''
  settings.each { |name, value| Puppet[name.to_sym] = value }
  Puppet[:log_level] = 'debug'
  Puppet::Util::Log.level = :debug
  Puppet::Util::Log.close_all
end

def compile(folder, request)
  environments = Puppet::Environments::Directories.new(File.join(folder, 'environments'), [])
  Puppet.override(environments: environments) do
    environment = environments.get(:production)
    Puppet.override(current_environment: environment) do
      facts = Puppet::Node::Facts.new(request['node'], request['facts'])
      node = Puppet::Node.new(request['node'], facts: facts, environment: environment)
      node.merge(facts.values)
      Puppet::Parser::Compiler.compile(node)
    end
  end
end

def error_of(exception, node, manifest)
  text = exception.message.gsub(manifest, 'site.pp').delete_suffix(" on node #{node}")
  place = text.match(PLACE)
  { 'message' => text.sub(PLACE, ''), 'line' => place && place[1].to_i, 'column' => place && place[2]&.to_i }
end

def shown(messages, manifest)
  messages.filter_map do |message|
    own = message.source.to_s.start_with?('Scope(')
    next if !own && %i[debug info err].include?(message.level)

    [message.level.to_s, message.message.to_s.gsub(manifest, 'site.pp')]
  end
end

def run(folder, program, request)
  manifest = File.join(folder, 'environments/production/manifests/site.pp')
  File.write(manifest, program)
  messages = Messages.new
  Puppet::Util::Log.newdestination(Puppet::Test::LogCollector.new(messages.list))
  error = nil
  begin
    compile(folder, request)
  rescue StandardError, LoadError => e
    error = error_of(e, request['node'], manifest)
  end
  { 'logs' => shown(messages.list, manifest), 'error' => error }
end

module Puppet::Test
  class LogCollector
    def initialize(list) = @list = list

    def <<(message) = @list << message
  end
end

Puppet::Util::Log.newdesttype :library_programs do
  match 'Puppet::Test::LogCollector'

  def initialize(collector) = @collector = collector

  def handle(message) = @collector << message
end

request = JSON.parse($stdin.read)
answers = Dir.mktmpdir do |folder|
  FileUtils.mkdir_p(File.join(folder, 'environments/production/manifests'))
  start(folder, request['settings'])
  request['programs'].map do |program|
    reader, writer = IO.pipe
    child = fork do
      reader.close
      writer.write(JSON.generate(run(folder, program, request)))
      writer.close
      exit!(0)
    end
    writer.close
    answer = JSON.parse(reader.read)
    Process.wait(child)
    answer
  end
end
puts JSON.generate({ 'version' => Puppet.version, 'answers' => answers })
