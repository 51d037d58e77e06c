# frozen_string_literal: true

# Compiles programs with the Puppet that is installed, or with one whose sources lie in a folder.
#
#   ruby [-I FOLDER/lib] compile_programs.rb < request.json > answer.json
#
# The request is {"node": {"name", "facts", "trusted", "server_facts"}, "programs": [program, ...]}; a program has "files"
# (path inside the environment to text), "settings" (Puppet's, by name) and, where they are not the node's, "name",
# "facts", "trusted"; "enc" is {"classes", "parameters"}.
# The answer is {"version", "answers"}: each answer {"catalog", "logs", "error"} as docs/batch.md has them.
# Each program compiles in a process of its own, forked from this one, so that what Puppet does once it does for each.

require 'fileutils'
require 'json'
require 'timeout'
require 'tmpdir'
require 'puppet'
require 'puppet/pops'
require 'puppet/indirector/catalog/compiler'

# Where a message says it was made.
PLACE = /\((?:file: ([^()]*?), )?line: (\d+)(?:, column: (\d+))?\)/
# A Ruby object in a message; its address says nothing.
OBJECT = /(#<[\w:]+):0x\h+>/
SECONDS = 20

# Keeps what Puppet logs.
class LogCollector
  attr_reader :messages

  def initialize = @messages = []
end

Puppet::Util::Log.newdesttype :language_programs do
  match 'LogCollector'

  def initialize(collector) = @collector = collector

  def handle(message) = @collector.messages << message
end

# One program in an environment of its own under `root`.
class Program
  def initialize(given, node, root)
    @given = given
    @given_node = node.merge(given.slice('name', 'facts', 'trusted'))
    @environments = File.join(root, 'environments')
    @folder = File.join(@environments, 'production')
  end

  def answer
    write_files
    collector = LogCollector.new
    Puppet::Util::Log.newdestination(collector)
    @given.fetch('settings', {}).each { |name, value| Puppet[name.to_sym] = value }
    document, exception = attempt
    own, errors = logs(collector.messages)
    { 'catalog' => document, 'logs' => own, 'error' => exception && error(exception, errors) }
  end

  private

  def write_files
    FileUtils.mkdir_p(File.join(@folder, 'manifests'))
    @given['files'].each do |path, text|
      file = File.join(@folder, path)
      FileUtils.mkdir_p(File.dirname(file))
      File.write(file, text)
    end
  end

  def attempt
    loader = Puppet::Environments::Directories.new(@environments, [])
    Puppet.override(environments: loader) do
      environment = loader.get(:production)
      Puppet.override(current_environment: environment) { [document(compile(environment)), nil] }
    end
  rescue StandardError, SystemStackError, ScriptError, SecurityError => e
    [nil, e]
  end

  def compile(environment)
    enc = @given['enc'] || {}
    facts = Puppet::Node::Facts.new(@given_node['name'], @given_node['facts'])
    options = { facts: facts, environment: environment, parameters: enc['parameters'] || {} }
    options[:classes] = enc['classes'] if enc['classes']
    node = Puppet::Node.new(@given_node['name'], options)
    node.merge(facts.values)
    node.add_server_facts(@given_node['server_facts'])
    node.trusted_data = @given_node['trusted']
    Puppet::Parser::Compiler.compile(node).filter(&:virtual?)
  end

  def document(catalog)
    data = Puppet.override(rich_data: true) { catalog.to_data_hash }
    shorten('resources' => data['resources'].map { |resource| facets(resource) },
            'edges' => data['edges'].map { |edge| edge.slice('source', 'target') },
            'classes' => data['classes'])
  end

  def facets(resource)
    found = resource.slice('type', 'title', 'file', 'line')
    found['parameters'] = resource['parameters'] || {}
    found['tags'] = resource['tags'].to_a.sort
    found['exported'] = true if resource['exported']
    sensitive = resource['sensitive_parameters'] || []
    found['sensitive_parameters'] = sensitive.sort unless sensitive.empty?
    found
  end

  # Paths as answers show them.
  def shorten(value)
    case value
    when String then value.gsub("#{@folder}/manifests/site.pp", 'site.pp').gsub(@folder, '@ENV@').gsub(OBJECT, '\\1>')
    when Array then value.map { |each| shorten(each) }
    when Hash then value.to_h { |key, each| [shorten(key), shorten(each)] }
    else value
    end
  end

  def message(text)
    text = shorten(text.to_s).sub(/ on node #{Regexp.escape(@given_node['name'])}\z/, '')
    text.sub(/ ?(?:#{PLACE}|\(file: [^(),]*\))\z/, '')
  end

  def place(text, line, column)
    found = shorten(text.to_s).scan(PLACE).last || []
    { 'line' => (line || found[1])&.to_i, 'column' => (column || found[2])&.to_i }
  end

  def error(exception, errors)
    line = exception.line if exception.respond_to?(:line)
    column = exception.pos if exception.respond_to?(:pos)
    code = exception.issue_code if exception.respond_to?(:issue_code)
    data = { 'message' => message(exception.message), **place(exception.message, line, column) }
    file = (exception.file if exception.respond_to?(:file)) || exception.message.scan(PLACE).last&.first
    data['file'] = shorten(file.to_s) if file
    data['issue_code'] = code.to_s if code
    errors.pop if errors.last && errors.last['message'] == data['message']
    data['reported'] = errors unless errors.empty?
    data
  end

  # What the program and Puppet itself say, and apart from it the errors that Puppet reports on its way to the last.
  def logs(messages)
    errors, others = messages.partition { |log| log.level == :err && !scope?(log) }
    shown = others.select { |log| scope?(log) || !%i[debug info].include?(log.level) }.map { |log| logged(log) }
    [shown, errors.map { |log| reported(log) }]
  end

  # A log that knows its place has no place in its text.
  def reported(log)
    text = log.line ? shorten(log.message) : message(log.message)
    { 'message' => text, **place(log.message, log.line, log.pos) }
  end

  def scope?(log) = log.source.to_s.start_with?('Scope(')

  def logged(log)
    return [log.level.to_s, shorten(log.message)] if scope?(log)

    found = { 'sys' => true, 'file' => log.file, 'line' => log.line&.to_i, 'column' => log.pos&.to_i,
              'issue_code' => log.issue_code&.to_s }
    [log.level.to_s, shorten(log.message), shorten(found.compact)]
  end
end

def start(folder)
  names = %w[confdir vardir codedir logdir rundir]
  Puppet.initialize_settings(names.flat_map { |name| ["--#{name}", File.join(folder, name)] } +
                             ['--basemodulepath', '', '--vendormoduledir', '', '--certname', 'puppet.example.com'])
  Puppet[:log_level] = 'debug'
  Puppet::Util::Log.level = :debug
  Puppet::Util::Log.close_all
end

# Load what Puppet loads on demand, once for all programs.
def warm(folder, node)
  text = <<~PP
    $numbers = [1, 2].map |$x| { $x * 2 }.filter |$y| { $y > 1 }
    class warm($x = 1) { file { '/w': ensure => file } -> notify { 'n': message => Sensitive('s') } }
    include warm
    notice(String($numbers, '%p'), lookup('none', default_value => 1), inline_epp('<%= 1 %>'), type($numbers))
    File<| |>
  PP
  Program.new({ 'files' => { 'manifests/site.pp' => text } }, node, folder).answer
  %i[exec user group package service cron].each { |name| Puppet::Type.type(name) }
  Puppet::Util::Log.close_all
end

def in_child(program, node, root)
  reader, writer = IO.pipe
  child = fork do
    reader.close
    answer = Timeout.timeout(SECONDS) { Program.new(program, node, root).answer }
    writer.write(JSON.generate(answer))
    writer.close
    exit!(0)
  end
  writer.close
  answer = JSON.parse(reader.read.force_encoding('UTF-8'))
  Process.wait(child)
  answer
end

request = JSON.parse($stdin.read)
node = request['node']
answers = Dir.mktmpdir do |folder|
  start(folder)
  warm(File.join(folder, 'warm'), node)
  request['programs'].each_with_index.map do |program, index|
    root = File.join(folder, index.to_s)
    in_child(program, node, root).tap { FileUtils.rm_rf(root) }
  end
end
puts JSON.generate({ 'version' => Puppet.version, 'answers' => answers })
