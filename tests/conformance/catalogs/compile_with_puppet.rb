# frozen_string_literal: true

# Compiles nodes of an environment with the Puppet that is installed, all in one process.
#
#   ruby compile_with_puppet.rb ENVIRONMENT_DIR OUT_DIR NODE...
#
# A node's facts are ENVIRONMENT_DIR/facts/NODE.json; what stands there under "trusted" becomes the trusted
# information. Writes OUT_DIR/NODE.json, the document that an agent gets (rich data, virtual resources left
# out), with @ENV@ for the environment's folder. Prints Puppet's version.

require 'fileutils'
require 'json'
require 'tmpdir'
require 'puppet'
require 'puppet/indirector/catalog/compiler'

environment_dir = File.realpath(ARGV.shift)
out_dir = ARGV.shift
nodes = ARGV

SERVER_FACTS = {
  'serverversion' => Puppet.version, 'servername' => 'puppet.example.com', 'serverip' => '192.0.2.1'
}.freeze

def initialize_settings(scratch)
  folders = %w[confdir vardir codedir logdir rundir].flat_map { |name| ["--#{name}", File.join(scratch, name)] }
  Puppet.initialize_settings(folders + ['--basemodulepath', '', '--vendormoduledir', '', '--node_terminus', 'plain',
                                        '--certname', 'puppet.example.com'])
  Puppet.settings.preferred_run_mode = :server
  Puppet::Util::Log.level = :err
  Puppet::Util::Log.newdestination(:console)
  Puppet::Resource::Catalog.indirection.terminus_class = :compiler
  Puppet::Node.indirection.terminus_class = :plain
  Puppet::Node.indirection.cache_class = nil
  Puppet::Node::Facts.indirection.terminus_class = :memory
end

def compile(name, environment, facts_file)
  values = JSON.parse(File.read(facts_file))
  trusted = values.delete('trusted') || {}
  facts = Puppet::Node::Facts.new(name, values)
  node = Puppet::Node.new(name, environment: environment, facts: facts)
  node.merge(facts.values)
  node.add_server_facts(SERVER_FACTS)
  information = Puppet::Context::TrustedInformation.new('remote', name, trusted['extensions'] || {})
  catalog = Puppet.override(trusted_information: information, current_environment: environment) do
    Puppet::Resource::Catalog.indirection.find(name, use_node: node)
  end
  catalog.filter(&:virtual?)
end

def document(catalog, environment_dir)
  text = Puppet.override(rich_data: true) { catalog.render(:rich_data_json) }
  JSON.parse(text.gsub(environment_dir, '@ENV@')).tap do |hash|
    %w[catalog_uuid version code_id catalog_format].each { |key| hash.delete(key) }
  end
end

Dir.mktmpdir do |scratch|
  environments = File.join(scratch, 'environments')
  linked = File.join(environments, 'production')
  FileUtils.mkdir_p([environments, out_dir])
  File.symlink(environment_dir, linked)
  initialize_settings(scratch)
  loader = Puppet::Environments::Directories.new(environments, [])
  Puppet.override(Puppet.base_context(Puppet.settings).merge(environments: loader)) do
    nodes.each do |name|
      catalog = compile(name, loader.get!(:production), File.join(environment_dir, 'facts', "#{name}.json"))
      File.write(File.join(out_dir, "#{name}.json"), "#{JSON.pretty_generate(document(catalog, linked))}\n")
    end
  end
end
puts Puppet.version
