"""What a check says about a model: as objects, as text, and as a page of a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any, Dict, List, Optional, Tuple

from .request import Diagnostic, diagnostics_of, place_of
from .result import Bin, Endless, Interval, Reason, Seat, Stop, tally_of


@dataclass(frozen=True)
class Allowed:
    """A warning that the model allows where it stands, with its reason."""
    diagnostic: Diagnostic
    reason: str


@dataclass(frozen=True)
class Share:
    """A part of a whole; `percent` is from 0 to 100, of nothing 100."""
    percent: float
    ok: int
    total: int

    def __str__(self) -> str:
        return f"{_percent(self.ok, self.total)} ({self.ok}/{self.total})"


@dataclass(frozen=True)
class Executability:
    """How much of a model the engine can run: in the rules, in the content, and over both; and, where evaluators are
    bound to it, over both with the calls that those answer."""
    executable: Share
    rules: Share
    content: Share
    bound: Optional[Share] = None


@dataclass(frozen=True)
class Gap:
    """Something that the engine cannot run. `kind` is "text", "code:<kind>", "language", or "content:..." inside content items."""
    kind: str
    place: str
    text: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    source: Optional[str] = None
    caret: int = 0
    width: int = 1


@dataclass(frozen=True)
class TestGames:
    """How test games with random choices and random chance went."""
    __test__ = False  # no test, whatever pytest thinks of the name
    seed: int
    asked: int
    limit: int
    games: int
    finished: int
    stopped: int
    cut: int
    requests: Interval
    reasons: Tuple[Reason, ...]
    seats: Tuple[Seat, ...]
    stops: Tuple[Stop, ...]
    median: Optional[int] = None
    lengths: Tuple[Bin, ...] = ()
    endless: Optional[Endless] = None


@dataclass(frozen=True, repr=False)
class Report:
    """Everything that a check says about a model. Of a text that is none, there are only diagnostics.

    As text it is the report that people read; a notebook shows it as a page.
    """
    diagnostics: Tuple[Diagnostic, ...]
    errors: int
    warnings: int
    allowed: Tuple[Allowed, ...] = ()
    name: str = ""
    executability: Optional[Executability] = None
    gaps: Tuple[Gap, ...] = ()
    steps: int = 0
    ops: int = 0
    code: float = 0.0  # the share of the ops that call code outside the model, from 0 to 1
    open_questions: int = 0
    tree: str = ""
    test_games: Optional[TestGames] = None

    @property
    def fine(self) -> bool:
        """Whether there are no errors, and no test game stopped."""
        return self.errors == 0 and (self.test_games is None or self.test_games.stopped == 0)

    def __str__(self) -> str:
        return "\n".join(_printable(line) for line in _lines(self))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return _page(self)


def report_of(data: Dict[str, Any]) -> Report:
    allowed = tuple(Allowed(d, x["reason"]) for d, x in zip(diagnostics_of(data["allowed"]), data["allowed"]))
    common = {"diagnostics": diagnostics_of(data["diagnostics"]), "errors": data["errors"], "warnings": data["warnings"], "allowed": allowed,
              "name": data.get("name", "")}
    if "executability" not in data:
        return Report(**common)
    games = data.get("test_games")
    if games is not None:
        tally = tally_of(games)
        del tally["actions"]
        games = TestGames(**{**games, **tally})
    return Report(
        **common, executability=Executability(**{k: Share(**v) for k, v in data["executability"].items()}),
        gaps=tuple(Gap(g["kind"], g["place"], g["text"], **place_of(g)) for g in data["gaps"]),
        steps=data["steps"], ops=data["ops"], code=data["code"], open_questions=data["open_questions"], tree=data.get("tree", ""), test_games=games)


def _printable(line: str) -> str:
    """What would steer a terminal, as an escape."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in line)


def _percent(n: int, of: int) -> str:
    """Whole; only all is 100%, and only nothing 0%."""
    if n == of:
        return "100%"
    return f"{min(99, max(1, (200 * n + of) // (2 * of))) if n else 0}%"


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _snippet(x: Any) -> List[str]:
    if not x.source:
        return []
    return [f"{x.line:5} | {x.source}", f"      | {' ' * x.caret}^{'~' * (x.width - 1)}"]


def _where(x: Any) -> str:
    return f"{x.file}:{x.line}:{x.column}" if x.line else str(x.file or "")


def _summary(r: Report) -> str:
    more = f" (and {len(r.allowed)} allowed)" if r.allowed else ""
    return f"{_counted(r.errors, 'error')}, {_counted(r.warnings, 'warning')}{more}"


def _measures(r: Report) -> List[Tuple[str, str]]:
    e = r.executability
    if e is None:
        return []
    return [("executable", _percent(e.executable.ok, e.executable.total)), ("rules", str(e.rules)),
            ("content", str(e.content) if e.content.total else "-"), *([("with evaluators", str(e.bound))] if e.bound else []),
            ("steps", str(r.steps)), ("ops", str(r.ops)),
            ("code", f"{100 * r.code:.0f}%"), ("open questions", str(r.open_questions))]


def _games(g: TestGames) -> List[str]:
    mean = "" if g.requests.mean is None else f", with {g.requests.mean:.1f} requests on average"
    out = [f"{g.finished} of {_counted(g.games, 'game')} finished{mean}"]
    out += [f"  {x.reason}: {x.games}" for x in g.reasons]
    if g.cut:
        out.append(f"{_counted(g.cut, 'game')} did not end within {g.limit} requests: a loop without an end?")
    return out


def _kinds(r: Report) -> List[str]:
    return sorted({g.kind for g in r.gaps})


def _lines(r: Report) -> List[str]:
    out: List[str] = []
    for d in r.diagnostics:
        out += [str(d), *_snippet(d)]
        if d.fix:
            out.append(f"  fix: {d.fix}")
    for a in r.allowed:
        out += [f"allowed: {a.diagnostic}", f"  because: {a.reason}"]
    if out:
        out.append("")
    out.append(f"{r.name or 'the model'}: {_summary(r)}")
    out += [f"  {name:16}{value}" for name, value in _measures(r)]
    if r.gaps:
        out += ["", "What the engine still misses"]
        for kind in _kinds(r):
            out.append(f"  {kind}")
            out += [f"    {_where(g)}  {g.place}: {g.text}" for g in r.gaps if g.kind == kind]
    if r.test_games:
        out += ["", "Test games", *("  " + line for line in _games(r.test_games))]
        if r.test_games.stops:
            out += ["", "Where games stopped"]
            for s in r.test_games.stops:
                out += [f"  {_counted(s.games, 'game')}: {s.error}", f"    first at {_where(s)}, in the game with seed {s.seed}", *_endless(s), *_snippet(s)]
    if r.tree:
        out += ["", "The flow as a tree", r.tree.rstrip("\n")]
    return out


_STYLE = """
.astragal-report{font:13px/1.45 system-ui,sans-serif;color:#222;background:#fbfaf7;border:1px solid #d8d3c7;border-radius:8px;padding:12px;max-width:70em}
.astragal-report h3{margin:0 0 8px;font-size:15px}
.astragal-report h4{margin:12px 0 4px;font-size:12px;color:#6b6353}
.astragal-report pre{margin:2px 0 6px;padding:4px 8px;background:#f1eee6;color:#222;border-radius:4px;overflow-x:auto;line-height:1.25}
.astragal-report td,.astragal-report th{border:0;padding:1px 12px 1px 0;text-align:left;background:none}
.astragal-report .error{color:#a3261b;font-weight:600}
.astragal-report .warning{color:#8a5a00;font-weight:600}
.astragal-report .bar{display:inline-block;width:16em;height:.7em;background:#ddd6c6;border-radius:3px;overflow:hidden;vertical-align:baseline}
.astragal-report .bar i{display:block;height:100%;background:#4c8a4a}
"""


def _pre(lines: List[str]) -> str:
    return f"<pre>{escape(chr(10).join(lines))}</pre>" if lines else ""


def _page(r: Report) -> str:
    parts = [f"<h3>{escape(r.name or 'The model')}: {escape(_summary(r))}</h3>"]
    for d in r.diagnostics:
        kind = "error" if d.severity == "error" else "warning"
        fix = f"<div>fix: {escape(d.fix)}</div>" if d.fix else ""
        parts.append(f'<div><code>{escape(_where(d))}</code> <span class="{kind}">{kind}</span> {escape(d.message)} [{escape(d.code)}]{_pre(_snippet(d))}{fix}</div>')
    for a in r.allowed:
        parts.append(f"<div>allowed: <code>{escape(_where(a.diagnostic))}</code> {escape(a.diagnostic.message)}, because {escape(a.reason)}</div>")
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}{_bar(r) if name == 'executable' else ''}</td></tr>" for name, value in _measures(r))
    if rows:
        parts.append(f"<table>{rows}</table>")
    if r.gaps:
        parts.append("<h4>What the engine still misses</h4>")
        for kind in _kinds(r):
            items = "".join(f"<li><code>{escape(_where(g))}</code> {escape(g.place)}: {escape(g.text)}</li>" for g in r.gaps if g.kind == kind)
            parts.append(f"<div>{escape(kind)}</div><ul>{items}</ul>")
    if r.test_games:
        parts.append("<h4>Test games</h4>" + _pre(_games(r.test_games)))
        for s in r.test_games.stops:
            parts.append(f'<div><span class="error">{_counted(s.games, "game")}</span> {escape(s.error)}<br><code>{escape(_where(s))}</code>'
                         f" in the game with seed {s.seed}{_pre(_endless(s) + _snippet(s))}</div>")
    if r.tree:
        parts.append("<h4>The flow as a tree</h4>" + _pre([r.tree.rstrip("\n")]))
    return f'<div class="astragal-report"><style>{_STYLE}</style>{"".join(parts)}</div>'


def _endless(s: Stop) -> List[str]:
    c = s.cannot_end
    return [f"    it cannot end: after {_counted(c.rounds, 'round')}, with nobody asked, its state is the same again ({', '.join(c.places)}{', ...' if c.more else ''})"] if c else []


def _bar(r: Report) -> str:
    width = 0.0 if r.executability is None else r.executability.executable.percent
    return f' <span class="bar"><i style="width:{width:.1f}%"></i></span>'
