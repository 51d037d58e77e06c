# frozen_string_literal: true

# Lists and hashes that a function changes in place. Puppet's own values are these very objects, so it changes variables and
# parameters; here the host is told. Noticed is what a call was given, and what it looked up itself.
module PL
  class << self
    # The result of the block as data; with what it changed, where it did.
    def watched(given)
      before, @looked_up = @looked_up, {}
      were = given.hash
      each_was = given.map(&:hash)
      result = yield
      looked_up = @looked_up.values.reject { |value, hash, *| value.hash == hash }
      return result if given.hash == were && looked_up.empty?

      if given.each_index.any? { |index| given[index].is_a?(String) && given[index].hash != each_was[index] }
        # It is the variable's, or a frozen one.
        refuse('not supported: a text that is changed in place')
      end
      changed = given.each_index.select { |index| listing?(given[index]) && given[index].hash != each_was[index] }
      { '!' => 'w', 'v' => result, 'given' => changed.map { |index| [index, encode(given[index])] },
        'looked_up' => looked_up.map { |value, _, scope, name| [scope, name, encode(value)] } }
    ensure
      @looked_up = before
    end

    # A value that was looked up: the same object each time within a call.
    def looked_up(scope, name, value)
      return value unless @looked_up && listing?(value) && !value.frozen?

      (@looked_up[[scope.pl_id, name]] ||= [value, value.hash, scope.pl_id, name])[0]
    end

    def listing?(value) = value.is_a?(Array) || value.is_a?(Hash)
  end
end
