/*
 * Go's scheduler and collector are threads, and fork() copies only the one that calls it: a child
 * that enters Go waits for threads that are not there. So a child is marked the moment it is made. What
 * works in it all the same, freeing buffers, must find its lock free.
 */
#include "capi.h"

#ifdef _WIN32

int is_forked(void) { return 0; }

#else

#include <pthread.h>

static volatile int forked;

static void mark(void) {
	forked = 1;
	buffers_release();
}

__attribute__((constructor)) static void watch_forks(void) {
	pthread_atfork(buffers_hold, buffers_release, mark);
}

int is_forked(void) { return forked; }

#endif
