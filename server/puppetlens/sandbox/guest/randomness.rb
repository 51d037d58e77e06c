# frozen_string_literal: true

# Random numbers repeat where the code gave a seed, as on any machine; else they are a taint.
# The state that all VMs begin with has its generator's seed in it, so nothing is asked of the system then.
module PL
  class << self
    # Runs a block in which the system is asked for entropy that nobody uses: a generator with a given seed is made so.
    def seeding
      Transport.exchange(Transport::SEED, '1')
      yield
    ensure
      Transport.exchange(Transport::SEED, '0')
    end

    # Whether the code set the seed of the one generator that all share.
    attr_accessor :seeded

    def random = seeded || taint('uses randomness')
  end
end

class Random
  given = Module.new do
    def new(*seed)
      return PL.seeding { super } unless seed.empty?

      PL.taint('uses randomness')
      super
    end
    %i[rand bytes random_number].each do |name|
      define_method(name) do |*arguments, **options|
        PL.random
        super(*arguments, **options)
      end
    end
    %i[new_seed seed urandom].each do |name|
      define_method(name) do |*arguments|
        PL.taint('uses randomness')
        super(*arguments)
      end
    end
  end
  singleton_class.prepend(given)
end

module Kernel
  first = Random.seed
  rand = instance_method(:rand)
  define_method(:rand) do |*arguments|
    PL.random
    rand.bind_call(self, *arguments)
  end
  srand = instance_method(:srand)
  define_method(:srand) do |*seed|
    PL.taint('uses randomness') if seed.empty?
    PL.seeded = !seed.empty? && seed != [first]
    PL.seeding { srand.bind_call(self, *seed) }
  end
  private :rand, :srand
  define_singleton_method(:rand) { |*arguments| Object.new.send(:rand, *arguments) }
  define_singleton_method(:srand) { |*seed| Object.new.send(:srand, *seed) }
end
Random.define_singleton_method(:srand) { |*seed| Kernel.srand(*seed) }

shuffled = Module.new do
  %i[shuffle shuffle! sample].each do |name|
    define_method(name) do |*arguments, **options|
      PL.random unless options.key?(:random)
      super(*arguments, **options)
    end
  end
end
Array.prepend(shuffled)
