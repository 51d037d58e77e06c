# A point.
Puppet::DataTypes.create_type('Odd') do
  interface <<-PUPPET
    attributes => {
      x => Integer
    }
    PUPPET
end
