# frozen_string_literal: true

# Whether a call changed what all code shares: a method of a class that was there at the start. What calls give after
# that is not for other catalogs. What a file changes while it is read is not meant: it does so in every catalog.
module PL
  AT_START = {}.compare_by_identity
  ObjectSpace.each_object(Module) { |each| AT_START[each] = true unless each.to_s.match?(/\A(#|PL\b|Puppet\b)/) }
  AT_START.freeze
  READING = %w[setup load resource_type compile_template].freeze

  class << self
    # Runs a block in which files are read.
    def reading
      before = @reading
      @reading = true
      yield
    ensure
      @reading = before
    end

    def shared_changed(what)
      return if @shared_changed || @reading || !AT_START[what]

      @shared_changed = true
      Transport.exchange(Transport::CHANGED, '')
    end

    # The changes of this file do not count.
    def watch_shared = @shared_changed = false
  end

  if respond_to?(:operations)
    READING.each do |name|
      done = operations[name]
      operations[name] = ->(*told) { PL.reading { done.call(*told) } } if done
    end
  end
end

class Module
  %i[method_added method_removed method_undefined prepended included extended].each do |name|
    known = instance_method(name)
    define_method(name) do |what|
      PL.shared_changed(name.start_with?('method') ? self : what)
      known.bind_call(self, what)
    end
    private name
  end
end

class BasicObject
  known = instance_method(:singleton_method_added)
  define_method(:singleton_method_added) do |name|
    ::PL.shared_changed(self)
    known.bind_call(self, name)
  end
  private :singleton_method_added
end

PL.watch_shared
