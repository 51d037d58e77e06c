# frozen_string_literal: true

# Compiles nodes with the Puppet that is installed: many environments, all in one process.
#
#   ruby compile_nodes.rb [--storeconfigs] [--warm N] [--basemodulepath PATH] < JOBS > ANSWERS
#
# A job is a line of JSON:
#   id, node, environment_dir, environment (its name; production), facts (an object or a file's path),
#   trusted (extensions by name), enc ({classes, parameters}), settings (Puppet's own, by name),
#   require (files of Ruby to load first: what a server would bring)
# An answer is a line, too, in the order of the jobs:
#   id, catalog (the document an agent gets: rich data, virtual resources left out, @ENV@ for the environment's
#   folder) or null, error ({message, class, file, line}) or null, logs ([level, message]),
#   settings (those that may stand in a catalog: folders, users, servers),
#   templates (paths of the ERB files rendered), functions (those that Puppet code called),
#   seconds (of the first compilation here), warm (the least of N more in the same process, everything loaded).

require 'fileutils'
require 'json'
require 'optparse'
require 'timeout'
require 'tmpdir'
require 'puppet'
require 'puppet/indirector/catalog/compiler'
require 'puppet/parser/templatewrapper'
require 'puppet/pops/evaluator/evaluator_impl'

SERVER_FACTS = {
  'serverversion' => Puppet.version, 'servername' => 'puppet.example.com', 'serverip' => '192.0.2.1'
}.freeze
LEFT_OUT = %w[catalog_uuid version code_id catalog_format].freeze
LIMIT_SECONDS = 300
TOLD = %i[vardir confdir codedir logdir rundir ssldir statedir libdir plugindest environmentpath basemodulepath hiera_config
          user group ca_server server certname report_server masterport serverport manifest config reportdir
          localcacert hostcert hostprivkey hostpubkey hostcrl cacert cacrl cadir certdir privatekeydir publickeydir
          server_datadir yamldir client_datadir classfile hostcsr storeconfigs_backend rich_data environment_timeout
          default_manifest pidfile csr_attributes ssl_client_header digest_algorithm trusted_oid_mapping_file].freeze

# Which templates a compilation rendered, and which functions Puppet code called.
module Coverage
  TEMPLATES = {}
  FUNCTIONS = {}

  module Template
    def result(*)
      TEMPLATES[@__file__] = true if @__file__
      super
    end
  end

  module Call
    def call_function(name, *, &)
      FUNCTIONS[name.to_s] = true
      super
    end
  end

  def self.start
    [TEMPLATES, FUNCTIONS].each(&:clear)
  end
end
Puppet::Parser::TemplateWrapper.prepend(Coverage::Template)
Puppet::Pops::Evaluator::EvaluatorImpl.prepend(Coverage::Call)

# Collects what Puppet logs while a catalog is compiled.
class Logged
  attr_reader :list

  def initialize
    @list = []
  end

  def <<(message)
    text = message.message.to_s
    @list << [message.level.to_s, text] unless text.start_with?('Compiled catalog for ')
    self
  end
end

# An empty PuppetDB: collectors see what this catalog itself exports.
module EmptyStore
  def [](key)
    key.to_sym == :storeconfigs || super
  end

  # As `$settings::storeconfigs` asks.
  def value_sym(key, *)
    key == :storeconfigs || super
  end
end

# Settings, terminuses and environments of a server without a server.
class Server
  def initialize(scratch, options)
    @scratch = scratch
    @environments = {}
    folders = %w[confdir vardir codedir logdir rundir].flat_map { |name| ["--#{name}", File.join(scratch, name)] }
    FileUtils.mkdir_p(File.join(scratch, 'confdir'))
    Puppet.initialize_settings(folders + ['--basemodulepath', options[:basemodulepath], '--vendormoduledir', '',
                                          '--node_terminus', 'plain', '--environment_timeout', 'unlimited',
                                          '--certname', 'puppet.example.com', '--server', 'puppet.example.com'])
    Puppet.settings.preferred_run_mode = :server
    Puppet::Util::Log.level = :info
    Puppet::Resource::Catalog.indirection.terminus_class = :compiler
    Puppet::Node.indirection.terminus_class = :plain
    Puppet::Node.indirection.cache_class = nil
    Puppet::Node::Facts.indirection.terminus_class = :memory
    use_empty_store if options[:storeconfigs]
  end

  def use_empty_store
    Puppet.settings.singleton_class.prepend(EmptyStore)
    Puppet::Resource.indirection.singleton_class.define_method(:search) { |*_| [] }
  end

  # The loader of the one environment of that folder and name, and the path Puppet knows it by.
  def environments(folder, name)
    @environments[[folder, name]] ||= begin
      root = File.join(@scratch, "environments#{@environments.size}")
      FileUtils.mkdir_p(root)
      File.symlink(File.realpath(folder), File.join(root, name))
      [Puppet::Environments::Cached.new(Puppet::Environments::Directories.new(root, [])), File.join(root, name)]
    end
  end
end

# One job: a node of an environment.
class Job
  def initialize(server, row)
    @row = row
    @name = row['environment'] || 'production'
    @environments, @path = server.environments(row['environment_dir'], @name)
  end

  def answer(warm)
    logs = Logged.new
    Puppet::Util::Log.close_all
    Puppet::Util::Log.newdestination(Puppet::Test::LogCollector.new(logs))
    Coverage.start
    answer = { 'id' => @row['id'], 'catalog' => nil, 'error' => nil }
    begin
      catalog, answer['seconds'] = Timeout.timeout(LIMIT_SECONDS) { timed }
      answer['catalog'] = document(catalog)
    rescue StandardError, ScriptError, SystemStackError, SecurityError => e
      answer['error'] = error(e)
    end
    answer['logs'] = logs.list
    answer['settings'] = TOLD.to_h { |name| [name, Puppet[name]] }.select { |_, value| value.is_a?(String) }
    answer['templates'] = Coverage::TEMPLATES.keys.map { |path| masked(path) }.sort
    answer['functions'] = Coverage::FUNCTIONS.keys.sort
    answer['warm'] = Array.new(warm) { timed[1] }.min if answer['catalog'] && warm.positive?
    answer
  end

  private

  def timed
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    [compile, (Process.clock_gettime(Process::CLOCK_MONOTONIC) - start).round(4)]
  end

  def compile
    with_settings do
      Puppet.override(environments: @environments) do
        environment = @environments.get!(@name.to_sym)
        trusted = Puppet::Context::TrustedInformation.new('remote', @row['node'], @row['trusted'] || {})
        catalog = Puppet.override(trusted_information: trusted, current_environment: environment) do
          Puppet::Resource::Catalog.indirection.find(@row['node'], use_node: node(environment))
        end
        catalog.filter(&:virtual?)
      end
    end
  end

  def with_settings
    given = @row['settings'] || {}
    before = given.to_h { |key, _| [key, Puppet[key]] }
    given.each { |key, value| Puppet[key] = value }
    yield
  ensure
    before.each { |key, value| Puppet[key] = value }
  end

  def node(environment)
    facts = @row['facts'].is_a?(String) ? JSON.parse(File.read(@row['facts'])) : Marshal.load(Marshal.dump(@row['facts']))
    facts = Puppet::Node::Facts.new(@row['node'], facts)
    enc = @row['enc'] || {}
    node = Puppet::Node.new(@row['node'], environment: environment, facts: facts,
                                          parameters: (enc['parameters'] || {}).dup, classes: enc['classes'] || {})
    node.merge(facts.values)
    node.add_server_facts(SERVER_FACTS)
    node
  end

  def document(catalog)
    hash = Puppet.override(rich_data: true) do
      JSON.parse(catalog.render(:rich_data_json))
    rescue Puppet::Error, JSON::GeneratorError, EncodingError
      JSON.parse(JSON.generate(as_text(catalog.to_data_hash)))
    end
    JSON.parse(masked(JSON.generate(hash))).except(*LEFT_OUT)
  end

  # Strings that are no UTF-8 cannot be JSON (a server sends such a catalog as PSON): here their bytes as base64.
  def as_text(value)
    case value
    when String
      text = value.encoding == Encoding::UTF_8 ? value : value.dup.force_encoding(Encoding::UTF_8)
      text.valid_encoding? ? text : { '__bytes__' => [value].pack('m0') }
    when Array then value.map { |each| as_text(each) }
    when Hash then value.to_h { |key, each| [key, as_text(each)] }
    else value
    end
  end

  def error(exception)
    { 'message' => masked(exception.message.to_s), 'class' => exception.class.name,
      'file' => (masked(exception.file.to_s) if exception.respond_to?(:file) && exception.file),
      'line' => (exception.line if exception.respond_to?(:line)),
      'trace' => ((exception.backtrace || []).first(6) unless exception.is_a?(Puppet::Error)) }.compact
  end

  def masked(text)
    text.gsub(@path, '@ENV@')
  end
end

options = { basemodulepath: '', storeconfigs: false, warm: 0 }
OptionParser.new do |parser|
  parser.on('--storeconfigs') { options[:storeconfigs] = true }
  parser.on('--warm N', Integer) { |value| options[:warm] = value }
  parser.on('--basemodulepath PATH') { |value| options[:basemodulepath] = value }
end.parse!

jobs = $stdin.readlines
$stdin.reopen(File::NULL) # programs that modules start would read the jobs
out = $stdout.dup
$stdout.reopen($stderr)
Dir.mktmpdir do |scratch|
  server = Server.new(scratch, options)
  Puppet.override(Puppet.base_context(Puppet.settings)) do
    jobs.each do |line|
      row = JSON.parse(line)
      (row['require'] || []).each { |file| require file }
      out.puts JSON.generate(Job.new(server, row).answer(options[:warm]))
      out.flush
    end
  end
end
