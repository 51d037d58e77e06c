# frozen_string_literal: true

# What this Ruby and the Python around it send each other: texts, of kinds. How they cross is `Transport.exchange(kind,
# text)`, by crossing.rb inside WebAssembly and by pipes.rb in a process. `PL.ask` asks, `PL.request` (protocol.rb)
# answers.
module PL
  # The answer cannot be known here. Not a StandardError: modules must not rescue it by the way.
  class Unknown < Exception; end # rubocop:disable Lint/InheritException

  # Private: what the rest of the sandbox uses is PL.ask, PL.taint and PL.refuse.
  module Transport
    # What is sent: a question; the answer to a request that came instead of an answer; nothing, to get the request
    # this VM was entered for; the answer to that; a taint; nothing, to get the rest of a long text; whether a random
    # generator's seed is drawn now; nothing, where code changed what all code shares.
    ASK = 1 << 32
    ANSWER = 2 << 32
    TAKE = 3 << 32
    GIVE = 4 << 32
    TAINT = 5 << 32
    REST = 6 << 32
    SEED = 7 << 32
    CHANGED = 8 << 32
    REQUEST_MARK = '>'.ord

    class << self
      # Runs the request that Python holds ready. Python calls this.
      def serve
        text = exchange(TAKE, '')
        exchange(GIVE, PL.request(text))
        nil
      end

      # The answer to a question; requests that come before it are done. The text lives until the next exchange.
      def ask(text)
        text = exchange(ASK, text)
        text = exchange(ANSWER, PL.request(text.byteslice(1..))) while text.getbyte(0) == REQUEST_MARK
        text.byteslice(1..)
      end
    end
  end

  class << self
    # Asks Python: JSON text there and back.
    def ask(text) = Transport.ask(text)

    # `taint`, for what cannot be had here.
    def refuse(text)
      taint(text)
      raise Unknown, text
    end

    # Notes that what happens now depends on more than the environment, in words: 'reads the clock'.
    def taint(text)
      Transport.exchange(Transport::TAINT, text)
      nil
    end
  end
end
