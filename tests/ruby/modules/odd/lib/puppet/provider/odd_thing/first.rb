Puppet::Type.type(:odd_thing).provide(:first, parent: Puppet::Provider) do
  desc 'The first way.'
  has_features :paints, :moves
  defaultfor osfamily: :debian, kernel: %w[Linux Darwin]
end
