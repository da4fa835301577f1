/* Nothing is left: no handle that runtime.info counts, no byte of C's memory. */
#include "check.h"

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#include <malloc.h>
static size_t bytes_in_use(void) { return mallinfo2().uordblks; }
#else
static size_t bytes_in_use(void) { return 0; }
#endif

#ifdef _WIN32
#define ROUNDS 3
#else
#define ROUNDS 40
#endif

static int ignored;

static void ignore(void *user_data, int level, const char *text, size_t len) {
	(void)level, (void)text, (void)len;
	++*(int *)user_data;
}

/* The counts end the answer; limits of the same names stand before them. */
static void counts_are(astragal_runtime rt, int models, int games) {
	CHECK(says(ask(rt, ASTRAGAL_OK, "runtime.info", "{}"),
	           fmt("\"models\":%lld,\"games\":%lld,\"batches\":0,\"simulations\":0,\"rulesets\":0}", models, games)));
}

static void one_life(int tidy) {
	astragal_runtime rt = new_runtime();
	long long model, game, copy, simulation, batch;
	int i;
	STATUS(ASTRAGAL_OK, astragal_set_log(rt, ASTRAGAL_LOG_DEBUG, ignore, &ignored));
	STATUS(ASTRAGAL_OK, astragal_set_host_function(rt, "f", NULL, NULL));
	model = load_model(rt);
	for (i = 0; i < 10; i++) {
		game = new_game(rt, model);
		free(ask(rt, ASTRAGAL_OK, "game.play", fmt("{\"game\":%lld,\"agents\":\"random\",\"limit\":3}", game, 0)));
		copy = ask_number(rt, "game.clone", fmt("{\"game\":%lld}", game, 0), "game");
		free(ask(rt, ASTRAGAL_OK, "game.record", fmt("{\"game\":%lld}", game, 0)));
		free(ask(rt, ASTRAGAL_OK, "game.snapshot", fmt("{\"game\":%lld}", game, 0)));
		free(ask(rt, ASTRAGAL_OK, "game.answer", fmt("{\"game\":%lld,\"option\":99}", game, 0)));
		if (!tidy) continue;
		counts_are(rt, 1, 2);
		free(ask(rt, ASTRAGAL_OK, "game.close", fmt("{\"game\":%lld}", game, 0)));
		free(ask(rt, ASTRAGAL_OK, "game.close", fmt("{\"game\":%lld}", copy, 0)));
	}
	batch = ask_number(rt, "batch.new", fmt("{\"model\":%lld,\"n\":5}", model, 0), "batch");
	simulation = ask_number(rt, "simulate.run",
	                        fmt("{\"model\":%lld,\"games\":50,\"wait\":false}", model, 0), "simulation");
	if (tidy) {
		free(ask(rt, ASTRAGAL_OK, "batch.close", fmt("{\"batch\":%lld}", batch, 0)));
		free(ask(rt, ASTRAGAL_OK, "simulate.close", fmt("{\"simulation\":%lld}", simulation, 0)));
		counts_are(rt, 1, 0);
		free(ask(rt, ASTRAGAL_OK, "model.close", fmt("{\"model\":%lld}", model, 0)));
		counts_are(rt, 0, 0);
	}
	STATUS(ASTRAGAL_OK, astragal_runtime_free(rt));
}

void test_leaks(void) {
	size_t before, after;
	int i;
	for (i = 0; i < 4; i++) one_life(i % 2);
	before = bytes_in_use();
	for (i = 0; i < ROUNDS; i++) one_life(i % 2);
	after = bytes_in_use();
	/* Threads that Go makes meanwhile cost a little each; a buffer a round would be far more. */
	if (after > before + 16384) fprintf(stderr, "%lu bytes more\n", (unsigned long)(after - before));
	CHECK(after <= before + 16384);
}
