"""How shells are told what completes a word, where click's own scripts do not do: none of them knows `--option=value`.

For bash a colon begins a new word, too, so that no name of a class would be completed: here the line is what counts, and an
answer begins where bash's word does. For fish and zsh it is the whole value, the codes before a comma included.
"""

from __future__ import annotations

import os
import re
from typing import Any

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ZshComplete,
    add_completion_class,
    split_arg_string,
)

_BASH = """\
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
_ZSH = """\
#compdef %(prog_name)s

%(complete_func)s() {
    local -a plain described response
    local type value text
    response=("${(@f)$(COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT - 1)) \
%(complete_var)s=zsh_complete %(prog_name)s 2>/dev/null)}")
    compset -P '--*='
    for type value text in $response; do
        case $type in
            dir) _path_files -/ ;;
            file) _path_files -f ;;
            plain) if [[ $text == _ ]]; then plain+=($value); else described+=("$value:$text"); fi ;;
        esac
    done
    (( $#described )) && _describe -V unsorted described -U
    (( $#plain )) && compadd -U -i "$IPREFIX" -V unsorted -a plain
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""
_FISH = """\
function %(complete_func)s
    set -l word (commandline --current-token --cut-at-cursor)
    set -l option (string match --regex -- '^--[^=]+=' $word)
    for answer in (COMP_WORDS=(commandline --current-process --cut-at-cursor) COMP_CWORD=$word \
%(complete_var)s=fish_complete %(prog_name)s 2>/dev/null)
        set -l parts (string split --max 1 , -- $answer)
        switch $parts[1]
            case dir
                printf '%%s\\n' "$option"(__fish_complete_directories $parts[2])
            case file
                printf '%%s\\n' "$option"(__fish_complete_path $parts[2])
            case plain
                printf '%%s\\n' "$option$parts[2]"
        end
    end
end

complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""
#: What a shell would take for something else than a part of a word.
_SPECIAL = re.compile(r"([\s'\"\\$`()&;<>|*?!#~{}])")
_ESCAPED = r"\\\1"


class _Bash(BashComplete):
    name = "bash"
    source_template = _BASH

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


class _Zsh(ZshComplete):
    name = "zsh"
    source_template = _ZSH


class _Fish(FishComplete):
    name = "fish"
    source_template = _FISH


for each in (_Bash, _Zsh, _Fish):
    add_completion_class(each)
