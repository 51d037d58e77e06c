# frozen_string_literal: true

# Where a template's tags are. Ruby's own scanner tries a pattern at each character, which takes three quarters of the
# time to compile a template; every tag has `<%` or `%>`, which can be searched for. What comes out is the same.
require 'erb'

module PL
  # For the trim mode `-`, that of all templates.
  module ErbScanner
    OPENING = { '-' => '<%', '%' => '<%%', '=' => '<%=', '#' => '<%#' }.freeze

    def scan(&block)
      return super unless @src.encoding == Encoding::BINARY && stags.equal?(ERB::Compiler::Scanner::DEFAULT_STAGS)

      at = 0
      at = stag ? pl_closing(at, &block) : pl_opening(at, &block) while at < @src.bytesize
    end

    private

    # Text up to a tag.
    def pl_opening(from)
      found = @src.index('<%', from)
      return pl_rest(from) { |token| yield(token) } unless found

      kind = @src.byteslice(found + 2, 1)
      yield(@src.byteslice(from, (kind == '-' ? pl_before_blanks(from, found) : found) - from))
      yield(OPENING.fetch(kind, '<%'))
      found + (OPENING.key?(kind) ? 3 : 2)
    end

    # Blanks before `<%-` go with it where a line, or this text, begins with them.
    def pl_before_blanks(from, found)
      first = found
      first -= 1 while first > from && [32, 9].include?(@src.getbyte(first - 1))
      first == from || @src.getbyte(first - 1) == 10 ? first : found
    end

    # Code up to the end of a tag; the end of the line goes with `-%>`.
    def pl_closing(from)
      found = @src.index('%>', from)
      return pl_rest(from) { |token| yield(token) } unless found

      before = found > from ? @src.getbyte(found - 1) : nil
      yield(@src.byteslice(from, found - from - (before == 45 || before == 37 ? 1 : 0)))
      yield(before == 37 ? '%%>' : '%>')
      return found + 2 unless before == 45

      size = pl_line_end(found + 2)
      yield(:cr) if size
      found + 2 + size.to_i
    end

    def pl_line_end(from)
      following = @src.byteslice(from, 2)
      return following.size if following.empty? || following == "\r\n"

      1 if following.start_with?("\n")
    end

    def pl_rest(from)
      yield(@src.byteslice(from..))
      @src.bytesize
    end
  end

  ERB::Compiler::ExplicitScanner.prepend(ErbScanner)

  # The code of a template's tags.
  def self.code_of_template(text)
    code = String.new
    scanner = ERB::Compiler.new('-').make_scanner(text.b)
    scanner.scan do |token|
      if scanner.stag.nil? then scanner.stag = token if %w[<% <%= <%#].include?(token)
      elsif token == '%>' then scanner.stag = nil
      elsif token.is_a?(String) && scanner.stag != '<%#' then code << token << "\n"
      end
    end
    code.force_encoding(text.encoding)
  end
end
