"""An attack by the rules of a pack: the action pauses where somebody rolls, and proposes changes at its end.

    python bindings/python/examples/attack.py                  # rolls for you
    python bindings/python/examples/attack.py --ask            # asks for the faces that fell on your table
    python bindings/python/examples/attack.py --transport process
"""

import argparse
import json
import random
from pathlib import Path

import astragal

PACK = Path(__file__).resolve().parents[3] / "examples" / "packs" / "srd-5.1"


def faces(needs, dice, ask):
    """Faces for what a pause needs, one for each die."""
    sides = [d["sides"] for d in needs["dice"] for _ in range(d["count"])]
    wanted = ", ".join(f"d{n}" for n in sides)
    if ask:
        return [int(x) for x in input(f"{needs['step']}: roll {wanted}: ").replace(",", " ").split()]
    fallen = [dice.randint(1, n) for n in sides]
    print(f"{needs['step']}: {wanted} fall as {fallen}")
    return fallen


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--transport", choices=("library", "process"), default="library")
    p.add_argument("--ask", action="store_true", help="ask for faces")
    p.add_argument("--seed", type=int, default=7, help="of the faces, where nobody is asked (7)")
    args = p.parse_args()
    dice = random.Random(args.seed)

    hero = json.loads((PACK / "characters" / "fighter-5.json").read_text())
    foe = json.loads((PACK / "characters" / "rogue-3.json").read_text())
    with astragal.Runtime(transport=args.transport) as runtime, runtime.load_ruleset([PACK]) as rules:
        seen = {"id": foe["id"], "values": {"srd-5.1:ac": rules.sheet(foe)["srd-5.1:ac"]}}
        attack = next(a for a in rules.sheet(hero).actions if a["id"] == "srd-5.1:weapon-attack" and a.get("entry") == "sword")
        run = rules.start(hero, attack, participants={"target": [seen]}, policy={"dice": "pause"})
        while isinstance(run, astragal.Paused):
            try:
                run = run.roll(*faces(run.needs, dice, args.ask))
            except astragal.CharacterError as e:  # say, a d20 that fell on 23: the pause is as it was
                print(e)
        print(f"{run.result}: {run.outcome.get('data')}")

        after = rules.apply(foe, run.to("target"), seed=args.seed)
        for change in after.changes:
            name = rules.describe([change["field"]])[0].name
            print(f"{foe['id']}: {name} {change['before']} -> {change['after']}")
        own = rules.apply(hero, run.own, seed=args.seed)
        print(f"{hero['id']}: {len(own.changes)} changes of its own")


if __name__ == "__main__":
    main()
