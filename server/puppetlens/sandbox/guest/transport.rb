# frozen_string_literal: true

# How this Ruby and the Python around it exchange texts. One system call does both ways: a positioned read from
# a file that Python plays, with the text to send in the buffer to read into, and in the offset, which is of
# no other use, what it is and how long. `PL.ask` asks, `PL.request` (protocol.rb) answers.
module PL
  # The answer cannot be known here. Not a StandardError: modules must not rescue it by the way.
  class Unknown < Exception; end # rubocop:disable Lint/InheritException

  # Private: what the rest of the sandbox uses is PL.ask and PL.taint.
  module Transport
    PATH = '/puppetlens/crossing'
    ROOM = 1 << 16
    # What is sent: a question; the answer to a request that came instead of an answer; nothing, to get the request
    # this VM was entered for; the answer to that; a taint; nothing, to get the rest of a long text;
    # whether a random generator's seed is drawn now.
    ASK = 1 << 32
    ANSWER = 2 << 32
    TAKE = 3 << 32
    GIVE = 4 << 32
    TAINT = 5 << 32
    REST = 6 << 32
    SEED = 7 << 32
    REQUEST_MARK = '>'.ord

    BUFFER = String.new(capacity: ROOM + 1, encoding: Encoding::UTF_8)
    FILE = [File.open(PATH)] # rubocop:disable Style/MutableConstant

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

      # Sends a text and gives what comes back, in a string that the next exchange overwrites.
      def exchange(kind, text)
        size = text.bytesize
        BUFFER.replace(text)
        room = size < ROOM ? ROOM : size + 1
        begin
          FILE[0].pread(room, kind | size, BUFFER)
        rescue IOError # somebody closed it; the descriptor is still there
          FILE[0] = File.open(PATH)
          retry
        end
        BUFFER.force_encoding(Encoding::UTF_8)
        BUFFER.bytesize < room ? BUFFER : rest
      end

      private

      def rest
        whole = BUFFER.dup
        loop do
          FILE[0].pread(ROOM, REST, BUFFER)
          whole << BUFFER.force_encoding(Encoding::UTF_8)
          return whole if BUFFER.bytesize < ROOM
        end
      end
    end
  end

  Transport.freeze

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
