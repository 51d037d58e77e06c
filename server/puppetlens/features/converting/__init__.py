"""ERB templates in Puppet's own language: the tags of a template, and the expressions of Ruby in them.

Loaded when somebody asks: it needs the types of values.
"""
