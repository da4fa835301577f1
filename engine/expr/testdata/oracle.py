"""What CPython makes of expressions of the language, one JSON object a line.

    oracle.py corpus          the fixed corpus: every feature, then random ones of seed 1
    oracle.py fresh SEED N    N random ones

Each line is {"expr", "env": {name: text of a literal}, and "repr" or "error" (a class)}. In an env,
item(...) makes an item: a dict with identity. Sets are written in sorted order, since their order is
not promised. Expressions whose outcome the language defines differently are left out.
"""

import ast
import itertools
import json
import random
import sys
import warnings

warnings.simplefilter("ignore")


class Skip(Exception):
    pass


class Item(dict):
    def __init__(self, uid, **attrs):
        super().__init__(uid=uid, **attrs)

    __hash__ = None

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other


def text(v, depth=0):
    """repr, with the elements of sets in sorted order."""
    if depth > 50:
        raise Skip
    t = type(v)
    if t in (int, bool):
        if abs(v).bit_length() > 4096:
            raise Skip
        return repr(v)
    if v is None or t in (float, str, range):
        return repr(v)
    if t is list:
        return "[" + ", ".join(text(x, depth + 1) for x in v) + "]"
    if t is tuple:
        return "(" + ", ".join(text(x, depth + 1) for x in v) + ("," if len(v) == 1 else "") + ")"
    if isinstance(v, dict):
        return "{" + ", ".join(text(k, depth + 1) + ": " + text(x, depth + 1) for k, x in v.items()) + "}"
    if t is set:
        return "{" + ", ".join(sorted(text(x, depth + 1) for x in v)) + "}" if v else "set()"
    if t is frozenset:
        return "frozenset({" + ", ".join(sorted(text(x, depth + 1) for x in v)) + "})" if v else "frozenset()"
    raise Skip  # a type, function, iterator, view or complex number does not leave an expression


def mod(a, b):
    if isinstance(a, str):
        raise Skip
    return small(a % b)


def small(v):
    if isinstance(v, int) and v.bit_length() > 4096 or isinstance(v, complex):
        raise Skip
    return v


def power(a, b):
    if isinstance(a, int) and isinstance(b, int) and b > 0 and (abs(a).bit_length() * b > 8000 or b > 10000):
        raise Skip
    return small(a**b)


def guarded_pow(base, exp, mod=None):
    return power(base, exp) if mod is None else pow(base, exp, mod)


def times(a, b):
    for x, n in ((a, b), (b, a)):
        if isinstance(x, (str, list, tuple)) and isinstance(n, int) and len(x) * n > 10000:
            raise Skip
    return small(a * b)


def shift(a, b):
    if isinstance(b, int) and b > 4096:
        raise Skip
    return small(a << b)


def ordered(v, depth=0):
    """v, unless it shows the order of a set."""
    if isinstance(v, (set, frozenset)) and len(v) > 1:
        raise Skip
    if isinstance(v, (list, tuple)) and depth < 5:
        for x in v:
            ordered(x, depth + 1)
    if isinstance(v, dict) and depth < 5:
        ordered(list(v.values()), depth + 1)
    return v


class Guard(ast.NodeTransformer):
    """Sends operators through the functions above."""

    names = {ast.Mod: "_mod", ast.Pow: "_pow", ast.Mult: "_mul", ast.LShift: "_shl"}

    showing = set("list tuple enumerate zip map filter str repr next join format sum dict".split())

    def order(self, x):
        return ast.Call(ast.Name("_ord", ast.Load()), [x], [])

    def visit_comprehension(self, n):
        self.generic_visit(n)
        n.iter = self.order(n.iter)
        return n

    def visit_FormattedValue(self, n):
        self.generic_visit(n)
        n.value = self.order(n.value)
        return n

    def visit_Starred(self, n):
        self.generic_visit(n)
        if isinstance(n.ctx, ast.Load):
            n.value = self.order(n.value)
        return n

    def visit_Call(self, n):
        self.generic_visit(n)
        name = getattr(n.func, "id", None) or getattr(n.func, "attr", None)
        if name in self.showing or name in ("sorted", "min", "max") and n.keywords:
            n.args = [x if isinstance(x, ast.Starred) else self.order(x) for x in n.args]
        return n

    def visit_BinOp(self, n):
        self.generic_visit(n)
        f = self.names.get(type(n.op))
        if f is None:
            return n
        return ast.Call(ast.Name(f, ast.Load()), [n.left, n.right], [])


def run(src, names):
    tree = ast.fix_missing_locations(Guard().visit(ast.parse(src.strip(), mode="eval")))
    return eval(compile(tree, "<expr>", "eval"), names)


def case(src, env=None):
    env = env or {}
    out = {"expr": src, "env": env}
    try:
        names = {"_mod": mod, "_pow": power, "_mul": times, "_shl": shift, "item": Item, "pow": guarded_pow, "_ord": ordered}
        for k, v in env.items():
            names[k] = eval(v, {"item": Item})
        out["repr"] = text(run(src, names))
    except (Skip, MemoryError, RecursionError, SyntaxError):
        return None
    except Exception as e:
        out["error"] = type(e).__name__
    return out


VALUES = """0 1 -1 2 7 -7 255 10**18 2**63 -2**63 2**100 True False None 0.0 -0.0 0.5 -2.5 1e16 1e-5 1e300
float('nan') float('inf') -float('inf') '' 'a' 'ab' 'é' [] [1] [1,2,3] ['a','b'] () (1,) (1,2) {} {'a':1} {1:2,'b':3}
set() {1} {1,2,3} frozenset({2}) range(3) range(5,0,-2)""".split()

BINARY = "+ - * / // % ** << >> & | ^ == != < <= > >= in".split() + ["not in", "and", "or"]

ITEMS = "[item(1, id='ace', cost=3, tags=['x']), item(2, id='king', cost=1), item(3, id='two', cost=2, tags=[])]"


def features():
    """Every feature, by hand and by combination."""
    rnd = random.Random(7)
    yield from ((v, None) for v in VALUES)
    pairs = [f"{a} {op} {b}" for a in VALUES for b in VALUES for op in BINARY]
    yield from ((p, None) for p in rnd.sample(pairs, 600))
    for op in ("-", "+", "~", "not "):
        for v in VALUES:
            yield f"{op}({v})", None
    for f in "abs all any bool dict float int len list max min repr reversed set sorted str sum tuple frozenset ord chr round next".split():
        for v in VALUES:
            wrap = {"reversed": "list(reversed(%s))", "set": "set(%s)"}.get(f, f + "(%s)")
            if f == "list" and "{1" in v:
                continue
            yield wrap % v, None
    for f, g in itertools.product("list enumerate divmod pow round zip".split(), range(40)):
        a, b = rnd.choice(VALUES), rnd.choice(VALUES)
        if f == "enumerate":
            yield f"list(enumerate({a}, {rnd.choice(['0', '5', 'True', 'None'])}))", None
        elif f == "zip":
            yield f"list(zip({a}, {b}, strict={rnd.choice(['True', 'False'])}))", None
        elif f != "list":
            yield f"{f}({a}, {b})", None
    bounds = ["", "0", "1", "2", "-1", "-3", "9", "-9", "None", "True"]
    for _ in range(120):
        x = rnd.choice(["'hello'", "[1,2,3,4,5]", "(1,2,3,4)", "range(10)", "'naïve ☃'", "range(9,-3,-3)"])
        step = rnd.choice(["", ":1", ":2", ":-1", ":-2", ":0", ":", ":10", ":-10"])
        yield f"{x}[{rnd.choice(bounds)}:{rnd.choice(bounds)}{step}]", None
        yield f"{x}[{rnd.choice(bounds) or '3'}]", None
    words = ["''", "'a'", "'Hello World'", "'  x y  '", "'a,b,,c'", "'abcabc'", "'ÄÖ ß'", "'-12'", "'x1'", "'\\t a\\nb '", "'ǆ ǅ'", "'it\\'s ok'"]
    nullary = "lower upper title strip lstrip rstrip split rsplit isdigit isalpha".split()
    for w in words:
        for m in nullary:
            yield f"{w}.{m}()", None
        for m in "strip lstrip rstrip split rsplit startswith endswith find index count removeprefix removesuffix join".split():
            a = rnd.choice(["'a'", "'b'", "' '", "','", "''", "'bc'", "('a', 'b')", "1", "None", "'ab '"])
            yield f"{w}.{m}({a})", None
        for m in "split rsplit".split():
            yield f"{w}.{m}({rnd.choice(['None', repr(','), repr('b')])}, {rnd.choice(['0', '1', '2', '-1'])})", None
        for m in "find index count startswith endswith".split():
            yield f"{w}.{m}('a', {rnd.choice(['0', '1', '-2', '9', 'None'])}, {rnd.choice(['2', '-1', '99', 'None'])})", None
        yield f"{w}.replace('a', 'zz')", None
        yield f"{w}.replace('', '-', {rnd.choice(['0', '1', '3', '-1'])})", None
        yield f"{w}.zfill({rnd.randint(0, 9)})", None
    for spec in "d b o x X c n e E f F g G % s ,d _d _b +d -d #x #o #b 08d >8 <8 ^8 *^9 =+8d 08.3f .2f .0f .3 .10g +.1e , _ ,.2f #.3g .3s 10.2s z.1f 012,.1f =^8 y <08 #X 5c".split() + [" d", " f", ""]:
        for v in ["0", "5", "-42", "1234567", "2**70", "3.14159", "-0.0", "1e20", "1e-7", "float('nan')", "-float('inf')", "'text'", "''", "True", "None", "[1]", "2.5", "1000000.0"]:
            if rnd.random() < 0.35:
                yield f"f'{{{v if chr(39) not in v else v.replace(chr(39), chr(34))}:{spec}}}'", None
    for v in ["'12'", "' 12 '", "'-0x1f'", "'0b11'", "'1_000'", "'1__0'", "''", "'abc'", "'12.5'", "'٣'", "'z'", "'0o17'", "'+5'", "'- 5'", "12.9", "-12.9", "1e20", "True", "None", "[1]", "10**30"]:
        yield f"int({v})", None
        for b in ("0", "2", "8", "10", "16", "36", "1", "37", "-1"):
            if rnd.random() < 0.5:
                yield f"int({v}, {b})", None
        yield f"int({v}, base=16)", None
    for v in ["'1.5'", "' 1e3 '", "'nan'", "'-inf'", "'Infinity'", "'1_0.5'", "'.5'", "'5.'", "'e5'", "''", "'1e400'", "'0x1p3'", "10**400", "2**64", "None"]:
        yield f"float({v})", None
    for v in ["2.5", "3.5", "-2.5", "2.675", "1234.5678", "15", "25", "-15", "1e20", "0.1", "1e-10", "12345678901234567890", "True", "float('nan')", "float('inf')"]:
        for n in ("", ", 0", ", 1", ", 2", ", -1", ", -2", ", 20", ", -400", ", None", ", 1.0", ", ndigits=1"):
            yield f"round({v}{n})", None
    fixed = open(__file__.replace("oracle.py", "features.txt"), encoding="utf-8").read().splitlines()
    env = {"xs": "[3, 1, 2]", "d": "{'b': 1, 'a': [2]}", "s": "'text'", "n": "5", "f": "2.5", "hand": ITEMS,
           "t": "((1, 'x'), (2, 'y'))", "none": "None", "empty": "[]", "pair": "(4, 9)", "u": "{1, 2}"}
    for line in fixed:
        if line and not line.startswith("# "):
            yield line, env


class Maker:
    """Makes random expressions, mostly of fitting types."""

    def __init__(self, rnd):
        self.rnd = rnd
        self.names = {}
        self.fresh = 0

    def pick(self, *options):
        return self.rnd.choice(options)

    def env(self):
        r = self.rnd
        ints = lambda: "[" + ", ".join(str(r.randint(-9, 9)) for _ in range(r.randint(0, 5))) + "]"
        word = lambda: repr("".join(r.choice("abcé XY1'\"\\\n") for _ in range(r.randint(0, 5))))
        return {
            "i": str(r.randint(-20, 20)), "j": str(r.choice([0, 1, 2, 3, 2**62, -(2**63)])), "x": repr(r.choice([0.5, -1.25, 1e10, 3.0])),
            "s": word(), "w": "[" + ", ".join(word() for _ in range(r.randint(0, 4))) + "]", "xs": ints(), "ys": ints(),
            "d": "{" + ", ".join(f"{word()}: {r.randint(-9, 9)}" for _ in range(r.randint(0, 4))) + "}",
            "u": "set(" + ints() + ")", "m": "[" + ", ".join(ints() for _ in range(r.randint(0, 3))) + "]",
            "b": r.choice(["True", "False"]), "none": "None",
            "hand": "[" + ", ".join(f"item({k + 1}, id={word()}, cost={r.randint(0, 5)})" for k in range(r.randint(0, 4))) + "]",
        }

    def bound(self, kind, body):
        """body(name) with a fresh variable of kind in scope."""
        self.fresh += 1
        name = f"v{self.fresh}"
        self.names.setdefault(kind, []).append(name)
        try:
            return name, body()
        finally:
            self.names[kind].pop()

    def make(self, kind, depth):
        r = self.rnd
        if r.random() < 0.04:
            kind = r.choice(["int", "float", "str", "bool", "ints", "strs", "dict", "set", "tuple", "none", "item", "matrix"])
        if depth <= 0 or r.random() < 0.15:
            return self.leaf(kind)
        return getattr(self, kind)(depth - 1)

    def leaf(self, kind):
        r = self.rnd
        if self.names.get(kind) and r.random() < 0.7:
            return r.choice(self.names[kind])
        return {
            "int": lambda: r.choice(["i", "j", f"({r.randint(0, 12)})", str(r.randint(0, 3)) + " ", "True"]),
            "float": lambda: r.choice(["x", "0.5", "1e3", "2.0"]),
            "str": lambda: r.choice(["s", "'a'", "''", "'bé'", "'1'"]),
            "bool": lambda: r.choice(["b", "True", "False"]),
            "ints": lambda: r.choice(["xs", "ys", "[1, 2]", "range(4)", "[]"]),
            "strs": lambda: r.choice(["w", "['a', 'b']"]),
            "dict": lambda: r.choice(["d", "{}", "{1: 2}"]),
            "set": lambda: r.choice(["u", "{1, 2}", "set()"]),
            "tuple": lambda: r.choice(["(1, 2)", "()", "(i, s)"]),
            "none": lambda: "none",
            "item": lambda: "hand[0]",
            "matrix": lambda: r.choice(["m", "[[1], [2, 3]]"]),
        }[kind]()

    def int(self, d):
        m = self.make
        r = self.rnd.randrange(22)
        if r < 6:
            return f"({m('int', d)} {self.pick('+', '-', '*', '//', '%')} {m('int', d)})"
        if r == 6:
            return f"({m('int', d)} {self.pick('&', '|', '^', '>>')} {m('int', d)})"
        if r == 7:
            return f"{self.pick('-', '~', '+')}{m('int', d)}"
        if r == 8:
            return f"len({m(self.pick('ints', 'strs', 'str', 'dict', 'set', 'tuple', 'matrix'), d)})"
        if r == 9:
            return f"sum({m('ints', d)})"
        if r == 10:
            return f"{self.pick('min', 'max')}({m('int', d)}, {m('int', d)})"
        if r == 11:
            return f"{self.pick('min', 'max')}({m('ints', d)}, default={m('int', 0)})"
        if r == 12:
            return f"({m('int', d)} if {m('bool', d)} else {m('int', d)})"
        if r == 13:
            return f"{m('ints', d)}[{m('int', 0)}]"
        if r == 14:
            return f"{m('dict', d)}.get({m('str', d)}, {m('int', 0)})"
        if r == 15:
            return f"abs({m('int', d)})"
        if r == 16:
            return f"int({m(self.pick('float', 'str', 'bool'), d)})"
        if r == 17:
            v, body = self.bound("int", lambda: m("int", d))
            return f"sum({body} for {v} in {m('ints', d)})"
        if r == 18:
            v, body = self.bound("int", lambda: m("bool", d))
            return f"len([{v} for {v} in {m('ints', d)} if {body}])"
        if r == 19:
            v, body = self.bound("item", lambda: m("bool", d))
            return f"sum({v}['cost'] for {v} in hand if {body})"
        if r == 20:
            v, body = self.bound("int", lambda: m("int", d))
            return f"(lambda {v}: {body})({m('int', d)})"
        return f"{m('str', d)}.{self.pick('count', 'find')}({m('str', d)})"

    def float(self, d):
        m = self.make
        return self.pick(
            lambda: f"({m('int', d)} / {m('int', d)})",
            lambda: f"({m('float', d)} {self.pick('+', '-', '*', '/', '//', '%')} {m('int', d)})",
            lambda: f"float({m(self.pick('int', 'str'), d)})",
            lambda: f"round({m('float', d)}, {m('int', 0)})",
            lambda: f"({m('float', d)} ** {self.pick('2', '0.5', '-1', '3')})",
            lambda: f"-{m('float', d)}",
        )()

    def str(self, d):
        m = self.make
        return self.pick(
            lambda: f"({m('str', d)} + {m('str', d)})",
            lambda: f"str({m(self.pick('int', 'float', 'ints', 'dict', 'bool', 'str', 'tuple'), d)})",
            lambda: f"repr({m(self.pick('int', 'float', 'strs', 'dict', 'str'), d)})",
            lambda: f"{m('str', d)}.{self.pick('upper', 'lower', 'title', 'strip')}()",
            lambda: f"{m('str', d)}[{m('int', 0)}:{m('int', 0)}]",
            lambda: f"{m('str', d)}.join({m('strs', d)})",
            lambda: f"{m('str', d)}.replace({m('str', 0)}, {m('str', 0)})",
            lambda: f"({m('str', d)} * {m('int', 0)})",
            lambda: f"{m('str', d)}.zfill({m('int', 0)} % 9)",
            lambda: f"{m('str', d)}.join(str({v[0]}) for {v[0]} in {m('ints', d)})" if (v := self.bound("int", lambda: "")) else "",
            lambda: f"({m('str', d)} or {m('str', d)})",
        )()

    def bool(self, d):
        m = self.make
        k = self.pick("int", "int", "str", "float", "ints", "tuple")
        r = self.rnd.randrange(13)
        if r < 4:
            return f"({m(k, d)} {self.pick('<', '<=', '>', '>=', '==', '!=')} {m(k, d)})"
        if r == 4:
            return f"({m('int', d)} {self.pick('<', '<=')} {m('int', d)} {self.pick('<', '==', '!=')} {m('int', d)})"
        if r == 5:
            return f"({m('bool', d)} {self.pick('and', 'or')} {m('bool', d)})"
        if r == 6:
            return f"(not {m(self.pick('bool', 'ints', 'str', 'dict'), d)})"
        if r == 7:
            return f"({m('int', d)} {self.pick('in', 'not in')} {m(self.pick('ints', 'set', 'tuple', 'dict'), d)})"
        if r == 8:
            v, body = self.bound("int", lambda: m("bool", d))
            return f"{self.pick('any', 'all')}({body} for {v} in {m('ints', d)})"
        if r == 9:
            return f"isinstance({m(self.pick('int', 'str', 'bool', 'float', 'item'), d)}, {self.pick('int', 'str', '(int, str)', 'dict', 'float', 'bool')})"
        if r == 10:
            return f"{m('str', d)}.{self.pick('startswith', 'endswith')}({m('str', d)})"
        if r == 11:
            return f"({m(self.pick('none', 'int', 'bool'), d)} is {self.pick('', 'not ')}{self.pick('None', 'True', 'False')})"
        return f"({m('item', d)}[{self.pick(repr('cost'), repr('id'))}] == {m(self.pick('int', 'str'), d)})"

    def ints(self, d):
        m = self.make
        r = self.rnd.randrange(12)
        if r < 3:
            v, body = self.bound("int", lambda: (m("int", d), m("bool", d)))
            return f"[{body[0]} for {v} in {m('ints', d)} if {body[1]}]"
        if r == 3:
            return f"sorted({m('ints', d)}, reverse={self.pick('True', 'False')})"
        if r == 4:
            v, body = self.bound("int", lambda: m("int", d))
            return f"sorted({m('ints', d)}, key=lambda {v}: {body})"
        if r == 5:
            return f"({m('ints', d)} + {m('ints', d)})"
        if r == 6:
            return f"{m('ints', d)}[{m('int', 0)}:{m('int', 0)}:{self.pick('1', '2', '-1', '')}]"
        if r == 7:
            return f"list(range({m('int', 0)} % 9))"
        if r == 8:
            a, (b, body) = self.bound("ints", lambda: self.bound("int", lambda: m("int", d)))
            return f"[{body} for {a} in {m('matrix', d)} for {b} in {a}]"
        if r == 9:
            return f"[{m('int', d)}, *{m('ints', d)}]"
        if r == 10:
            return f"list(map(lambda q: q + {m('int', 0)}, {m('ints', d)}))"
        return f"[{', '.join(m('int', d) for _ in range(self.rnd.randint(0, 3)))}]"

    def strs(self, d):
        m = self.make
        return self.pick(
            lambda: f"{m('str', d)}.split({self.pick('', m('str', 0))})",
            lambda: f"[{m('str', d)}, {m('str', d)}]",
            lambda: f"sorted({m('strs', d)}, key=len)",
            lambda: f"list({m('str', d)})",
            lambda: f"[c['id'] for c in hand if c['cost'] {self.pick('<', '>=')} {m('int', 0)}]",
            lambda: f"list({m('dict', d)})",
        )()

    def dict(self, d):
        m = self.make
        return self.pick(
            lambda: "{" + f"{m('str', d)}: {m('int', d)}, {m('int', d)}: {m('str', d)}" + "}",
            lambda: "{" + f"**{m('dict', d)}, {m('str', d)}: {m('int', d)}" + "}",
            lambda: f"({m('dict', d)} | {m('dict', d)})",
            lambda: f"dict(zip({m('strs', d)}, {m('ints', d)}))",
            lambda: "{k: v for k, v in " + m("dict", d) + ".items() if " + m("bool", 0) + "}",
            lambda: f"dict(a={m('int', d)}, **{m('dict', 0)})",
        )()

    def set(self, d):
        m = self.make
        return self.pick(
            lambda: f"set({m('ints', d)})",
            lambda: f"({m('set', d)} {self.pick('|', '&', '-', '^')} {m('set', d)})",
            lambda: "{" + f"{m('int', d)}, {m('str', d)}" + "}",
            lambda: f"{m('set', d)}.{self.pick('union', 'intersection', 'difference')}({m('ints', d)})",
            lambda: "{e % 3 for e in " + m("ints", d) + "}",
        )()

    def tuple(self, d):
        m = self.make
        return self.pick(
            lambda: f"({m('int', d)}, {m('str', d)})",
            lambda: f"divmod({m('int', d)}, {m('int', d)})",
            lambda: f"tuple({m('ints', d)})",
            lambda: f"next(((e, f) for e, f in enumerate({m('strs', d)}) if {m('bool', d)}), {m('tuple', 0)})",
            lambda: f"({m('tuple', d)} + {m('tuple', d)})",
        )()

    def none(self, d):
        return f"{self.make('dict', d)}.get({self.make('str', d)})"

    def item(self, d):
        m = self.make
        return self.pick(
            lambda: f"min(hand, key=lambda c: c['cost'], default={{'cost': 0, 'id': ''}})",
            lambda: f"sorted(hand, key=lambda c: (c['cost'], c['id']))[{m('int', 0)}]",
            lambda: f"hand[{m('int', 0)}]",
            lambda: f"next(c for c in hand if c['cost'] > {m('int', 0)})",
        )()

    def matrix(self, d):
        m = self.make
        v, body = self.bound("int", lambda: m("ints", d))
        return self.pick(f"[{m('ints', d)}, {m('ints', d)}]", f"[{body} for {v} in {m('ints', d)}]", f"[list(z) for z in zip({m('ints', d)}, {m('ints', d)})]")


KINDS = "int int float str str bool bool ints ints strs dict set tuple item matrix".split()


def fresh(seed, n):
    rnd = random.Random(seed)
    made = 0
    while made < n:
        m = Maker(rnd)
        env = m.env()
        src = m.make(rnd.choice(KINDS), rnd.randint(1, 4))
        if len(src) > 600:
            continue
        used = {x.id for x in ast.walk(ast.parse(src, mode="eval")) if isinstance(x, ast.Name)}
        c = case(src, {k: v for k, v in env.items() if k in used})
        if c is not None:
            made += 1
            yield c


def main():
    if sys.argv[1] == "fresh":
        cases = fresh(int(sys.argv[2]), int(sys.argv[3]))
    else:
        hand = (case(src, env and {k: v for k, v in env.items() if k in src}) for src, env in features())
        cases = itertools.chain((c for c in hand if c is not None), fresh(1, 1500))
    seen = set()
    for c in cases:
        if c["expr"] + str(c["env"]) not in seen:
            seen.add(c["expr"] + str(c["env"]))
            print(json.dumps(c, ensure_ascii=False))


if __name__ == "__main__":
    main()
