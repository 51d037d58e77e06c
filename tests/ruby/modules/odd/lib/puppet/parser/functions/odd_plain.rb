Puppet::Parser::Functions.newfunction(:odd_plain) { |args| }
