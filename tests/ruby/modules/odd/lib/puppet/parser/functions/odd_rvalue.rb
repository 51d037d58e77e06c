module Puppet::Parser::Functions
  newfunction(:odd_rvalue, type: :rvalue, arity: -3, doc: <<-DOC
    @summary Joins.

    Takes #{'two'} and more:
      * a list

    @return [String] what is joined
    DOC
             ) do |arguments|
    arguments.join
  end
end
