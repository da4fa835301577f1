"""What one seat sees of a game, as frozen objects."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple

from .request import Event, Option, Request, event_of, request_of

if TYPE_CHECKING:
    from .model import Model

SPECTATOR = -1


@dataclass(frozen=True)
class SeenItem:
    """A card or other item. `id` is its handle, good until the game goes on; `value` its attributes, or what it is."""
    id: str = ""
    label: str = ""
    value: Any = None
    hidden: bool = False


@dataclass(frozen=True)
class SeenZone:
    """A zone as it lies before a seat. `items` are those that the seat can tell apart, of a shuffled zone `top` and
    `bottom`; `known` are items that it knows to lie somewhere within, `unknown` how many others there are."""
    name: str
    player: Optional[int] = None
    count: int = 0
    items: Tuple[SeenItem, ...] = ()
    top: Tuple[SeenItem, ...] = ()
    bottom: Tuple[SeenItem, ...] = ()
    known: Tuple[SeenItem, ...] = ()
    unknown: int = 0

    @property
    def path(self) -> str:
        return self.name if self.player is None else f"{self.name}[{self.player}]"


@dataclass(frozen=True)
class SeenVariable:
    """A variable; of one that belongs to players and is not public one player's."""
    name: str
    player: Optional[int] = None
    value: Any = None
    hidden: bool = False

    @property
    def path(self) -> str:
        return self.name if self.player is None else f"{self.name}[{self.player}]"


@dataclass(frozen=True)
class Stacked:
    """An action that waits on the stack of an open window."""
    window: str
    action: str
    player: int
    cancelled: bool = False


@dataclass(frozen=True)
class View:
    """What a seat sees, and nothing else; in a notebook it shows itself. `options` are those of the seat's own question."""
    seat: int
    players: int
    game_no: int
    zones: Tuple[SeenZone, ...]
    variables: Tuple[SeenVariable, ...]
    eliminated: Any
    results: Any
    request: Request
    options: Tuple[Option, ...]
    events: Tuple[Event, ...]
    next: int
    stack: Tuple[Stacked, ...] = ()
    chosen: Tuple[Option, ...] = ()
    turn: Any = None  # the record of the turn that is taken, in a model with turns
    _model: Any = field(default=None, repr=False, compare=False)

    def zone(self, name: str, player: Optional[int] = None) -> SeenZone:
        """The zone of that name; KeyError where there is none."""
        for z in self.zones:
            if z.name == name and z.player == player:
                return z
        raise _missing("zone", name, player, self.zones)

    def variable(self, name: str, player: Optional[int] = None) -> Any:
        """The value of a variable, None where it is hidden; KeyError where there is none."""
        for v in self.variables:
            if v.name == name and v.player == player:
                return v.value
        raise _missing("variable", name, player, self.variables)

    def html(self) -> str:
        """The table and the question as HTML."""
        from .notebook import page_of_view
        return page_of_view(self)

    def _repr_html_(self) -> str:
        return self.html()


def _missing(what: str, name: str, player: Optional[int], there: Any) -> KeyError:
    paths = [t.name if t.player is None else f"{t.name}[{t.player}]" for t in there]
    return KeyError(f"no {what} {name if player is None else f'{name}[{player}]'}; there are {', '.join(paths) or 'none'}")


def view_of(data: Dict[str, Any], model: "Model") -> View:
    parts = dict(data)
    parts["zones"] = tuple(_zone_of(z) for z in data["zones"])
    parts["variables"] = tuple(SeenVariable(**v) for v in data["variables"])
    parts["stack"] = tuple(Stacked(**s) for s in data.get("stack", ()))
    parts["request"] = request_of(_tuples(data["request"]))
    parts["options"], parts["chosen"] = seen_options(data["options"]), seen_options(data.get("chosen", ()))
    parts["events"] = tuple(event_of(e) for e in data["events"])
    return View(**parts, _model=model)


def _tuples(x: Any) -> Any:
    if isinstance(x, list):
        return tuple(_tuples(y) for y in x)
    return {k: _tuples(v) for k, v in x.items()} if isinstance(x, dict) else x


def seen_options(items: Any) -> Tuple[Option, ...]:
    return tuple(Option(i, x["label"], x.get("item"), hidden=x.get("hidden", False)) for i, x in enumerate(items))


def _zone_of(data: Dict[str, Any]) -> SeenZone:
    parts = dict(data)
    for k in ("items", "top", "bottom", "known"):
        if k in parts:
            parts[k] = tuple(SeenItem(**x) for x in parts[k])
    return SeenZone(**parts)
