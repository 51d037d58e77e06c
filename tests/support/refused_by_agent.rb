# What an agent refuses, with its resource types and those of the module folders that are named: a JSON list of manifests on stdin,
# a list of their words on stdout, null where nothing is.
require 'json'
require 'tmpdir'
require 'puppet'

def refused(code)
  environment = Puppet::Node::Environment.create(:production, [], '')
  Puppet.override(environments: Puppet::Environments::Static.new(environment), current_environment: environment) do
    Puppet[:code] = code
    node = Puppet::Node.new('web', environment: environment, facts: Puppet::Node::Facts.new('web', {}))
    catalog = Puppet::Parser::Compiler.compile(node).to_ral
    catalog.finalize
    cycles = catalog.relationship_graph.find_cycles_in_graph.length
    cycles.zero? ? nil : "Found #{cycles} dependency cycle#{'s' if cycles > 1}:"
  end
rescue Puppet::Error => error
  error.message
end

ARGV.each { |folder| $LOAD_PATH.unshift(File.join(folder, 'lib')) }
Dir.mktmpdir do |folder|
  Puppet.initialize_settings(['--confdir', folder, '--vardir', folder])
  Puppet::Util::Log.close_all
  puts JSON.generate(JSON.parse($stdin.read).map { |code| refused(code) })
end
