// Chain lightning: strikes one foe, then leaps, half of the time, to one that it has not struck, with half its
// power, until the power is spent or none is left. Args {power: n}, reads {foes: [{left, uid}, ...]}, the health that each
// creature has left. Chance is asked for one stroke after the other; the call that has all of them answers with the ops.
#include "astragal.h"
AG_EVALUATOR(evaluate)

enum { most = 64 };

static void refuse(const char *why) {
    ag_refuse();
    ag_say(why);
    ag_close();
}

typedef struct { int64_t uid, left; } foe;

static void ask(const foe *foes, int n, bool first) {
    double p = first ? 1.0 / n : 0.5 / n;
    ag_put_map(1);
    ag_put_text("chance");
    ag_put_list((uint32_t)(first ? n : n + 1));
    for (int i = 0; i < n; i++) {
        ag_put_list(2);
        ag_put_int(foes[i].uid);
        ag_put_float(p);
    }
    if (first) return;
    ag_put_list(2);
    ag_put_nil();
    ag_put_float(0.5);
}

// let begins an op that binds a name to an expression, whose text is to follow.
static void let(const char *name) {
    ag_put_map(3);
    ag_put_text("name");
    ag_put_text(name);
    ag_put_text("op");
    ag_put_text("let");
    ag_put_text("value_x");
}

// strike hurts the victim and, where that is fatal, has the game know that it dies.
static void strike(const foe *victim, int64_t power) {
    let("victim");
    ag_open();
    ag_say("next(c for c in field[1 - actor] if c['uid'] == ");
    ag_say_int(victim->uid);
    ag_say(")");
    ag_close();

    ag_put_map(4);
    ag_put_text("amount");
    ag_put_int(power);
    ag_put_text("attr");
    ag_put_text("damage");
    ag_put_text("of_x");
    ag_put_text("victim");
    ag_put_text("op");
    ag_put_text("add");

    if (power < victim->left) return;
    let("corpse");
    ag_put_text("victim");
    let("keeper");
    ag_put_text("1 - actor");
    ag_put_map(3);
    ag_put_text("event");
    ag_put_text("creature_dies");
    ag_put_text("impact");
    ag_put_list(1);
    ag_put_map(4);
    ag_put_text("from");
    ag_put_text("field[keeper]");
    ag_put_text("op");
    ag_put_text("move");
    ag_put_text("to");
    ag_put_text("discard[keeper]");
    ag_put_text("what_x");
    ag_put_text("corpse");
    ag_put_text("op");
    ag_put_text("emit");
}

// find tells where uid is among the first n foes, n where it is not.
static int find(const foe *foes, int n, int64_t uid) {
    int i = 0;
    while (i < n && foes[i].uid != uid) i++;
    return i;
}

static void evaluate(ag_value call) {
    int64_t power = 0;
    if (!ag_int(ag_get(ag_get(call, "args"), "power"), &power)) { refuse("args.power: no whole number"); return; }
    ag_value list = ag_get(ag_get(call, "reads"), "foes");
    if (ag_kind_of(list) != AG_LIST || ag_count(list) > most) { refuse("reads.foes: no list of at most 64 creatures"); return; }
    int n = (int)ag_count(list);
    foe foes[most], struck[most];
    ag_value v = ag_first(list);
    for (int i = 0; i < n; i++, v = ag_next(v))
        if (!ag_int(ag_get(v, "uid"), &foes[i].uid) || !ag_int(ag_get(v, "left"), &foes[i].left)) {
            refuse("reads.foes: a creature without uid and left");
            return;
        }

    int strokes = 0, ops = 0;
    bool over = n == 0 || power <= 0;
    ag_value drawn = ag_get(call, "chance"), outcome = ag_first(drawn);
    for (int64_t i = outcome ? ag_count(drawn) : 0; i > 0; i--, outcome = ag_next(outcome)) {
        int64_t uid = 0;
        bool spent = !over && strokes > 0 && ag_kind_of(outcome) == AG_NIL;
        int at = ag_int(outcome, &uid) ? find(foes, n, uid) : n;
        if (!spent && (over || at == n)) { refuse("chance: an outcome that was not asked for"); return; }
        if (spent) { over = true; continue; }
        struck[strokes] = foes[at];
        ops += power >> strokes < foes[at].left ? 2 : 5;
        strokes++;
        n--;
        for (int j = at; j < n; j++) foes[j] = foes[j + 1];
        over = n == 0 || power >> strokes == 0;
    }
    if (!over) { ask(foes, n, strokes == 0); return; }
    ag_put_map(1);
    ag_put_text("ops");
    ag_put_list((uint32_t)ops);
    for (int i = 0; i < strokes; i++) strike(&struck[i], power >> i);
}
