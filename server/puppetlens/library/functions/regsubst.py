"""Replace what a regular expression matches, in a string or in each string of an array.

The pattern is a string, a Regexp or a Regexp type. In the replacement `\\0` is the whole match, `\\1` a
group, `\\k<name>` a named one; a hash maps what was matched to what replaces it. Flags: `G` replaces
every match, not the first alone; with a string as pattern also `I` (ignore case), `M` (`.` matches line
ends) and `E` (extended syntax). The encoding is not used any more.
"""

from __future__ import annotations

from ...types.strings import RegexpType
from ...types.values import Hash, Regexp, Sensitive, Value
from ..context import Context
from ..function import Function
from ..ruby_regexp import substitute

EXAMPLES = {
    "notice(regsubst('a.b.c', '[.]', '-', 'G'))": "a-b-c",
    "notice('10.0.3.7'.regsubst(/(\\d+)$/, '<\\1>'))": "10.0.3.<7>",
    "notice(regsubst(['one', 'two'], /o/, {'o' => '0'}))": "[0ne, tw0]",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES)

_TEXT = "Variant[String, Sensitive[String]]"
#: The parameter `target` with the major versions of Puppet that have it so; 8 takes Sensitive ones too.
_TARGETS = (
    ("Variant[Array[String], String] $target", 0, 8),
    (f"Variant[Array[{_TEXT}], Sensitive[Array[{_TEXT}]], {_TEXT}] $target", 8, 99),
)
_REPLACEMENT = "Variant[String, Hash[String, String]] $replacement"


def replaced(target: Value, pattern: Regexp, replacement: str | Hash, everywhere: bool) -> Value:
    if isinstance(target, str):
        return substitute(target, pattern, replacement, everywhere)
    if isinstance(target, Sensitive):
        inner = replaced(target.value, pattern, replacement, everywhere)
        # A Sensitive array becomes an array that is not, as in Puppet.
        return inner if isinstance(inner, tuple) else Sensitive(inner)
    return tuple(replaced(each, pattern, replacement, everywhere) for each in target)


def by_text(
    context: Context,
    target: Value,
    pattern: str,
    replacement: str | Hash,
    flags: str | None = None,
    encoding: str | None = None,
) -> Value:
    if encoding is not None and context.language.major >= 8:
        context.warn_once(
            "deprecations",
            "regsubst_function_encoding",
            "The regsubst() function's encoding argument has been ignored since Ruby 1.9 and will be removed in a "
            "future release",
        )
    flags = flags or ""
    options = "".join(option for flag, option in (("I", "i"), ("M", "m"), ("E", "x")) if flag in flags)
    source = f"(?{options}:{pattern})" if options else pattern
    return replaced(target, Regexp(source), replacement, "G" in flags)


def by_regexp(
    _: Context, target: Value, pattern: Regexp | RegexpType, replacement: str | Hash, flags: str = ""
) -> Value:
    regexp = pattern if isinstance(pattern, Regexp) else pattern.pattern or Regexp("")
    return replaced(target, regexp, replacement, flags == "G")


for _target, _since, _before in _TARGETS:
    FUNCTION.dispatch(
        f"{_target}, String $pattern, {_REPLACEMENT}, Optional[Pattern[/^[GEIM]*$/]] $flags = undef, "
        "Enum['N', 'E', 'S', 'U'] $encoding = undef",
        since=_since,
        before=_before,
    )(by_text)
    FUNCTION.dispatch(
        f"{_target}, Variant[Regexp, Type[Regexp]] $pattern, {_REPLACEMENT}, Pattern[/^G?$/] $flags = ''",
        since=_since,
        before=_before,
    )(by_regexp)
