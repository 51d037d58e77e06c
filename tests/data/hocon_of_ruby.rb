# frozen_string_literal: true

# What the hocon library makes of texts: a JSON list of texts in, a list of [text, value] or [text] (refused) out.

require 'json'
require 'hocon'

answers = JSON.parse($stdin.read).map do |text|
  [text, Hocon.parse(text)]
rescue StandardError
  [text]
end
puts JSON.generate(answers)
