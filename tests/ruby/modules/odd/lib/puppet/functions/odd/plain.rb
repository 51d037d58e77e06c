Puppet::Functions.create_function(:'odd::plain') { def plain; end }
