# frozen_string_literal: true

# What modules use of Ruby's library, loaded before the first of them: it is there at once, and the same each time.
# Puppet itself has loaded most of it, so modules do not ask for it.
%w[
  set date time yaml digest digest/md5 digest/sha1 digest/sha2 base64 uri ipaddr shellwords cgi openssl resolv strscan
  securerandom zlib stringio ostruct pathname tempfile tmpdir fileutils forwardable singleton delegate benchmark
  bigdecimal English abbrev csv optparse erb net/http timeout monitor ripper
].each do |each|
  require each
rescue LoadError
  next
end

# A gem beside Ruby, which Linux packages bring with it.
module Net
  class FTPError < StandardError; end

  # No connection, as of all of them.
  class FTP
    def self.new(*) = PL.refuse('opens a connection')
    def self.open(*) = new
  end
end
$LOADED_FEATURES.push('net/ftp.rb')

[Gem::Version.new('1.0') <=> Gem::Version.new('2.0.0.rc1'), Gem::Requirement.new('>= 1')]
Time.at(0).utc # asks for the zone once

module PL
  # What is loaded by now, by the names that `require` gets: to look for it costs a question a folder of the load path.
  HERE = $LOADED_FEATURES.grep(/\.(?:rb|so)\z/).flat_map do |path|
    folder = $LOAD_PATH.find { |each| path.start_with?("#{each}/") }
    name = path.delete_prefix("#{folder}/")
    folder || !path.start_with?('/') ? [name, name.sub(/\.(?:rb|so)\z/, '')] : []
  end.to_h { |name| [name, true] }.freeze
end
