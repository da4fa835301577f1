"""A game whose rules are in part here: it asks what a hand is worth, and what lightning does.

    python bindings/python/examples/skirmish.py
    python bindings/python/examples/skirmish.py --transport process --seed 3

examples/evaluators has both as WebAssembly too, which anybody can play with; a program of yours needs none.
"""

import argparse
from collections import Counter
from itertools import combinations
from pathlib import Path

import astragal

MODEL = Path(__file__).resolve().parents[3] / "examples" / "evaluators" / "skirmish.yaml"


def show(called):
    """Code of kind `code`: gives a value, here what each part of a cribbage hand scores."""
    hand, starter = called.args["cards"], called.args["starter"]
    cards = hand + [starter]
    worth = [min(c["rank"], 10) for c in cards]
    ranks = Counter(c["rank"] for c in cards)
    scored = {
        "fifteens": 2 * sum(sum(part) == 15 for n in range(2, 6) for part in combinations(worth, n)),
        "flush": 0 if len({c["suit"] for c in hand}) > 1 else 5 if starter["suit"] == hand[0]["suit"] else 4,
        "nobs": sum(c["rank"] == 11 and c["suit"] == starter["suit"] for c in hand),
        "pairs": sum(n * (n - 1) for n in ranks.values()),
        "runs": runs(ranks),
    }
    scored["total"] = sum(scored.values())
    print(f"{called.seat} shows {' '.join(c['label'] for c in hand)} with {starter['label']}: {scored['total']}")
    return scored


def runs(ranks):
    score, length, ways = 0, 0, 1
    for rank in range(1, 15):
        if rank in ranks:
            length, ways = length + 1, ways * ranks[rank]
            continue
        if length >= 3:
            score += length * ways
        length, ways = 0, 1
    return score


def lightning(called):
    """Code of kind `content`: asks chance for one stroke after the other, then gives the ops that the game is to run."""
    foes = {f["uid"]: f["left"] for f in called.args["foes"]}
    power, struck, over = called.args["power"], [], False
    for uid in called.chance:
        if uid is None:
            over = True
            break
        struck.append((uid, power, power >= foes.pop(uid)))
        power //= 2
    if foes and power > 0 and not over:
        share = 0.5 if struck else 1.0
        leaps = [(uid, share / len(foes)) for uid in foes]
        return astragal.AskChance(leaps + [(None, share)] if struck else leaps)
    print(f"{called.seat} strikes for {', '.join(str(power) for _, power, _ in struck) or 'nothing'}")
    return astragal.Ops([op for stroke in struck for op in strike(*stroke)])


def strike(uid, power, fatal):
    ops = [
        {"op": "let", "name": "victim", "value_x": f"next(c for c in field[1 - actor] if c['uid'] == {uid})"},
        {"op": "add", "attr": "damage", "of_x": "victim", "amount": power},
    ]
    if fatal:
        ops += [
            {"op": "let", "name": "corpse", "value_x": "victim"},
            {"op": "let", "name": "keeper", "value_x": "1 - actor"},
            {"op": "emit", "event": "creature_dies",
             "impact": [{"op": "move", "what_x": "corpse", "from": "field[keeper]", "to": "discard[keeper]"}]},
        ]
    return ops


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--transport", choices=("library", "process"), default="library")
    p.add_argument("--seed", type=int, default=7, help="of the game (7)")
    args = p.parse_args()
    with astragal.Runtime(transport=args.transport) as runtime:
        runtime.host_function("show", show)
        runtime.host_function("lightning", lightning)
        with runtime.load(MODEL).new_game(seed=args.seed) as game:
            game.play("random")
            state = game.state()
            print(f"best hands {state.variables['best']}, creatures left {[len(state.zones[f'field[{s}]']) for s in (0, 1)]}")


if __name__ == "__main__":
    main()
