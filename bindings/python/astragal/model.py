"""A loaded model, from which games, batches and simulations begin."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Sequence, Tuple

from .batch import Batch
from .explored import Explored, explored_of
from .game import Game
from .request import Board, Description, Diagnostic, Players, description_of
from .report import Report, report_of
from .result import Comparison, Result
from .simulation import Outcome, Simulation, in_parts, wait

if TYPE_CHECKING:
    from .runtime import Runtime

ProgressEar = Callable[[int, int], Any]


class Diagram(str):
    """A drawing of a model's rules: a text like any other, which a notebook shows as a picture."""

    form: str

    def __new__(cls, drawing: str, form: str) -> "Diagram":
        self = super().__new__(cls, drawing)
        self.form = form
        return self

    def __getnewargs__(self) -> Tuple[str, str]:  # type: ignore[override]
        return str(self), self.form

    def _repr_svg_(self) -> Optional[str]:
        return str(self) if self.form == "svg" else None

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


class Model:
    """The rules of a game. Made by `Runtime.load`."""

    name: str
    hash: str
    players: Players
    report: Report  # what is wrong with it, how much of it the engine can run; Runtime.check plays test games too
    diagnostics: Tuple[Diagnostic, ...]

    def __init__(self, runtime: "Runtime", source: Dict[str, Any]) -> None:
        self.runtime = runtime
        self.closed = False
        self._source = source
        self._description: Optional[Description] = None
        self._boards: Dict[str, Board] = {}
        self._reload()

    def _reload(self) -> None:
        if self.closed:
            return
        r = self.runtime._call("model.load", self._source)
        self._handle: int = r["model"]
        self._pid = os.getpid()
        self.name, self.hash, self.players = r["name"], r["hash"], Players(**r["players"])
        self.report = report_of(r)
        self.diagnostics = self.report.diagnostics
        self.errors = self.report.errors
        self.warnings = self.report.warnings

    def describe(self) -> Description:
        """What the model has: zones, actions, agents and so on."""
        if self._description is None:
            self._description = description_of(self.runtime._call("model.describe", {"model": self._handle}))
        return self._description

    def board(self, name: str) -> Board:
        """The cells of a board, and which of them touch."""
        board = self._boards.get(name)
        if board is None:
            r = self.runtime._call("model.board", {"model": self._handle, "board": name}, frozen=True)
            board = self._boards[name] = Board(name, r["kind"], r["cells"], r["labels"], r["near"])
        return board

    def diagram(self, form: str = "text", *, theme: Optional[str] = None) -> Diagram:
        """The rules at a glance, as a text that a notebook shows as what it is.

        form     "text", a tree with lines; or "svg", a track diagram
        theme    of a track diagram: "light", "dark", or "auto" (the default), what the reader's screen prefers
        """
        params = {"model": self._handle, "form": form}
        if theme is not None:
            params["theme"] = theme
        return Diagram(self.runtime._call("model.diagram", params)["text"], form)

    def _repr_svg_(self) -> str:
        return str(self.diagram("svg"))

    def new_game(self, *, players: Optional[int] = None, seed: int = 0, chance: str = "seed") -> Game:
        """Starts a game. `chance` says who answers chances: "seed", the game itself, or "ask", whoever answers it."""
        return Game._begin(self, "game.new", {"players": players, "seed": seed, "chance": chance})

    async def new_game_async(self, **options: Any) -> Game:
        """`new_game`, in a thread."""
        return await self.runtime._in_thread(self.new_game, **options)

    def restore(self, data: bytes, *, chance: str = "seed") -> Game:
        """A game from a snapshot, from which it goes on exactly."""
        return Game._begin(self, "game.restore", {"data": bytes(data), "chance": chance})

    def replay(self, record: str, *, chance: str = "seed") -> Game:
        """A game from its record, by playing it."""
        return Game._begin(self, "game.replay", {"record": record, "chance": chance})

    async def replay_async(self, record: str, *, chance: str = "seed") -> Game:
        """`replay`, in a thread."""
        return await self.runtime._in_thread(self.replay, record, chance=chance)

    def batch(self, n: int, *, players: Optional[int] = None, seed: int = 0, info: bool = False, listed: Sequence[Tuple[str, str]] = ()) -> Batch:
        """Many games that are answered together, as arrays of numpy. `info` keeps what each seat has seen, for information
        states; `listed` are options whose numbers are taken over from another batch."""
        return Batch(self, n, players, seed, info, listed)

    def encoding(self, players: Optional[int] = None) -> Dict[str, Any]:
        """What the rows and the fixed actions of `Batch.observe` mean: {size, features, words, actions}."""
        r: Dict[str, Any] = self.runtime._call("model.encoding", {"model": self._handle, "players": players})
        return r

    def start_simulation(self, games: int, *, players: Optional[int] = None, seed: int = 0, agents: str = "random",
                         workers: Optional[int] = None, requests: Optional[int] = None, until_ci: Optional[float] = None,
                         actions: bool = False, compare: Optional["Model"] = None, compare_agents: Optional[str] = None,
                         save: bool = False, resume: Optional[bytes] = None) -> Simulation:
        """Begins to play many games beside the caller. See `simulate` and `compare`."""
        return Simulation(self, {"games": games, "players": players, "seed": seed, "agents": agents, "workers": workers,
                                 "requests": requests, "until_ci": until_ci, "actions": actions, "save": save, "resume": resume,
                                 "compare": None if compare is None else compare._handle, "compare_agents": compare_agents})

    def simulate(self, games: int, *, players: Optional[int] = None, seed: int = 0, agents: str = "random", workers: Optional[int] = None,
                 requests: Optional[int] = None, until_ci: Optional[float] = None, actions: bool = False, chart: Optional[str] = None,
                 save: bool = False, resume: Optional[bytes] = None, progress: Optional[ProgressEar] = None, executor: Any = None) -> Result:
        """Plays many games and says how they went.

        until_ci    stops as soon as the 95% interval of every payoff is no wider
        actions     also counts how often each option was legal and taken
        chart       also draws the result, "light", "dark" or "auto": `chart` of the result is the SVG, which notebooks show
        save        `save` of the result is what `resume` takes, to go on (also to more games) as if there had been no pause
        progress    hears (done, games) now and then; an exception in it ends the simulation
        executor    plays the games elsewhere: any executor of concurrent.futures, or a Dask client. The result is the
                    same, to the last bit, wherever and by however many the games are played. A model that was loaded
                    by path must be there under that path for every worker
        """
        params = {"players": players, "seed": seed, "agents": agents, "workers": workers, "requests": requests, "until_ci": until_ci, "actions": actions}
        result = self._play_many(None, games, params, chart, save, resume, progress, executor)
        assert isinstance(result, Result)
        return result

    def compare(self, games: int, other: Optional["Model"] = None, *, players: Optional[int] = None, seed: int = 0, agents: str = "random",
                compare_agents: Optional[str] = None, workers: Optional[int] = None, requests: Optional[int] = None,
                until_ci: Optional[float] = None, actions: bool = False, chart: Optional[str] = None, save: bool = False,
                resume: Optional[bytes] = None, progress: Optional[ProgressEar] = None, executor: Any = None) -> Comparison:
        """Plays the same games, by their seeds, of this model and of `other` (None: the same rules), which `compare_agents`
        play (None: `agents`), and says how the second differs. `until_ci` looks at the differences of payoffs. The rest is
        as in `simulate`."""
        params = {"players": players, "seed": seed, "agents": agents, "workers": workers, "requests": requests, "until_ci": until_ci, "actions": actions,
                  "compare_agents": compare_agents or agents}
        result = self._play_many(other, games, params, chart, save, resume, progress, executor)
        assert isinstance(result, Comparison)
        return result

    def _play_many(self, other: Optional["Model"], games: int, params: Dict[str, Any], chart: Optional[str], save: bool, resume: Optional[bytes],
                   progress: Optional[ProgressEar], executor: Any) -> Outcome:
        if executor is None:
            with self.start_simulation(games, compare=other, save=save, resume=resume, **params) as s:
                return wait(s, progress, chart)
        if save or resume is not None:
            raise ValueError("save and resume need all games in one place: leave out executor")
        return in_parts(self, other, executor, games, dict(params, workers=params["workers"] or 1), chart, progress)

    async def compare_async(self, games: int, other: Optional["Model"] = None, **options: Any) -> Comparison:
        """`compare`, in a thread. When the task is cancelled the simulation ends."""
        return await self.runtime._in_thread(self.compare, games, other, **options)

    def explore(self, *, invariants: Sequence[str] = (), at: Optional[str] = None, depth: Optional[int] = None, states: Optional[int] = None,
                players: Optional[int] = None) -> Explored:
        """Visits every state of a small game, whatever is answered and drawn.

        invariants  expressions that must be true in every state
        at          counts as states also those in which the only option is taken unasked at a place like this
        depth       no more answers than so many from the beginning
        states      at most so many; the answer says where there are more
        """
        params = {"model": self._handle, "invariants": list(invariants), "at": at, "depth": depth, "states": states, "players": players}
        return explored_of(self.runtime._call("model.explore", params))

    async def explore_async(self, **options: Any) -> Explored:
        """`explore`, in a thread. When the task is cancelled the exploration ends."""
        return await self.runtime._in_thread(self.explore, **options)

    async def simulate_async(self, games: int, **options: Any) -> Result:
        """`simulate`, in a thread. When the task is cancelled the simulation ends."""
        return await self.runtime._in_thread(self.simulate, games, **options)

    def close(self) -> None:
        """Forgets the model. Its games go on."""
        if not self.closed:
            self.closed = True
            if not self.runtime.closed:
                self.runtime._call("model.close", {"model": self._handle})

    def __enter__(self) -> "Model":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if not getattr(self, "closed", True) and hasattr(self, "_handle") and self._pid == os.getpid() and not sys.is_finalizing():
            self.runtime._forget("model.close", self._handle)

    def __reduce__(self) -> Any:
        raise TypeError("a Model cannot be pickled: load it in each process")

    def __repr__(self) -> str:
        return f"<Model {self.name!r} {self.hash[:12]}>"
