# frozen_string_literal: true

# Keys, and encrypted values, as `eyaml createkeys` and `eyaml encrypt` make them (hiera-eyaml's pkcs7.rb).
#
#   ruby encrypt_as_eyaml.rb FOLDER < texts.json > values.json
#
# Writes FOLDER/private_key.pkcs7.pem and FOLDER/public_key.pkcs7.pem where they are not; a list of texts gives a list of
# `ENC[PKCS7,...]`.

require 'base64'
require 'json'
require 'openssl'

private_path, public_path = %w[private public].map { |kind| File.join(ARGV[0], "#{kind}_key.pkcs7.pem") }

def certificate(key)
  made = OpenSSL::X509::Certificate.new
  made.subject = OpenSSL::X509::Name.parse('/')
  made.serial = 1
  made.version = 2
  made.not_before = Time.now
  made.not_after = Time.now + (50 * 365 * 24 * 60 * 60)
  made.public_key = key.public_key
  extensions = OpenSSL::X509::ExtensionFactory.new
  extensions.subject_certificate = extensions.issuer_certificate = made
  made.extensions = [extensions.create_extension('basicConstraints', 'CA:TRUE', true),
                     extensions.create_extension('subjectKeyIdentifier', 'hash')]
  made.add_extension(extensions.create_extension('authorityKeyIdentifier', 'keyid:always,issuer:always'))
  made.sign(key, OpenSSL::Digest.new('SHA256'))
end

unless File.exist?(private_path)
  key = OpenSSL::PKey::RSA.new(2048)
  File.write(private_path, key.to_pem)
  File.write(public_path, certificate(key).to_pem)
end
public_key = OpenSSL::X509::Certificate.new(File.read(public_path))
values = JSON.parse($stdin.read).map do |text|
  cipher = OpenSSL::Cipher.new('aes-256-cbc')
  der = OpenSSL::PKCS7.encrypt([public_key], text, cipher, OpenSSL::PKCS7::BINARY).to_der
  "ENC[PKCS7,#{Base64.strict_encode64(der)}]"
end
puts JSON.generate(values)
