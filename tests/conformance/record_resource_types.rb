# Write server/puppetlens/library/resources/<type>.json from the installed Puppet: names, kinds and namevars of
# the resource types that Puppet ships itself. `ruby record_resource_types.rb OUT_FOLDER`
require 'json'
require 'puppet'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
CORE = %w[exec file filebucket group notify package resources schedule service stage tidy user component whit].freeze

CORE.each do |name|
  type = Puppet::Type.type(name.to_sym)
  attributes = type.allattrs.reject { |a| type.metaparam?(a) }.map(&:to_s)
  kinds = attributes.to_h { |a| [a, type.attrtype(a.to_sym).to_s] }
  data = {
    'name' => name,
    'namevars' => type.key_attributes.map(&:to_s),
    'attributes' => attributes.sort.to_h { |a| [a, { 'kind' => kinds[a] == 'property' ? 'property' : 'parameter' }] },
  }
  File.write(File.join(ARGV[0], "#{name}.json"), "#{JSON.pretty_generate(data)}\n")
end
