"""A game in a notebook: boards as SVG, zones as cards, the question with its options. All text is escaped."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, Any, List, Tuple

from .view import Table, contents, grid_of, table, table_of, text

if TYPE_CHECKING:
    from .game import Game
    from .model import Model
    from .seat_view import View
    from .request import Board, Request

_MOST_CELLS = 400
_MOST_ITEMS = 60

_STYLE = """
.astragal{font:13px/1.4 system-ui,sans-serif;color:#222;background:#fbfaf7;border:1px solid #d8d3c7;border-radius:8px;padding:12px;max-width:60em}
.astragal h3{margin:0 0 8px;font-size:15px}
.astragal h4{margin:10px 0 4px;font-size:12px;color:#6b6353}
.astragal .zones{display:flex;flex-wrap:wrap;gap:10px}
.astragal .zone{border:1px dashed #cfc8b8;border-radius:6px;padding:6px}
.astragal .card{display:inline-block;min-width:2.2em;border:1px solid #8f8674;border-radius:5px;background:#fff;padding:6px 8px;margin:2px;text-align:center}
.astragal .back{background:#5b7a8c;color:#fff;border-color:#40586a}
.astragal table{border-collapse:collapse}
.astragal td,.astragal th{border:1px solid #d8d3c7;padding:2px 8px;text-align:left}
.astragal .grid td{width:1.8em;height:1.8em;text-align:center;background:#fff}
.astragal .ask{margin-top:10px;border-left:4px solid #c2703d;padding-left:10px}
.astragal .option{display:inline-block;border:1px solid #c2703d;border-radius:10px;padding:1px 9px;margin:2px;background:#fff}
.astragal .option b{color:#c2703d}
"""


def page(game: "Game", everything: bool) -> str:
    r = game.request
    seat = r.player if r.kind == "decision" else None
    if everything or seat is None:
        return _page(game.model, table(game, seat, everything), r)
    return page_of_view(game.view(seat))


def page_of_view(view: "View") -> str:
    return _page(view._model, table_of(view), view.request)


def _page(model: "Model", shown: Table, r: "Request") -> str:
    about = model.describe()
    parts = [f"<h3>{escape(model.name)}</h3>"]
    drawn = set()
    for name in about.boards:
        board = model.board(name)
        if len(board.cells) <= _MOST_CELLS:
            parts.append(f"<h4>{escape(name)}</h4>{_svg(board, contents(name, board.cells, shown))}")
    for name, value in shown.variables.items():
        rows = grid_of(value, about.constants)
        if rows is not None and len(rows) * len(rows[0]) <= _MOST_CELLS:
            drawn.add(name)
            parts.append(f"<h4>{escape(name)}</h4>{_grid(rows)}")
    if shown.zones:
        parts.append(_zones(shown))
    rest = [(k, v) for k, v in shown.variables.items() if k not in drawn]
    if rest:
        rows_html = "".join(f"<tr><th>{escape(k)}</th><td>{escape(text(v)[:400])}</td></tr>" for k, v in rest)
        parts.append(f"<h4>variables</h4><table>{rows_html}</table>")
    parts.append(_question(r))
    return f'<div class="astragal"><style>{_STYLE}</style>{"".join(parts)}</div>'


def _grid(rows: List[List[Any]]) -> str:
    body = "".join("<tr>" + "".join(f"<td>{escape(text(x))}</td>" for x in row) + "</tr>" for row in rows)
    return f'<table class="grid">{body}</table>'


def _zones(shown: Table) -> str:
    out = []
    for z in shown.zones:
        cards = "".join(f'<span class="card back">{i}</span>' if isinstance(i, int) else f'<span class="card">{escape(i["label"])}</span>'
                        for i in z.items[:_MOST_ITEMS]) or "empty"
        if len(z.items) > _MOST_ITEMS:
            cards += f" and {len(z.items) - _MOST_ITEMS} more"
        out.append(f'<div class="zone"><h4 style="margin-top:0">{escape(z.path)}</h4>{cards}</div>')
    return f'<h4>zones</h4><div class="zones">{"".join(out)}</div>'


def _question(r: "Request") -> str:
    if r.kind == "end":
        pay = ", ".join(f"player {p}: {text(x)}" for p, x in enumerate(r.payoffs))
        return f'<div class="ask">The game has ended: {escape(r.reason)} ({escape(pay)})</div>'
    if r.kind == "error":
        said = f"{r.error.kind}: {r.error.message}" if r.error else "an error"
        return f'<div class="ask">The game was stopped. {escape(said)}</div>'
    who = f"Player {r.player}" if r.kind == "decision" else "Chance"
    options = "".join(
        f'<span class="option"><b>{i}</b> {escape(label)}{f" ({r.p[i]:.3g})" if r.p else ""}</span>' for i, label in enumerate(r.options[:200]))
    return f'<div class="ask"><b>{who}</b> · {escape(r.place)}<br>{escape(r.prompt)}<div>{options}</div></div>'


def _svg(board: "Board", inside: List[List[str]]) -> str:
    """A board: lines between cells that touch, and on each cell what stands there."""
    points, radius = _layout(board)
    margin = radius + 6
    left, top = min(x for x, _ in points) - margin, min(y for _, y in points) - margin
    width, height = max(x for x, _ in points) + margin - left, max(y for _, y in points) + margin - top
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" '
           f'style="max-width:{min(width, 720):.0f}px;width:100%" font-family="system-ui,sans-serif" text-anchor="middle">']
    if board.kind == "graph" or board.kind == "track":
        for i, near in enumerate(board.near):
            for j in near:
                if i < j or i not in board.near[j]:
                    (a, b), (c, d) = points[i], points[j]
                    out.append(f'<line x1="{a:.0f}" y1="{b:.0f}" x2="{c:.0f}" y2="{d:.0f}" stroke="#b9b09c" stroke-width="2"/>')
    for i, (x, y) in enumerate(points):
        out.append(_shape(board.kind, x, y, radius))
        name = board.labels[i] or (board.cells[i] if isinstance(board.cells[i], str) else "")
        lines = ([(str(name), "#6b6353", 10)] if name else []) + [(w, "#222", 11) for w in inside[i][:4]]
        for k, (words, colour, size) in enumerate(lines):
            dy = y + 4 + (k - (len(lines) - 1) / 2) * 13
            short = words if len(words) <= 14 else words[:13] + "…"
            out.append(f'<text x="{x:.0f}" y="{dy:.0f}" fill="{colour}" font-size="{size}">{escape(short)}</text>')
    return "".join(out) + "</svg>"


def _shape(kind: str, x: float, y: float, r: float) -> str:
    style = 'fill="#fff" stroke="#8f8674"'
    if kind == "grid":
        return f'<rect x="{x - r:.0f}" y="{y - r:.0f}" width="{2 * r:.0f}" height="{2 * r:.0f}" {style}/>'
    if kind == "hex":
        corners = " ".join(f"{x + r * math.cos(math.pi / 6 + k * math.pi / 3):.1f},{y + r * math.sin(math.pi / 6 + k * math.pi / 3):.1f}" for k in range(6))
        return f'<polygon points="{corners}" {style}/>'
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{r:.0f}" {style}/>'


def _layout(board: "Board") -> Tuple[List[Tuple[float, float]], float]:
    """Where the cells are drawn, and how large."""
    if board.kind == "grid":
        return [(c[1] * 56.0, c[0] * 56.0) for c in board.cells], 28
    if board.kind == "hex":
        return [(math.sqrt(3) * 32 * (q + r / 2), 48.0 * r) for q, r in board.cells], 32
    n = len(board.cells)
    if board.kind == "track" and 0 not in board.near[-1]:
        return [(i % 10 * 64.0, i // 10 * 64.0) for i in range(n)], 28
    return _spring(board.near, n), 34


def _spring(near: Tuple[Tuple[int, ...], ...], n: int) -> List[Tuple[float, float]]:
    """Pulls cells that touch together and pushes all others apart, from a circle; the same every time."""
    if n > 80:
        size = 90 * n / (2 * math.pi)
        return [(size * math.cos(2 * math.pi * i / n), size * math.sin(2 * math.pi * i / n)) for i in range(n)]
    size, ideal = 60.0 * math.sqrt(n), 120.0
    p = [[size * math.cos(2 * math.pi * i / n), size * math.sin(2 * math.pi * i / n)] for i in range(n)]
    touch = [set(x) | {j for j in range(n) if i in near[j]} for i, x in enumerate(near)]
    heat = size / 4
    for _ in range(150):
        moves = [[0.0, 0.0] for _ in range(n)]
        for i in range(n):
            for j in range(n):
                if i == j:
                    continue
                dx, dy = p[i][0] - p[j][0], p[i][1] - p[j][1]
                d = math.hypot(dx, dy) or 0.01
                force = ideal * ideal / d - (d * d / ideal if j in touch[i] else 0)
                moves[i][0] += dx / d * force
                moves[i][1] += dy / d * force
        for i in range(n):
            d = math.hypot(*moves[i]) or 1
            p[i][0] += moves[i][0] / d * min(d, heat)
            p[i][1] += moves[i][1] / d * min(d, heat)
        heat = max(heat * 0.97, 1)
    return [(x, y) for x, y in p]
