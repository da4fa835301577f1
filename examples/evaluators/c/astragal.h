// The whole kit for an evaluator in C: reads the call, writes the answer, and exports what the runtime
// asks for. It needs no C library. An evaluator is one file:
//
//     #include "astragal.h"
//     AG_EVALUATOR(evaluate)
//
//     static void evaluate(ag_value call) {
//         int64_t n = 0;
//         ag_int(ag_get(ag_get(call, "args"), "n"), &n);
//         ag_put_map(1);
//         ag_put_text("value");
//         ag_put_int(2 * n);
//     }
//
// Reading never fails loudly: what is not there, or of another kind, is NULL, false or 0, and may be handed on to
// the next reader. An evaluator that wrote nothing answers with an error.
#ifndef ASTRAGAL_H
#define ASTRAGAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AG_EXPORT(name) __attribute__((export_name(name)))
#define AG_IMPORT(name) __attribute__((import_module("astragal"), import_name(name)))

// ---- Memory: a stack of blocks above the program's data. What is never given back costs nothing, since the
// runtime puts the memory back as it was before every call.

extern uint8_t __heap_base;
static uintptr_t ag_top = 0;

static inline size_t ag_length(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

static inline void ag_copy(void *to, const void *from, size_t n) { __builtin_memmove(to, from, n); }

// ag_take gives n bytes, at a multiple of 8; it traps where the memory has reached its limit.
static void *ag_take(size_t n) {
    if (ag_top == 0) ag_top = (uintptr_t)&__heap_base;
    uintptr_t start = (ag_top + 7) & ~(uintptr_t)7;
    uint64_t end = (uint64_t)start + n;
    uint64_t have = (uint64_t)__builtin_wasm_memory_size(0) << 16;
    if (end > have && (end > UINT32_MAX || __builtin_wasm_memory_grow(0, (size_t)((end - have + 65535) >> 16)) == SIZE_MAX)) __builtin_trap();
    ag_top = (uintptr_t)end;
    return (void *)start;
}

AG_EXPORT("astragal_alloc") void *astragal_alloc(size_t n) { return ag_take(n); }

// A block is given back with all that was taken after it.
AG_EXPORT("astragal_free") void astragal_free(void *block, size_t n) {
    (void)n;
    if ((uintptr_t)block >= (uintptr_t)&__heap_base && (uintptr_t)block < ag_top) ag_top = (uintptr_t)block;
}

// ---- Reading: a value is the place where it begins in the message, which was checked as a whole.

typedef const uint8_t *ag_value;
typedef enum { AG_NONE, AG_NIL, AG_BOOL, AG_INT, AG_FLOAT, AG_TEXT, AG_BYTES, AG_LIST, AG_MAP, AG_EXT } ag_kind;
typedef struct { const char *at; size_t len; } ag_span;

// ag_head is what stands at the beginning of a value. n is the number itself, the bytes of a text that follow, or
// the elements of a list or entries of a map that follow; big marks an unsigned number beyond int64.
typedef struct { ag_kind kind; bool big; uint64_t n; ag_value rest; } ag_head;

static uint64_t ag_bytes(ag_value p, unsigned n) {
    uint64_t out = 0;
    while (n--) out = out << 8 | *p++;
    return out;
}

// ag_read reads a head of which left bytes are there; its kind is AG_NONE where it is cut off or none at all.
static ag_head ag_read(ag_value p, size_t left) {
    ag_head h = {AG_NONE, false, 0, p};
    if (left == 0) return h;
    uint8_t b = *p;
    ag_kind kind = AG_NONE;
    unsigned wide = 0;
    uint64_t extra = 0; // bytes of an ext type
    h.rest = p + 1;
    if (b < 0x80) { h.kind = AG_INT; h.n = b; return h; }
    if (b < 0x90) { h.kind = AG_MAP; h.n = b & 15; return h; }
    if (b < 0xa0) { h.kind = AG_LIST; h.n = b & 15; return h; }
    if (b < 0xc0) { kind = AG_TEXT; h.n = b & 31; }
    else if (b >= 0xe0) { h.kind = AG_INT; h.n = (uint64_t)(int64_t)(int8_t)b; return h; }
    else switch (b) {
        case 0xc0: h.kind = AG_NIL; return h;
        case 0xc2: case 0xc3: h.kind = AG_BOOL; h.n = b & 1; return h;
        case 0xc4: case 0xc5: case 0xc6: kind = AG_BYTES; wide = 1u << (b - 0xc4); break;
        case 0xc7: case 0xc8: case 0xc9: kind = AG_EXT; wide = 1u << (b - 0xc7); extra = 1; break;
        case 0xca: case 0xcb: kind = AG_FLOAT; wide = 4u << (b - 0xca); break;
        case 0xcc: case 0xcd: case 0xce: case 0xcf: kind = AG_INT; wide = 1u << (b - 0xcc); break;
        case 0xd0: case 0xd1: case 0xd2: case 0xd3: kind = AG_INT; wide = 1u << (b - 0xd0); break;
        case 0xd4: case 0xd5: case 0xd6: case 0xd7: case 0xd8: kind = AG_EXT; h.n = 1u << (b - 0xd4); extra = 1; break;
        case 0xd9: case 0xda: case 0xdb: kind = AG_TEXT; wide = 1u << (b - 0xd9); break;
        case 0xdc: case 0xdd: kind = AG_LIST; wide = 2u << (b - 0xdc); break;
        case 0xde: case 0xdf: kind = AG_MAP; wide = 2u << (b - 0xde); break;
        default: return h;
    }
    left -= 1;
    if (left < wide) return h;
    if (wide) h.n = ag_bytes(h.rest, wide);
    h.rest += wide;
    left -= wide;
    if (b >= 0xd0 && b <= 0xd3) h.n = (uint64_t)((int64_t)(h.n << (64 - 8 * wide)) >> (64 - 8 * wide));
    h.big = b == 0xcf && h.n > INT64_MAX;
    if (b == 0xca) { // a float of 32 bits, given on as one of 64
        union { uint32_t bits; float f; } narrow = {(uint32_t)h.n};
        union { double f; uint64_t bits; } full = {(double)narrow.f};
        h.n = full.bits;
    }
    if ((kind == AG_TEXT || kind == AG_BYTES || kind == AG_EXT) && left < h.n + extra) return h;
    h.kind = kind;
    return h;
}

// ag_after gives the first byte after a value, NULL where the value is cut off; however deep it is, it needs no stack.
static ag_value ag_after(ag_value v, size_t left) {
    ag_value end = v + left;
    for (uint64_t todo = 1; todo > 0; todo--) {
        ag_head h = ag_read(v, (size_t)(end - v));
        if (h.kind == AG_NONE) return NULL;
        v = h.rest;
        if (h.kind == AG_LIST) todo += h.n;
        else if (h.kind == AG_MAP) todo += 2 * h.n;
        else if (h.kind == AG_TEXT || h.kind == AG_BYTES) v += h.n;
        else if (h.kind == AG_EXT) v += h.n + 1;
        if (todo - 1 > (uint64_t)(end - v)) return NULL; // each takes a byte at least
    }
    return v;
}

static ag_value ag_end; // of the message

static inline ag_head ag_at(ag_value v) {
    if (v) return ag_read(v, (size_t)(ag_end - v));
    return (ag_head){AG_NONE, false, 0, NULL};
}

static inline ag_kind ag_kind_of(ag_value v) { return ag_at(v).kind; }

// ag_next is the value after v in its list; the caller counts.
static inline ag_value ag_next(ag_value v) { return v ? ag_after(v, (size_t)(ag_end - v)) : NULL; }

// ag_int reads a whole number that fits; where there is none, out stays as it is.
static bool ag_int(ag_value v, int64_t *out) {
    ag_head h = ag_at(v);
    if (h.kind != AG_INT || h.big) return false;
    *out = (int64_t)h.n;
    return true;
}

// ag_float reads any number; where there is none, out stays as it is.
static bool ag_float(ag_value v, double *out) {
    ag_head h = ag_at(v);
    union { uint64_t bits; double f; } d = {h.n};
    if (h.kind == AG_FLOAT) *out = d.f;
    else if (h.kind == AG_INT) *out = h.big ? (double)h.n : (double)(int64_t)h.n;
    else return false;
    return true;
}

static inline bool ag_true(ag_value v) {
    ag_head h = ag_at(v);
    return h.kind == AG_BOOL && h.n == 1;
}

// ag_text gives a text where it lies in the message, without a zero at its end; at is NULL where there is none.
static ag_span ag_text(ag_value v) {
    ag_head h = ag_at(v);
    if (h.kind != AG_TEXT) return (ag_span){NULL, 0};
    return (ag_span){(const char *)h.rest, (size_t)h.n};
}

static bool ag_same(ag_span a, ag_span b) {
    if (!a.at || !b.at || a.len != b.len) return false;
    for (size_t i = 0; i < a.len; i++)
        if (a.at[i] != b.at[i]) return false;
    return true;
}

static inline ag_span ag_span_of(const char *s) { return (ag_span){s, ag_length(s)}; }

static inline bool ag_is(ag_value v, const char *s) { return ag_same(ag_text(v), ag_span_of(s)); }

// ag_count tells how many elements a list has or entries a map; -1 where it is neither.
static inline int64_t ag_count(ag_value v) {
    ag_head h = ag_at(v);
    return h.kind == AG_LIST || h.kind == AG_MAP ? (int64_t)h.n : -1;
}

// ag_first is a list's first element, to go on from with ag_next; NULL where there is none.
static inline ag_value ag_first(ag_value v) {
    ag_head h = ag_at(v);
    return h.kind == AG_LIST && h.n > 0 ? h.rest : NULL;
}

// ag_get finds the value of a key in a map; NULL where there is none.
static ag_value ag_get(ag_value map, const char *key) {
    ag_head h = ag_at(map);
    if (h.kind != AG_MAP) return NULL;
    ag_span want = ag_span_of(key);
    ag_value k = h.rest;
    for (uint64_t n = h.n; n > 0; n--) {
        ag_head name = ag_at(k);
        ag_value v = name.kind == AG_TEXT ? name.rest + name.n : ag_next(k);
        if (name.kind == AG_TEXT && ag_same((ag_span){(const char *)name.rest, (size_t)name.n}, want)) return v;
        k = ag_next(v);
    }
    return NULL;
}

// ---- Writing: the smallest form of every number and length, so that the same answer is the same bytes. Put the
// keys of a map in the order of their bytes.

static struct { uint8_t *at; size_t len, cap, open; } ag_out;

static uint8_t *ag_room(size_t n) {
    if (ag_out.cap - ag_out.len < n) {
        size_t cap = ag_out.cap * 2 + n + 256;
        if (ag_out.at && (uintptr_t)ag_out.at + ag_out.cap == ag_top) {
            ag_top = (uintptr_t)ag_out.at;
            ag_take(cap);
        } else {
            uint8_t *moved = ag_take(cap);
            ag_copy(moved, ag_out.at, ag_out.len);
            ag_out.at = moved;
        }
        ag_out.cap = cap;
    }
    uint8_t *p = ag_out.at + ag_out.len;
    ag_out.len += n;
    return p;
}

static void ag_put(uint8_t tag, uint64_t n, unsigned wide) {
    uint8_t *p = ag_room(1 + wide);
    *p = tag;
    for (; wide > 0; wide--, n >>= 8) p[wide] = (uint8_t)n;
}

static inline void ag_put_nil(void) { ag_put(0xc0, 0, 0); }
static inline void ag_put_bool(bool b) { ag_put(b ? 0xc3 : 0xc2, 0, 0); }

static void ag_put_int(int64_t n) {
    if (n >= -32 && n < 128) ag_put((uint8_t)n, 0, 0);
    else if (n >= 0) {
        if (n <= UINT8_MAX) ag_put(0xcc, (uint64_t)n, 1);
        else if (n <= UINT16_MAX) ag_put(0xcd, (uint64_t)n, 2);
        else if (n <= UINT32_MAX) ag_put(0xce, (uint64_t)n, 4);
        else ag_put(0xcf, (uint64_t)n, 8);
    }
    else if (n >= INT8_MIN) ag_put(0xd0, (uint64_t)n, 1);
    else if (n >= INT16_MIN) ag_put(0xd1, (uint64_t)n, 2);
    else if (n >= INT32_MIN) ag_put(0xd2, (uint64_t)n, 4);
    else ag_put(0xd3, (uint64_t)n, 8);
}

static void ag_put_float(double f) {
    union { double f; uint64_t bits; } d = {f};
    ag_put(0xcb, d.bits, 8);
}

static void ag_put_list(uint32_t n) {
    if (n < 16) ag_put((uint8_t)(0x90 | n), 0, 0);
    else if (n <= UINT16_MAX) ag_put(0xdc, n, 2);
    else ag_put(0xdd, n, 4);
}

// ag_put_map begins a map of n entries: a key and a value, n times.
static void ag_put_map(uint32_t n) {
    if (n < 16) ag_put((uint8_t)(0x80 | n), 0, 0);
    else if (n <= UINT16_MAX) ag_put(0xde, n, 2);
    else ag_put(0xdf, n, 4);
}

static void ag_put_text_head(size_t n) {
    if (n < 32) ag_put((uint8_t)(0xa0 | n), 0, 0);
    else if (n <= UINT8_MAX) ag_put(0xd9, n, 1);
    else if (n <= UINT16_MAX) ag_put(0xda, n, 2);
    else ag_put(0xdb, n, 4);
}

static void ag_put_span(ag_span s) {
    ag_put_text_head(s.len);
    ag_copy(ag_room(s.len), s.at, s.len);
}

static inline void ag_put_text(const char *s) { ag_put_span(ag_span_of(s)); }

// ag_put_value gives a value of the message on as it is.
static void ag_put_value(ag_value v) {
    ag_value end = ag_next(v);
    if (!end) { ag_put_nil(); return; }
    size_t n = (size_t)(end - v);
    ag_copy(ag_room(n), v, n);
}

// A text in pieces: ag_open, ag_say and ag_say_int as often as you like, ag_close.
static inline void ag_open(void) { ag_out.open = ag_out.len; }

static inline void ag_say(const char *s) {
    size_t n = ag_length(s);
    ag_copy(ag_room(n), s, n);
}

static void ag_say_int(int64_t n) {
    char digits[20];
    unsigned i = sizeof digits;
    uint64_t left = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    do digits[--i] = (char)('0' + left % 10); while (left /= 10);
    if (n < 0) digits[--i] = '-';
    ag_copy(ag_room(sizeof digits - i), digits + i, sizeof digits - i);
}

static void ag_close(void) {
    size_t n = ag_out.len - ag_out.open;
    ag_put_text_head(n); // for its size
    size_t head = ag_out.len - ag_out.open - n;
    uint8_t *text = ag_out.at + ag_out.open;
    ag_copy(text + head, text, n);
    ag_out.len = ag_out.open;
    ag_put_text_head(n);
    ag_out.len += n;
}

// ag_refuse drops what was written and begins the text of an error: ag_say, and ag_close at the end.
static void ag_refuse(void) {
    ag_out.len = 0;
    ag_put_map(1);
    ag_put_text("error");
    ag_open();
}

// ---- The call.

AG_IMPORT("log") void ag_log_bytes(const char *at, size_t len);

// ag_log sends a line to the host's log; it can tell the game nothing.
static inline void ag_log(const char *s) { ag_log_bytes(s, ag_length(s)); }

static uint64_t ag_answer(const void *at, size_t len) { return (uint64_t)(uintptr_t)at << 32 | len; }

static uint64_t ag_evaluate(ag_value call, size_t len, void (*evaluate)(ag_value)) {
    ag_end = call + len;
    ag_out.at = NULL;
    ag_out.len = ag_out.cap = 0;
    if (ag_after(call, len) == ag_end) evaluate(call);
    if (ag_out.len == 0) {
        ag_refuse();
        ag_say("the evaluator gave no answer");
        ag_close();
    }
    return ag_answer(ag_out.at, ag_out.len);
}

// AG_EVALUATOR names the function that answers.
#define AG_EVALUATOR(evaluate)                                                                        \
    static void evaluate(ag_value call);                                                              \
    AG_EXPORT("astragal_call") uint64_t astragal_call(ag_value call, size_t len) { return ag_evaluate(call, len, evaluate); }

#endif
