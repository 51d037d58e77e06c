; inherits: puppet

(text) @indent.ignore
