"""Writes cases of operations on values with what CPython gives, one JSON array a line:
[operation, arguments, result] or [operation, arguments, null, error class, message].

    python3 cpython.py SEED COUNT > cpython.jsonl
"""
import json
import math
import operator
import random
import sys
import unicodedata

seed, count = int(sys.argv[1]), int(sys.argv[2])
R = random.Random(seed)


def enc(v):
    if v is None or v is True or v is False or isinstance(v, str):
        return v
    if isinstance(v, int):
        return {"i": str(v)}
    if isinstance(v, float):
        return {"f": v.hex() if math.isfinite(v) else repr(v)}
    if isinstance(v, list):
        return {"l": [enc(x) for x in v]}
    if isinstance(v, tuple):
        return {"t": [enc(x) for x in v]}
    if isinstance(v, dict):
        return {"d": [[enc(k), enc(x)] for k, x in v.items()]}
    if isinstance(v, set):
        return {"s": sorted((enc(x) for x in v), key=repr)}
    if isinstance(v, frozenset):
        return {"z": sorted((enc(x) for x in v), key=repr)}
    if isinstance(v, range):
        if not all(-2**63 <= x < 2**63 for x in (v.start, v.stop, v.step)):
            raise NotImplementedError
        return {"r": [{"i": str(x)} for x in (v.start, v.stop, v.step)]}
    raise NotImplementedError(type(v))


INTS = [0, 1, -1, 2, 3, -7, 10, 255, 1000, -12345, 2**31, 2**53, 2**53 + 1, -2**63, 2**63 - 1, 2**63, 2**64 + 3, -2**70, 10**25, 3**200, 2**4095]
FLOATS = [0.0, -0.0, 0.5, 1.0, -1.5, 2.5, 3.0, 0.1, 1 / 3, 1e16, 1e15, 123456.789, 1e-5, 0.0001, -2.675, 1e22, 1e300, 1.7976931348623157e308,
          5e-324, 2.0**63, 2.0**53, math.inf, -math.inf, math.nan, 1e100, 9999999.5, 0.045, 6.25]
CHARS = "aZ 0_'\"\\\n\té€ß😀İΣσ²٣\x00\x7f\xa0\u2028\u0301ǆ,."
TEXTS = ["", "a", "abc", "b", "Hello World", "12", "-3", " 42 ", "1_000", "1.5e3", "inf", "nan", "it's", 'say "hi"', "ΑΣ ΣΑ", "straße", "a,b,,c", "  x  y ", "éa😀", "0x1f", "1e400", "٣٤", "ab" * 5]
SPECS = ["", "d", "5", "<5", ">8", "^9", "*^9", "05", "+d", " d", ",", "_", "x", "#x", "#X", "b", "#b", "o", "#o", "08b", "_x", "n", "c", "e", "E", "f", "F", "g", "G", "%", ".2f", ".0f", "#.0f", ".3", ".1", "10.3f", "+.2e",
         "010.2f", ",.2f", "012,.1f", "=+8", "s", ".2s", "10s", "=5", "z.1f", "z", "#g", ".0e", "#.0e", ".10g", "0<6", "é>6", ",d", "09,", "015,.3f", "_b", ",x", "5.2d", "q", "+s", "#s", ",s", "06", "<06", "+06d", "-6", ".", "1.", "5,_", ",,", "020", "+020,", "G", ".3%", "#.3g", "+#012x", "_^20,.4f", "08.3%", " .3e", "0=9", ">-7.1f", "e6"]


def text():
    if R.random() < 0.5:
        return R.choice(TEXTS)
    return "".join(R.choice(CHARS) for _ in range(R.randrange(6)))


def number():
    p = R.random()
    if p < 0.35:
        return R.choice(INTS)
    if p < 0.5:
        return R.randrange(-20, 20)
    if p < 0.6:
        return R.choice([True, False])
    if p < 0.75:
        return R.choice(FLOATS)
    if p < 0.85:
        return R.uniform(-50, 50)
    if p < 0.93:
        return R.randrange(-300, 300) / 4
    return math.ldexp(R.uniform(-1, 1), R.randrange(-1080, 1024))


def hashable(depth=2):
    p = R.random()
    if p < 0.5:
        return number()
    if p < 0.8 or depth == 0:
        return text()
    if p < 0.85:
        return None
    if p < 0.95:
        return tuple(hashable(depth - 1) for _ in range(R.randrange(4)))
    return frozenset(R.choice([[], [1], ["a"], [2.0]]))


def small():
    return R.choice([0, 1, 2, 1.0, True, "a", "b", None, (1,), (), 3])


def value(depth=2):
    p = R.random()
    if p < 0.45 or depth == 0:
        return hashable(1)
    if p < 0.6:
        return [value(depth - 1) for _ in range(R.randrange(4))]
    if p < 0.7:
        return tuple(value(depth - 1) for _ in range(R.randrange(4)))
    if p < 0.8:
        return {hashable(1): value(depth - 1) for _ in range(R.randrange(4))}
    if p < 0.9:
        return (set if R.random() < 0.6 else frozenset)(small() for _ in range(R.randrange(4)))
    return range(R.randrange(-3, 4), R.randrange(-3, 12), R.choice([1, 1, 2, 3, -1, -2]))


def like():
    """Two values that are likely to be comparable."""
    p = R.random()
    if p < 0.3:
        return number(), number()
    if p < 0.45:
        return text(), text()
    if p < 0.65:
        t = R.choice([list, tuple])
        return t(small() for _ in range(R.randrange(4))), t(small() for _ in range(R.randrange(4)))
    if p < 0.85:
        t, u = R.choice([set, frozenset]), R.choice([set, frozenset])
        return t(small() for _ in range(R.randrange(4))), u(small() for _ in range(R.randrange(4)))
    if p < 0.92:
        return {small(): small() for _ in range(3)}, {small(): small() for _ in range(3)}
    return value(), value()


def has_set(v):
    if isinstance(v, (set, frozenset)):
        return len(v) > 1
    if isinstance(v, dict):
        return any(has_set(k) or has_set(x) for k, x in v.items())
    return isinstance(v, (list, tuple)) and any(has_set(x) for x in v)


BINARY = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv, "%": operator.mod,
          "**": operator.pow, "<<": operator.lshift, ">>": operator.rshift, "&": operator.and_, "|": operator.or_, "^": operator.xor, "divmod": divmod,
          "==": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
UNARY = {"neg": operator.neg, "pos": operator.pos, "invert": operator.invert, "abs": abs, "truth": bool, "int": int, "float": float, "round": round,
         "len": len, "ord": ord, "chr": chr, "repr": repr, "str": str, "ascii": ascii}
NOARGS = ["lower", "upper", "title", "isdigit", "isalpha"]
index = lambda: R.choice([0, 1, -1, 2, -2, 5, -9, True, 2**70, 1.0, "a", None])
bound = lambda: R.choice([None, 0, 1, 2, 3, -1, -2, 7, -8, 2**70, -2**70, True])


def huge(op, a, b):
    isint = lambda v: isinstance(v, int)
    if op == "**" and isint(a) and isint(b):
        return b > 4096 or b > 0 and a.bit_length() * b > 30000
    if op == "<<" and isint(a) and isint(b):
        return b > 30000
    if op == "*":
        for s, n in ((a, b), (b, a)):
            if isinstance(s, (str, list, tuple)) and isint(n) and 50 < n:
                return True
    return False


def method():
    p = R.random()
    if p < 0.12:
        return text(), R.choice(NOARGS), (), {}
    if p < 0.2:
        return text(), R.choice(["strip", "lstrip", "rstrip"]), R.choice([(), (text(),), (None,), ("a Z",), (1,)]), {}
    if p < 0.35:
        s = R.choice(["a,b,,c", " a  b c ", "", "aXbXXc", "\x1ca\x85b c"]) if R.random() < 0.6 else text()
        args, kw = [], {}
        if R.random() < 0.7:
            args.append(R.choice([None, ",", "X", "XX", "", 1, " "]))
            if R.random() < 0.5:
                args.append(R.choice([0, 1, 2, -1, "x"]))
        if R.random() < 0.15:
            kw[R.choice(["maxsplit", "sep"])] = R.choice([None, 1, "a"])
        return s, R.choice(["split", "rsplit"]), tuple(args), kw
    if p < 0.4:
        return R.choice(["", ",", "--"]), "join", (R.choice([[], ["a"], ["a", "b"], ("x", "y", "z"), "abc", {"k": 1}, ["a", 1], 5, range(2)]),), {}
    if p < 0.48:
        return R.choice(["aXbXXc", "", "aaa", "éé"]), "replace", tuple(R.choice([("a", "b"), ("X", ""), ("", "-"), ("aa", "b"), ("a", 1), (1, "a"), ("a",), ("é", "ee")])) + R.choice([(), (1,), (-1,), (0,)]), {}
    if p < 0.56:
        return text(), R.choice(["startswith", "endswith"]), (R.choice(["a", "", "c", "abc", ("a", "x"), ("a", 1), 1, "H"]),) + R.choice([(), (bound(),), (bound(), bound())]), {}
    if p < 0.66:
        return R.choice(["abcabc", "éaéb", "", "aaa"]), R.choice(["find", "index", "count"]), (R.choice(["a", "b", "", "c", "é", "aa", 1]),) + R.choice([(), (bound(),), (bound(), bound())]), {}
    if p < 0.72:
        return text(), R.choice(["removeprefix", "removesuffix"]), (R.choice(["a", "c", "", "abc", 1]),), {}
    if p < 0.76:
        return R.choice([text(), "-42", "+1", "7"]), "zfill", (R.choice([0, 3, 5, True, "x", -1]),), {}
    if p < 0.82:
        return R.choice([[1, 2.0, "a", None, 1], (1, True, "a")]), R.choice(["index", "count"]), (small(),) + (R.choice([(), (bound(),), (bound(), bound())]) if R.random() < 0.4 else ()), {}
    if p < 0.86:
        return {1: "x", "a": 2}, R.choice(["get"]), R.choice([(1,), (True,), ("b",), ("b", 3), ([],), ()]), {}
    if p < 0.93:
        return R.choice([set, frozenset])(small() for _ in range(4)), R.choice(["union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset", "isdisjoint"]), \
            (R.choice([[1, 2], (1,), {1, "a"}, "ab", range(3), {1: 2}, 5, [[]], []]),), {}
    return range(2, 11, 3), R.choice(["index", "count"]), (R.choice([2, 5, 5.0, 6, "a", 2**70]),), {}


TEMPLATES = ["{}", "{0}", "{a}", "{}{}", "{1}{0}", "{0}{}", "{}{0}", "{0!r}", "{!s:>5}", "{0!a}", "{0!z}", "{0!}", "{0!rx}", "{:{}}", "{:>{w}}", "{:{:{}}}", "{0[0]}", "{0[a]}", "{0[-1]}", "{0[]}", "{0[0]x}", "{a[k]}", "{{}}", "{{{}}}", "{", "}",
             "{}}", "{0", "{a b}", "{ 0}", "x{}y{:.2f}z", "{:d}", "{0[0][1]}", "{9}", "{b}", "{:,}", "{0.x}", "{[0]}", "{:}}", "{0:{1}}", "a{:5}|{:<5}|", "{0[}", "{!r:^9}", "é{}😀"]


def case():
    p = R.random()
    if p < 0.34:
        op = R.choice(list(BINARY))
        a, b = like() if R.random() < 0.85 else (value(), value())
        if huge(op, a, b) or op == "%" and isinstance(a, str):
            return None
        if op == "**" and R.random() < 0.5:
            a, b = number(), R.choice([2, 3, -1, 0.5, -2.5, 1.5, 7, R.uniform(-4, 4)])
        return op, [a, b], lambda: BINARY[op](a, b)
    if p < 0.52:
        op = R.choice(list(UNARY))
        v = value() if op in ("truth", "len", "repr", "str", "ascii") or R.random() < 0.1 else text() if op in ("ord", "int", "float") and R.random() < 0.6 else number()
        if op in ("repr", "str", "ascii") and has_set(v):
            return None
        return op, [v], lambda: UNARY[op](v)
    if p < 0.62:
        v = number() if R.random() < 0.7 else value()
        if has_set(v):
            return None
        s = R.choice(SPECS)
        return "format", [v, s], lambda: format(v, s)
    if p < 0.67:
        v, n = number(), R.choice([0, 1, 2, 3, 5, -1, -2, -5, 15, 20, 400, -400, None, "a", 1.0, True])
        return "round", [v, n], lambda: round(v, n)
    if p < 0.70:
        s, b = R.choice(["ff", "0xff", "12", "0b11", "z", "-0o17", "1_0", "08", "_1", "1__0", " 7 ", "", "0x", "0_7", "٣"]), R.choice([0, 2, 8, 10, 16, 36, 1, 37, "a"])
        return "int", [s, b], lambda: int(s, b)
    if p < 0.72:
        a, b, m = R.randrange(-50, 50), R.randrange(-5, 200), R.choice([1, 7, 10, -7, 0, 2**64 + 1, 1.0])
        return "pow3", [a, b, m], lambda: pow(a, b, m)
    if p < 0.77:
        v = R.choice([value(), text(), [1, 2, 3], (1, 2, 3), "héllo", range(1, 20, 3), {1: 2, "a": 3}])
        k = index()
        return "[]", [v, k], lambda: v[k]
    if p < 0.83:
        v = R.choice([value(), text(), [1, 2, 3, 4], (1, 2, 3), "héllo", "hello", range(1, 20, 3), range(9, -9, -2)])
        s = bound(), bound(), R.choice([None, None, 1, 2, -1, -2, 0, 2**70, -2**70, "a", 1.5])
        return "[:]", [v, *s], lambda: v[s[0]:s[1]:s[2]]
    if p < 0.87:
        c, x = value(), small()
        if R.random() < 0.3:
            c, x = text(), R.choice(["a", "", "é", 1, " "])
        return "in", [c, x], lambda: x in c
    if p < 0.90:
        items = R.choice([[number() for _ in range(R.randrange(90))], [text() for _ in range(9)], [(small(), small()) for _ in range(5)], [small() for _ in range(3)]])
        if len(items) > 63:
            items = [x for x in items if x == x]  # where nan goes depends on the algorithm
        rev = R.random() < 0.4
        return "sorted", [items, rev], lambda: sorted(items, reverse=rev)
    if p < 0.93:
        s = R.choice(TEMPLATES)
        args = R.choice([(), (1,), (1, 2), ("ab", 7), ([5, [6, 7]], "x"), (2.5, 3.14159), ({"a": 1}, 0)])
        kw = R.choice([{}, {"a": 1}, {"a": {"k": "v"}, "w": 6}])
        return ".format", [s, list(args), kw], lambda: s.format(*args, **kw)
    self, name, args, kw = method()
    return "." + name, [self, list(args), kw], lambda: getattr(self, name)(*args, **kw)


made = 0
while made < count:
    c = case()
    if c is None:
        continue
    op, args, run = c
    try:
        line = [op, [enc(a) for a in args]]
        r = run()
        if isinstance(r, complex):
            line += [None, "ValueError", ""]
        elif isinstance(r, int) and r.bit_length() > 4096:
            line += [None, "OverflowError", ""]
        else:
            line.append(enc(r))
    except NotImplementedError:
        continue
    except Exception as e:
        if "complex" in str(e):
            continue
        line += [None, type(e).__name__, e.args[0] if type(e) is not KeyError and len(e.args) == 1 else str(e)]
    print(json.dumps(line))
    made += 1
