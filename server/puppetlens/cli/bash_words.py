"""How bash is told what completes a word. For bash a colon begins a new word, so that click's own way would complete no name of a
class: here the line is what counts, and an answer begins where bash's word does."""

from __future__ import annotations

import os
import re
from typing import Any

from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

_SCRIPT = """\
%(complete_func)s() {
    local IFS=$'\\n' type value
    COMPREPLY=()
    while IFS=',' read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("$value") ;;
        esac
    done < <(COMP_WORDS="${COMP_LINE:0:COMP_POINT}" COMP_BREAKS="$COMP_WORDBREAKS" \
%(complete_var)s=bash_complete "$1" 2>/dev/null)
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""
#: What a shell would take for something else than a part of a word.
_SPECIAL = re.compile(r"([\s'\"\\$`()&;<>|*?!#~{}])")
_ESCAPED = r"\\\1"


class _Bash(BashComplete):
    name = "bash"
    source_template = _SCRIPT

    def source(self) -> str:
        """Without a word about old versions of bash: who has one sees that nothing is completed."""
        return self.source_template % self.source_vars()

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.environ["COMP_WORDS"]
        words = split_arg_string(line)
        in_word = bool(line) and not line[-1:].isspace()
        return (words[1:-1], words[-1]) if in_word else (words[1:], "")

    def format_completion(self, item: CompletionItem[Any]) -> str:
        _, incomplete = self.get_completion_args()
        value = str(item.value)
        typed = incomplete.partition("=")[2] if incomplete.startswith("--") else incomplete
        start = max((typed.rfind(each) for each in ":=" if each in os.environ.get("COMP_BREAKS", ":=")), default=-1)
        line = os.environ["COMP_WORDS"]
        quoted = re.search(r"(?:^|\s)['\"][^'\"]*\Z", line) is not None
        rest = value[start + 1 :]
        return f"{item.type},{rest if quoted else _SPECIAL.sub(_ESCAPED, rest)}"


add_completion_class(_Bash)
