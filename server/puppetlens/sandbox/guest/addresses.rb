# frozen_string_literal: true

module PL
  # What `inspect` shows of an object is where it lies in memory, which tells one server from another. Logs and messages of
  # errors may say so, as nobody compares these; what else becomes of such a text (its length, its digest, whether it
  # matches) cannot be followed: it is a taint, if the text was not told when the request ends in which it was made.
  module Addresses
    SHOWN = /(?<=:)0x\h{8}(?=[ >])/
    OURS = '0x00000000'
    WORDS = 'reads the address of an object in memory'

    @made = 0

    class << self
      # The text of an object, as `inspect` shows it.
      def show(kind, text)
        @made += 1
        "#<#{kind}:#{OURS} #{text}>"
      end

      # A text that people read, without the addresses in it.
      def told(text)
        return text unless text.include?(':0x')

        text.gsub(SHOWN) do |address|
          @made -= 1 if address == OURS && @made.positive?
          '0x...'
        end
      end

      def during_request
        before = @made
        @made = 0
        yield
      ensure
        PL.taint(WORDS) if @made.positive?
        @made = before
      end
    end
  end
end
