/* NULL, made-up and freed handles: an error each time, a crash never, and nothing changes. */
#include "check.h"

static void handle_is_none(astragal_runtime handle) {
	astragal_buffer b;
	b.data = (uint8_t *)&b, b.len = 7, b.handle = 7;
	STATUS(ASTRAGAL_BAD_HANDLE, astragal_call(handle, "{}", 2, &b));
	CHECK(b.data == NULL && b.len == 0 && b.handle == 0);
	STATUS(ASTRAGAL_BAD_HANDLE, astragal_set_host_function(handle, "f", NULL, NULL));
	STATUS(ASTRAGAL_BAD_HANDLE, astragal_set_log(handle, ASTRAGAL_LOG_INFO, NULL, NULL));
	STATUS(ASTRAGAL_BAD_HANDLE, astragal_cancel(handle, 1));
	if (handle != 0) {
		STATUS(ASTRAGAL_BAD_HANDLE, astragal_runtime_free(handle));
		STATUS(ASTRAGAL_BAD_HANDLE, astragal_poll(handle, &b));
	}
}

void test_misuse(void) {
	astragal_runtime rt = new_runtime(), freed = new_runtime();
	long long model = load_model(rt), game = new_game(rt, model);
	astragal_buffer b;
	int i;

	STATUS(ASTRAGAL_OK, astragal_runtime_free(0));
	STATUS(ASTRAGAL_OK, astragal_runtime_free(freed));
	handle_is_none(freed);
	handle_is_none(0);
	handle_is_none(UINT64_MAX);
	for (i = 1; i < 300; i++) handle_is_none((astragal_runtime)i);
	handle_is_none(rt + 1);
	handle_is_none(rt ^ UINT64_C(1) << 63);

	STATUS(ASTRAGAL_BAD_REQUEST, astragal_call(rt, NULL, 0, &b));
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_call(rt, NULL, 10, &b));
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_call(rt, "{}", 0, &b));
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_call(rt, "{}", 2, NULL));

	/* The game is untouched, and one that was closed does not come back with its number. */
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.request", fmt("{\"game\":%lld}", game, 0)), "\"player\":0"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.close", fmt("{\"game\":%lld}", game, 0)), "\"ok\":true"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.close", fmt("{\"game\":%lld}", game, 0)), "not_found"));
	CHECK(new_game(rt, model) != game);
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.answer", fmt("{\"game\":%lld,\"option\":0}", game, 0)),
	           "not_found"));
	STATUS(ASTRAGAL_OK, astragal_runtime_free(rt));
	STATUS(ASTRAGAL_BAD_HANDLE, astragal_runtime_free(rt));
}
