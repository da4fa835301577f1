/*
 * Functions of the host, called from Go. What one writes gathers here, in C, so that it holds nothing
 * of Go's when it calls the library itself.
 */
#include "capi.h"

#include <stdlib.h>
#include <string.h>

static __thread int depth; /* functions that this thread is in, one called inside another */

int in_host(void) { return depth > 0; }

typedef struct writer {
	answer *out;
	size_t most;
	int full;
} writer;

static int take(void *to, const void *data, size_t len) {
	writer *w = to;
	answer *a = w->out;
	if (len == 0) return ASTRAGAL_OK;
	if (w->full || data == NULL || len > w->most - a->len) {
		w->full = 1;
		return ASTRAGAL_LIMIT;
	}
	if (len > a->cap - a->len) {
		size_t room = a->cap < 256 ? 256 : a->cap * 2;
		uint8_t *more;
		if (room < a->len + len) room = a->len + len;
		more = realloc(a->data, room);
		if (more == NULL) {
			w->full = 1;
			return ASTRAGAL_LIMIT;
		}
		a->data = more;
		a->cap = room;
	}
	memcpy(a->data + a->len, data, len);
	a->len += len;
	return ASTRAGAL_OK;
}

outcome call_host(uintptr_t fn, uintptr_t user_data, const uint8_t *called, size_t len, size_t most) {
	outcome o = {0, {NULL, 0, 0, 0}};
	writer w = {&o.out, most, 0};
	depth++;
	o.status = ((astragal_host_fn)fn)((void *)user_data, called, len, take, &w);
	depth--;
	if (w.full) o.status = -1;
	return o;
}
