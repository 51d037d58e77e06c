"""How a text is laid out by Puppet's style guide: what formatting writes, and what checks of layout compare with."""
