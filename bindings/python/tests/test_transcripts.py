"""Every transcript is the same game, with the same record, over both transports."""
import json
import subprocess

import pytest

import astragal
from conftest import EXAMPLES, ROOT

PATHS = sorted((ROOT / "testdata" / "transcripts").glob("*.jsonl"))


def command(name):
    """The options of the command that made an example's transcript."""
    first = (EXAMPLES / name / "transcript.txt").read_text(encoding="utf-8").split("\n", 1)[0].split()
    return {k[2:]: v for k, v in zip(first, first[1:]) if k.startswith("--")}


def test_there_are_transcripts():
    assert len(PATHS) >= 11


@pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
def test_transcript(runtime, path):
    want = path.read_text(encoding="utf-8")
    model = runtime.load(EXAMPLES / path.stem / "model.yaml")
    players = command(path.stem).get("players")
    with model.new_game(players=players and int(players), chance="ask") as game:
        told = astragal.Transcript(game)
        answers = [json.loads(line)["answer"] for line in want.splitlines() if line.startswith('{"answer"')]
        for answer in answers:
            told.answer(answer)
        assert told.text == want
        record = json.dumps({
            "format": 1, "game": model.name, "rules": model.hash, "players": game.players, "seed": 0, "answers": answers, "drawn": [],
        }, separators=(",", ":"), ensure_ascii=False)
        assert game.record() == record
        with model.replay(record, chance="ask") as again:
            assert again.request == game.request
            assert again.record() == record
        with model.restore(game.snapshot(), chance="ask") as again:
            assert again.record() == record


@pytest.mark.parametrize("name", ["duel", "kuhn-poker", "frontier"])
def test_played_like_the_command_line(runtime, name):
    options = command(name)
    args = [ROOT / "bin" / "astragal", "run", EXAMPLES / name / "model.yaml", "--json"]
    for k, v in options.items():
        args += ["--" + k, v]
    want = subprocess.run(args, check=True, capture_output=True, encoding="utf-8").stdout
    model = runtime.load(EXAMPLES / name / "model.yaml")
    players = options.get("players")
    told = astragal.Transcript(model.new_game(players=players and int(players), seed=int(options["seed"]), chance="ask"))
    told.play(options["agents"])
    assert told.text == want


def test_records_of_seeds_are_alike_over_transports():
    records = []
    for transport in ("library", "process"):
        with astragal.Runtime(transport=transport) as rt:
            game = rt.load(EXAMPLES / "duel" / "model.yaml").new_game(seed=2**64 - 1)
            game.play("random", limit=25)
            game.undo(3)
            game.play("first,random")
            records.append(game.record())
    assert records[0] == records[1]
    assert '"seed":18446744073709551615' in records[0]
