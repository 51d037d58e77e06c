# Commented.
Puppet::Parser::Functions::newfunction(:'odd::inside', :type => :statement, :arity => -1) do |args|
end
