/*
 * Plays a game from C: loads a model, answers whoever must decide, and prints the way to the end.
 *
 *     example MODEL [SEED]
 *
 * Requests and answers are JSON here because that is quickest to read; a program that plays much will
 * rather speak msgpack, with the same names.
 */
#include "astragal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sends one request and gives its answer as a text to be freed. A failure ends the program. */
static char *ask(astragal_runtime rt, const char *method, const char *params) {
	static int id;
	char request[4096], *text;
	astragal_buffer answer;
	int status, n;

	n = snprintf(request, sizeof request, "{\"v\":1,\"id\":%d,\"method\":\"%s\",\"params\":{%s}}", ++id,
	             method, params);
	if (n < 0 || (size_t)n >= sizeof request) exit(2);
	status = astragal_call(rt, request, (size_t)n, &answer);
	text = calloc(answer.len + 1, 1);
	if (text == NULL) exit(2);
	if (answer.len > 0) memcpy(text, answer.data, answer.len);
	astragal_buffer_free(&answer);
	if (status != ASTRAGAL_OK || strstr(text, "\"ok\":true") == NULL) {
		fprintf(stderr, "%s: status %d: %s\n", method, status, text);
		exit(1);
	}
	return text;
}

/* What stands behind the first "key": of an answer. NULL when there is none. */
static const char *find(const char *json, const char *key) {
	char name[64];
	const char *at;
	snprintf(name, sizeof name, "\"%s\":", key);
	at = strstr(json, name);
	return at == NULL ? NULL : at + strlen(name);
}

static long long number(const char *json, const char *key) {
	const char *at = find(json, key);
	return at == NULL ? -1 : atoll(at);
}

/* Steps over a text in JSON that begins here, to what comes after it. */
static const char *past_text(const char *p) {
	for (p++; *p != '"'; p++) {
		if (*p == '\\') p++;
	}
	return p + 1;
}

/* Counts the texts of an array, and finds the start of the one with this number. */
static int texts(const char *array, int wanted, const char **start) {
	int n = 0;
	const char *p = array + 1;
	while (*p == '"') {
		if (n++ == wanted) *start = p;
		p = past_text(p);
		if (*p == ',') p++;
	}
	return n;
}

int main(int argc, char **argv) {
	astragal_runtime rt;
	char params[2048], *answer;
	long long game, model;
	unsigned long long luck = 1;
	int ply = 0;

	if (argc < 2) {
		fprintf(stderr, "usage: example MODEL [SEED]\n");
		return 2;
	}
	if (argc > 2) luck = strtoull(argv[2], NULL, 10);
	if (astragal_abi_version() != ASTRAGAL_ABI_VERSION) {
		fprintf(stderr, "the library is another version than the header\n");
		return 1;
	}
	if (astragal_runtime_new(NULL, 0, &rt) != ASTRAGAL_OK) return 1;

	snprintf(params, sizeof params, "\"path\":\"%s\"", argv[1]);
	answer = ask(rt, "model.load", params);
	model = number(answer, "model");
	free(answer);
	snprintf(params, sizeof params, "\"model\":%lld,\"seed\":%llu", model, luck);
	answer = ask(rt, "game.new", params);
	game = number(answer, "game");

	for (;; ply++) {
		const char *kind = find(answer, "kind"), *options = find(answer, "options"), *text = "\"\"";
		int count, choice;
		if (kind == NULL || strncmp(kind, "\"decision\"", 10) != 0) break;
		count = texts(options, -1, &text);
		luck = luck * 6364136223846793005ULL + 1442695040888963407ULL;
		choice = (int)((luck >> 33) % (unsigned long long)count);
		texts(options, choice, &text);
		printf("%3d  player %lld: %.*s (of %d)\n", ply + 1, number(answer, "player"),
		       (int)(past_text(text) - text), text, count);
		snprintf(params, sizeof params, "\"game\":%lld,\"option\":%d", game, choice);
		free(answer);
		answer = ask(rt, "game.answer", params);
	}
	if (find(answer, "payoffs") != NULL) {
		const char *payoffs = find(answer, "payoffs");
		printf("end after %d decisions, payoffs %.*s\n", ply, (int)(strcspn(payoffs, "]") + 1), payoffs);
	} else {
		printf("stopped: %s\n", answer);
	}
	free(answer);
	return astragal_runtime_free(rt) == ASTRAGAL_OK ? 0 : 1;
}
