# frozen_string_literal: true

# @summary Every kind of parameter.
#
# What it says
# on several lines.
#
# @example Called with one
#   odd::dispatched('a')
#
#   $x = 1
Puppet::Functions.create_function(:'odd::dispatched', Puppet::Functions::InternalFunction) do
  local_types do
    type 'Little = Integer[0, 9]'
    type "Words = Array[String]"
  end

  # Counts.
  # @param count How many
  #   there are.
  # @param [String] text
  # @return [Integer] the sum
  dispatch :count do
    scope_param
    param 'Little', :count
    optional_param 'String', :text
    optional_param "Variant[Integer,\n  Undef]", :more
    return_type 'Integer'
  end

  dispatch(:words) do
    required_param 'Words', :words
    cache_param
    optional_repeated_param 'Any', :rest
  end

  dispatch :least do
    required_repeated_param %q(Enum['a, b', "c"]), :names
    block_param
  end

  dispatch :block_named do
    param 'Struct[{a => Integer, Optional[b] => String}]', :hash
    block_param :each
  end

  dispatch :block_typed do
    param 'Regexp[/a, b/]', :regexp
    required_block_param 'Callable[2, 2]', :both
  end

  dispatch :block_optional do
    param 'Boolean', :flag
    optional_block_param 'Callable[String]', :maybe
  end

  argument_mismatch :wrong do
    param 'Undef', :nothing
  end

  def count(scope, count, text = "it's", more = nil); end

  def words(words, cache, *rest); end

  def least(*names); end

  def block_named(hash); end

  def block_typed(regexp); end

  def block_optional(flag); end

  def wrong(nothing)
    'wants something'
  end
end
