Puppet::Parser::Functions.newfunction(:odd_exact, :arity => 2, :type => :rvalue, :doc => 'Takes ' \
  'two.') do |args|
  args.first
end
