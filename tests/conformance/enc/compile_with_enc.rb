# frozen_string_literal: true

# Compiles a node with the Puppet that is installed, which asks a classifier about it (`node_terminus = exec`).
#
#   ruby compile_with_enc.rb ENVIRONMENTS_DIR NODE FACTS_JSON ENC_PROGRAM
#
# Prints {"catalog", "logs", "error"}: the catalog as an agent gets it, logs as [level, message], the error's text.

require 'json'
require 'tmpdir'
require 'puppet'
require 'puppet/indirector/catalog/compiler'

environments, name, facts_file, program = ARGV

def initialize_settings(scratch, program)
  folders = %w[confdir vardir codedir logdir rundir].flat_map { |each| ["--#{each}", File.join(scratch, each)] }
  Puppet.initialize_settings(folders + ['--basemodulepath', '', '--vendormoduledir', '', '--node_terminus', 'exec',
                                        '--external_nodes', program])
  Puppet.settings.preferred_run_mode = :server
  Puppet::Node.indirection.terminus_class = :exec
  Puppet::Node.indirection.cache_class = nil
  Puppet::Util::Log.level = :notice
end

def compile(name, facts_file, environment)
  facts = Puppet::Node::Facts.new(name, JSON.parse(File.read(facts_file)))
  node = Puppet::Node.indirection.find(name, environment: environment, facts: facts)
  raise "the classifier does not know #{name}" if node.nil?

  node.add_server_facts({})
  information = Puppet::Context::TrustedInformation.new('remote', name, {})
  catalog = Puppet.override(trusted_information: information, current_environment: node.environment) do
    Puppet::Parser::Compiler.compile(node)
  end
  Puppet.override(rich_data: true) { catalog.filter(&:virtual?).to_data_hash }
end

logs = []
Puppet::Util::Log.newdesttype(:kept) do
  match 'Array'
  def initialize(kept) = @kept = kept
  def handle(message) = @kept << [message.level.to_s, message.message]
end

Dir.mktmpdir do |scratch|
  initialize_settings(scratch, program)
  Puppet::Util::Log.newdestination(logs)
  loader = Puppet::Environments::Directories.new(environments, [])
  answer = Puppet.override(Puppet.base_context(Puppet.settings).merge(environments: loader)) do
    { 'catalog' => compile(name, facts_file, loader.get!(:production)), 'error' => nil }
  rescue StandardError => e
    { 'catalog' => nil, 'error' => e.message }
  end
  puts JSON.generate(answer.merge('logs' => logs))
end
