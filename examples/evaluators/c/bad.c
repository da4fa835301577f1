// An evaluator that does what a stranger's might: args {do: ...} names the deed. What a runtime must bear, and a test of
// one can use.
#include "astragal.h"

static uint64_t raw(const char *bytes, size_t n) {
    char *p = ag_take(n);
    ag_copy(p, bytes, n);
    return ag_answer(p, n);
}
#define RAW(bytes) raw(bytes, sizeof bytes - 1)

static volatile int64_t turn; // keeps the optimiser from seeing through

static int64_t recurse(int64_t n) {
    if (n < 0) return 0; // never
    turn = n;
    return 3 * recurse(n + 1) + turn;
}

static void loop(void) {
    for (;;) turn = 1;
}

// grow takes all the memory it can get and tells how many pages it then had.
static void grow(void) {
    while (__builtin_wasm_memory_grow(0, 1) != SIZE_MAX) {}
    ag_put_map(1);
    ag_put_text("value");
    ag_put_int((int64_t)__builtin_wasm_memory_size(0));
}

static void storm(void) {
    for (;;) ag_log("the same again");
}

// deep nests lists far beyond what anybody reads.
static void deep(void) {
    ag_put_map(1);
    ag_put_text("value");
    for (int i = 0; i < 100000; i++) ag_put_list(1);
    ag_put_nil();
}

// big answers with more than anybody keeps.
static void big(void) {
    ag_put_map(1);
    ag_put_text("value");
    ag_put_text_head(2 << 20);
    uint8_t *p = ag_room(2 << 20);
    for (int i = 0; i < 2 << 20; i++) p[i] = 'x';
}

// nan computes one, so that its bits are the processor's choice.
static void nan(ag_value args) {
    double zero = 0;
    ag_float(ag_get(args, "zero"), &zero);
    ag_put_map(1);
    ag_put_text("value");
    ag_put_float(zero / zero);
}

static void chance(void) {
    ag_put_map(1);
    ag_put_text("chance");
    ag_put_list(1);
    ag_put_list(2);
    ag_put_text("sure");
    ag_put_float(-1);
}

// ops answers with the ops it was told to, which its manifest may not allow.
static void ops(ag_value args) {
    ag_put_map(1);
    ag_put_text("ops");
    ag_put_value(ag_get(args, "ops"));
}

// fine answers what it was told to: after a bad call a good one must still work.
static void fine(ag_value args) {
    ag_put_map(1);
    ag_put_text("value");
    ag_put_value(ag_get(args, "value"));
}

static void evaluate(ag_value call) {
    ag_value args = ag_get(call, "args"), deed = ag_get(args, "do");
    if (ag_is(deed, "loop")) loop();
    else if (ag_is(deed, "grow")) grow();
    else if (ag_is(deed, "trap")) __builtin_trap();
    else if (ag_is(deed, "recurse")) ag_put_int(recurse(0));
    else if (ag_is(deed, "storm")) storm();
    else if (ag_is(deed, "deep")) deep();
    else if (ag_is(deed, "big")) big();
    else if (ag_is(deed, "nan")) nan(args);
    else if (ag_is(deed, "chance")) chance();
    else if (ag_is(deed, "ops")) ops(args);
    else if (ag_is(deed, "fine")) fine(args);
    else {
        ag_refuse();
        ag_say("args.do: no such deed");
        ag_close();
    }
}

AG_EXPORT("astragal_call") uint64_t astragal_call(ag_value call, size_t len) {
    uint64_t answer = ag_evaluate(call, len, evaluate);
    ag_value deed = ag_get(ag_get(call, "args"), "do");
    if (ag_is(deed, "pointer")) return ag_answer((void *)0xfffff000, 16);
    if (ag_is(deed, "length")) return ag_answer((void *)8, 0xfffffff0);
    if (ag_is(deed, "null")) return 0;
    if (ag_is(deed, "empty")) return RAW("");
    if (ag_is(deed, "garbage")) return RAW("\xc1\xc1\xc1");
    if (ag_is(deed, "cut")) return RAW("\x81\xa5value\xcb\x40");
    if (ag_is(deed, "trailing")) return RAW("\x81\xa5value\x01\x02");
    if (ag_is(deed, "huge")) return RAW("\x81\xa5value\xdd\xff\xff\xff\xff");
    if (ag_is(deed, "number")) return RAW("\x2a");
    if (ag_is(deed, "nothing")) return RAW("\x80");
    if (ag_is(deed, "unknown")) return RAW("\x81\xa6secret\x01");
    if (ag_is(deed, "both")) return RAW("\x82\xa3ops\x90\xa5value\x01");
    if (ag_is(deed, "twice")) return RAW("\x82\xa5value\x01\xa5value\x02");
    if (ag_is(deed, "key")) return RAW("\x81\x01\x02");
    if (ag_is(deed, "text")) return RAW("\x81\xa5value\xa2\xff\xfe");
    return answer;
}
