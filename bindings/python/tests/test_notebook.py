"""A game in a notebook: it shows what may be seen, and escapes what models say."""
import pickle
import xml.etree.ElementTree as tree

import astragal
import pytest
from conftest import EXAMPLES
from models import HOSTILE


def parsed(html):
    return tree.fromstring(html.replace("<br>", "<br/>"))


def test_boards_zones_and_the_question(library):
    game = library.load(EXAMPLES / "reversi" / "model.yaml").new_game()
    html = game._repr_html_()
    rows = parsed(html).findall(".//table[@class='grid']/tr")
    assert [len(r) for r in rows] == [8] * 8
    assert game.request.options[0] in html and "Player 0" in html
    game.play("random")
    assert "The game has ended" in game.html()

    duel = library.load(EXAMPLES / "duel" / "model.yaml").new_game(seed=1)
    html = duel.html()
    state = duel.state()
    own, other = duel.request.player, 1 - duel.request.player
    zones = {z.find("h4").text: z for z in parsed(html).findall(".//div[@class='zone']")}
    cards = [c.text for c in zones[f"hand[{own}]"].findall("span")]
    assert cards == [c["label"] for c in state.zones[f"hand[{own}]"]]
    hidden = zones[f"hand[{other}]"].find("span")
    assert "back" in hidden.get("class") and hidden.text == str(len(state.zones[f"hand[{other}]"]))
    assert "back" in zones["deck[0]"].find("span").get("class")
    zones = {z.find("h4").text: z for z in parsed(duel.html(everything=True)).findall(".//div[@class='zone']")}
    assert [c.text for c in zones[f"hand[{other}]"].findall("span")] == [c["label"] for c in state.zones[f"hand[{other}]"]]


def test_a_model_draws_itself(library):
    model = library.load(EXAMPLES / "duel" / "model.yaml")
    picture = model.diagram("svg")
    assert model._repr_svg_() == picture._repr_svg_() == picture
    svg = tree.fromstring(picture)
    assert svg.get("data-theme") == "auto" and "dusk" in [t.text for t in svg.iter("{http://www.w3.org/2000/svg}tspan")]
    assert tree.fromstring(model.diagram("svg", theme="dark")).get("data-theme") == "dark"
    text = model.diagram()
    assert "step dusk" in text and text._repr_svg_() is None
    again = pickle.loads(pickle.dumps(picture))
    assert again == picture and again.form == "svg"
    with pytest.raises(astragal.Error, match="there are text and svg"):
        model.diagram("png")
    with pytest.raises(astragal.Error, match="there are light, dark and auto"):
        model.diagram("svg", theme="pink")


def test_a_drawn_board(library):
    game = library.load(EXAMPLES / "frontier" / "model.yaml").new_game(seed=1)
    svg = parsed(game.html()).find(".//{http://www.w3.org/2000/svg}svg")
    ns = "{http://www.w3.org/2000/svg}"
    assert len(svg.findall(ns + "circle")) == 15 and len(svg.findall(ns + "line")) == 24
    texts = [t.text for t in svg.findall(ns + "text")]
    assert "Alder" in texts and "bands 1" in texts
    assert game.html() == game.html(), "drawn the same every time"


def test_pieces_on_a_grid(library):
    from conftest import ROOT
    game = library.load(ROOT / "testdata" / "models" / "board.yaml").new_game(seed=2)
    game.play("random", limit=6)
    ns = "{http://www.w3.org/2000/svg}"
    boards = parsed(game.html()).findall(f".//{ns}svg")
    assert len(boards) == 2 and len(boards[0].findall(ns + "rect")) == 9
    assert len(boards[0].findall(ns + "text")) == len(game.state().zones["pieces"]) > 0


def test_hostile_texts_are_escaped(library):
    model = library.load(text=HOSTILE)
    game = model.new_game()
    for html in (game.html(), game.html(everything=True)):
        for bad in ("<script", "<img", "<b onclick", "<i>"):
            assert bad not in html
        assert "&lt;script&gt;alert(&#x27;name&#x27;)" in html and "&lt;b onclick=alert(1)&gt;&quot;bold&quot;" in html
        parsed(html.replace("\x1b", ""))
    assert "xx&amp;&amp;</td>" in game.html(), "cut between characters, not within one"
    assert "hush-hush" not in game.html() and "alert(1)&gt;" in game.html()
    assert "hush-hush" in game.html(everything=True)
