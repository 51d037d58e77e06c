# What real Puppet knows of functions, resource types and providers that Ruby files of modules declare.
#   ruby dump_declarations.rb MODULE_PATH
# One JSON object: functions and types by file, each { "error" => ... } where Puppet cannot load it.
require 'json'
require 'puppet'
require 'tmpdir'

Puppet.initialize_settings(['--confdir', Dir.mktmpdir, '--vardir', Dir.mktmpdir])
Puppet::Util::Log.level = :crit
MODULES = ARGV.fetch(0)
ENVIRONMENT = Puppet::Node::Environment.create(:production, [MODULES])
LOADERS = Puppet::Pops::Loaders.new(ENVIRONMENT)

def signature(dispatch)
  type = dispatch.type
  {
    'method' => dispatch.instance_variable_get(:@method_name).to_s,
    'types' => type.param_types.types.map(&:to_s), 'returns' => type.return_type&.to_s,
    'size' => type.size_range.map { |each| each == Float::INFINITY ? nil : each },
    'parameters' => dispatch.parameter_names.map(&:to_s),
    'block' => dispatch.block_name&.to_s, 'block_type' => type.block_type&.to_s,
    'mismatch' => dispatch.argument_mismatch_handler?,
  }
end

def modern(path, name, loader)
  typed_name = Puppet::Pops::Loader::TypedName.new(:function, name)
  function = Puppet::Pops::Loader::RubyFunctionInstantiator.create(loader, typed_name, path, File.read(path))
  { 'api' => 4, 'name' => function.class.name, 'signatures' => function.class.dispatcher.dispatchers.map { |each| signature(each) } }
end

def legacy(path, name, loader)
  known = Puppet::Parser::Functions.environment_module(ENVIRONMENT)
  known.instance_variable_get(:@metadata).delete(name.to_sym) # another module's
  typed_name = Puppet::Pops::Loader::TypedName.new(:function, name)
  function = Puppet::Pops::Loader::RubyLegacyFunctionInstantiator.create(loader, typed_name, path, File.read(path))
  info = known.get_function_info(name.to_sym)
  {
    'api' => 3, 'name' => info[:name].delete_prefix('function_'), 'rvalue' => info[:type] == :rvalue,
    'arity' => info[:arity], 'doc' => Puppet::Util::Docs.scrub(info[:doc] || ''),
    'signatures' => function.class.dispatcher.dispatchers.map { |each| signature(each) }
  }
end

def function(path, folder)
  name = path.partition("/lib/puppet/#{folder}/").last.delete_suffix('.rb').gsub('/', '::')
  loader = LOADERS.public_loader_for_module(File.basename(path.partition('/lib/').first))
  folder == 'functions' ? modern(path, name, loader) : legacy(path, name, loader)
end

def values(attribute)
  collection = attribute.value_collection
  strings = collection.instance_variable_get(:@strings).flat_map { |each| [each.name, *each.aliases] }
  strings.map(&:to_s) + collection.instance_variable_get(:@regexes).map { |each| pattern(each.name) }
end

def pattern(regex)
  options = regex.options
  flags = { 'i' => Regexp::IGNORECASE, 'm' => Regexp::MULTILINE, 'x' => Regexp::EXTENDED }
  "/#{regex.source}/#{flags.keys.select { |each| options & flags[each] != 0 }.join}"
end

def attribute(type, name)
  known = type.attrclass(name)
  {
    'kind' => type.attrtype(name) == :property ? 'property' : 'parameter',
    'doc' => Puppet::Util::Docs.scrub(known.instance_variable_get(:@doc) || ''),
    'namevar' => type.key_attributes.include?(name), 'values' => values(known),
    'default' => known.public_method_defined?(:default), 'features' => Array(known.required_features).map(&:to_s)
  }
end

def title_patterns(type)
  type.title_patterns.map { |regex, parts| [pattern(regex), parts.map { |part| Array(part).first.to_s }] }
rescue Puppet::DevError
  nil
end

def resource_type(path)
  name = File.basename(path, '.rb').to_sym
  type = Puppet::Type.type(name)
  attributes = type.allattrs.reject { |each| type.metaparam?(each) }
  {
    'name' => type.name.to_s, 'doc' => Puppet::Util::Docs.scrub(type.doc || ''), 'isomorphic' => type.isomorphic?,
    'attributes' => attributes.to_h { |each| [each.to_s, attribute(type, each)] },
    'namevars' => type.key_attributes.map(&:to_s), 'title_patterns' => title_patterns(type),
    'features' => type.features.map(&:to_s).sort, 'providers' => type.providers.map(&:to_s).sort
  }
end

def asked(pattern)
  Dir.glob(File.join(MODULES, '*', 'lib', 'puppet', pattern)).sort.to_h do |path|
    [path, yield(path)]
  rescue Exception => e # rubocop:disable Lint/RescueException -- whatever a module's file does
    [path, { 'error' => "#{e.class}: #{e.message}" }]
  end
end

Dir.glob(File.join(MODULES, '*', 'lib')).each { |folder| $LOAD_PATH << folder }
$stdout.sync = true
out = $stdout.dup
$stdout.reopen($stderr)
Puppet.override(current_environment: ENVIRONMENT, loaders: LOADERS) do
  out.puts JSON.generate(
    'functions' => asked('functions/**/*.rb') { |path| function(path, 'functions') },
    'legacy' => asked('parser/functions/**/*.rb') { |path| function(path, 'parser/functions') },
    'types' => asked('type/*.rb') { |path| resource_type(path) }
  )
end
