# Expressions on stdin (a JSON array of strings), what Puppet makes of each on stdout:
# {"version", "answers": [{"value" (in Puppet's syntax)} | {"error", "issue_code", "line", "column"}]}.
require 'json'
require 'puppet'
require 'puppet_pal'

expressions = JSON.parse(STDIN.read)
Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet[:log_level] = 'crit'

def answer(compiler, expression)
  Puppet[:strict] = :off
  value = compiler.evaluate_string(expression)
  # What has no form in Puppet's syntax is shown as Ruby's object, with its address.
  { 'value' => Puppet::Pops::Types::StringConverter.convert(value, '%p').gsub(/:0x\h+/, '') }
rescue Puppet::Error, StandardError => e
  message = e.message.sub(/ ?\((?:file: [^()]*?, )?line: \d+(?:, column: \d+)?\)( on node \S+)?\z/, '')
  code = e.respond_to?(:issue_code) ? e.issue_code : nil
  { 'error' => message, 'issue_code' => code && code.to_s, 'line' => e.respond_to?(:line) ? e.line : nil,
    'column' => e.respond_to?(:pos) ? e.pos : nil }
end

answers = Puppet::Pal.in_tmp_environment('recording', modulepath: [], facts: {}) do |pal|
  expressions.map do |expression|
    pal.with_catalog_compiler { |compiler| answer(compiler, expression) }
  end
end
puts JSON.generate('version' => Puppet.version, 'answers' => answers)
