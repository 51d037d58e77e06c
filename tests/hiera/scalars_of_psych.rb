# frozen_string_literal: true

# What Psych makes of plain scalars: a JSON list of texts in, a list of answers out.

require 'json'
require 'yaml'

def plain(value)
  case value
  when Symbol then { 'symbol' => value.to_s }
  when Float then { 'float' => value.to_s }
  else value
  end
end

answers = JSON.parse($stdin.read).map do |text|
  plain(YAML.safe_load("- #{text}", permitted_classes: [Symbol], aliases: true)&.first)
rescue Psych::Exception, ArgumentError => e
  { 'error' => e.message }
end
puts JSON.generate(answers)
