/* Every status that a function may give, and answers that say what was wrong. */
#include "check.h"

static void log_nothing(void *user_data, int level, const char *text, size_t len) {
	(void)user_data, (void)level, (void)text, (void)len;
}

static int host_nothing(void *user_data, const uint8_t *args, size_t len, astragal_write_fn write,
                        void *writer) {
	(void)user_data, (void)args, (void)len;
	return write(writer, "\xc0", 1);
}

static void configurations(void) {
	static const char *bad[] = {"{", "[]", "nonsense", "{\"limitz\":{}}", "{\"workers\":\"two\"}",
	                            "{\"limits\":{\"games\":-1}}", "\x81", "\xdf\xff\xff\xff\xff"};
	astragal_runtime rt = 99;
	astragal_buffer why;
	size_t i;
	char *large = calloc(1, (1 << 16) + 1);
	for (i = 0; i < sizeof bad / sizeof *bad; i++) {
		rt = 99;
		if (astragal_runtime_new(bad[i], strlen(bad[i]), &rt) != ASTRAGAL_BAD_REQUEST) {
			check_that(0, bad[i], "configuration taken", (int)i);
		}
		CHECK(rt == 0);
		STATUS(ASTRAGAL_OK, astragal_poll(0, &why));
		CHECK(why.len > 0 && why.data[0] == '{');
		STATUS(ASTRAGAL_OK, astragal_buffer_free(&why));
	}
	STATUS(ASTRAGAL_OK, astragal_poll(0, &why));
	CHECK(why.len == 0 && why.data == NULL);
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_runtime_new(NULL, 1, &rt));
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_runtime_new("{}", 2, NULL));
	STATUS(ASTRAGAL_LIMIT, astragal_runtime_new(large, (1 << 16) + 1, &rt));
	STATUS(ASTRAGAL_LIMIT, astragal_runtime_new("{}", SIZE_MAX, &rt));
	free(large);
}

static void frames(astragal_runtime rt) {
	/* Bytes that are no request: always an answer that says so. */
	static const char *bad[] = {
	    "{",        "{\"v\":1",  "{} and more", "\xc1",
	    "\x01",     "[",          "\xdf\xff\xff\xff\xff", "\xdd\xff\xff\xff\xff",
	    "\xdb\xff\xff\xff\xff", "\xc6\xff\xff\xff\xff", "\x84\xa1v\x01", "text"};
	astragal_buffer answer;
	size_t i, n = 100000;
	char *deep = malloc(n);
	for (i = 0; i < sizeof bad / sizeof *bad; i++) {
		int status = astragal_call(rt, bad[i], strlen(bad[i]), &answer);
		if (status != ASTRAGAL_BAD_REQUEST || answer.len == 0) {
			fprintf(stderr, "frame %d: status %d, %u bytes\n", (int)i, status, (unsigned)answer.len);
			check_that(0, bad[i], "frame taken", (int)i);
		}
		STATUS(ASTRAGAL_OK, astragal_buffer_free(&answer));
	}
	memset(deep, '\x91', n);
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_call(rt, deep, n, &answer));
	astragal_buffer_free(&answer);
	memset(deep, '[', n);
	memcpy(deep, "{\"v\":1,\"id\":1,\"method\":", 23);
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_call(rt, deep, n, &answer));
	astragal_buffer_free(&answer);
	free(deep);
	STATUS(ASTRAGAL_LIMIT, astragal_call(rt, "{}", SIZE_MAX, &answer));
	CHECK(answer.len == 0);
	STATUS(ASTRAGAL_LIMIT, astragal_call(rt, "{}", (size_t)17 << 20, &answer));
	CHECK(answer.len == 0);
}

static void answers(astragal_runtime rt) {
	long long model = load_model(rt), game = new_game(rt, model);
	CHECK(says(ask(rt, ASTRAGAL_OK, "no.method", "{}"), "unknown_method"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.new", "{}"), "bad_params"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.new", "{\"model\":\"one\"}"), "bad_params"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.new", fmt("{\"model\":%lld,\"players\":99}", model, 0)),
	           "\"ok\":false"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "model.load", "{\"text\":\"name: [\"}"), "model_error"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.answer", fmt("{\"game\":%lld,\"option\":99}", game, 0)),
	           "bad_answer"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.request", "{\"game\":12345678}"), "not_found"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.restore",
	               fmt("{\"model\":%lld,\"data\":\"AAAA\"}", model, 0)), "\"ok\":false"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "model.close", fmt("{\"model\":%lld}", model, 0)), "\"ok\":true"));
}

static void functions(astragal_runtime rt) {
	char name[300];
	int i;
	STATUS(ASTRAGAL_OK, astragal_set_host_function(rt, "roll", host_nothing, NULL));
	STATUS(ASTRAGAL_OK, astragal_set_host_function(rt, "roll", host_nothing, &i));
	STATUS(ASTRAGAL_OK, astragal_set_host_function(rt, "roll", NULL, NULL));
	STATUS(ASTRAGAL_OK, astragal_set_host_function(rt, "never was", NULL, NULL));
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_set_host_function(rt, NULL, host_nothing, NULL));
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_set_host_function(rt, "", host_nothing, NULL));
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_set_host_function(rt, "\xff\xfe", host_nothing, NULL));
	memset(name, 'n', sizeof name);
	name[257] = '\0';
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_set_host_function(rt, name, host_nothing, NULL));
	name[256] = '\0';
	STATUS(ASTRAGAL_OK, astragal_set_host_function(rt, name, host_nothing, NULL));
	STATUS(ASTRAGAL_OK, astragal_set_host_function(rt, name, NULL, NULL));
	for (i = 0; i < 1024; i++) {
		STATUS(ASTRAGAL_OK, astragal_set_host_function(rt, fmt("f%lld", i, 0), host_nothing, NULL));
	}
	STATUS(ASTRAGAL_LIMIT, astragal_set_host_function(rt, "one more", host_nothing, NULL));
	STATUS(ASTRAGAL_OK, astragal_set_host_function(rt, "f7", host_nothing, &i));
	STATUS(ASTRAGAL_OK, astragal_set_log(rt, ASTRAGAL_LOG_WARN, log_nothing, NULL));
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_set_log(rt, -1, log_nothing, NULL));
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_set_log(rt, 5, log_nothing, NULL));
	STATUS(ASTRAGAL_BAD_HANDLE, astragal_cancel(rt, 12345));
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_poll(rt, NULL));
}

static void many_runtimes(void) {
	static astragal_runtime all[1024];
	astragal_runtime one_more;
	int made = 0, i;
	while (made < 1024 && astragal_runtime_new(NULL, 0, &all[made]) == ASTRAGAL_OK) made++;
	CHECK(made == 1023); /* and the one of this test */
	STATUS(ASTRAGAL_LIMIT, astragal_runtime_new(NULL, 0, &one_more));
	CHECK(one_more == 0);
	for (i = 0; i < made; i++) STATUS(ASTRAGAL_OK, astragal_runtime_free(all[i]));
}

void test_errors(void) {
	astragal_runtime rt = new_runtime();
	configurations();
	frames(rt);
	answers(rt);
	functions(rt);
	many_runtimes();
	STATUS(ASTRAGAL_OK, astragal_runtime_free(rt));
}
