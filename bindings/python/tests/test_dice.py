from fractions import Fraction

import pytest

import astragal


def test_parse(runtime):
    d = runtime.parse_dice("1 + 4dFkh3 - d6")
    assert str(d) == "4dFkh3 - 1d6 + 1"
    assert (d.flat, d.count) == (1, 5)
    assert [(t.dice, t.minus, t.count, t.sides, t.low, t.high) for t in d.terms] == [("4dFkh3", False, 4, 3, -1, 1), ("1d6", True, 1, 6, 1, 6)]
    with pytest.raises(astragal.BadParams, match="dice: column 7: expected dice such as 2d6, or a number, not 'g'"):
        runtime.parse_dice("2d6 + gold")
    with pytest.raises(astragal.Limit):
        runtime.parse_dice("1001d6")


def test_roll(runtime):
    r = runtime.roll("2d6!kh2 + 3", faces=[6, 2, 5])
    assert (r.total, int(r), r.asked, r.index) == (14, 14, (6, 2, 5), None)
    assert [(f.die, f.face, f.kept, f.exploded, f.extra) for f in r.terms[0].faces] == [(0, 6, True, True, False), (1, 2, False, False, False), (0, 5, True, False, True)]
    first = runtime.roll("4d6", seed=7)
    assert runtime.roll("4d6", seed=7) == first
    assert runtime.roll("4d6", faces=first.asked).terms == first.terms
    both = runtime.roll("8d6", seed=7)
    assert both.asked == first.asked + runtime.roll("4d6", seed=7, index=first.index).asked
    with pytest.raises(astragal.BadParams, match="a d6 has no face 7"):
        runtime.roll("1d6", faces=[7])


def test_distribution(runtime):
    d = runtime.distribution("4d6kh3", exact=True)
    assert d.mean == Fraction(15869, 1296)
    assert (d.min, d.max, d.beyond, d.partial) == (3, 18, 0, False)
    assert d.outcomes[-1].exact == Fraction(21, 1296)
    assert d[18] == pytest.approx(21 / 1296) and d[19] == 0
    assert runtime.distribution("1d6!").mean == Fraction(21, 5)
    assert runtime.distribution("1d6").outcomes[0].exact is None
