# frozen_string_literal: true

# Sorting as Ruby does it on Linux, where the C library merges: what is equal keeps its order, and of what cannot be
# compared the first pair that is met is named. The C library of this interpreter does neither.
module PL
  # The order of lists. Where nothing is equal but what is the same, Ruby's own sorting is as good, and faster.
  module Sorting
    PLAIN = Array.instance_method(:sort)

    class << self
      def plain(list)
        PLAIN.bind_call(list)
      rescue StandardError
        merge(list) { |a, b| a <=> b }
      end

      # By keys; those that are equal by their place.
      def by(list, keys)
        PLAIN.bind_call(keys.each_with_index.to_a).map { |_, index| list[index] }
      rescue StandardError
        merge(keys.each_index.to_a) { |a, b| ordered(keys[a], keys[b], keys[a] <=> keys[b]) }.map { |index| list[index] }
      end

      # glibc's merge sort, with the comparisons in its order.
      def merge(list, &compare)
        return list.dup if list.size < 2

        half = list.size / 2
        left = merge(list[0, half], &compare)
        right = merge(list[half..], &compare)
        merged = []
        until left.empty? || right.empty?
          a, b = left.first, right.first
          merged << (ordered(a, b, compare.call(a, b)).positive? ? right : left).shift
        end
        merged.concat(left, right)
      end

      # What a comparison gave, as a number.
      def ordered(one, other, result)
        case result
        when Integer then result
        when nil then raise ArgumentError, "comparison of #{one.class} with #{shown(other)} failed"
        else result > 0 ? 1 : (result < 0 ? -1 : 0) # rubocop:disable Style -- as it is asked there
        end
      end

      def shown(value)
        case value
        when nil, true, false, Symbol, Float then value.inspect
        when Integer then value.bit_length < 63 ? value.inspect : value.class
        else value.class
        end
      end

      # Errors come from where the sorting was asked for, as with a method that is written in C.
      def unseen
        yield
      rescue StandardError => e
        e.set_backtrace(e.backtrace.drop_while { |line| line.start_with?(__FILE__) })
        raise e
      end
    end
  end
end

class Array
  def sort(&block)
    PL::Sorting.unseen { block ? PL::Sorting.merge(self, &block) : PL::Sorting.plain(self) }
  end

  def sort!(&block) = replace(sort(&block))

  def sort_by!(&block)
    return to_enum(:sort_by!) { size } unless block

    replace(sort_by(&block))
  end
end

module Enumerable
  def sort(&block) = to_a.sort(&block)

  def sort_by(&block)
    return to_enum(:sort_by) { size if respond_to?(:size) } unless block

    list = to_a
    keys = list.map(&block)
    PL::Sorting.unseen { PL::Sorting.by(list, keys) }
  end
end
