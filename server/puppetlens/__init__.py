"""puppetlens: a language server and catalog previewer for Puppet."""

__version__ = "0.1.0"
