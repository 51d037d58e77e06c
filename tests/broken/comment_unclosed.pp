/* what this does
class web { }
#= 1:1-3 error SYNTAX_ERROR: this comment is never closed by `*/`
