/* The way that a host goes: a version, a runtime, a model, a game to its end. */
#include "check.h"

/* {"v":1,"id":9,"method":"runtime.info","params":{}} in msgpack. */
static const unsigned char info[] = "\x84\xa1v\x01\xa2id\x09\xa6method\xacruntime.info\xa6params\x80";

static void play_a_game(astragal_runtime rt) {
	long long model = load_model(rt), game = new_game(rt, model);
	int plies = 0;
	char *answer;
	for (;;) {
		int ended;
		answer = ask(rt, ASTRAGAL_OK, "game.request", fmt("{\"game\":%lld}", game, 0));
		ended = strstr(answer, "\"kind\":\"end\"") != NULL;
		free(answer);
		if (ended || plies > 9) break;
		CHECK(says(ask(rt, ASTRAGAL_OK, "game.answer", fmt("{\"game\":%lld,\"option\":0}", game, 0)),
		           "\"ok\":true"));
		plies++;
	}
	/* The first free cell each time: 0 1 2 3 4 5 6 makes a diagonal for the first player. */
	CHECK(plies == 7);
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.request", fmt("{\"game\":%lld}", game, 0)), "\"payoffs\":[1"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.answer", fmt("{\"game\":%lld,\"option\":0}", game, 0)),
	           "game_over"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.close", fmt("{\"game\":%lld}", game, 0)), "\"ok\":true"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.request", fmt("{\"game\":%lld}", game, 0)), "not_found"));
}

void test_basics(void) {
	astragal_runtime rt = 0, other = 0;
	astragal_buffer answer;
	char *text;

	CHECK(astragal_abi_version() == ASTRAGAL_ABI_VERSION);
	CHECK(strcmp(astragal_version(), ASTRAGAL_VERSION) == 0);

	STATUS(ASTRAGAL_OK, astragal_runtime_new(NULL, 0, &rt));
	STATUS(ASTRAGAL_OK, astragal_runtime_new("{\"limits\":{\"games\":2}}", 22, &other));
	CHECK(rt != 0 && other != 0 && rt != other);

	/* msgpack is answered in msgpack, JSON in JSON; both know which library this is. */
	STATUS(ASTRAGAL_OK, astragal_call(rt, info, sizeof info - 1, &answer));
	CHECK(answer.len > 4 && answer.data[0] >> 4 == 8);
	STATUS(ASTRAGAL_OK, astragal_buffer_free(&answer));
	CHECK(answer.data == NULL && answer.len == 0 && answer.handle == 0);
	text = ask(rt, ASTRAGAL_OK, "runtime.info", "{}");
	CHECK(strstr(text, "\"version\":\"" ASTRAGAL_VERSION "\"") != NULL);
	CHECK(strstr(text, "\"abi\":2") != NULL);
	CHECK(text[0] == '{');
	free(text);

	play_a_game(rt);

	/* Runtimes share nothing, and limits of the configuration hold. */
	CHECK(says(ask(other, ASTRAGAL_OK, "game.new", "{\"model\":1}"), "not_found"));
	{
		long long model = load_model(other);
		new_game(other, model);
		new_game(other, model);
		CHECK(says(ask(other, ASTRAGAL_OK, "game.new", fmt("{\"model\":%lld}", model, 0)),
		           "\"code\":\"limit\""));
	}
	STATUS(ASTRAGAL_OK, astragal_runtime_free(rt));
	STATUS(ASTRAGAL_OK, astragal_runtime_free(other));
}
