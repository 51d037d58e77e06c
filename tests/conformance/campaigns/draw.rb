# frozen_string_literal: true

# Draws declarations for the modules of an environment: candidates for the campaign over the packaged modules.
#
#   ruby draw.rb ENVIRONMENT_DIR FACTS_DIR ROUNDS > CANDIDATES
#
# They come from the unit tests and examples that modules bring, and are made up from the types of parameters.
# FACTS_DIR holds SYSTEM.json. A candidate is a line of JSON: {id, module, system, code}; its id says where it comes
# from, so that the same one can be drawn again: `spec:MODULE/PATH#N@SYSTEM`, `example:...`, `made:NAME#ROUND@SYSTEM`
# (`after:`, where the module's main class comes first); `written:` are those of written.txt.

require 'json'
require 'tmpdir'
require 'puppet'
require 'zlib'
require_relative 'made_values'
require_relative 'spec_contexts'

# The modules of an environment, as Puppet sees them.
class Drawing
  EXAMPLE = /^#\s*@example[^\n]*\n((?:#(?:[ \t]{2,}[^\n]*|[ \t]*)\n)+)/

  def initialize(environment, systems, rounds)
    @environment = environment
    @systems = systems
    @rounds = rounds
    @parser = Puppet::Pops::Parser::EvaluatingParser.new
    @seen = {}
  end

  def run
    written
    @environment.modules.sort_by(&:name).each do |mod|
      from_specs(mod)
      from_examples(mod)
      made_up(mod)
    end
  end

  private

  def written
    File.read(File.join(__dir__, 'written.txt')).scan(/^=== (\S+) (\S+)\n(.*?)(?=^===|\z)/m) do |name, system, code|
      write("written:#{name}@#{system}", name[%r{\A\w+}], system, code)
    end
  end

  def from_specs(mod)
    facts = @systems.transform_values { |each| each.transform_keys(&:to_sym) }
    SpecReader.new(File.realpath(mod.path), facts).each_file do |path, situations|
      situations.each_with_index do |each, index|
        code = [each.before, PuppetText.declaration(each.kind, each.described, each.title, each.params)].join("\n")
        system = system_of(each.facts) || any_system(code)
        write("spec:#{mod.name}/#{path}##{index}@#{system}", mod.name, system, code)
      rescue PuppetText::NoText
        next
      end
    end
  end

  def system_of(facts)
    family = facts[:osfamily] || facts['osfamily'] || facts.dig(:os, 'family')
    name = facts[:operatingsystem] || facts['operatingsystem'] || facts.dig(:os, 'name')
    { 'RedHat' => 'redhat9', 'Debian' => name == 'Ubuntu' ? 'ubuntu2204' : 'debian12' }[family]
  end

  def any_system(text)
    @systems.keys[Zlib.crc32(text) % @systems.size]
  end

  def from_examples(mod)
    found = Dir.glob(File.join(mod.path, 'examples', '**', '*.pp')).sort.map { |path| [path, File.read(path)] }
    manifests(mod).each do |path|
      File.read(path).scan(EXAMPLE) { |(text)| found << [path, text.gsub(/^#/, '')] }
    end
    found.each_with_index do |(path, code), index|
      system = any_system(code)
      write("example:#{mod.name}/#{path.delete_prefix("#{mod.path}/")}##{index}@#{system}", mod.name, system, code)
    end
  end

  def manifests(mod)
    Dir.glob(File.join(mod.path, 'manifests', '**', '*.pp')).sort
  end

  def made_up(mod)
    manifests(mod).each do |path|
      names(path).each do |kind, name|
        type = kind == 'class' ? types.find_hostclass(name) : types.find_definition(name)
        (0..@rounds).each { |round| make(mod, kind, name, type, round) } if type
      rescue Puppet::Error, ArgumentError, NameError
        next
      end
    end
  end

  def types
    @environment.known_resource_types
  end

  def names(path)
    model = @parser.parse_file(path)
    model.definitions.filter_map do |each|
      case each
      when Puppet::Pops::Model::HostClassDefinition then ['class', each.name]
      when Puppet::Pops::Model::ResourceTypeDefinition then ['define', each.name]
      end
    end
  rescue Puppet::Error
    []
  end

  # Round 0 gives what must be given, later ones more and more.
  def make(mod, kind, name, type, round)
    random = Random.new(Zlib.crc32("#{name}##{round}"))
    values = MadeValues.new(random)
    params = {}
    type.arguments.each do |param, default|
      next if default && random.rand > round * 0.25

      value = values.of(param, type.argument_types[param], default)
      params[param] = value unless value == MadeValues::NONE
    end
    system = @systems.keys[round % @systems.size]
    code = PuppetText.declaration(kind, name, "made#{round}", params)
    main = mod.name == name ? '' : "include #{mod.name}\n"
    write("made:#{name}##{round}@#{system}", mod.name, system, code)
    write("after:#{name}##{round}@#{system}", mod.name, system, main + code) if main != '' && types.find_hostclass(mod.name)
  end

  def write(id, mod, system, code)
    return if @seen[[system, code]] || !may_stand_in_node?(code)

    @seen[[system, code]] = true
    puts JSON.generate({ id: id, module: mod, system: system, code: code })
  end

  # Definitions must stand at top level.
  def may_stand_in_node?(code)
    model = @parser.parse_string("node x {\n#{code}\n}")
    model.definitions.size == 1
  rescue StandardError
    false
  end
end

Dir.mktmpdir do |scratch|
  environment_dir = File.realpath(ARGV[0])
  systems = Dir.glob(File.join(ARGV[1], '*.json')).sort.to_h { |path| [File.basename(path, '.json'), JSON.parse(File.read(path))] }
  folders = %w[confdir vardir codedir logdir rundir].flat_map { |name| ["--#{name}", File.join(scratch, name)] }
  Puppet.initialize_settings(folders + ['--basemodulepath', '', '--vendormoduledir', ''])
  Puppet::Util::Log.level = :crit
  environment = Puppet::Node::Environment.create(:production, [File.join(environment_dir, 'modules')])
  Puppet.override(Puppet.base_context(Puppet.settings)) do
    loaders = Puppet::Pops::Loaders.new(environment)
    Puppet.override(current_environment: environment, loaders: loaders) do
      Drawing.new(environment, systems, Integer(ARGV[2])).run
    end
  end
end
