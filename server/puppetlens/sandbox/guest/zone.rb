# frozen_string_literal: true

# The time zone of the server. A time that was made of the parts of a date has these parts in any zone, and nobody knows
# which moment that is; for one that is known as a moment it is the other way round.
class Time
  PL_UTC = instance_method(:utc?)
  PL_ZONE = instance_method(:zone)
  # Whether it was made of parts, and whether a text named its zone.
  attr_accessor :pl_parts, :pl_zone

  def pl_local? = !pl_zone && !PL_UTC.bind_call(self) && PL_ZONE.bind_call(self).is_a?(String)
  def pl_zoned = pl_local? && PL.asked_by_module?(3) && PL.taint('reads the time zone of the server')
end

PL::ZONED = Module.new do
  %i[hour min day mday month mon year wday yday to_date sunday? monday? tuesday? wednesday? thursday? friday? saturday?].each do |name|
    define_method(name) do
      pl_zoned unless pl_parts
      super()
    end
  end
  %i[
    to_s inspect zone utc_offset gmt_offset gmtoff to_a iso8601 xmlschema rfc2822 rfc822 dst? isdst to_datetime
    to_i to_f to_r tv_sec utc gmtime getutc getgm getlocal
  ].each do |name|
    moment = name.start_with?('to_i', 'to_f', 'to_r', 'tv', 'utc', 'gmtime', 'get') && name != :utc_offset
    define_method(name) do |*given|
      pl_zoned if pl_parts || !moment
      super(*given)
    end
  end
  def strftime(format)
    pl_zoned if format.to_s.match?(pl_parts ? /%[\d:^_-]*[szZ]/ : /%[\d:^_-]*[^sLNfnt%\d:^_-]/)
    super
  end

  def -(other)
    pl_zoned if other.is_a?(Time) && pl_parts != other.pl_parts
    super
  end

  def <=>(other)
    pl_zoned if other.is_a?(Time) && pl_parts != other.pl_parts
    super
  end
end
Time.prepend(PL::ZONED)

PL::OF_PARTS = Module.new do
  %i[local mktime].each { |name| define_method(name) { |*given| super(*given).tap { |made| made.pl_parts = true } } }
  def new(*given, **options) = super.tap { |made| made.pl_parts = true if !given.empty? && made.pl_local? }

  # A text may name a zone.
  def parse(text, *) = pl_of(super, Date._parse(text.to_s))
  def strptime(text, format, *) = pl_of(super, Date._strptime(text.to_s, format.to_s) || {})

  def pl_of(made, told)
    return made unless made.pl_local? && !told.key?(:seconds)

    told[:offset] ? made.pl_zone = true : made.pl_parts = true
    made
  end
  private :pl_of
end
Time.singleton_class.prepend(PL::OF_PARTS)
PL.note(Date, %i[to_time], 'reads the time zone of the server')
