// The show of a cribbage hand: args {cards: [{rank, suit}, ...], starter: {rank, suit}, crib: bool}, of which starter
// and crib may be missing; the value has what fifteens, flush, nobs, pairs and runs score, and their total.
#include "astragal.h"
AG_EVALUATOR(evaluate)

enum { most = 12 };

typedef struct { int64_t rank; ag_span suit; } card;

// at says in an error which card is meant: a place in the hand, or -1 for the starter.
static void refuse(int64_t at, const char *why) {
    ag_refuse();
    if (at < 0) ag_say("args.starter");
    else {
        ag_say("args.cards[");
        ag_say_int(at);
        ag_say("]");
    }
    ag_say(why);
    ag_close();
}

static bool read(ag_value v, int64_t at, card *out) {
    if (!ag_int(ag_get(v, "rank"), &out->rank) || out->rank < 1 || out->rank > 13) {
        refuse(at, ".rank: no whole number from 1 to 13");
        return false;
    }
    out->suit = ag_text(ag_get(v, "suit"));
    if (!out->suit.at) {
        refuse(at, ".suit: no text");
        return false;
    }
    return true;
}

static int64_t fifteens(const card *cards, int64_t n) {
    int64_t ways[16] = {1};
    for (int64_t i = 0; i < n; i++) {
        int64_t worth = cards[i].rank < 10 ? cards[i].rank : 10;
        for (int64_t sum = 15; sum >= worth; sum--) ways[sum] += ways[sum - worth];
    }
    return 2 * ways[15];
}

static int64_t pairs(const int64_t *count) {
    int64_t score = 0;
    for (int rank = 1; rank <= 13; rank++) score += count[rank] * (count[rank] - 1);
    return score;
}

static int64_t runs(const int64_t *count) {
    int64_t score = 0, length = 0, ways = 1;
    for (int rank = 1; rank <= 14; rank++) {
        if (count[rank] > 0) {
            length++;
            ways *= count[rank];
            continue;
        }
        if (length >= 3) score += length * ways;
        length = 0;
        ways = 1;
    }
    return score;
}

static int64_t flush(const card *cards, int64_t n, const card *starter, bool crib) {
    if (n < 4) return 0;
    for (int64_t i = 1; i < n; i++)
        if (!ag_same(cards[i].suit, cards[0].suit)) return 0;
    if (starter && ag_same(starter->suit, cards[0].suit)) return n + 1;
    return crib ? 0 : n;
}

static int64_t nobs(const card *cards, int64_t n, const card *starter) {
    for (int64_t i = 0; starter && i < n; i++)
        if (cards[i].rank == 11 && ag_same(cards[i].suit, starter->suit)) return 1;
    return 0;
}

static int64_t put(const char *name, int64_t score) {
    ag_put_text(name);
    ag_put_int(score);
    return score;
}

static void evaluate(ag_value call) {
    ag_value args = ag_get(call, "args"), list = ag_get(args, "cards");
    if (ag_kind_of(list) != AG_LIST || ag_count(list) > most) {
        ag_refuse();
        ag_say("args.cards: no list of at most 12 cards");
        ag_close();
        return;
    }
    int64_t n = ag_count(list);
    card cards[most + 1];
    ag_value v = ag_first(list);
    for (int64_t i = 0; i < n; i++, v = ag_next(v))
        if (!read(v, i, &cards[i])) return;
    int64_t all = n;
    const card *starter = NULL;
    ag_value cut = ag_get(args, "starter");
    if (cut && ag_kind_of(cut) != AG_NIL) {
        if (!read(cut, -1, &cards[n])) return;
        starter = &cards[n];
        all = n + 1;
    }
    int64_t count[15] = {0};
    for (int64_t i = 0; i < all; i++) count[cards[i].rank]++;

    ag_put_map(1);
    ag_put_text("value");
    ag_put_map(6);
    int64_t total = put("fifteens", fifteens(cards, all));
    total += put("flush", flush(cards, n, starter, ag_true(ag_get(args, "crib"))));
    total += put("nobs", nobs(cards, n, starter));
    total += put("pairs", pairs(count));
    total += put("runs", runs(count));
    put("total", total);
}
