"""What Puppet says of a text before anything of it is evaluated."""

from __future__ import annotations

from typing import NamedTuple

from ..base.errors import Location, PuppetError, Reported
from ..base.language import Language
from ..syntax.parse import ParsedFile
from ..syntax.refusal import refusal, warnings
from ..validate import validate
from ..validate.embedded import REFUSED

#: Message, place and issue code.
Warned = tuple[str, Location, str]


class Checked(NamedTuple):
    """The error that stops a compilation, and the warnings before it."""

    error: PuppetError | None
    warnings: tuple[Warned, ...]


def checked(file: ParsedFile, shown: str, namespace: str | None, language: Language) -> Checked:
    """Parse errors and broken rules of a text that messages call `shown`; several of them are told in `reported`."""

    def place(anchor: int) -> Location:
        return Location(shown, *file.text.puppet_position(anchor))

    refused = refusal(file)
    warned = tuple((message, place(offset), code) for message, code, offset in warnings(file, refused))
    if refused is not None and refused.offset is None and refused.code is None:
        # What Ruby refuses is no error of Puppet's parser: it has no place.
        return Checked(PuppetError(refused.message), warned)
    if refused is not None:
        where = Location(shown) if refused.offset is None else place(refused.offset)
        return Checked(PuppetError(refused.message, refused.code, where), warned)
    issues = validate(file.program, namespace, language, shown)
    # Puppet goes no further than a text that it refuses, and forgets what it found before.
    issues = next(((issue,) for issue in issues if issue.code in REFUSED), issues)
    found = tuple((i.message, place(i.anchor), i.code) for i in issues if i.severity == "warning")
    errors = [issue for issue in issues if issue.severity == "error"]
    if not errors:
        return Checked(None, warned + found)
    if len(errors) == 1:
        return Checked(PuppetError(errors[0].message, errors[0].code, place(errors[0].anchor)), warned + found)
    counted = f"{len(errors)} errors" + (f", and {len(found)} warnings" if found else "")
    several = PuppetError(f"Language validation logged {counted}. Giving up", None, Location(shown))
    several.reported = [Reported(issue.message, place(issue.anchor), issue.code) for issue in errors]
    return Checked(several, warned + found)
