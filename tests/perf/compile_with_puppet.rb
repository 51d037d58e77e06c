# compile_with_puppet.rb ROOT NODE REPETITIONS: compiles with real Puppet in one process. Prints a JSON document:
# the seconds of each compilation (environment fresh each time) and the last catalog.
require 'fileutils'
require 'json'
require 'tmpdir'
require 'puppet'
root, node_name, count = File.expand_path(ARGV[0]), ARGV[1], ARGV[2].to_i
ARGV.clear
Dir.mktmpdir do |scratch|
  Puppet.initialize_settings(['--confdir', scratch, '--vardir', scratch, '--log_level', 'crit'])
  environments = File.join(scratch, 'environments')
  FileUtils.mkdir_p(environments)
  FileUtils.cp_r(root, File.join(environments, 'production'))
  Puppet[:environmentpath] = environments
  values = JSON.parse(File.read(File.join(root, 'facts', "#{node_name}.json")))
  values = values['values'] || values
  trusted = { 'authenticated' => 'local', 'certname' => node_name, 'extensions' => {} }
  trusted.update(values.delete('trusted') || {})
  seconds = []
  catalog = nil
  count.times do
    loader = Puppet::Environments::Directories.new(environments, [])
    began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    Puppet.override(environments: loader) do
      environment = loader.get!(:production)
      facts = Puppet::Node::Facts.new(node_name, values)
      node = Puppet::Node.new(node_name, facts: facts, environment: environment)
      node.merge(facts.values)
      node.trusted_data = trusted
      catalog = Puppet::Parser::Compiler.compile(node).filter { |resource| resource.virtual? }.to_resource
    end
    seconds << Process.clock_gettime(Process::CLOCK_MONOTONIC) - began
  end
  document = Puppet.override(rich_data: true) { catalog.to_data_hash }
  puts JSON.generate('seconds' => seconds, 'catalog' => document)
end
