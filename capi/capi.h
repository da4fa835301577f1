/*
 * What the C half of the library and its Go half know of each other. The functions of astragal.h are
 * C (exports.c), so that a forked child can be refused before the Go runtime is touched; they check
 * pointers and hand on to Go (the functions in _cgo_export.h), which never sees a NULL.
 */
#ifndef ASTRAGAL_CAPI_H
#define ASTRAGAL_CAPI_H

#include "astragal.h"

/*
 * Bytes on their way out of Go, of which len of cap are the answer: memory from malloc, or where it is
 * lent, the host's own.
 */
typedef struct answer {
	uint8_t *data;
	size_t len;
	size_t cap;
	int lent;
} answer;

/* Makes room for len bytes, losing what was there. 0, and the old room, when there is no memory. */
int answer_grow(answer *a, size_t len);

/*
 * Hands the memory of an answer to a buffer with a handle of its own, or with none where it is lent;
 * frees it when that fails.
 */
int buffer_adopt(answer *a, astragal_buffer *out);

/* Between these two nobody else changes the table of buffers: it must be whole when it is forked. */
void buffers_hold(void);
void buffers_release(void);

/* Go cannot call a pointer to a function; this does. */
void call_log(astragal_log_fn fn, uintptr_t user_data, int level, const char *text, size_t len);

/*
 * The same for a function of the host: what the function gave, or -1 when it wrote more than there is
 * room for, and what it wrote, at most so many bytes, which the caller frees. It comes back by value,
 * since memory of Go's is no place for C to write into; called is memory of C's for the same reason.
 */
typedef struct outcome {
	int status;
	answer out;
} outcome;
outcome call_host(uintptr_t fn, uintptr_t user_data, const uint8_t *called, size_t len, size_t most);

/* Whether this thread is in a function of the host. */
int in_host(void);

/* Whether this process is a fork of the one that loaded the library. */
int is_forked(void);

#endif
