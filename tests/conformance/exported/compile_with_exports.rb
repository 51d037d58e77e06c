# frozen_string_literal: true

# Compiles a node with the Puppet that is installed and with `storeconfigs`, as with a PuppetDB that holds the rows of a file.
#
#   ruby compile_with_exports.rb ENVIRONMENTS_DIR NODE ROWS_JSON
#
# The terminus below asks the rows as PuppetDB's own (puppet-terminus-puppetdb, indirector/resource/puppetdb.rb) asks
# the database, and makes resources of them in the same way. Prints {"catalog", "logs", "error"}.

require 'json'
require 'tmpdir'
require 'puppet'
require 'puppet/indirector/catalog/compiler'
require 'puppet/indirector/code'

environments, name, rows_file = ARGV
ROWS = JSON.parse(File.read(rows_file))

class Puppet::Resource::Rows < Puppet::Indirector::Code
  desc 'Resources that other nodes export.'

  def search(request)
    host, filter, scope = request.options.values_at(:host, :filter, :scope)
    rows = ROWS.select do |row|
      row['type'] == request.key && row['exported'] && row['certname'] != host && (filter.nil? || matches?(row, filter))
    end
    rows.map { |row| resource(row, scope) }
  end

  def matches?(row, (left, operator, right))
    case operator
    when 'and' then matches?(row, left) && matches?(row, right)
    when 'or' then matches?(row, left) || matches?(row, right)
    else equal?(row, left, right) == (operator == '==')
    end
  end

  def equal?(row, field, value)
    case field
    when 'tag' then row['tags'].include?(value.downcase)
    when 'title' then row['title'] == value
    else row['parameters'].key?(field) && row['parameters'][field] == value
    end
  end

  def resource(row, scope)
    parameters = row['parameters'].map { |name, value| Puppet::Parser::Resource::Param.new(name: name, value: value) }
    type = Puppet::Pops::Evaluator::Runtime3ResourceSupport.find_resource_type(scope, row['type'])
    made = Puppet::Parser::Resource.new(type, row['title'], parameters: parameters, scope: scope)
    made.collector_id = "#{row['certname']}|#{row['type']}|#{row['title']}"
    made
  end
end

Puppet::Util::Log.newdesttype(:kept) do
  match 'Array'
  def initialize(kept) = @kept = kept
  def handle(message) = @kept << [message.level.to_s, message.message]
end

def initialize_settings(scratch)
  folders = %w[confdir vardir codedir logdir rundir].flat_map { |each| ["--#{each}", File.join(scratch, each)] }
  Puppet.initialize_settings(folders + ['--basemodulepath', '', '--vendormoduledir', ''])
  Puppet.settings.preferred_run_mode = :server
  Puppet::Util::Log.level = :notice
  Puppet[:storeconfigs] = true
  Puppet::Resource.indirection.terminus_class = :rows
end

def compile(name, environment)
  node = Puppet::Node.new(name, environment: environment, facts: Puppet::Node::Facts.new(name, {}))
  node.add_server_facts({})
  information = Puppet::Context::TrustedInformation.new('remote', name, {})
  catalog = Puppet.override(trusted_information: information, current_environment: environment) do
    Puppet::Parser::Compiler.compile(node)
  end
  Puppet.override(rich_data: true) { catalog.filter(&:virtual?).to_data_hash }
end

logs = []
Dir.mktmpdir do |scratch|
  initialize_settings(scratch)
  Puppet::Util::Log.newdestination(logs)
  loader = Puppet::Environments::Directories.new(environments, [])
  answer = Puppet.override(Puppet.base_context(Puppet.settings).merge(environments: loader)) do
    { 'catalog' => compile(name, loader.get!(:production)), 'error' => nil }
  rescue StandardError => e
    { 'catalog' => nil, 'error' => e.message }
  end
  puts JSON.generate(answer.merge('logs' => logs))
end
