# frozen_string_literal: true

# Compiles one node with the Puppet that is installed, for `puppetlens catalog --verify` (see verify.py).
#
#   ruby verify.rb SCRATCH_DIR < request.json > answer.json
#
# SCRATCH_DIR/environments/NAME is the environment, all other folders of Puppet are made below SCRATCH_DIR. The request has
# node, environment (its name), facts, trusted, server_facts, classes, parameters, settings (Puppet's own, by name) and
# exports (PuppetDB's rows of exported resources). The answer is {"version", "catalog", "error", "logs"}.

require 'json'
require 'puppet'
require 'puppet/indirector/catalog/compiler'
require 'puppet/indirector/code'

scratch = ARGV.shift
REQUEST = JSON.parse($stdin.read)
answers = $stdout.dup
$stdout.reopen($stderr)

# Answers `<<| |>>` from rows, as PuppetDB's own terminus does from the database.
class Puppet::Resource::Exports < Puppet::Indirector::Code
  desc 'Resources that other nodes export.'

  def search(request)
    host, filter, scope = request.options.values_at(:host, :filter, :scope)
    rows = REQUEST['exports'].select do |row|
      row['type'] == request.key && row.fetch('exported', true) && row['certname'] != host &&
        (filter.nil? || matches?(row, filter))
    end
    rows.map { |row| resource(row, scope) }
  end

  private

  def matches?(row, (left, operator, right))
    case operator
    when 'and' then matches?(row, left) && matches?(row, right)
    when 'or' then matches?(row, left) || matches?(row, right)
    else equal?(row, left, right) == (operator == '==')
    end
  end

  def equal?(row, field, value)
    case field
    when 'tag' then (row['tags'] || []).include?(value.downcase)
    when 'title' then row['title'] == value
    else (row['parameters'] || {}).key?(field) && row['parameters'][field] == value
    end
  end

  def resource(row, scope)
    parameters = (row['parameters'] || {}).map { |key, value| Puppet::Parser::Resource::Param.new(name: key, value: value) }
    type = Puppet::Pops::Evaluator::Runtime3ResourceSupport.find_resource_type(scope, row['type'])
    made = Puppet::Parser::Resource.new(type, row['title'], parameters: parameters, scope: scope)
    made.collector_id = "#{row['certname']}|#{row['type']}|#{row['title']}"
    made
  end
end

Puppet::Util::Log.newdesttype(:kept) do
  match 'Array'
  def initialize(kept) = @kept = kept
  def handle(message) = @kept << [message.level.to_s, message.message.to_s]
end

def initialize_settings(scratch)
  folders = %w[confdir vardir codedir logdir rundir].flat_map { |each| ["--#{each}", File.join(scratch, each)] }
  Puppet.initialize_settings(folders + ['--basemodulepath', '', '--node_terminus', 'plain'])
  Puppet.settings.preferred_run_mode = :server
  Puppet::Util::Log.level = :notice
  REQUEST['settings'].each { |name, value| Puppet[name.to_sym] = value }
  Puppet::Resource.indirection.terminus_class = :exports
end

def compile(environment)
  name = REQUEST['node']
  facts = Puppet::Node::Facts.new(name, REQUEST['facts'])
  options = { environment: environment, facts: facts, parameters: REQUEST['parameters'] }
  options[:classes] = REQUEST['classes'] if REQUEST['classes']
  node = Puppet::Node.new(name, options)
  node.fact_merge(facts)
  node.add_server_facts(REQUEST['server_facts'])
  node.trusted_data = REQUEST['trusted']
  catalog = Puppet.override(current_environment: environment) { Puppet::Parser::Compiler.compile(node) }
  Puppet.override(rich_data: true) { catalog.filter(&:virtual?).to_data_hash }
end

logs = []
initialize_settings(scratch)
Puppet::Util::Log.newdestination(logs)
loader = Puppet::Environments::Directories.new(File.join(scratch, 'environments'), [])
answer = Puppet.override(Puppet.base_context(Puppet.settings).merge(environments: loader)) do
  { 'catalog' => compile(loader.get!(REQUEST['environment'].to_sym)), 'error' => nil }
rescue StandardError, ScriptError, SystemStackError => e
  { 'catalog' => nil, 'error' => e.message }
end
answers.write(JSON.generate(answer.merge('version' => Puppet.version, 'logs' => logs)))
