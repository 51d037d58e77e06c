# frozen_string_literal: true

# The deep_merge gem, which Puppet depends on, so that each server has it: what it does is told by its documentation and
# asked of version 1.1.1. What is merged into is changed in place, and so are the lists that knock out.
module DeepMerge
  class InvalidParameter < StandardError; end

  # One merge with its options.
  class Merge
    def initialize(options)
      @prefix = options[:knockout_prefix]
      @keep = options[:preserve_unmergeables]
      @overwrite, @extend, @sort, @by_index, @split =
        options.values_at(:overwrite_arrays, :extend_existing_arrays, :sort_merged_arrays, :merge_hash_arrays, :unpack_arrays)
      raise InvalidParameter, 'knockout_prefix cannot be an empty string in deep_merge!' if @prefix == ''
      raise InvalidParameter, 'overwrite_unmergeable must be true if knockout_prefix is specified in deep_merge!' if @prefix && @keep

      @knocks = /^#{@prefix}/ if @prefix
    end

    # What `target` becomes.
    def into(target, source)
      return target if source.nil?
      return source if !target && !@keep

      case source
      when Hash then hash_into(target, source)
      when Array then @overwrite ? source : list_into(target, source)
      else target.is_a?(Array) && @extend ? target.push(source) : instead_of(target, source)
      end
    end

    private

    def hash_into(target, source)
      source.each do |key, value|
        if target.is_a?(Hash) then target[key] = into(target[key] || copy(value), value)
        elsif target.is_a?(Array) && @extend then target.push(source)
        else target = instead_of(target, source)
        end
      end
      target
    end

    def copy(value)
      value.dup
    rescue TypeError
      value
    end

    def list_into(target, source)
      source, target = [source, target].map { |each| each.is_a?(Array) ? each.join(@split).split(@split) : each } if @split
      if @prefix && source.include?(@prefix)
        target = target.respond_to?(:clear) ? target.clear : nil
        source.delete(@prefix)
      end
      return instead_of(target, source) unless target.is_a?(Array)

      knock_out(target, source) if @prefix
      hashes = @by_index && [*source, *target].all?(Hash)
      target = hashes ? by_index(target, source) : target | source
      @sort ? target.sort : target
    end

    def knock_out(target, source)
      source.reject! do |item|
        kept = item.respond_to?(:gsub) ? item.gsub(@knocks, '') : item
        next false if kept == item

        target.delete(kept)
        target.delete(item)
        true
      end
    end

    def by_index(target, source)
      target.each_with_index.map { |item, at| into(item, source[at] || {}) } + (source[target.size..] || [])
    end

    def instead_of(target, source)
      return target if @keep
      return source unless @prefix

      case source
      when String then source.match?(@knocks) ? '' : source
      when Array then source.delete_if { |item| item.is_a?(String) && item.match?(@knocks) }
      else source
      end
    end
  end

  def self.deep_merge!(source, target, options = {}) = Merge.new(options).into(target, source)

  # What hashes get by `require 'deep_merge'`.
  module DeepMergeHash
    def deep_merge!(source, options = {}) = DeepMerge.deep_merge!(source, self, { preserve_unmergeables: false, **options })
    def deep_merge(source, options = {}) = DeepMerge.deep_merge!(source, self, { preserve_unmergeables: true, **options })
    def ko_deep_merge!(source, options = {}) = deep_merge!(source, { knockout_prefix: '--', **options })
  end
end
