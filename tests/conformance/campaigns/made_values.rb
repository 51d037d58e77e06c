# frozen_string_literal: true

# Values for parameters, made up from their types, their names and their defaults; the same for the same seed.
class MadeValues
  NONE = Object.new.freeze

  #: What a parameter of that name (by its end) mostly wants.
  BY_NAME = {
    /port\z/ => [8080, '8081'], /(mode|umask)\z/ => %w[0640 0750], /(url|uri|endpoint)\z/ => ['http://www.example.com/x'],
    /(path|dir|directory|file|root|prefix|location)\z/ => ['/srv/made/x', '/etc/made.conf'],
    /(user|owner|group)\z/ => %w[root daemon], /(ip|address|bind|listen)\z/ => ['192.0.2.7'],
    /(host|hostname|server|name|domain)\z/ => ['www.example.com'], /(hosts|servers|nodes)\z/ => [['a.example.com', 'b.example.com']],
    /(password|secret|key)\z/ => ['s3cret'], /ensure\z/ => %w[present absent running latest],
    /(timeout|interval|size|count|workers|limit|max|min)\z/ => [30, '60'], /version\z/ => ['7.2'], /email\z/ => ['root@example.com']
  }.freeze

  POOL = ['present', 'absent', 'running', 'stopped', 'installed', 'latest', 'www.example.com', '/srv/made/x', 'x',
          'http://www.example.com/x', 'https://www.example.com', '192.0.2.7', '2001:db8::7', '192.0.2.0/24', 8080, 1, 0, 30, 5.5,
          '0644', '1.2.3', '7', 'root', 'tcp', 'on', 'off', 'On', 'Off', 'yes', 'no', 'info', 'debug', 'warn', '10', '5s', '100M',
          'root@example.com', '00:11:22:33:44:55', 'made value', 'made_value', true, false, %w[a b], ['/srv/a'],
          { 'a' => 'b' }, { 'a' => { 'b' => 1 } }, 'AAAAB3NzaC1yc2EAAAADAQABAAABAQC7', 'D6811ED3ADEEB8441AF5AA8F4528B6CD9E61EF26'].freeze

  Types = Puppet::Pops::Types

  def initialize(random)
    @random = random
  end

  # A value or NONE. `type` is nil or Any where the parameter has none; `default` is its expression.
  def of(name, type, default)
    type = nil if type.is_a?(Types::PAnyType) && type.instance_of?(Types::PAnyType)
    value = type ? typed(name, type, 0) : untyped(name, default)
    return value if value.equal?(NONE) || type.nil? || type.instance?(value)

    NONE
  end

  private

  def pick(list)
    list[@random.rand(list.size)]
  end

  def fitting(name, type)
    named = BY_NAME.select { |pattern, _| name.match?(pattern) }.values.flatten(1)
    list = named.select { |each| type.instance?(each) }
    list = POOL.select { |each| type.instance?(each) } if list.empty?
    list.empty? ? NONE : pick(list)
  end

  def typed(name, type, depth)
    return NONE if depth > 6

    case type
    when Types::POptionalType, Types::PNotUndefType, Types::PSensitiveType then type.type ? wrapped(name, type, depth) : fitting(name, type)
    when Types::PVariantType then typed(name, pick(type.types), depth + 1)
    when Types::PBooleanType then type.value.nil? ? @random.rand < 0.6 : type.value
    when Types::PEnumType then type.values.empty? ? 'x' : pick(type.values)
    when Types::PIntegerType then integer(name, type)
    when Types::PTypeAliasType then typed(name, type.resolved_type, depth + 1)
    when Types::PStructType then struct(type, depth)
    when Types::PArrayType then array(name, type, depth)
    when Types::PHashType then hash(name, type, depth)
    else fitting(name, type)
    end
  end

  def wrapped(name, type, depth)
    value = typed(name, type.type, depth + 1)
    return value unless type.is_a?(Types::PSensitiveType) && !value.equal?(NONE)

    SpecCode.new("Sensitive(#{PuppetText.of(value)})")
  end

  def integer(name, type)
    named = fitting(name, type)
    return named if named.is_a?(Integer)

    low = type.from || 1
    low + @random.rand([[(type.to || (low + 20)) - low, 20].min + 1, 1].max)
  end

  def struct(type, depth)
    given = type.elements.filter_map do |each|
      needed = each.key_type.is_a?(Types::PStringType)
      next unless needed || @random.rand < 0.4

      value = typed(each.name, each.value_type, depth + 1)
      [each.name, value] unless value.equal?(NONE)
    end
    given.to_h
  end

  def array(name, type, depth)
    size = [[@random.rand(3), type.size_type&.from || 0].max, type.size_type&.to || 9].min
    Array.new(size) { typed(name.sub(/s\z/, ''), type.element_type || Types::PStringType::DEFAULT, depth + 1) }.reject { |each| each.equal?(NONE) }
  end

  def hash(name, type, depth)
    return {} unless type.key_type && depth < 3

    size = [@random.rand(3), type.size_type&.from || 0].max
    Array.new(size) do |index|
      key = typed('', type.key_type, depth + 1)
      key = "made#{index}" if type.key_type.instance?("made#{index}")
      [key, typed(name, type.value_type, depth + 1)]
    end.reject { |pair| pair.any? { |each| each.equal?(NONE) } }.to_h
  end

  # As the default is: a text for a text, another number for a number.
  def untyped(name, default)
    literal = default.respond_to?(:value) ? default.value : default
    case literal
    when Puppet::Pops::Model::LiteralBoolean then !literal.value
    when Puppet::Pops::Model::LiteralInteger then literal.value + 1
    when Puppet::Pops::Model::LiteralList then %w[a b]
    when Puppet::Pops::Model::LiteralHash then NONE
    else pick(BY_NAME.find { |pattern, _| name.match?(pattern) }&.last || ['made_value'])
    end
  end
end
