TEXT = 'String'.freeze
KINDS = %w[Integer Float].freeze

Puppet::Functions.create_function('odd::computed') do
  short = "#{TEXT}[1]"

  KINDS.each do |kind|
    dispatch :"of_#{kind}" do
      param kind, :value
      param TEXT + '[0, 5]', :text
      param short, :rest
    end
  end

  { text: 'Regexp', other: "Enum['a'" ', ' "'b']" }.each do |name, type|
    dispatch(name) { param type, name }
  end

  define_method(:of_Integer) { |*| }
  define_method(:of_Float) { |*| }

  def text(value); end

  def other(value); end
end
