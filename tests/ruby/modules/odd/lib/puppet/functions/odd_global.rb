module PuppetlensOdd
  NAME = :odd_global
end

Puppet::Functions.create_function(:odd_global) do
  dispatch :run do
    repeated_param 'Variant[Pattern[/\A"a\'b"/], Pattern["x,y"]]', :patterns
    return_type <<~TYPE
      Hash[
        String,
        Integer
      ]
    TYPE
  end

  def run(*patterns); end
end
