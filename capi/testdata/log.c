/* The log and what polling brings: lines by callback on our own thread, or one by one. */
#include "check.h"

typedef struct heard {
	astragal_runtime rt;
	int lines, level, nested;
	char text[512];
} heard;

static void hear(void *user_data, int level, const char *text, size_t len) {
	heard *h = user_data;
	h->lines++;
	h->level = level;
	CHECK(strlen(text) == len);
	if (len >= sizeof h->text) len = sizeof h->text - 1;
	memcpy(h->text, text, len);
	h->text[len] = '\0';
	if (h->nested) { /* a callback may call the library, and is not called from inside itself */
		int before = h->lines;
		load_model(h->rt);
		CHECK(h->lines == before);
		h->nested--;
	}
}

static int poll_says(astragal_runtime rt, const char *text) {
	astragal_buffer b;
	char *copy;
	STATUS(ASTRAGAL_OK, astragal_poll(rt, &b));
	copy = calloc(b.len + 1, 1);
	if (b.len > 0) memcpy(copy, b.data, b.len);
	astragal_buffer_free(&b);
	return says(copy, text);
}

static int poll_is_empty(astragal_runtime rt) {
	astragal_buffer b;
	int empty;
	STATUS(ASTRAGAL_OK, astragal_poll(rt, &b));
	empty = b.len == 0 && b.data == NULL && b.handle == 0;
	if (!empty) fprintf(stderr, "poll brought %.*s\n", (int)b.len, (char *)b.data);
	astragal_buffer_free(&b);
	return empty;
}

static void polled(void) {
	astragal_runtime rt = new_runtime(), binary = 0;
	astragal_buffer b;
	long long model;
	int i;

	CHECK(poll_is_empty(rt));
	model = load_model(rt);
	CHECK(poll_says(rt, "{\"kind\":\"log\",\"level\":1,\"text\":\""));
	CHECK(poll_is_empty(rt));
	CHECK(says(ask(rt, ASTRAGAL_OK, "model.close", fmt("{\"model\":%lld}", model, 0)), "\"ok\":true"));
	CHECK(poll_says(rt, "closed"));

	STATUS(ASTRAGAL_OK, astragal_set_log(rt, ASTRAGAL_LOG_OFF, NULL, NULL));
	model = load_model(rt);
	CHECK(poll_is_empty(rt));

	/* What is not fetched is kept up to a bound, and what was lost is said. */
	STATUS(ASTRAGAL_OK, astragal_set_log(rt, ASTRAGAL_LOG_INFO, NULL, NULL));
	CHECK(says(ask(rt, ASTRAGAL_OK, "model.close", fmt("{\"model\":%lld}", model, 0)), "\"ok\":true"));
	for (i = 0; i < 502; i++) {
		model = ask_number(rt, "model.load", "{\"text\":\"name: t\\nflow: {kind: step, id: s}\"}", "model");
		free(ask(rt, ASTRAGAL_OK, "model.close", fmt("{\"model\":%lld}", model, 0)));
	}
	CHECK(poll_says(rt, "{\"kind\":\"lost\",\"lines\":5}"));
	for (i = 0; i < 1000; i++) CHECK(poll_says(rt, "\"log\""));
	CHECK(poll_is_empty(rt));
	STATUS(ASTRAGAL_OK, astragal_runtime_free(rt));

	/* A runtime without a JSON configuration polls in msgpack. */
	STATUS(ASTRAGAL_OK, astragal_runtime_new(NULL, 0, &binary));
	load_model(binary);
	STATUS(ASTRAGAL_OK, astragal_poll(binary, &b));
	CHECK(b.len > 10 && memcmp(b.data, "\x83\xa4kind\xa3log\xa5level\x01", 16) == 0);
	STATUS(ASTRAGAL_OK, astragal_buffer_free(&b));
	STATUS(ASTRAGAL_OK, astragal_runtime_free(binary));
}

static void called_back(void) {
	astragal_runtime rt = new_runtime();
	heard h = {0, 0, 0, 0, ""};
	h.rt = rt;

	load_model(rt); /* waits for whoever listens next */
	STATUS(ASTRAGAL_OK, astragal_set_log(rt, ASTRAGAL_LOG_INFO, hear, &h));
	CHECK(poll_is_empty(rt)); /* delivers, and so finds nothing */
	CHECK(h.lines == 1 && h.level == ASTRAGAL_LOG_INFO);
	load_model(rt);
	CHECK(h.lines == 2);
	CHECK(strstr(h.text, "model") != NULL);
	CHECK(strstr(h.text, "Noughts and crosses") != NULL);

	h.nested = 1;
	load_model(rt);
	CHECK(h.lines == 4); /* its own, and that of the model loaded inside */

	STATUS(ASTRAGAL_OK, astragal_set_log(rt, ASTRAGAL_LOG_ERROR, hear, &h));
	load_model(rt);
	CHECK(h.lines == 4);
	STATUS(ASTRAGAL_OK, astragal_set_log(rt, ASTRAGAL_LOG_INFO, NULL, NULL));
	load_model(rt);
	CHECK(h.lines == 4);
	CHECK(poll_says(rt, "\"log\""));
	STATUS(ASTRAGAL_OK, astragal_runtime_free(rt));
}

static void progress(void) {
	astragal_runtime rt = new_runtime();
	long long model, simulation;
	int i, finished = 0;
	STATUS(ASTRAGAL_OK, astragal_set_log(rt, ASTRAGAL_LOG_OFF, NULL, NULL));
	model = load_model(rt);
	simulation = ask_number(rt, "simulate.run",
	                        fmt("{\"model\":%lld,\"games\":2000,\"wait\":false}", model, 0), "simulation");
	for (i = 0; i < 5000 && !finished; i++) {
		astragal_buffer b;
		char text[256] = "";
		STATUS(ASTRAGAL_OK, astragal_poll(rt, &b));
		if (b.len > 0 && b.len < sizeof text) memcpy(text, b.data, b.len);
		astragal_buffer_free(&b);
		if (text[0] == '\0') {
			sleep_ms(1);
			continue;
		}
		CHECK(strstr(text, fmt("{\"kind\":\"progress\",\"simulation\":%lld,\"done\":", simulation, 0)) == text);
		CHECK(strstr(text, "\"games\":2000,\"finished\":") != NULL);
		finished = strstr(text, "\"done\":2000,\"games\":2000,\"finished\":true") != NULL;
	}
	CHECK(finished);
	CHECK(poll_is_empty(rt));
	CHECK(says(ask(rt, ASTRAGAL_OK, "simulate.result", fmt("{\"simulation\":%lld}", simulation, 0)),
	           "\"games\":2000"));
	STATUS(ASTRAGAL_OK, astragal_runtime_free(rt));
}

void test_log(void) {
	polled();
	called_back();
	progress();
}
