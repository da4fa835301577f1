/* Runs the tests: check MODEL [FOLDER TRANSCRIPT...]. The process answers the number of conditions that failed. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <stdarg.h>
#include <time.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <pthread.h>
#endif

const char *model_path;
char **golden;
static int failures;

void check_that(int holds, const char *what, const char *file, int line) {
	if (holds || ++failures > 30) return;
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
}

void check_status(int want, int got, const char *what, const char *file, int line) {
	if (got == want || ++failures > 30) return;
	fprintf(stderr, "%s:%d: status %d, not %d: %s\n", file, line, got, want, what);
}

astragal_runtime new_runtime(void) {
	astragal_runtime rt = 0;
	STATUS(ASTRAGAL_OK, astragal_runtime_new("{}", 2, &rt));
	CHECK(rt != 0);
	return rt;
}

char *ask(astragal_runtime rt, int want, const char *method, const char *params) {
	size_t room = strlen(method) + strlen(params) + 64;
	char *request = malloc(room);
	char *text;
	astragal_buffer answer;
	int status;
	sprintf(request, "{\"v\":1,\"id\":5,\"method\":\"%s\",\"params\":%s}", method, params);
	status = astragal_call(rt, request, strlen(request), &answer);
	memset(request, '#', room); /* nothing may be left pointing here */
	free(request);
	text = calloc(answer.len + 1, 1);
	if (answer.len > 0) memcpy(text, answer.data, answer.len);
	if (status != want) {
		check_status(want, status, method, params, 0);
		fprintf(stderr, "%s\n", text);
	}
	STATUS(ASTRAGAL_OK, astragal_buffer_free(&answer));
	return text;
}

long long ask_number(astragal_runtime rt, const char *method, const char *params, const char *key) {
	char *answer = ask(rt, ASTRAGAL_OK, method, params);
	char name[64];
	const char *at;
	long long number = -1;
	sprintf(name, "\"%s\":", key);
	at = strstr(answer, name);
	if (at == NULL || strstr(answer, "\"ok\":true") == NULL) {
		check_that(0, answer, method, 0);
	} else {
		number = atoll(at + strlen(name));
	}
	free(answer);
	return number;
}

int says(char *answer, const char *text) {
	int found = strstr(answer, text) != NULL;
	if (!found) fprintf(stderr, "no %s in %s\n", text, answer);
	free(answer);
	return found;
}

long long load_model(astragal_runtime rt) {
	char params[4096];
	sprintf(params, "{\"path\":\"%s\"}", model_path);
	return ask_number(rt, "model.load", params, "model");
}

long long new_game(astragal_runtime rt, long long model) {
	return ask_number(rt, "game.new", fmt("{\"model\":%lld,\"seed\":7}", model, 0), "game");
}

/* %lld does not work in every C library of Windows, so numbers are put in by hand. */
const char *fmt(const char *format, long long a, long long b) {
	static __thread char ring[4][512];
	static __thread int turn;
	char *out = ring[turn++ % 4], *p = out;
	long long numbers[2];
	int used = 0;
	numbers[0] = a;
	numbers[1] = b;
	while (*format != '\0') {
		if (strncmp(format, "%lld", 4) == 0) {
			char digits[24];
			int n = 0;
			long long v = numbers[used++];
			if (v < 0) *p++ = '-', v = -v;
			do digits[n++] = (char)('0' + v % 10);
			while ((v /= 10) > 0);
			while (n > 0) *p++ = digits[--n];
			format += 4;
		} else {
			*p++ = *format++;
		}
	}
	*p = '\0';
	return out;
}

typedef struct worker {
	void (*body)(void *arg, int number);
	void *arg;
	int number;
} worker;

#ifdef _WIN32

static DWORD WINAPI run_worker(LPVOID w) {
	((worker *)w)->body(((worker *)w)->arg, ((worker *)w)->number);
	return 0;
}

void on_threads(int count, void (*body)(void *arg, int number), void *arg) {
	HANDLE threads[64];
	worker workers[64];
	int i;
	for (i = 0; i < count; i++) {
		workers[i].body = body, workers[i].arg = arg, workers[i].number = i;
		threads[i] = CreateThread(NULL, 0, run_worker, &workers[i], 0, NULL);
	}
	for (i = 0; i < count; i++) {
		WaitForSingleObject(threads[i], INFINITE);
		CloseHandle(threads[i]);
	}
}

void sleep_ms(int ms) { Sleep((DWORD)ms); }

double now_ns(void) {
	LARGE_INTEGER count, rate;
	QueryPerformanceCounter(&count);
	QueryPerformanceFrequency(&rate);
	return (double)count.QuadPart * 1e9 / (double)rate.QuadPart;
}

#else

static void *run_worker(void *w) {
	((worker *)w)->body(((worker *)w)->arg, ((worker *)w)->number);
	return NULL;
}

void on_threads(int count, void (*body)(void *arg, int number), void *arg) {
	pthread_t threads[64];
	worker workers[64];
	int i;
	for (i = 0; i < count; i++) {
		workers[i].body = body, workers[i].arg = arg, workers[i].number = i;
		pthread_create(&threads[i], NULL, run_worker, &workers[i]);
	}
	for (i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

void sleep_ms(int ms) {
	struct timespec t;
	t.tv_sec = ms / 1000;
	t.tv_nsec = ms % 1000 * 1000000L;
	nanosleep(&t, NULL);
}

double now_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

#endif

static void run(const char *name, void (*test)(void)) {
	int before = failures;
	double start = now_ns();
	test();
	printf("%s %s (%.2f s)\n", failures == before ? "ok  " : "FAIL", name, (now_ns() - start) / 1e9);
	fflush(stdout);
}

int main(int argc, char **argv) {
	if (argc < 2) {
		fprintf(stderr, "usage: check MODEL [FOLDER TRANSCRIPT...]\n");
		return 2;
	}
	model_path = argv[1];
	golden = argc > 2 ? argv + 2 : NULL;
	run("basics", test_basics);
	run("errors", test_errors);
	run("misuse", test_misuse);
	run("buffers", test_buffers);
	run("log", test_log);
	run("functions", test_functions);
	run("threads", test_threads);
	run("fork", test_fork);
	run("leaks", test_leaks);
	run("golden", test_golden);
	return failures > 100 ? 100 : failures;
}
