//! Chain lightning: strikes one foe, then leaps, half of the time, to one that it has not struck, with half its power,
//! until the power is spent or none is left. Args {power: n}, reads {foes: [{left, uid}, ...]}, the health that each creature
//! has left. Chance is asked for one stroke after the other; the call that has all of them answers with the ops.
#![no_std]
#[macro_use]
mod astragal;
use astragal::{Answer, Kind, Value};

evaluator!(evaluate);

const MOST: usize = 64;

#[derive(Clone, Copy)]
struct Foe {
    uid: i64,
    left: i64,
}

#[derive(Clone, Copy)]
struct Stroke {
    victim: Foe,
    power: i64,
}

impl Stroke {
    fn fatal(self) -> bool {
        self.power >= self.victim.left
    }
}

fn refuse(answer: &mut Answer, why: &str) {
    answer.refuse();
    answer.say(why);
    answer.close();
}

fn ask(answer: &mut Answer, foes: &[Foe], first: bool) {
    let share = if first { 1.0 } else { 0.5 };
    answer.map(1);
    answer.text("chance");
    answer.list(foes.len() + !first as usize);
    for foe in foes {
        answer.list(2);
        answer.int(foe.uid);
        answer.float(share / foes.len() as f64);
    }
    if !first {
        answer.list(2);
        answer.nil();
        answer.float(share);
    }
}

/// Writes names and texts by turns.
fn texts(answer: &mut Answer, fields: &[&str]) {
    for s in fields {
        answer.text(s);
    }
}

/// Hurts the victim and, where that is fatal, has the game know that it dies.
fn strike(answer: &mut Answer, stroke: Stroke) {
    answer.map(3);
    texts(answer, &["name", "victim", "op", "let", "value_x"]);
    answer.open();
    answer.say("next(c for c in field[1 - actor] if c['uid'] == ");
    answer.say_int(stroke.victim.uid);
    answer.say(")");
    answer.close();
    answer.map(4);
    answer.text("amount");
    answer.int(stroke.power);
    texts(answer, &["attr", "damage", "of_x", "victim", "op", "add"]);
    if !stroke.fatal() {
        return;
    }
    answer.map(3);
    texts(answer, &["name", "corpse", "op", "let", "value_x", "victim"]);
    answer.map(3);
    texts(answer, &["name", "keeper", "op", "let", "value_x", "1 - actor"]);
    answer.map(3);
    texts(answer, &["event", "creature_dies", "impact"]);
    answer.list(1);
    answer.map(4);
    texts(answer, &["from", "field[keeper]", "op", "move", "to", "discard[keeper]", "what_x", "corpse"]);
    texts(answer, &["op", "emit"]);
}

fn evaluate(call: Value, answer: &mut Answer) {
    let mut power = match call.get("args").get("power").int() {
        Some(power) => power,
        None => return refuse(answer, "args.power: no whole number"),
    };
    let list = call.get("reads").get("foes");
    let mut n = match list.len() {
        Some(n @ 0..=MOST) if list.kind() == Kind::List => n,
        _ => return refuse(answer, "reads.foes: no list of at most 64 creatures"),
    };
    let mut foes = [Foe { uid: 0, left: 0 }; MOST];
    for (foe, v) in foes.iter_mut().zip(list.all()) {
        match (v.get("uid").int(), v.get("left").int()) {
            (Some(uid), Some(left)) => *foe = Foe { uid, left },
            _ => return refuse(answer, "reads.foes: a creature without uid and left"),
        }
    }

    let mut strokes = [Stroke { victim: foes[0], power: 0 }; MOST];
    let (mut struck, mut ops) = (0, 0);
    let mut over = n == 0 || power <= 0;
    for outcome in call.get("chance").all() {
        if !over && struck > 0 && outcome.kind() == Kind::Nil {
            over = true;
            continue;
        }
        let at = outcome.int().and_then(|uid| foes[..n].iter().position(|foe| foe.uid == uid));
        let at = match at {
            Some(at) if !over => at,
            _ => return refuse(answer, "chance: an outcome that was not asked for"),
        };
        let stroke = Stroke { victim: foes[at], power };
        strokes[struck] = stroke;
        struck += 1;
        foes.copy_within(at + 1..n, at);
        n -= 1;
        ops += if stroke.fatal() { 5 } else { 2 };
        power >>= 1;
        over = n == 0 || power == 0;
    }
    if !over {
        return ask(answer, &foes[..n], struck == 0);
    }
    answer.map(1);
    answer.text("ops");
    answer.list(ops);
    for stroke in &strokes[..struck] {
        strike(answer, *stroke);
    }
}
