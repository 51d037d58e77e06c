Puppet::Functions.create_function(:"odd::by_method") do
  # What it takes.
  #
  # @return nothing
  def by_method(first, second = 2, *others); end

  private def helper(x); end
end
