; inherits: puppet

(epp_comment) @fold
