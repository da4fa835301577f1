/* What the tests of the C interface share. They run on Linux, and on Windows but for forks. */
#ifndef CHECK_H
#define CHECK_H

#include "astragal.h"
#include "astragal.h" /* twice, because that must be harmless */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Counts and reports a condition that does not hold, and goes on. */
#define CHECK(cond) check_that((cond) != 0, #cond, __FILE__, __LINE__)
/* The same for a status, with what it was. */
#define STATUS(want, call) check_status((want), (call), #call, __FILE__, __LINE__)

void check_that(int holds, const char *what, const char *file, int line);
void check_status(int want, int got, const char *what, const char *file, int line);

/* The path of a model of noughts and crosses, as text for a JSON string. */
extern const char *model_path;

/* A folder for records and the names of the transcripts to replay, up to NULL; or NULL. */
extern char **golden;

/* A runtime whose configuration is JSON, so that it polls as JSON. */
astragal_runtime new_runtime(void);

/* Calls with JSON; the status must be want. The answer is a text that the caller frees. */
char *ask(astragal_runtime rt, int want, const char *method, const char *params);

/* The same, told to succeed ("ok":true) with this number in its result, which it answers. */
long long ask_number(astragal_runtime rt, const char *method, const char *params, const char *key);

/* Whether the answer holds the text. Frees the answer. */
int says(char *answer, const char *text);

/* A model, and a game of it. */
long long load_model(astragal_runtime rt);
long long new_game(astragal_runtime rt, long long model);

/* Texts in a ring of buffers, for params: they last for a few calls. */
const char *fmt(const char *format, long long a, long long b);

/* Runs body(arg) on count threads and waits for all. */
typedef struct together {
	void (*body)(void *arg, int number);
	void *arg;
} together;
void on_threads(int count, void (*body)(void *arg, int number), void *arg);
void sleep_ms(int ms);
double now_ns(void);

void test_basics(void);
void test_errors(void);
void test_misuse(void);
void test_buffers(void);
void test_log(void);
void test_functions(void);
void test_threads(void);
void test_fork(void);
void test_leaks(void);
void test_golden(void);

#endif
