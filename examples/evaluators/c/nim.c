// A policy for [Nim](../../nim): it chooses for a seat, from what that seat sees. It leaves heaps whose sizes cancel out by
// exclusive or; where no move does, it takes one of the first heap that has any. Options stand in the order of the heaps, for each from one to all
// that lie there.
#include "astragal.h"
AG_EVALUATOR(evaluate)

enum { most = 16 };

static void refuse(const char *why) {
    ag_refuse();
    ag_say(why);
    ag_close();
}

// variable finds what a seat sees of a variable.
static ag_value variable(ag_value view, const char *name) {
    ag_value list = ag_get(view, "vars"), v = ag_first(list);
    for (int64_t i = 0; i < ag_count(list); i++, v = ag_next(v))
        if (ag_is(ag_get(v, "name"), name)) return ag_get(v, "value");
    return NULL;
}

static void evaluate(ag_value call) {
    ag_value list = variable(ag_get(call, "view"), "heaps");
    int64_t n = ag_count(list);
    if (ag_kind_of(list) != AG_LIST || n > most) {
        refuse("there are no heaps: this is not Nim");
        return;
    }
    int64_t heaps[most], sum = 0, before = 0, pick = 0;
    ag_value v = ag_first(list);
    for (int64_t i = 0; i < n; i++, v = ag_next(v)) {
        ag_int(v, &heaps[i]);
        sum ^= heaps[i];
    }
    for (int64_t i = 0; i < n; before += heaps[i++]) {
        int64_t leave = heaps[i] ^ sum;
        if (leave < heaps[i]) {
            pick = before + heaps[i] - leave - 1;
            break;
        }
    }
    ag_put_map(1);
    ag_put_text("pick");
    ag_put_int(pick);
}
