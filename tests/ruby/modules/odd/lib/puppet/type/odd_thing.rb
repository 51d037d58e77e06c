require 'puppet/parameter/boolean'
require 'puppet/property/ordered_list'

Puppet::Type.newtype(:odd_thing, self_refresh: true) do
  @doc = <<~EOT + 'And more.'
    A thing.

      indented #{'code'}
  EOT

  COLOURS = [:red, :green].freeze

  feature :paints, 'Can paint.', methods: [:paint]
  feature :moves, "Can \"move\".\tFar."

  ensurable do
    desc 'Whether it is there.'
    defaultvalues
    newvalue(:moved, required_features: :moves)
    aliasvalue(:here, :present)
  end

  newparam :place do
    desc "Where
      it is,
        and how."
    isnamevar
  end

  newproperty(:colour, array_matching: :all, required_features: [:paints]) do
    desc %q(Which "colour".)
    newvalues(*COLOURS)
    newvalues(/^#\h{3}$/i, 'none')
    defaultto { :red }
  end

  newproperty(:size, { :parent => Puppet::Property::OrderedList }) { desc 'Its size.' }

  newparam(:deep, boolean: true, parent: Puppet::Parameter::Boolean) do
    defaultto false
  end

  %w[left right].each do |side|
    newproperty("#{side}_side".to_sym) do
      desc "The #{side} one."
    end
  end

  [[:top, 1], [:bottom, 2]].each { |name, at| newparam(name) { newvalues(at) } }

  def self.newcheck(name, options = {}, &block)
    @checks ||= []
    @checks << newparam(name, options, &block)
  end

  newcheck(:careful) { newvalues(:yes, :no) }

  if Puppet.version.to_i > 2
    newparam(:recent)
  else
    newparam(:ancient)
  end

  autorequire(:file) { [self[:place]] }

  validate do
    newparam(:never) if false
  end
end
