"""Findings as a person reads them: a line each, on a terminal with the code that is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..engine.file_checks import Report

_COLOURS = {"error": "red", "warning": "yellow", "information": "cyan", "hint": "cyan"}
#: Columns of a line of code that are shown around what is meant.
_WIDTH = 160


def line_of(report: Report, *, others: bool = True) -> str:
    place = click.style(f"{report.path}:{report.at.line}:{report.at.column}", bold=True)
    severity = click.style(report.severity, fg=_COLOURS[report.severity])
    line = f"{place}: {severity}: {report.message} {click.style(f'[{report.code}]', dim=True)}"
    return line + _others(report) if others else line


def _others(report: Report) -> str:
    """A line for each other place that explains a finding, further in."""
    return "".join(f"\n    {each.path}:{each.at.line}:{each.at.column}: {each.message}" for each in report.related)


def with_frame(report: Report) -> str:
    """The same with the line of code below it, and carets below what is meant."""
    text = report.source
    if not text.strip() or report.start.column > _WIDTH:
        return line_of(report)
    start = report.start.column - 1
    end = report.end.column - 1 if report.end.line == report.start.line else len(text)
    shown = text[:_WIDTH]
    number = f"{report.start.line:5}"
    blanks = "".join("\t" if each == "\t" else " " for each in shown[:start])
    carets = click.style("^" * max(1, min(end, len(shown)) - start), fg=_COLOURS[report.severity])
    bar = click.style("|", dim=True)
    return (
        f"{line_of(report, others=False)}\n{click.style(number, dim=True)} {bar} {shown}\n{' ' * len(number)} {bar} {blanks}{carets}"
        f"{_others(report)}"
    )
