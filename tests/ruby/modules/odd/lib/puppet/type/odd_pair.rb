module Puppet
  Type.newtype(:odd_pair) do
    desc 'A pair.'
    @isomorphic = false

    class << self
      def title_patterns
        same = lambda { |x| x }
        word = /[a-z]+/i
        [
          [/^(#{word}):(\w+)$/m, [[:left, same], [:right, ->(x) { x }]]],
          [Regexp.new('^(.*)$'), [[:left, proc { |each| each }]]]
        ]
      end
    end

    newparam(:left, namevar: true)
    newparam(:right) { isnamevar }
    newparam(:middle, isnamevar: true)
    newproperty(:both)

    def exists?; end

    def create; end

    def destroy; end
  end
end
