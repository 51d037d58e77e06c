# Real Puppet's tree, with offsets. Reads a JSON object a line: {"path", "epp", "tasks"} or with "source" in
# place of "path"; writes a JSON object a line: {"tree"} or {"error", "line", "pos"}.
require 'json'
require 'puppet'
require 'puppet/pops'

begin
  Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
rescue StandardError
  Puppet.initialize_settings
end
Puppet::Util::Log.level = :crit

LEFT_OUT = %w[locator offset length file line pos].freeze

def plain(value)
  case value
  when Puppet::Pops::Model::Program
    { 'kind' => 'Program', 'body' => plain(value.body) }
  when Puppet::Pops::Model::PopsObject
    data = { 'kind' => value.class.name.split('::').last }
    data['offset'] = value.offset if value.respond_to?(:offset)
    value.class._pcore_type.attributes(true).each do |name, attribute|
      data[name] = plain(value.send(name)) unless LEFT_OUT.include?(name) || attribute.kind == 'derived'
    end
    data
  when Array then value.map { |element| plain(element) }
  when Regexp then value.source
  when Symbol then value.to_s
  else value
  end
end

STDOUT.sync = true
STDIN.each_line do |line|
  request = JSON.parse(line)
  Puppet[:tasks] = request['tasks'] ? true : false
  source = request['source'] || File.read(request['path'], encoding: 'UTF-8')
  parser = request['epp'] ? Puppet::Pops::Parser::EppParser.new : Puppet::Pops::Parser::Parser.new
  begin
    program = parser.parse_string(source, nil)
    program = program.model unless program.is_a?(Puppet::Pops::Model::Program)
    puts JSON.generate('tree' => plain(program))
  rescue StandardError => e
    place = { 'line' => e.respond_to?(:line) ? e.line : nil, 'pos' => e.respond_to?(:pos) ? e.pos : nil }
    puts JSON.generate({ 'error' => e.message.to_s.scrub }.merge(place))
  end
end
