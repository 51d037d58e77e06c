# frozen_string_literal: true

# What Psych makes of scalars: a JSON list of texts in, a list of answers out. Bytes that are no text are "bytes".

require 'json'
require 'yaml'

def plain(value)
  case value
  when Symbol then { 'symbol' => value.to_s }
  when Float then { 'float' => value.to_s }
  when String then value.dup.force_encoding('UTF-8').valid_encoding? ? value.dup.force_encoding('UTF-8') : { 'bytes' => true }
  when Array then value.map { |each| plain(each) }
  when Hash then { 'pairs' => value.map { |key, each| [plain(key), plain(each)] } }
  else value
  end
end

answers = JSON.parse($stdin.read).map do |text|
  plain(YAML.safe_load("- #{text}", permitted_classes: [Symbol], aliases: true)&.first)
rescue Psych::Exception, ArgumentError, TypeError => e
  { 'error' => e.message }
end
puts JSON.generate(answers)
