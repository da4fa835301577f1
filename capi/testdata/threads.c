/* Many threads: on one game, on games of their own, one that cancels, one that frees the runtime. */
#include "check.h"

#ifdef _WIN32
#define ROUNDS 20
#else
#define ROUNDS 300
#endif

typedef struct shared {
	astragal_runtime rt;
	long long model, game;
	int status[8];
	int calling;
} shared;

/* Every thread answers, takes back and looks: each gets an answer of its own, whole. */
static void on_one_game(void *arg, int number) {
	shared *s = arg;
	int i;
	for (i = 0; i < ROUNDS; i++) {
		char *answer;
		switch ((i + number) % 3) {
		case 0: answer = ask(s->rt, ASTRAGAL_OK, "game.answer", fmt("{\"game\":%lld,\"option\":0}", s->game, 0)); break;
		case 1: answer = ask(s->rt, ASTRAGAL_OK, "game.undo", fmt("{\"game\":%lld}", s->game, 0)); break;
		default: answer = ask(s->rt, ASTRAGAL_OK, "game.request", fmt("{\"game\":%lld}", s->game, 0)); break;
		}
		CHECK(answer[0] == '{' && answer[strlen(answer) - 1] == '}');
		CHECK(strstr(answer, "\"id\":5") != NULL);
		CHECK(strstr(answer, "internal") == NULL && strstr(answer, "poisoned") == NULL);
		free(answer);
	}
}

static void on_own_games(void *arg, int number) {
	shared *s = arg;
	int i;
	for (i = 0; i < ROUNDS / 10; i++) {
		long long game = new_game(s->rt, s->model);
		CHECK(says(ask(s->rt, ASTRAGAL_OK, "game.play", fmt("{\"game\":%lld,\"agents\":\"random\"}", game, 0)),
		           "\"kind\":\"end\""));
		CHECK(says(ask(s->rt, ASTRAGAL_OK, "game.close", fmt("{\"game\":%lld}", game, 0)), "\"ok\":true"));
	}
	(void)number;
}

static int simulate(shared *s, const char *wants) {
	const char *request = fmt("{\"v\":1,\"id\":77,\"method\":\"simulate.run\",\"params\":"
	                          "{\"model\":%lld,\"games\":100000000}}", s->model, 0);
	astragal_buffer b;
	int status = astragal_call(s->rt, request, strlen(request), &b);
	char *text = calloc(b.len + 1, 1);
	if (b.len > 0) memcpy(text, b.data, b.len);
	astragal_buffer_free(&b);
	if (status != ASTRAGAL_BAD_HANDLE) CHECK(says(text, wants));
	else free(text);
	return status;
}

static void cancelled(void *arg, int number) {
	shared *s = arg;
	int i;
	if (number == 0) {
		s->status[0] = simulate(s, "cancelled");
		return;
	}
	s->status[1] = ASTRAGAL_BAD_HANDLE;
	for (i = 0; i < 5000 && s->status[1] == ASTRAGAL_BAD_HANDLE; i++) {
		sleep_ms(1);
		s->status[1] = astragal_cancel(s->rt, 77);
	}
}

static void freed(void *arg, int number) {
	shared *s = arg;
	if (number == 0) {
		while (__atomic_load_n(&s->calling, __ATOMIC_ACQUIRE) < 2) sleep_ms(1);
		sleep_ms(200); /* into the call, even under valgrind */
		s->status[0] = astragal_runtime_free(s->rt);
		return;
	}
	__atomic_add_fetch(&s->calling, 1, __ATOMIC_RELEASE);
	s->status[number] = simulate(s, "\"ok\":false");
}

/* Two threads free what the other frees: each buffer goes once. */
typedef struct twice {
	astragal_buffer copies[2][200];
	int freed[2];
} twice;

static void free_all(void *arg, int number) {
	twice *t = arg;
	int i;
	for (i = 0; i < 200; i++) t->freed[number] += astragal_buffer_free(&t->copies[number][i]) == ASTRAGAL_OK;
}

void test_threads(void) {
	shared s;
	static twice t;
	const char *info = "{\"v\":1,\"id\":1,\"method\":\"runtime.info\",\"params\":{}}";
	int i;
	memset(&s, 0, sizeof s);
	s.rt = new_runtime();
	s.model = load_model(s.rt);
	s.game = new_game(s.rt, s.model);
	on_threads(4, on_one_game, &s);
	on_threads(4, on_own_games, &s);
	CHECK(says(ask(s.rt, ASTRAGAL_OK, "game.record", fmt("{\"game\":%lld}", s.game, 0)), "\"ok\":true"));

	for (i = 0; i < 200; i++) {
		STATUS(ASTRAGAL_OK, astragal_call(s.rt, info, strlen(info), &t.copies[0][i]));
		t.copies[1][i] = t.copies[0][i];
	}
	on_threads(2, free_all, &t);
	CHECK(t.freed[0] + t.freed[1] == 200);

	on_threads(2, cancelled, &s);
	STATUS(ASTRAGAL_CANCELLED, s.status[0]);
	STATUS(ASTRAGAL_OK, s.status[1]);
	CHECK(says(ask(s.rt, ASTRAGAL_OK, "game.request", fmt("{\"game\":%lld}", s.game, 0)), "\"ok\":true"));

	on_threads(3, freed, &s);
	STATUS(ASTRAGAL_OK, s.status[0]);
	STATUS(ASTRAGAL_CLOSED, s.status[1]);
	STATUS(ASTRAGAL_CLOSED, s.status[2]);
}
