"""The text of templates, outside of their tags."""

from __future__ import annotations

import re

from .scanner import Scanner
from .token import Token

_LINE_REST = re.compile(r"^[ \t]*\r?(?:\n|\Z)?", re.MULTILINE)


def lex_template_text(scanner: Scanner, trim: bool) -> None:
    """Queue the text up to the next tag that holds code."""
    start, text = scanner.at, ""
    scanner.epp = "text"
    while scanner.at < len(scanner.text):
        found = scanner.text.find("<%", scanner.at)
        part = scanner.text[scanner.at : found + 2 if found >= 0 else len(scanner.text)]
        scanner.at += len(part)
        text += (_LINE_REST.sub("", part, count=1) if trim else part).replace("%%>", "%>")
        trim = False
        follows = scanner.text[scanner.at : scanner.at + 1]
        if not follows:
            if text.endswith("<%"):
                message = "Unbalanced embedded expression - opening <% and reaching end of input"
                raise scanner.refuse(message, "EPP_UNBALANCED_EXPRESSION")
            break
        if follows == "%":
            scanner.at += 1
            continue
        text = text[:-2]
        if follows == "#":
            end = re.compile(r"[^%]%>", re.DOTALL).search(scanner.text, scanner.at)
            if end is None:
                message = "Reaching end after opening <%# without seeing %>"
                raise scanner.refuse(message, "EPP_UNBALANCED_COMMENT")
            if scanner.text[scanner.at + 1] == "-":
                text = text.rstrip(" \t")
            trim, scanner.at = end[0] == "-%>", end.end()
            continue
        if follows == "-":
            text = text.rstrip(" \t")
        scanner.at += follows in "-="
        scanner.epp = "expression" if follows == "=" else "code"
        break
    if text or (scanner.epp == "text" and start < len(scanner.text)):
        scanner.queue.append(Token("text", text, start, scanner.at))
    if scanner.epp == "expression":
        scanner.queue.append(Token("render", "", start, start))
