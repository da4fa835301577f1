"""What can go wrong, one class for each code of the protocol and for what a binding adds.

All are `Error`. `code` is the protocol's word; `place`, `file`, `line` and `column` say where in the model, if
that is known.
"""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Type

__all__ = [
    "Error", "BadRequest", "Version", "UnknownMethod", "BadParams", "NotFound", "ModelError", "BadAnswer",
    "GameOver", "Limit", "Cancelled", "Busy", "Poisoned", "Internal", "Forked", "TransportClosed", "LibraryMissing",
    "RulesetError", "CharacterError", "PackError",
]


class Error(Exception):
    """Anything that Astragal refuses or fails at."""

    code = "error"

    def __init__(self, message: str, *, place: Optional[str] = None, at: Optional[Dict[str, Any]] = None) -> None:
        super().__init__(message)
        at = at or {}
        self.message = message
        self.place = place
        self.file: Optional[str] = at.get("file")
        self.line: Optional[int] = at.get("line")
        self.column: Optional[int] = at.get("column")

    def __reduce__(self) -> Tuple[Any, ...]:
        return _again, (type(self), self.__dict__)

    def __str__(self) -> str:
        if self.file and not self.line:
            return f"{self.file}: {self.message}"
        if self.file or self.line:
            return f"{self.file}:{self.line}:{self.column}: {self.message}"
        return self.message


def _again(kind: Type[Error], state: Dict[str, Any]) -> Error:
    error = kind(state["message"])
    error.__dict__.update(state)
    return error


class BadRequest(Error):
    """The frame could not be read."""
    code = "bad_request"


class Version(Error):
    """The library speaks another version of the protocol, or of the C interface."""
    code = "version"


class UnknownMethod(Error):
    """There is no such method."""
    code = "unknown_method"


class BadParams(Error):
    """A parameter is missing, of a wrong type, unknown, or makes no sense."""
    code = "bad_params"


class NotFound(Error):
    """The model, game, batch or simulation was closed, or its runtime was."""
    code = "not_found"


class ModelError(Error):
    """The text is no model at all, or an agent's policy fails. `diagnostics` lists every error, each an `Error`."""
    code = "model_error"

    diagnostics: Sequence[Error] = ()


class _Rules(Error):
    data: Mapping[str, Any] = {}
    errors: Sequence[Error] = ()

    @property
    def kind(self) -> str:
        """What kind of error it is: `code` of its data."""
        return str(self.data.get("code", ""))


class RulesetError(_Rules):
    """Packs of character rules do not load. `kind` and `data` say what is wrong (docs/packs.md), `errors` lists all that is,
    each a RulesetError."""
    code = "ruleset_error"


class PackError(_Rules):
    """A pack is not sound, does not go with others, or is beyond what the runtime allows; nothing has changed. `kind` and
    `data` say what is wrong (docs/content-packs.md), `errors` lists all that is, each a PackError."""
    code = "pack_error"


class CharacterError(_Rules):
    """Character rules refuse what was asked; nothing has changed. `place` is where in the input or the action, `kind` what
    kind of error it is and `data` its particulars (docs/characters.md, docs/actions.md); `errors` lists all that is wrong,
    each a CharacterError."""
    code = "character_error"


class BadAnswer(Error):
    """The answer does not fit what the game asks. Nothing has changed."""
    code = "bad_answer"


class GameOver(Error):
    """The game is over and takes no answer."""
    code = "game_over"


class Limit(Error):
    """A limit of the runtime would be passed. Nothing has changed."""
    code = "limit"


class Cancelled(Error):
    """The call was cancelled, or the runtime is closing."""
    code = "cancelled"


class Busy(Error):
    """The game waits for a host function, perhaps for the very one that calls it. Nothing has changed."""
    code = "busy"


class Poisoned(Error):
    """A fault of the engine has hit this game before; it can only be closed."""
    code = "poisoned"


class Internal(Error):
    """A fault of the engine."""
    code = "internal"


class Forked(Error):
    """This process is a fork of the one that loaded the library, which does not survive that."""
    code = "forked"


class TransportClosed(Error):
    """The child process with the engine is gone. `Runtime.recover` starts another."""
    code = "transport_closed"


class LibraryMissing(Error, ImportError):
    """The library, or the program for the child process, was not found or cannot be loaded."""
    code = "library_missing"


_by_code: Dict[str, Type[Error]] = {
    c.code: c for c in (
        BadRequest, Version, UnknownMethod, BadParams, NotFound, ModelError, BadAnswer, GameOver, Limit, Cancelled,
        Busy, Poisoned, Internal, RulesetError, CharacterError, PackError,
    )
}


def of_answer(errors: Sequence[Dict[str, Any]]) -> Error:
    """The exception for the errors of an answer: that of the first; the others are in its diagnostics."""
    def make(e: Dict[str, Any]) -> Error:
        error = _by_code.get(e["code"], Error)(e["message"], place=e.get("place"), at=e.get("at"))
        if isinstance(error, _Rules):
            error.data = e.get("data") or {}
        return error

    first = make(errors[0])
    if isinstance(first, _Rules):
        first.errors = tuple(make(e) for e in errors)
    if isinstance(first, ModelError):
        diagnostics: List[Error] = [make(e) for e in errors]
        first.diagnostics = tuple(diagnostics)
    return first
