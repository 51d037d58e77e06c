"""What a computation asked of the files, with digests of what they answered: to know in another session, or of another
revision, whether it would come out the same, without computing anything."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from .files import Files, RecordingFiles
from .reads import Reads
from .store import digest_of

#: A kind of question and a path (`r/a/b`: what is in it) -> the digest of the answer.
Answers = Mapping[str, bytes]

#: Names of files that are no UTF-8 have lone surrogates, which no text of msgpack may have: questions are bytes, the data JSON.
_KEPT = msgspec.msgpack.Decoder(tuple[dict[Annotated[bytes, msgspec.Meta(min_length=1)], bytes], bytes])

_NOTHING = b""
_SEPARATOR = "\0"


def answers_of(recording: RecordingFiles) -> dict[str, bytes]:
    """All that was asked, with what was answered then."""
    return {question: _answer(recording, question) for question in recording.questions()}


def reads_of(answers: Answers) -> Reads:
    """The same, to be compared with what happened to files."""
    ends = {"l": "/*", "d": "/"}
    found = (question[1:].rstrip("/") + ends.get(question[0], "") for question in answers if question[0] != "n")
    missing = (
        f"{question[1:].rstrip('/')}/**" for question, answer in answers.items() if (question[0], answer) == ("d", b"0")
    )
    return Reads((*found, *missing))


def packed(answers: Answers, data: Any) -> bytes:
    """Both, to be kept; `data` is JSON data."""
    questions = {question.encode("utf-8", "surrogatepass"): answer for question, answer in answers.items()}
    return msgspec.msgpack.encode((questions, json.dumps(data).encode()))


def unpacked(kept: bytes) -> tuple[Answers, Any] | None:
    """None where it is something else."""
    try:
        questions, data = _KEPT.decode(kept)
        return {each.decode("utf-8", "surrogatepass"): answer for each, answer in questions.items()}, json.loads(data)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


class Answering:
    """Files that are asked for the answers of many computations, each question once."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self._known: dict[str, bytes] = {}

    def gives(self, answers: Answers) -> bool:
        """Whether these files would answer all of it so."""
        for question in answers.keys() - self._known.keys():
            self.answer(question)
        return answers.items() <= self._known.items()

    def answer(self, question: str) -> bytes:
        found = self._known.get(question)
        if found is None:
            found = self._known[question] = _answer(self.files, question)
        return found


def _answer(files: Files, question: str) -> bytes:
    kind, path = question[0], question[1:]
    if kind == "r":
        data = files.read(path)
        return _NOTHING if data is None else digest_of(data)
    if kind == "l":
        return digest_of(_SEPARATOR.join(files.list(path)).encode("utf-8", "surrogateescape"))
    if kind == "n":
        return files.real(path).encode("utf-8", "surrogateescape")
    return b"1" if (files.is_dir(path) if kind == "d" else files.is_file(path)) else b"0"
