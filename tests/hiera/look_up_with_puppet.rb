# frozen_string_literal: true

# Looks keys up with the Puppet that is installed.
#
#   ruby look_up_with_puppet.rb < cases.json > answers.json
#
# A case is {"files": {path: text}, "variables": {name: value}, "strict": "warning", "lookups": [{"name": ...,
# "type"?, "merge"?, "default"?, "override"?, "default_values"?}, ...]}; the files make an environment, those
# below `global/` the folder of the global hiera.yaml. Answers, a list for each case: {"value": ...} or
# {"error": text, "code": issue code, "line": of hiera.yaml}, each with the warnings of the look-up.

require 'fileutils'
require 'json'
require 'tmpdir'
require 'puppet'

def write(folder, files)
  files.each do |path, text|
    full = path.start_with?('global/') ? File.join(folder, path) : File.join(folder, 'environments/production', path)
    FileUtils.mkdir_p(File.dirname(full))
    File.write(full, text)
  end
end

class Warnings
  attr_reader :list

  def initialize = @list = []

  def <<(message)
    @list << message.message if message.level == :warning
    self
  end
end

# Rich data as JSON, with what JSON has no word for in words.
def plain(value, folder)
  case value
  when Hash then { 'hash' => value.map { |key, item| [plain(key, folder), plain(item, folder)] } }
  when Array then value.map { |item| plain(item, folder) }
  when Puppet::Pops::Types::PSensitiveType::Sensitive then { 'sensitive' => plain(value.unwrap, folder) }
  when String then value.gsub("#{folder}/environments/production", '@ENV@').gsub("#{folder}/global", '@GLOBAL@')
  when Float then value.finite? ? value : { 'float' => value.to_s }
  when Integer, true, false, nil then value
  else { 'other' => value.to_s }
  end
end

def look_up(scope, query)
  type = query['type'] && Puppet::Pops::Types::TypeParser.singleton.parse(query['type'])
  invocation = Puppet::Pops::Lookup::Invocation.new(scope, query['override'] || {}, query['default_values'] || {})
  Puppet::Pops::Lookup.lookup(query['name'], type, query['default'], query.key?('default'), query['merge'], invocation)
end

def answer(scope, query, warnings, folder)
  before = warnings.list.size
  found = begin
    { 'value' => plain(look_up(scope, query), folder) }
  rescue Puppet::DataBinding::LookupError => e
    { 'error' => plain(e.basic_message, folder), 'code' => e.issue_code, 'line' => e.line }.compact
  rescue StandardError => e
    { 'error' => plain(e.message, folder) }
  end
  seen = warnings.list[before..].map { |text| plain(text, folder) }
  seen.empty? ? found : found.merge('warnings' => seen)
end

def run_case(kase)
  Dir.mktmpdir do |folder|
    folder = File.realpath(folder)
    FileUtils.mkdir_p([File.join(folder, 'environments/production/manifests'), File.join(folder, 'global')])
    write(folder, kase['files'])
    Puppet[:hiera_config] = File.join(folder, 'global/hiera.yaml')
    Puppet[:strict] = (kase['strict'] || 'warning').to_sym
    Puppet[:strict_variables] = kase['strict'] == 'error'
    in_environment(kase, folder)
  end
end

def in_environment(kase, folder)
  loader = Puppet::Environments::Directories.new(File.join(folder, 'environments'), [])
  warnings = Warnings.new
  Puppet.clear_deprecation_warnings
  Puppet::Util::Log.close_all
  Puppet::Util::Log.newdestination(Puppet::Test::LogCollector.new(warnings))
  Puppet.override(Puppet.base_context(Puppet.settings).merge(environments: loader, trusted_information: nil)) do
    environment = loader.get!(:production)
    Puppet.override(current_environment: environment) do
      variables = kase['variables'] || {}
      compiler = Puppet::Parser::Compiler.new(Puppet::Node.new('node.example.com', environment: environment))
      compiler.topscope.set_facts(variables['facts']) if variables['facts']
      variables.each { |name, value| compiler.topscope[name] = value unless name == 'facts' }
      Puppet.override(loaders: compiler.loaders) do
        kase['lookups'].map { |query| answer(compiler.topscope, query, warnings, folder) }
      end
    end
  end
end

Dir.mktmpdir do |folder|
  args = %w[confdir vardir codedir].flat_map { |name| ["--#{name}", File.join(folder, name)] }
  Puppet.initialize_settings(args + ['--basemodulepath', '', '--vendormoduledir', '', '--certname', 'node.example.com'])
end
$stderr = File.open(File::NULL, 'w') unless ENV['SHOW']
answers = JSON.parse($stdin.read).transform_values { |kase| run_case(kase) }
puts JSON.pretty_generate('puppet' => Puppet.version, 'answers' => answers)
