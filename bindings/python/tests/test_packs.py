"""Content packs: looked into, verified, granted, and joined to a model, over both ways to the engine."""
import subprocess

import pytest

import astragal
from conftest import EXAMPLES, ROOT

DUEL, GERMAN = EXAMPLES / "duel", EXAMPLES / "content-packs" / "german"

CARDS = "content: {cards: [{id: hush, label: Hush, kind: spell, cost: 1, aim: none, copies: 1, effect: []}]}\n"


def tool(*words):
    return subprocess.run([str(ROOT / "bin" / "astragal"), *map(str, words)], check=True, capture_output=True, text=True).stdout


@pytest.fixture
def folder(tmp_path):
    """A folder of packs: the duel as a zip, and one that adds a card to it."""
    packs = tmp_path / "packs"
    packs.mkdir()
    tool("pack", "build", DUEL, "-o", packs / "duel.zip")
    hush = packs / "hush"
    hush.mkdir()
    (hush / "pack.yaml").write_text("id: hush\nversion: 1.0.0\nrequires: [{id: lantern-duel, version: ^1}]\ncapabilities: [extend]\ncontent: [{to: lantern-duel, files: [c.yaml]}]\n")
    (hush / "c.yaml").write_text(CARDS)
    return packs


@pytest.mark.parametrize("transport", ["library", "process"])
def test_a_folder_of_packs(folder, transport):
    (folder / "odd.zip").write_bytes(b"PK")
    with astragal.Runtime(packs=folder, transport=transport) as rt:
        found = rt.packs()
        assert [(p.id, p.name) for p in found.packs] == [("hush", "hush"), ("lantern-duel", "duel.zip")]
        assert [e.code for e in found.errors] == ["unreadable"] and found.errors[0].fix
        seen = rt.inspect_pack("hush")
        assert seen.ok and seen.capabilities == {"extend": "adds to models of other packs"} and "adds to models" in str(seen)
        plain, more = rt.load_pack("lantern-duel"), rt.load_pack("lantern-duel@^1", add=["hush"], set={"life_at_start": 5})
        assert plain.hash != more.hash and plain.name == more.name
        game = more.new_game(seed=1)
        assert game.request.options
        with pytest.raises(astragal.PackError) as e:
            rt.load_pack("lantern-deul")
        assert e.value.kind == "unknown" and "lantern-duel" in str(e.value.data["fix"])


def test_packs_of_paths_and_bytes(runtime, folder):
    assert runtime.packs().packs == ()
    seen = runtime.inspect_pack(GERMAN)
    assert seen.id == "lantern-duel-german" and seen.version == "1.0.0" and seen.capabilities == {} and seen.signed == ()
    assert runtime.pack_texts(GERMAN, "de")["Squire"] == "Knappe"
    assert runtime.pack_file(GERMAN, "pictures/squire.svg").startswith(b"<svg")
    data = (folder / "duel.zip").read_bytes()
    assert runtime.inspect_pack(data).about["listed"]
    model = runtime.load_pack(data, add=[GERMAN])
    assert model.name == "Duel of the lantern mages"
    broken = runtime.inspect_pack(data[:-9])
    assert not broken.ok and broken.id == "" and "unreadable" == broken.errors[0].code and str(broken)
    with pytest.raises(TypeError):
        runtime.load_pack(data, add="hush")


def test_keys_and_grants(folder, tmp_path):
    tool("pack", "keygen", tmp_path / "mine")
    tool("pack", "sign", folder / "duel.zip", "--key", tmp_path / "mine.key")
    key = (tmp_path / "mine.pub").read_text().strip()
    with astragal.Runtime(packs=folder, trusted=[key], demand=True) as rt:
        assert rt.inspect_pack("lantern-duel").signed == (key,)
        assert rt.verify_pack("lantern-duel").ok
        assert rt.load_pack("lantern-duel").name
        verdict = rt.verify_pack(folder / "hush")
        assert not verdict.ok and [e.code for e in verdict.errors] == ["untrusted"] and "nobody signed it" in str(verdict)
        with pytest.raises(astragal.PackError):
            rt.load_pack("lantern-duel", add=["hush"])
    with astragal.Runtime(packs=folder, capabilities=[]) as rt:
        with pytest.raises(astragal.PackError) as e:
            rt.load_pack("lantern-duel", add=[folder / "hush"])
        assert e.value.kind == "grant" and e.value.data["data"]["capability"] == "extend"
        assert rt.verify_pack(folder / "duel.zip", keys=[key], grant=[]).ok
    with pytest.raises(astragal.BadParams):
        astragal.Runtime(capabilities=["fly"])


def test_code_runs_only_where_it_is_granted(runtime, tmp_path):
    odd = tmp_path / "odd"
    odd.mkdir()
    (odd / "pack.yaml").write_text("id: odd\nversion: 1.0.0\ncapabilities: [evaluate]\nmodels: {odd: m.yaml}\nevaluators: {worth: {module: w.wasm, kind: code}}\n")
    (odd / "w.wasm").write_bytes(b"none")
    (odd / "m.yaml").write_text("name: Odd\nnum_players: 1\ncode: {worth: {kind: code}}\nflow: {kind: sequence, id: l, children: []}\n")
    for grant in (None, [], ["extend", "act"]):
        with pytest.raises(astragal.PackError) as e:
            runtime.load_pack(odd, grant=grant)
        assert e.value.kind == "grant" and e.value.data["data"]["capability"] == "evaluate"
    with pytest.raises(astragal.PackError, match="no WebAssembly module"):
        runtime.load_pack(odd, grant=["evaluate"])
    with pytest.raises(astragal.BadParams):
        runtime.load_pack(odd, grant=["fly"])


def test_a_child_that_died_loads_its_packs_again(folder):
    with astragal.Runtime(packs=folder, transport="process") as rt:
        model = rt.load_pack("lantern-duel", add=["hush"])
        before = model.hash
        model._reload()
        assert model.hash == before
