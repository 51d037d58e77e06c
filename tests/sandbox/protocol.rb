# frozen_string_literal: true

# A protocol for tests of what lies below it: a request is Ruby code, the answer what it gives, both in JSON.
%w[json erb date securerandom open3 net/http resolv ipaddr timeout tempfile digest yaml pathname fileutils].each { |each| require each }

module PL
  def self.request(text)
    JSON.generate(['r', TOPLEVEL_BINDING.eval(JSON.parse(text)[0], 'test.rb')], max_nesting: false)
  rescue Exception => e # rubocop:disable Lint/RescueException
    JSON.generate(['e', e.class.name, e.message.to_s.dup.force_encoding('UTF-8').scrub])
  end

  # What Python answers to a question, as data.
  def self.question(*what) = JSON.parse(ask(JSON.generate(what)))[1]
end
