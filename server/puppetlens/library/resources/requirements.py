"""What the code of a type's attributes asks of their values, beyond a list of those that are taken (the JSON files have these).

Facts of Puppet 7.23 and 8.10 and of the `*_core` modules, in Puppet's words, so that what is shown is what an agent says;
`tests/checks/test_invalid_values.py` asks real ones. What only the system of an agent can judge (a path of Windows, a
feature of a provider) is not here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from . import METAPARAMETER_VALUES, NativeType

if TYPE_CHECKING:
    from ...types.values import Value


class Requirement(NamedTuple):
    """A text must match `pattern`, or must not where it `refuses` what matches.

    `message` shows the text as `{value}`, or as Ruby writes it: `{inspected}`. `of_numbers`: a number is judged as
    the text that it is written as; else it is taken. `of_each`: of an array of a parameter each (of a property always).
    """

    pattern: str
    message: str
    refuses: bool = False
    of_numbers: bool = False
    of_each: bool = False

    def is_met(self, text: str) -> bool:
        """As Ruby would: `^` and `$` stand at each line, and classes are of ASCII."""
        return (re.search(self.pattern, text, re.MULTILINE | re.ASCII) is None) is self.refuses


class Exclusion(NamedTuple):
    """No two of these attributes may be set."""

    attributes: tuple[str, ...]
    message: str


#: Of a path: on some system; which one a manifest is for, it does not say.
ABSOLUTE = r"\A(?:/|[A-Za-z]:[/\\]|\\\\)"
_MODE = r"^0?[0-7]{1,4}$|^([ugoa]*[-=+][-=+rstwxXugo]*)(,[ugoa]*[-=+][-=+rstwxXugo]*)*$"
_FILE_PATH = Requirement(ABSOLUTE, "File paths must be fully qualified, not '{value}'")
_COUNT = Requirement(r"^[0-9]+$", "Invalid value {inspected}. Valid values match /^[0-9]+$/.", of_numbers=True)
_OCTET = r"0*(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_PATHS_OF_KEYS = Requirement(
    rf"{ABSOLUTE}|\A(?:true|false|yes|no)\Z|\A~/|\A%h/", "Paths to keyfiles must be absolute, not {value}", of_each=True
)
_LABEL = r"\w(?:[\w-]*\w)?"
_FLOAT = r"\A\s*[-+]?(?:0[xX].*|\d[\d_]*(?:\.[\d_]*)?(?:[eE][-+]?\d+)?|\.\d+)\s*\Z"
_WHITESPACE = r"\s"


def _number(name: str) -> Requirement:
    return Requirement(r"^-?\d+$", f"Password {name} must be provided as a number.", of_numbers=True)


def _boolean(name: str) -> Requirement:
    message = f"Munging failed for value {{inspected}} in class {name}: expected a boolean value"
    return Requirement(r"\A(?:true|false|yes|no)\Z", message)


def _cron(name: str, numbers: str, words: tuple[str, ...] = ()) -> Requirement:
    """`numbers` with any zeros before them; a word in full or by its first three letters."""
    named = "".join(rf"|(?i:{word[:3]}(?:{word[3:]})?)\Z" for word in words)
    taken = rf"\A(?:absent\Z|\*\Z|0*(?:{numbers})\Z{named})|^\*/[0-9]+$|^[0-9]+-[0-9]+(?:/[0-9]+)?$"
    return Requirement(taken, f"{{value}} is not a valid {name}", of_numbers=True)


_DAYS = ("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)

#: By type and attribute, in the order in which Puppet asks.
REQUIREMENTS: Mapping[str, Mapping[str, tuple[Requirement, ...]]] = {
    "cron": {
        "minute": (_cron("minute", r"[0-5]?\d"),),
        "hour": (_cron("hour", r"1?\d|2[0-3]"),),
        "monthday": (_cron("monthday", r"[1-9]|[12]\d|3[01]"),),
        "month": (_cron("month", r"[1-9]|1[0-2]", _MONTHS),),
        "weekday": (_cron("weekday", r"[0-7]", _DAYS),),
        "special": (
            Requirement(
                r"\A(?:reboot|yearly|annually|monthly|weekly|daily|midnight|hourly|absent)\Z",
                "Invalid special schedule {inspected}",
            ),
        ),
        "environment": (Requirement(r"^\s*\w+\s*=|\Aabsent\Z", "Invalid environment setting {inspected}"),),
    },
    "exec": {
        "creates": (Requirement(ABSOLUTE, "creates must be a fully qualified path", of_each=True),),
        "cwd": (Requirement(ABSOLUTE, "cwd must be a fully qualified path"),),
        "environment": (Requirement(r"\w+=", "Invalid environment setting '{value}'", of_each=True),),
        "timeout": (Requirement(_FLOAT, "The timeout must be a number."),),
        "tries": (
            Requirement(r"^\d+$", "Tries must be an integer"),
            Requirement(r"\A(?:0+|-.*)\Z", "Tries must be an integer >= 1", refuses=True, of_numbers=True),
        ),
        "umask": (Requirement(r"^0?[0-7]{1,4}$", "The umask specification is invalid: {inspected}"),),
    },
    "file": {
        "mode": (Requirement(_MODE, "The file mode specification is invalid: {inspected}"),),
        "path": (_FILE_PATH,),
        "recurse": (Requirement(r"\A(?:true|false|remote)\Z", "Invalid recurse value {inspected}", of_numbers=True),),
        "recurselimit": (_COUNT,),
    },
    "filebucket": {"path": (Requirement(ABSOLUTE, "Filebucket paths must be absolute"),)},
    "group": {"gid": (Requirement(r"^[-0-9]+$|\Aabsent\Z", "Invalid GID {value}"),)},
    "host": {
        "ip": (Requirement(rf"^{_OCTET}(?:\.{_OCTET}){{3}}$|:", "Invalid IP address {inspected}"),),
        "host_aliases": (
            Requirement(_WHITESPACE, "Host aliases cannot include whitespace", refuses=True),
            Requirement(
                r"\A\Z",
                "Host aliases cannot be an empty string. Use an empty array to delete all host_aliases ",
                refuses=True,
            ),
        ),
        "comment": (Requirement(r"[\r\n]", "Comment cannot include newline", refuses=True),),
        "name": (Requirement(rf"\A(?:{_LABEL}(?:\.{_LABEL})*)?\.*\Z", "Invalid host name"),),
    },
    "mailalias": {"file": (_FILE_PATH,)},
    "mount": {
        "blockdevice": (Requirement(_WHITESPACE, "blockdevice must not contain whitespace: {value}", refuses=True),),
        "dump": (Requirement(r"0|1", "Invalid value {inspected}. Valid values match /(0|1)/.", of_numbers=True),),
        "fstype": (
            Requirement(_WHITESPACE, "fstype must not contain whitespace: {value}", refuses=True),
            Requirement(r"\A\Z", "fstype must not be an empty string", refuses=True),
        ),
        "options": (
            Requirement(_WHITESPACE, "options must not contain whitespace: {value}", refuses=True),
            Requirement(r"\A\Z", "options must not be an empty string", refuses=True),
        ),
    },
    "package": {"enable_only": (_boolean("enable_only"),)},
    "resources": {"purge": (_boolean("purge"),)},
    "schedule": {
        "range": (Requirement(r"\d+(:\d+){0,2}\s*-\s*\d+(:\d+){0,2}", "Invalid range value '{value}'", of_each=True),),
        "repeat": (Requirement(r"^\d+$", "Repeat must be a number"),),
        "weekday": (
            Requirement(
                r"^[0-6]$|^(?i:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?)$",
                "{value} is not a valid day of the week",
                of_numbers=True,
                of_each=True,
            ),
        ),
    },
    "ssh_authorized_key": {
        "key": (Requirement(_WHITESPACE, "Key must not contain whitespace: {value}", refuses=True),),
        "options": (
            Requirement(
                r"""^[-a-z0-9A-Z_]+(?:=".*?")?$""",
                "Option {value} is not valid. A single option must either be of the form 'option' or "
                "'option=\"value\"'. Multiple options must be provided as an array",
            ),
        ),
    },
    "sshkey": {
        "host_aliases": (
            Requirement(_WHITESPACE, "Aliases cannot include whitespace", refuses=True),
            Requirement(",", "Aliases must be provided as an array, not a comma-separated list", refuses=True),
        ),
        "name": (
            Requirement(_WHITESPACE, "Resourcename cannot include whitespaces", refuses=True),
            Requirement(
                ",",
                "No comma in resourcename allowed. If you want to specify aliases use the host_aliases property",
                refuses=True,
            ),
        ),
    },
    "tidy": {
        "max_files": (_COUNT,),
        "recurse": (
            Requirement(r"\A(?:true|false|inf)\Z|^\d+$", "Invalid recurse value {inspected}", of_numbers=True),
        ),
    },
    "user": {
        "expiry": (
            Requirement(r"^\d{4}-\d{2}-\d{2}$|\Aabsent\Z", 'Expiry dates must be YYYY-MM-DD or the string "absent"'),
        ),
        "groups": (
            Requirement(r"^\d+$", "Group names must be provided, not GID numbers.", refuses=True),
            Requirement(",", "Group names must be provided as an array, not a comma-separated list.", refuses=True),
            Requirement(
                r"\A\Z",
                'Group names must not be empty. If you want to specify "no groups" pass an empty array',
                refuses=True,
            ),
        ),
        "managehome": (_boolean("managehome"),),
        "password": (Requirement(":", "Passwords cannot include ':'", refuses=True),),
        "password_max_age": (_number("maximum age"),),
        "password_min_age": (_number("minimum age"),),
        "password_warn_days": (_number("warning days"),),
        "purge_ssh_keys": (_PATHS_OF_KEYS,),
    },
}

#: By type.
EXCLUSIONS: Mapping[str, tuple[Exclusion, ...]] = {
    "cron": tuple(
        Exclusion(("special", name), f"cannot specify both a special schedule and a value for {name}")
        for name in ("minute", "hour", "weekday", "monthday", "month")
    ),
    "file": (
        Exclusion(("content", "source", "target"), "You cannot specify more than one of content, source, target"),
    ),
    "mailalias": (Exclusion(("recipient", "file"), "You cannot specify both a recipient and a file"),),
}


#: By type and attribute, of those that take any text: what one is that is none of the values they name.
TAKEN_FOR: Mapping[str, Mapping[str, str]] = {
    "file": {"ensure": "what a link points to"},
    "package": {"ensure": "a version"},
}


class Refusal(NamedTuple):
    """What is said of a value, or of an `element` of an array, by its index; `listed` are the values that are taken, where these are all."""

    message: str
    element: int | None = None
    listed: tuple[str, ...] = ()


def requires_of(known: NativeType, names: Iterable[str]) -> bool:
    """Whether a type asks something of one of its attributes."""
    return not REQUIREMENTS.get(known.name, {}).keys().isdisjoint(names)


def refusals(known: NativeType, attribute: str, value: Value) -> Iterator[Refusal]:
    """What a type says of a value of an attribute, by elements where each counts by itself. What is None is taken, and so is what is
    of no kind that can be written out."""
    name = known.namevars[0] if attribute == "name" and len(known.namevars) == 1 else attribute
    requirements = REQUIREMENTS.get(known.name, {}).get(name, ())
    of_each = known.attributes.get(name) == "property" or any(asked.of_each for asked in requirements)
    parts = enumerate(value) if of_each and isinstance(value, tuple) else ((None, value),)
    for element, part in parts:
        found = _refusal(known, name, part, requirements)
        if found is not None:
            yield found._replace(element=element)


def _refusal(known: NativeType, name: str, value: Value, requirements: tuple[Requirement, ...]) -> Refusal | None:
    if name in known.closed:
        return _unlisted(value, known.values[name], known.closed[name])
    if name in METAPARAMETER_VALUES:
        return _unlisted(value, METAPARAMETER_VALUES[name], METAPARAMETER_VALUES[name])
    if (known.name, name) == ("file", "mode") and not isinstance(value, str):
        return _no_mode(value)
    return _unmet(value, requirements)


def _unlisted(value: Value, values: tuple[str, ...], listed: tuple[str, ...]) -> Refusal | None:
    from ...types.ruby_text import inspect  # not where no attribute has a list of values

    parts = value if isinstance(value, tuple) else (value,)
    if not all(isinstance(each, (str, bool, int, float)) for each in parts):
        return None
    if (value if isinstance(value, str) else inspect(value)) in values:
        return None
    return Refusal(f"Invalid value {inspect(value)}. Valid values are {', '.join(listed)}.", listed=listed)


def _no_mode(value: Value) -> Refusal | None:
    """What is no text."""
    if isinstance(value, (bool, int, float)):
        ruby = f"{value}Class" if isinstance(value, bool) else "Float" if isinstance(value, float) else "Integer"
        return Refusal(f"The file mode specification must be a string, not '{ruby}'")
    return None


def _unmet(value: Value, requirements: tuple[Requirement, ...]) -> Refusal | None:
    """The first that a text, or a number, does not meet."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    for asked in requirements:
        if (isinstance(value, str) or (is_number and asked.of_numbers)) and not asked.is_met(str(value)):
            from ...types.ruby_text import inspect

            return Refusal(asked.message.format(value=value, inspected=inspect(value)))
    return None
