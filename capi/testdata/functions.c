/* Host functions: what they get and answer, how they fail, what they may call meanwhile. */
#include "check.h"

static const char *const calling =
	"{\"text\":\"name: Sums\\nnum_players: 2\\n"
	"code: {add: {kind: code, module: sums, function: add}}\\n"
	"state: {vars: {sum: {init: 0}, i: {init: 0}}}\\n"
	"actions: {grow: {effect: [{op: choose, options: [1, 2, 3], as: x},"
	" {op: call, code: add, with_x: {a: sum, b: x}, as: y}, {op: set, var: sum, value_x: y}]}}\\n"
	"flow: {kind: loop, id: l, over_x: range(9), as: i,"
	" children: [{kind: step, id: s, actor_x: '0', do: [grow]}]}\\n\"}";

typedef struct host {
	astragal_runtime rt;
	long long game, other;
	int calls, plus, shared;
	enum { ADD, FAIL, FAIL_SILENTLY, CALL_BACK, FLOOD, GARBAGE, NOTHING } how;
} host;

static int add(void *user_data, const uint8_t *called, size_t len, astragal_write_fn write, void *writer) {
	static const char head[] = "\x87\xa4" "code\xa3" "add\xa4" "args\x82\xa1" "a";
	static const char value[] = "\x81\xa5" "value";
	host *h = user_data;
	uint8_t sum;
	int i;
	if (!h->shared) h->calls++;
	CHECK(len > sizeof head + 4 && memcmp(called, head, sizeof head - 1) == 0);
	CHECK(called[sizeof head] == 0xa1 && called[sizeof head + 1] == 'b');
	sum = (uint8_t)(called[sizeof head - 1] + called[sizeof head + 2] + h->plus);
	switch (h->how) {
	case FAIL:
		STATUS(ASTRAGAL_OK, write(writer, "out of ", 7));
		STATUS(ASTRAGAL_OK, write(writer, "fingers", 7));
		return 7;
	case FAIL_SILENTLY:
		return -3;
	case CALL_BACK: /* only its own game is out of reach, and it does not free what it runs in */
		CHECK(says(ask(h->rt, ASTRAGAL_OK, "game.request", fmt("{\"game\":%lld}", h->game, 0)), "\"busy\""));
		CHECK(says(ask(h->rt, ASTRAGAL_OK, "game.close", fmt("{\"game\":%lld}", h->game, 0)), "\"busy\""));
		CHECK(says(ask(h->rt, ASTRAGAL_OK, "game.request", fmt("{\"game\":%lld}", h->other, 0)), "\"ok\":true"));
		STATUS(ASTRAGAL_BAD_REQUEST, astragal_runtime_free(h->rt));
		h->how = ADD; /* inside itself, for the other game */
		CHECK(says(ask(h->rt, ASTRAGAL_OK, "game.answer", fmt("{\"game\":%lld,\"option\":0}", h->other, 0)),
		           "decision"));
		h->how = CALL_BACK;
		STATUS(ASTRAGAL_OK, write(writer, value, sizeof value - 1));
		STATUS(ASTRAGAL_OK, write(writer, &sum, 1));
		return 0;
	case FLOOD:
		for (i = 0; i < 100; i++) {
			static const uint8_t many[1 << 10] = {0};
			if (write(writer, many, sizeof many) == ASTRAGAL_LIMIT) return 0;
		}
		CHECK(!"flooded");
		return 0;
	case GARBAGE:
		STATUS(ASTRAGAL_OK, write(writer, "\xc1\xc1", 2));
		return 0;
	case NOTHING:
		return 0;
	default:
		STATUS(ASTRAGAL_OK, write(writer, NULL, 0));
		STATUS(ASTRAGAL_OK, write(writer, value, sizeof value - 1));
		STATUS(ASTRAGAL_OK, write(writer, &sum, 1));
		return 0;
	}
}

static char *answered(host *h, long long game, int option) {
	return ask(h->rt, ASTRAGAL_OK, "game.answer", fmt("{\"game\":%lld,\"option\":%lld}", game, option));
}

static int sum_is(host *h, long long game, const char *sum) {
	return says(ask(h->rt, ASTRAGAL_OK, "game.state", fmt("{\"game\":%lld}", game, 0)), sum);
}

/* A new game, one answer on, stops with this. */
static void stops(host *h, long long model, const char *text) {
	long long game = new_game(h->rt, model);
	CHECK(says(answered(h, game, 0), text));
	free(ask(h->rt, ASTRAGAL_OK, "game.close", fmt("{\"game\":%lld}", game, 0)));
}

static void one_thread(void *arg, int number) {
	host *h = arg, mine = *h;
	int i;
	(void)number;
	for (i = 0; i < 20; i++) {
		mine.game = new_game(h->rt, h->game);
		CHECK(says(answered(&mine, mine.game, 2), "decision"));
		CHECK(sum_is(&mine, mine.game, "\"sum\":3"));
	}
}

void test_functions(void) {
	astragal_runtime rt = 0;
	host h = {0, 0, 0, 0, 0, 0, ADD}, ten = {0, 0, 0, 0, 10, 0, ADD};
	long long model;
	const char *config = "{\"limits\":{\"frame_bytes\":65536}}";

	STATUS(ASTRAGAL_OK, astragal_runtime_new(config, strlen(config), &rt));
	STATUS(ASTRAGAL_OK, astragal_set_log(rt, ASTRAGAL_LOG_OFF, NULL, NULL));
	h.rt = ten.rt = rt;
	model = ask_number(rt, "model.load", calling, "model");
	stops(&h, model, "code 'add' \xe2\x86\x92 sums:add is not implemented");

	STATUS(ASTRAGAL_OK, astragal_set_host_function(rt, "add", add, &h));
	h.game = new_game(rt, model);
	h.other = new_game(rt, model);
	CHECK(says(answered(&h, h.game, 1), "decision"));
	CHECK(sum_is(&h, h.game, "\"sum\":2"));
	CHECK(h.calls == 1);

	/* What was answered stays so, whoever would answer now. */
	STATUS(ASTRAGAL_OK, astragal_set_host_function(rt, "add", add, &ten));
	CHECK(says(answered(&h, h.game, 0), "decision"));
	CHECK(sum_is(&h, h.game, "\"sum\":13"));
	CHECK(h.calls == 1 && ten.calls == 1);
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.record", fmt("{\"game\":%lld}", h.game, 0)),
	           "\\\"replies\\\":[[\\\"add\\\",2],[\\\"add\\\",13]]"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.undo", fmt("{\"game\":%lld}", h.game, 0)), "\"ok\":true"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.redo", fmt("{\"game\":%lld}", h.game, 0)), "\"ok\":true"));
	CHECK(sum_is(&h, h.game, "\"sum\":13"));
	CHECK(h.calls == 1 && ten.calls == 1);

	STATUS(ASTRAGAL_OK, astragal_set_host_function(rt, "add", add, &h));
	h.how = CALL_BACK;
	CHECK(says(answered(&h, h.game, 0), "decision"));
	CHECK(sum_is(&h, h.game, "\"sum\":14"));
	CHECK(sum_is(&h, h.other, "\"sum\":1"));

	h.how = FAIL;
	stops(&h, model, "action grow: code 'add': out of fingers");
	h.how = FAIL_SILENTLY;
	stops(&h, model, "code 'add': it failed with -3");
	h.how = FLOOD;
	stops(&h, model, "code 'add': its answer has more than 65536 bytes");
	h.how = GARBAGE;
	stops(&h, model, "code 'add': its answer cannot be read");
	h.how = NOTHING;
	stops(&h, model, "decision");

	h.how = ADD;
	h.game = model;
	h.shared = 1;
	on_threads(8, one_thread, &h);

	STATUS(ASTRAGAL_OK, astragal_set_host_function(rt, "add", NULL, NULL));
	stops(&h, model, "not implemented");
	STATUS(ASTRAGAL_OK, astragal_runtime_free(rt));
}
