# Write server/puppetlens/library/resources/<type>.json from real Puppet: names, kinds, named values and whether
# there are others, namevars and title patterns of the resource types, no texts.
#   ruby record_resource_types.rb OUT_FOLDER [MODULE_FOLDER ...]
# The types that Puppet ships itself are always written; those of the module folders (the `*_core` modules that its
# packages bring along) get the name of their module.
require 'json'
require 'puppet'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
CORE = %w[component exec file filebucket group notify package resources schedule service stage tidy user whit].freeze

def source(pattern)
  (pattern.options & Regexp::MULTILINE).zero? ? pattern.source : "(?m:#{pattern.source})"
end

def title_patterns(type)
  type.title_patterns.map { |pattern, parts| [source(pattern), parts.map { |part| Array(part).first.to_s }] }
rescue Puppet::DevError
  [] # several namevars and no pattern: titles alone identify nothing
end

# The values that an attribute names, each followed by its other names; it may take more. `closed` are those that Puppet
# lists where it refuses all others: there is no pattern, and the attribute does not judge values its own way.
def values(type, attribute)
  attribute_class = type.attrclass(attribute.to_sym)
  known = attribute_class.value_collection
  names = known.values.flat_map { |name| [name, *known.value(name).aliases] }.map(&:to_s).uniq
  return {} if names.empty?

  judged_by = attribute_class.instance_method(:unsafe_validate).owner
  closed = known.regexes.empty? && [Puppet::Parameter, Puppet::Property].include?(judged_by)
  { 'values': names, **(closed ? { 'closed': known.values.map(&:to_s) } : {}) }
end

def describe(name, module_name = nil)
  type = Puppet::Type.type(name.to_sym)
  attributes = type.allattrs.reject { |a| type.metaparam?(a) }.map(&:to_s)
  kinds = attributes.to_h { |a| [a, type.attrtype(a.to_sym) == :property ? 'property' : 'parameter'] }
  {
    'name' => name,
    'module' => module_name,
    'namevars' => type.key_attributes.map(&:to_s),
    'title_patterns' => title_patterns(type),
    'isomorphic' => type.isomorphic?,
    'attributes' => attributes.sort.to_h { |a| [a, { 'kind' => kinds[a], **values(type, a) }] },
  }
end

out, *modules = ARGV
found = CORE.map { |name| describe(name) }
modules.each do |folder|
  $LOAD_PATH.unshift(File.join(folder, 'lib'))
  name = JSON.parse(File.read(File.join(folder, 'metadata.json')))['name'].split(%r{[-/]}).last
  types = Dir[File.join(folder, 'lib/puppet/type/*.rb')].map { |path| File.basename(path, '.rb') }.sort
  found += types.map { |type| describe(type, name) }
end
found.each { |data| File.write(File.join(out, "#{data['name']}.json"), "#{JSON.pretty_generate(data)}\n") }
