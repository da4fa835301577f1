/* What a call costs from C: bench MODEL. Times are of one thread, the best of a hundred runs. */
#define _POSIX_C_SOURCE 200809L
#include "astragal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 1000

static astragal_runtime rt;
static long long game;

static double now_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static unsigned char memory[4096];

static astragal_buffer call(const void *request, size_t len) {
	astragal_buffer answer;
	int status = astragal_call_into(rt, request, len, memory, sizeof memory, &answer);
	if (status != ASTRAGAL_OK) {
		fprintf(stderr, "status %d: %.*s\n", status, (int)answer.len, (char *)answer.data);
		exit(1);
	}
	return answer;
}

static long long ask(const char *method, const char *params, const char *key) {
	char request[4096], name[64];
	astragal_buffer answer;
	long long number = 0;
	char *text;
	sprintf(request, "{\"v\":1,\"id\":1,\"method\":\"%s\",\"params\":{%s}}", method, params);
	answer = call(request, strlen(request));
	text = calloc(answer.len + 1, 1);
	memcpy(text, answer.data, answer.len);
	astragal_buffer_free(&answer);
	sprintf(name, "\"%s\":", key);
	if (strstr(text, name) != NULL) number = atoll(strstr(text, name) + strlen(name));
	free(text);
	return number;
}

/* {v, method, params: {game}, id} or with an option too, in msgpack, as the bindings write it. */
static size_t frame(unsigned char *out, const char *method, int option) {
	unsigned char *p = out;
	size_t n = strlen(method);
	int i;
	memcpy(p, "\x84\xa1v\x01\xa6method", 11), p += 11;
	*p++ = (unsigned char)(0xa0 | n);
	memcpy(p, method, n), p += n;
	memcpy(p, "\xa6params", 7), p += 7;
	*p++ = option < 0 ? 0x81 : 0x82;
	memcpy(p, "\xa4game\xcf", 6), p += 6;
	for (i = 56; i >= 0; i -= 8) *p++ = (unsigned char)(game >> i);
	if (option >= 0) {
		memcpy(p, "\xa6option", 7), p += 7;
		*p++ = (unsigned char)option;
	}
	memcpy(p, "\xa2id\x01", 4), p += 4;
	return (size_t)(p - out);
}

static void report(const char *what, double best) { printf("%-46s %8.0f ns\n", what, best); }

int main(int argc, char **argv) {
	unsigned char answer[128], undo[128], request[128];
	char params[2048];
	size_t answer_len, undo_len, request_len;
	double best_answer = 1e18, best_pair = 1e18, best_request = 1e18, best_version = 1e18, best_bad = 1e18;
	long long model;
	int run, i;
	if (argc < 2 || astragal_runtime_new(NULL, 0, &rt) != ASTRAGAL_OK) return 2;
	astragal_set_log(rt, ASTRAGAL_LOG_OFF, NULL, NULL);
	sprintf(params, "\"path\":\"%s\"", argv[1]);
	model = ask("model.load", params, "model");
	sprintf(params, "\"model\":%lld,\"seed\":1", model);
	game = ask("game.new", params, "game");
	answer_len = frame(answer, "game.answer", 0);
	undo_len = frame(undo, "game.undo", -1);
	request_len = frame(request, "game.request", -1);
	for (run = 0; run < 100; run++) {
		double start = now_ns(), all, answers = 0;
		astragal_buffer b;
		for (i = 0; i < ROUNDS; i++) astragal_version();
		all = (now_ns() - start) / ROUNDS;
		if (all < best_version) best_version = all;

		start = now_ns();
		for (i = 0; i < ROUNDS; i++) astragal_call(7, "{}", 2, &b);
		all = (now_ns() - start) / ROUNDS;
		if (all < best_bad) best_bad = all;

		start = now_ns();
		for (i = 0; i < ROUNDS; i++) b = call(request, request_len), astragal_buffer_free(&b);
		all = (now_ns() - start) / ROUNDS;
		if (all < best_request) best_request = all;

		start = now_ns();
		for (i = 0; i < ROUNDS; i++) {
			double before = now_ns();
			b = call(answer, answer_len), astragal_buffer_free(&b);
			answers += now_ns() - before;
			b = call(undo, undo_len), astragal_buffer_free(&b);
		}
		all = (now_ns() - start) / ROUNDS;
		if (all < best_pair) best_pair = all;
		if (answers / ROUNDS < best_answer) best_answer = answers / ROUNDS;
	}
	report("a function that stays in C", best_version);
	report("a call with a handle that is none", best_bad);
	report("game.request, and its buffer freed", best_request);
	report("game.answer, and its buffer freed", best_answer);
	report("game.answer and game.undo, buffers freed", best_pair);
	astragal_runtime_free(rt);
	return 0;
}
