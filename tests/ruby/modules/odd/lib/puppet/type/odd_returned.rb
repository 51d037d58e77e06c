Puppet::Type.newtype(:odd_returned) do
  def self.title_patterns
    return [[%r{\A(?<a>/[^/]*)/(.*)\z}, [[:name], [:rest]]]]
  end

  newparam(:name)
  newparam(:rest, :namevar => true) do
    # A comment is no statement.
    desc <<-'EOT'
      Raw: #{nothing} \n
    EOT
  end
  newmetaparam_like = 1
  newproperty(:plain)
end
