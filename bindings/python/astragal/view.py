"""What may be shown of a table, for terminals and notebooks: what everyone sees, and what one seat has."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Tuple, Union

if TYPE_CHECKING:
    from .game import Game
    from .seat_view import SeenItem, SeenZone, View


@dataclass(frozen=True)
class ShownZone:
    """A zone by its path. Of `items` a number stands for so many that are not known."""
    path: str
    count: int
    items: List[Union[Dict[str, Any], int]]

    @property
    def faces(self) -> List[Dict[str, Any]]:
        return [i for i in self.items if not isinstance(i, int)]


@dataclass(frozen=True)
class Table:
    variables: Dict[str, Any]
    zones: List[ShownZone]


def table(game: "Game", seat: Optional[int], everything: bool = False) -> Table:
    """What a seat sees of the table; without one, what everyone sees. `everything`: what its owner sees."""
    if not everything:
        return table_of(game.view(-1 if seat is None else seat))
    state = game.state()
    return Table(state.variables, [ShownZone(path, len(items), list(items)) for path, items in state.zones.items()])


def table_of(view: "View") -> Table:
    return Table({v.path: v.value for v in view.variables if not v.hidden}, [_shown(z) for z in view.zones])


def _shown(z: "SeenZone") -> ShownZone:
    items: List[Union[Dict[str, Any], int]] = [*_faces(z.items), *_faces(z.top), *_faces(z.known)]
    for part in (z.unknown, *_faces(z.bottom)):
        items.append(part)
    out: List[Union[Dict[str, Any], int]] = []
    for i in items:
        if isinstance(i, int) and out and isinstance(out[-1], int):
            out[-1] += i
        elif i != 0:
            out.append(i)
    return ShownZone(z.path, z.count, out)


def _faces(items: Iterable["SeenItem"]) -> Iterable[Union[Dict[str, Any], int]]:
    for i in items:
        if i.hidden:
            yield 1
        else:
            yield {**(i.value if isinstance(i.value, dict) else {"value": i.value}), "label": i.label}


def grid_of(value: Any, constants: Mapping[str, Any]) -> Optional[List[List[Any]]]:
    """A list as rows, where it looks like the cells of a board: a list of rows, or a flat one whose width is a constant
    of the model or the root of its length."""
    if not isinstance(value, list) or len(value) < 2:
        return None
    if all(isinstance(row, list) and len(row) == len(value[0]) > 1 and not any(isinstance(x, (list, dict)) for x in row) for row in value):
        return value
    if len(value) < 9 or any(isinstance(x, (list, dict)) for x in value):
        return None
    width = _width(len(value), constants)
    return None if width is None else [value[i:i + width] for i in range(0, len(value), width)]


def _width(cells: int, constants: Mapping[str, Any]) -> Optional[int]:
    for name in ("columns", "cols", "width", "size", "side"):
        n = constants.get(name)
        if isinstance(n, int) and 1 < n < cells and cells % n == 0:
            return int(n)
    root = math.isqrt(cells)
    if root * root == cells:
        return root
    return None


def text(value: Any) -> str:
    """A value in a few words."""
    if value is None:
        return "·"
    if isinstance(value, dict) and isinstance(value.get("label"), str):
        return str(value["label"])
    if isinstance(value, dict):
        return ", ".join(f"{k}: {text(v)}" for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(text(v) for v in value) or "empty"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def clean(words: str, most: int = 300) -> str:
    """A text on one line, without what would steer a terminal."""
    out = "".join(c if c.isprintable() else (c.encode("unicode_escape").decode("ascii")) for c in words)
    return out if len(out) <= most else out[:most - 1] + "…"


def contents(board_name: str, cells: Tuple[Any, ...], shown: Table) -> List[List[str]]:
    """What stands on each cell of a board: pieces that are `at` it, and variables that have a value for it."""
    keys = [_key(c) for c in cells]
    number = {k: i for i, k in enumerate(keys)}
    out: List[List[str]] = [[] for _ in cells]
    for zone in shown.zones:
        for item in zone.faces:
            at = item.get("at")
            if at is not None and item.get("board", board_name) == board_name and _key(at) in number:
                out[number[_key(at)]].append(item["label"])
    for name, value in shown.variables.items():
        if isinstance(value, dict) and value and set(value) <= set(number):
            for k, v in value.items():
                if v is not None:
                    out[number[k]].append(f"{name} {text(v)}")
    return out


def _key(cell: Any) -> str:
    """A cell as it is written where it is a key of a map."""
    return cell if isinstance(cell, str) else repr(list(cell)) if isinstance(cell, (list, tuple)) else repr(cell)
