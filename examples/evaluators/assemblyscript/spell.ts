// Chain lightning: strikes one foe, then leaps, half of the time, to one that it has not struck, with half its
// power, until the power is spent or none is left. Args {power: n}, reads {foes: [{left, uid}, ...]}, the health that each
// creature has left. Chance is asked for one stroke after the other; the call that has all of them answers with the ops.
import { Kind, Value, answer, run } from "./astragal";
export { astragal_alloc, astragal_free } from "./astragal";
export function astragal_call(at: usize, length: usize): u64 { return run(at, length, evaluate); }

const most = 64;

class Foe {
  constructor(public uid: i64, public left: i64) {}
}

class Stroke {
  constructor(public victim: Foe, public power: i64) {}
  get fatal(): bool { return this.power >= this.victim.left; }
}

function ask(foes: Foe[], first: bool): void {
  const share = first ? 1.0 : 0.5;
  answer.map(1);
  answer.text("chance");
  answer.list(first ? foes.length : foes.length + 1);
  for (let i = 0; i < foes.length; i++) {
    answer.list(2);
    answer.int(foes[i].uid);
    answer.float(share / foes.length);
  }
  if (first) return;
  answer.list(2);
  answer.nil();
  answer.float(share);
}

function field(name: string, value: string): void {
  answer.text(name);
  answer.text(value);
}

function bind(name: string, value: string): void {
  answer.map(3);
  field("name", name);
  field("op", "let");
  field("value_x", value);
}

// Hurts the victim and, where that is fatal, has the game know that it dies.
function strike(stroke: Stroke): void {
  bind("victim", `next(c for c in field[1 - actor] if c['uid'] == ${stroke.victim.uid})`);
  answer.map(4);
  answer.text("amount");
  answer.int(stroke.power);
  field("attr", "damage");
  field("of_x", "victim");
  field("op", "add");
  if (!stroke.fatal) return;
  bind("corpse", "victim");
  bind("keeper", "1 - actor");
  answer.map(3);
  field("event", "creature_dies");
  answer.text("impact");
  answer.list(1);
  answer.map(4);
  field("from", "field[keeper]");
  field("op", "move");
  field("to", "discard[keeper]");
  field("what_x", "corpse");
  field("op", "emit");
}

// Tells where the foe of this uid is, -1 where there is none.
function find(foes: Foe[], uid: i64): i32 {
  for (let i = 0; i < foes.length; i++) if (foes[i].uid == uid) return i;
  return -1;
}

function evaluate(call: Value): void {
  const given = call.get("args").get("power");
  if (!given.isInt) { answer.refuse("args.power: no whole number"); return; }
  const list = call.get("reads").get("foes");
  if (list.kind != Kind.List || list.length > most) { answer.refuse("reads.foes: no list of at most 64 creatures"); return; }
  const foes: Foe[] = [];
  let v = list.first;
  for (let i = list.length; i > 0; i--, v = v.next) {
    const uid = v.get("uid"), left = v.get("left");
    if (!uid.isInt || !left.isInt) { answer.refuse("reads.foes: a creature without uid and left"); return; }
    foes.push(new Foe(uid.int, left.int));
  }

  const strokes: Stroke[] = [];
  let power = given.int, ops = 0;
  let over = foes.length == 0 || power <= 0;
  const drawn = call.get("chance");
  let outcome = drawn.first;
  for (let i = outcome.kind == Kind.None ? 0 : drawn.length; i > 0; i--, outcome = outcome.next) {
    if (!over && strokes.length > 0 && outcome.kind == Kind.Nil) { over = true; continue; }
    const at = outcome.isInt ? find(foes, outcome.int) : -1;
    if (over || at < 0) { answer.refuse("chance: an outcome that was not asked for"); return; }
    const stroke = new Stroke(foes[at], power);
    strokes.push(stroke);
    foes.splice(at, 1);
    ops += stroke.fatal ? 5 : 2;
    power >>= 1;
    over = foes.length == 0 || power == 0;
  }
  if (!over) { ask(foes, strokes.length == 0); return; }
  answer.map(1);
  answer.text("ops");
  answer.list(ops);
  for (let i = 0; i < strokes.length; i++) strike(strokes[i]);
}
