"""A game under way."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Tuple, Union

from . import wire
from .explanation import Explanation, explanation_of
from .request import Event, Option, Options, Request, State, event_of, request_of
from .seat_view import SPECTATOR, View, seen_options, view_of

if TYPE_CHECKING:
    from .model import Model

# Calls that a game keeps since its last snapshot, to be given again when a child process is lost.
_MOST_KEPT = 200

_LABEL = wire.pack("label")
_OPTION = wire.pack("option")
_SEAT = wire.pack("seat")
_SMALL = [_OPTION + wire.pack(i) + wire.END for i in range(256)]  # options that most are answered by


class Game:
    """A game. `request` says what it waits for; `answer` answers that.

    Made by `Model.new_game`, `restore` or `replay`. One call at a time uses a game, others wait; different games
    run in parallel in different threads.
    """

    request: Request

    def __init__(self) -> None:
        raise TypeError("games are made by Model.new_game, Model.restore and Model.replay")

    @classmethod
    def _begin(cls, model: "Model", method: str, params: Dict[str, Any]) -> "Game":
        g = object.__new__(cls)
        g.model, g.runtime, g.closed = model, model.runtime, False
        g._chance = params["chance"]
        g._start = (method, params)
        g._calls = [] if g.runtime.transport == "process" else None
        g._open()
        g.runtime._alive.add(g)
        return g

    model: "Model"
    runtime: Any
    closed: bool
    _chance: str
    _players: Optional[int] = None
    _start: Tuple[str, Dict[str, Any]]
    _calls: Optional[List[Tuple[str, Dict[str, Any]]]]

    def _open(self) -> None:
        method, params = self._start
        r = self.runtime._call(method, dict(params, model=self.model._handle), frozen=True, settle=False)
        self._hold(r["game"])
        self.request = request_of(r["request"])
        if self.runtime._way.failed:
            self.runtime._raise_failed()

    def _hold(self, handle: int) -> None:
        self._handle, self._pid = handle, os.getpid()
        game = wire.pack("game") + wire.pack(handle)
        self._two = wire.begin("game.answer", params=2) + game
        self._three = wire.begin("game.answer", params=3) + game

    # Playing

    def answer(self, option: Union[int, str, Option], *, seat: Optional[int] = None) -> Request:
        """Takes an option, by its number or its label (several alike: the first). Gives the next request.

        `seat` says whose open question of a simultaneous step is answered; whoever is asked first, if left out.
        """
        if seat is None and type(option) is int and 0 <= option < 256:
            frame = self._two + _SMALL[option]
        else:
            if isinstance(option, Option):
                option = option.index
            frame = self._frame(option, seat)
        way = self.runtime._way
        self.request = r = request_of(way.ask(frame))
        if way.failed:
            self.runtime._raise_failed()
        if self._calls is not None:
            self._keep("game.answer", {"label" if isinstance(option, str) else "option": option, "seat": seat})
        return r

    def _frame(self, option: Union[int, str], seat: Optional[int]) -> bytes:
        body = _LABEL + wire.pack(option) if isinstance(option, str) else _OPTION + wire.pack(option)
        if seat is None:
            return self._two + body + wire.END
        return self._three + body + _SEAT + wire.pack(seat) + wire.END

    def answer_as(self, view_as: int, option: Union[int, str, Option, None] = None, *, item: Optional[str] = None) -> Request:
        """Answers for somebody at a seat who sees no more than its view: the seat's own question and no other, by an
        option or by the handle of an item. Gives the next request as the seat sees it; so are errors. `request` stays
        that of the owner of the table."""
        if isinstance(option, Option):
            option = option.index
        name = "label" if isinstance(option, str) else "option"
        return self._change_as("game.answer", {name: option, "item": item, "view_as": view_as})

    def play_with(self, *agents: Callable[[View], Union[int, str, Option]]) -> Request:
        """Plays to the end with agents in Python, one for each seat or one for all. Each is given what its seat sees,
        with the events since it was asked last, and gives an option of that view."""
        since: Dict[int, int] = {}
        while not self.over:
            seat = self.request.player
            if seat is None:
                raise ValueError("chances are asked of the host: agents answer none")
            view = self.view(seat, since=since.get(seat, 0))
            since[seat] = view.next
            self.answer_as(seat, agents[seat if len(agents) > 1 else 0](view))
        return self.request

    def play(self, agents: str = "random", *, until_seat: Optional[int] = None, limit: Optional[int] = None) -> int:
        """Lets agents play on, chances included: to the end, until a seat must decide, or for so many answers.

        `agents` names who sits at each seat, separated by commas, or one for all: random, first, search:1000,
        solve, heuristic, or an agent of the model. Gives how many answers were given.
        """
        answers: int = self._change("game.play", {"agents": agents, "until_seat": until_seat, "limit": limit})["answers"]
        return answers

    def undo(self, n: int = 1, *, seat: Optional[int] = None) -> Request:
        """Takes answers back. Where the game answers chances itself, n counts decisions. A `seat` takes back its own
        decisions, none past a chance, a revealed card or another's decision, and is given the request as it sees it."""
        if seat is not None:
            return self._change_as("game.undo", {"n": n, "seat": seat})
        self._change("game.undo", {"n": n})
        return self.request

    def redo(self, n: int = 1, *, seat: Optional[int] = None) -> Request:
        """Gives answers again that were undone; with a `seat` as `undo`."""
        if seat is not None:
            return self._change_as("game.redo", {"n": n, "seat": seat})
        self._change("game.redo", {"n": n})
        return self.request

    def next(self) -> Request:
        """Starts the next game of a campaign in place of one that has ended."""
        self._change("game.next", {})
        return self.request

    def _change(self, method: str, params: Dict[str, Any]) -> Any:
        r = self.runtime._call(method, dict(params, game=self._handle), frozen=True, settle=False)
        self.request = request_of(r["request"])
        if self.runtime._way.failed:
            self.runtime._raise_failed()
        if self._calls is not None:
            self._keep(method, params)
        return r

    def _change_as(self, method: str, params: Dict[str, Any]) -> Request:
        """Sends a change whose answer is what a seat sees, and asks what the owner of the table sees."""
        self._change(method, params)
        seen = self.request
        self._refresh()
        return seen

    def _refresh(self) -> None:
        self.request = request_of(self.runtime._call("game.request", {"game": self._handle}, frozen=True)["request"])

    async def answer_async(self, option: Union[int, str], *, seat: Optional[int] = None) -> Request:
        """`answer`, in a thread."""
        return await self._in_thread(self.answer, option, seat=seat)  # type: ignore[no-any-return]

    async def play_async(self, agents: str = "random", *, until_seat: Optional[int] = None, limit: Optional[int] = None) -> int:
        """`play`, in a thread. When the task is cancelled, so is the play."""
        return await self._in_thread(self.play, agents, until_seat=until_seat, limit=limit)  # type: ignore[no-any-return]

    async def _in_thread(self, *args: Any, **kwargs: Any) -> Any:
        return await self.runtime._in_thread(*args, **kwargs)

    # Looking

    def _ask(self, method: str, **params: Any) -> Any:
        return self.runtime._call(method, dict(params, game=self._handle))

    @property
    def players(self) -> int:
        """How many play."""
        if self._players is None:
            self._players = int(json.loads(self.record())["players"])
        return self._players

    @property
    def over(self) -> bool:
        """Whether the game has ended, or was stopped by an error of its model."""
        return self.request.over

    def view(self, seat: int = SPECTATOR, *, since: int = 0) -> View:
        """What a seat sees, and nothing else: the table, its question, and events but the first `since`. -1: a spectator."""
        return view_of(self._ask("game.view", seat=seat, since=since)["view"], self.model)

    def request_of(self, seat: int) -> Request:
        """What the game waits for, as a seat sees it."""
        return request_of(self.runtime._call("game.request", {"game": self._handle, "seat": seat}, frozen=True)["request"])

    def options(self, seat: Optional[int] = None) -> Options:
        """The options of the current question with what is behind them; with a `seat` those of its own, as it sees them."""
        r = self._ask("game.options", seat=seat)
        if seat is not None:
            return Options(seen_options(r["options"]), None, seen_options(r["chosen"]) if "chosen" in r else None)
        options = tuple(Option(i, x["label"], x.get("item"), x.get("p")) for i, x in enumerate(r["options"]))
        return Options(options, r.get("pool"), r.get("chosen"))

    def state(self) -> State:
        """The whole table, hidden things too: for its owner."""
        return State(**self._ask("game.state"))

    def events(self, since: int = 0, *, seat: Optional[int] = None) -> Tuple[List[Event], int]:
        """What has happened, but for the first `since`; and the `since` of the next call. With a `seat` what it saw, which
        is counted for each seat by itself."""
        r = self._ask("game.events", since=since, seat=seat)
        return [event_of(e) for e in r["events"]], r["next"]

    def explain(self, about: str = "all", name: Optional[str] = None, *, seat: Optional[int] = None) -> Explanation:
        """Why: prints as sentences, and has the same as data. The game stays as it is.

        `about` is "action" (each that is asked for, or the one called `name`: whether it is legal, and which part of its
        condition makes it so), "value" (`name` is an expression or a stat: what it comes from, each modifier that applied or
        did not), "trigger" (`name` is an event or a trigger; left out: the event that was emitted last), "turn" (whose it
        is, which actions are open, what comes next), "end" (each end condition and the nearest) or "all". `seat` is for whom actions and the name actor are meant; left out: who is asked.

        It sees everything, hidden things too: it is for whoever owns the table, not for a player at it.
        """
        return explanation_of(Explanation, self._ask("game.explain", about=about, name=name, seat=seat))

    async def explain_async(self, about: str = "all", name: Optional[str] = None, *, seat: Optional[int] = None) -> Explanation:
        """`explain`, in a thread."""
        return await self._in_thread(self.explain, about, name, seat=seat)  # type: ignore[no-any-return]

    def html(self, *, everything: bool = False) -> str:
        """The table and the question as HTML: what all see and what who is asked has; `everything` for all."""
        from .notebook import page
        return page(self, everything)

    def _repr_html_(self) -> str:
        return self.html()

    # Keeping

    def snapshot(self) -> bytes:
        """All of the game as bytes, for `Model.restore`."""
        data: bytes = self._ask("game.snapshot")["data"]
        if self._calls is not None:
            self._start, self._calls = ("game.restore", {"data": data, "chance": self._chance}), []
        return data

    def record(self) -> str:
        """The game as its rules, seed and answers, for `Model.replay`: the same text from every binding."""
        text: str = self._ask("game.record")["record"]
        return text

    def trace(self) -> str:
        """The turns of the game as the relations that were taken, for `Runtime.check_trace` (docs/turns.md): for a model with
        a section turns. Hidden things may be found by it, as by a record."""
        text: str = self._ask("game.trace")["trace"]
        return text

    def clone(self) -> "Game":
        """An independent game at the same point."""
        g = object.__new__(Game)
        g.model, g.runtime, g.closed, g._chance = self.model, self.runtime, False, self._chance
        g._start = self._start
        g._calls = None if self._calls is None else list(self._calls)
        g._hold(self._ask("game.clone")["game"])
        g.request = self.request
        self.runtime._alive.add(g)
        return g

    def _keep(self, method: str, params: Dict[str, Any]) -> None:
        assert self._calls is not None
        self._calls.append((method, params))
        if len(self._calls) >= _MOST_KEPT:
            self.snapshot()

    def _revive(self) -> None:
        """Makes the game again in a new child process."""
        if self.closed or self._calls is None:
            return
        self._open()
        for method, params in self._calls:
            self.runtime._call(method, dict(params, game=self._handle), frozen=True)
        self._refresh()

    def close(self) -> None:
        """Forgets the game. Closing twice does nothing."""
        if not self.closed:
            self.closed = True
            if not self.runtime.closed:
                self._ask("game.close")

    def __enter__(self) -> "Game":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if not getattr(self, "closed", True) and hasattr(self, "_handle") and self._pid == os.getpid() and not sys.is_finalizing():
            self.runtime._forget("game.close", self._handle)

    def __reduce__(self) -> Any:
        raise TypeError("a Game cannot be pickled: send its snapshot() or record()")

    def __repr__(self) -> str:
        r = self.request
        what = {"decision": f"player {r.player} at {r.place}", "chance": f"chance at {r.place}", "end": f"ended: {r.reason}"}
        return f"<Game of {self.model.name!r}, {what.get(r.kind, 'stopped by an error')}>"
