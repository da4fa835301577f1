"""The story of a game as JSON lines, the same as `astragal run --json` prints."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Dict, List, Union

from .request import Request

if TYPE_CHECKING:
    from .game import Game


class Transcript:
    """Tells a game from where it is now on: answer it through `answer` or `play`, and read `lines`.

    The game should ask its chances (`new_game(chance="ask")`); what it answers itself is not told.
    """

    def __init__(self, game: "Game") -> None:
        self.game = game
        self.lines: List[str] = []
        self._since = 0
        self._show()

    def answer(self, option: Union[int, str]) -> Request:
        """Answers the game. A label is told as the number of the option."""
        index = option if isinstance(option, int) else self.game.request.options.index(option)
        r = self.game.answer(index)
        self._tell({"answer": index})
        self._show()
        return r

    def play(self, agents: str = "random", *, limit: int = 100_000) -> None:
        """Lets agents play on to the end, or for so many answers."""
        while limit > 0 and not self.game.over:
            self.game.play(agents, limit=1)
            index = json.loads(self.game.record())["answers"][-1]
            self._tell({"answer": index[1] if isinstance(index, list) else index})
            self._show()
            limit -= 1

    @property
    def text(self) -> str:
        """All lines."""
        return "".join(line + "\n" for line in self.lines)

    def _tell(self, line: Dict[str, Any]) -> None:
        self.lines.append(dumps(line))

    def _show(self) -> None:
        events, self._since = self.game.events(self._since)
        for e in events:
            if e.kind == "event":
                self._tell({"event": e.label})
            elif e.kind == "automatic":
                self._tell({"automatic": {"place": e.place, e.what: e.label}})
        self._tell(self._request())

    def _request(self) -> Dict[str, Any]:
        r = self.game.request
        if r.kind == "end":
            return {"end": {"payoffs": list(r.payoffs), "reason": r.reason}}
        if r.kind == "error":
            assert r.error is not None
            error: Dict[str, Any] = {"kind": r.error.kind, "message": r.error.message.partition("\n")[0]}
            if r.error.line:
                error["at"] = {"file": r.error.file, "line": r.error.line, "column": r.error.column}
            if r.error.cannot_end:
                c = r.error.cannot_end
                error["cannot_end"] = {"rounds": c.rounds, "places": list(c.places), **({"more": True} if c.more else {})}
            return {"error": error}
        ask: Dict[str, Any] = {"kind": r.kind}
        if r.kind == "chance":
            outcomes = [[o.item if _plain(o.item) else o.label, o.p] for o in self.game.options().options]
            ask.update(place=r.place, outcomes=outcomes)
        else:
            ask.update(player=r.player, place=r.place, options=list(r.options))
            if r.step is not None:
                more = self.game.options()
                ask["options"] = [{"label": o.label, "item": o.item} for o in more.options]
                ask.update(pool=more.pool, chosen=more.chosen)
        ask["visible_to"] = "all" if r.all else list(r.seen)
        return {"ask": ask}


def _plain(item: Any) -> bool:
    return isinstance(item, (bool, int, float))


def dumps(x: Any) -> str:
    """A value as a line of JSON: whole floats without a point, as transcripts have them."""
    text = json.dumps(_numbers(x), ensure_ascii=False, allow_nan=False)
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _numbers(x: Any) -> Any:
    if isinstance(x, float):
        if math.isnan(x) or math.isinf(x):
            return repr(x)
        return int(x) if x == math.trunc(x) and abs(x) < 1e15 else x
    if isinstance(x, dict):
        return {k: _numbers(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return [_numbers(v) for v in x]
    return x
