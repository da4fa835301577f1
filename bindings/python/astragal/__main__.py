"""python -m astragal: play a game, watch one, measure."""

from __future__ import annotations

import argparse
import sys
from typing import Optional, Sequence

from . import __version__
from .errors import Error, ModelError
from .runtime import Runtime
from .terminal import Console, demo, example, parse_set
from .view import clean


def tell(fault: str) -> None:
    for line in fault.split("\n"):
        print(clean(line, 2000), file=sys.stderr)


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="python -m astragal", description="Games that are written down as text.")
    p.add_argument("--version", action="version", version=__version__)
    p.add_argument("--transport", choices=("library", "process"), default="library", help="how the engine is reached (library)")
    commands = p.add_subparsers(dest="command", required=True)

    def command(name: str, words: str) -> argparse.ArgumentParser:
        c = commands.add_parser(name, help=words, description=words)
        c.add_argument("--seed", type=int, default=1, help="what all random numbers follow from (1)")
        c.add_argument("--players", type=int, help="how many players")
        c.add_argument("--agents", default="random", help="who plays: random, first, search:1000, solve, heuristic or an agent of the model; one, or one for each seat with commas")
        c.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="another value for a constant")
        return c

    play = command("play", "Play at the terminal against agents.")
    play.add_argument("model", help="a model's YAML file")
    play.add_argument("--seat", default="0", help="the seat you play (0), or 'all'")
    watch = command("demo", "Watch a game between agents, with the table as it goes.")
    watch.add_argument("--model", help="a model's YAML file (the duel, a game of cards)")
    bench = commands.add_parser("bench", help="Measure what calls cost.")
    bench.add_argument("--model", help="a model's YAML file (noughts and crosses)")
    return p


def main(argv: Optional[Sequence[str]] = None) -> int:
    args = parser().parse_args(argv)
    try:
        with Runtime(transport=args.transport) as runtime:
            if args.command == "bench":
                from .bench import run
                run(runtime, args.model or example("noughts-and-crosses"))
                return 0
            model = runtime.load(args.model or example("duel"), set=parse_set(args.set) or None)
            with model.new_game(players=args.players, seed=args.seed) as game:
                if args.command == "demo":
                    demo(game, args.agents, sys.stdout)
                else:
                    seat = None if args.seat == "all" else int(args.seat)
                    if seat is not None and not 0 <= seat < game.players:
                        raise SystemExit(f"--seat is 0 to {game.players - 1}, or all")
                    print(f"{clean(model.name)}, {game.players} players, seed {args.seed}. ? explains.")
                    Console(game, seat, args.agents, sys.stdin, sys.stdout).play()
                return 1 if game.request.kind == "error" else 0
    except ModelError as e:
        for d in e.diagnostics or (e,):
            tell(str(d))
    except Error as e:
        tell(f"{e.code}: {e}")
    except (KeyboardInterrupt, BrokenPipeError):
        pass
    return 1


if __name__ == "__main__":
    sys.exit(main())
