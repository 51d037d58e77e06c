# frozen_string_literal: true

# The crossing of a Ruby process of the user's own: two pipes, whose descriptors are the arguments. A message is its
# kind and its length, four bytes each, and the text. Nothing is fenced here, and nothing a taint: this Ruby may all
# that the user may.
require_relative 'transport'

module PL
  module Transport
    IN = IO.for_fd(Integer(ARGV.shift), 'rb')
    OUT = IO.for_fd(Integer(ARGV.shift), 'wb')

    class << self
      def exchange(kind, text)
        return if kind == TAINT

        OUT.write([kind >> 32, text.bytesize].pack('NN'), text) unless kind == TAKE
        OUT.flush
        kind == GIVE ? nil : receive
      end

      private

      def receive
        head = IN.read(8)
        exit!(0) if head.nil? || head.bytesize < 8
        IN.read(head.unpack('NN')[1]).force_encoding(Encoding::UTF_8)
      end
    end
    freeze
  end
end

require_relative 'protocol'
loop { PL::Transport.serve }
