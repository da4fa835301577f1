/* A forked child is refused at once, whatever the other threads of its parent were doing. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#ifdef _WIN32

void test_fork(void) {}

#else

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static void nothing(void *user_data, int level, const char *text, size_t len) {
	(void)user_data, (void)level, (void)text, (void)len;
}

/* In the child: how many functions did not answer as they must. */
static int child(astragal_runtime rt, astragal_buffer *held) {
	astragal_runtime other = 7;
	astragal_buffer b;
	char room[256];
	int wrong = 0;
	alarm(20); /* a child that hangs dies */
	wrong += astragal_runtime_new(NULL, 0, &other) != ASTRAGAL_FORKED || other != 0;
	wrong += astragal_call(rt, "{}", 2, &b) != ASTRAGAL_FORKED || b.data != NULL || b.handle != 0;
	wrong += astragal_call_into(rt, "{}", 2, room, sizeof room, &b) != ASTRAGAL_FORKED || b.data != NULL;
	wrong += astragal_poll(rt, &b) != ASTRAGAL_FORKED || b.len != 0;
	wrong += astragal_cancel(rt, 1) != ASTRAGAL_FORKED;
	wrong += astragal_set_log(rt, 0, nothing, NULL) != ASTRAGAL_FORKED;
	wrong += astragal_set_host_function(rt, "f", NULL, NULL) != ASTRAGAL_FORKED;
	wrong += astragal_runtime_free(rt) != ASTRAGAL_FORKED;
	wrong += astragal_abi_version() != ASTRAGAL_ABI_VERSION;
	wrong += strcmp(astragal_version(), ASTRAGAL_VERSION) != 0;
	wrong += astragal_buffer_free(held) != ASTRAGAL_OK || held->data != NULL;
	return wrong;
}

/*
 * Children tell by a pipe what went wrong, not by how they end: valgrind ends them with an error of its
 * own, because what the threads of the parent held is lost in a child.
 */
static void fork_once(astragal_runtime rt) {
	const char *info = "{\"v\":1,\"id\":1,\"method\":\"runtime.info\",\"params\":{}}";
	astragal_buffer held;
	unsigned char wrong = 0;
	int ends[2];
	pid_t pid;
	STATUS(ASTRAGAL_OK, astragal_call(rt, info, strlen(info), &held));
	fflush(NULL);
	CHECK(pipe(ends) == 0);
	pid = fork();
	if (pid == 0) {
		wrong = (unsigned char)child(rt, &held);
		if (write(ends[1], &wrong, 1) == 1 && fork() == 0) { /* and one of its own */
			wrong = astragal_runtime_free(rt) != ASTRAGAL_FORKED;
			_exit(write(ends[1], &wrong, 1) != 1);
		}
		wait(NULL);
		_exit(0);
	}
	close(ends[1]);
	CHECK(read(ends[0], &wrong, 1) == 1 && wrong == 0);
	CHECK(read(ends[0], &wrong, 1) == 1 && wrong == 0);
	close(ends[0]);
	waitpid(pid, NULL, 0);
	STATUS(ASTRAGAL_OK, astragal_buffer_free(&held)); /* the parent's own */
}

typedef struct shared {
	astragal_runtime rt;
	volatile int stop;
} shared;

static void fork_in_traffic(void *arg, int number) {
	shared *s = arg;
	int i;
	if (number == 0) {
		for (i = 0; i < 8; i++) fork_once(s->rt);
		s->stop = 1;
		return;
	}
	while (!s->stop) free(ask(s->rt, ASTRAGAL_OK, "runtime.info", "{}"));
}

void test_fork(void) {
	shared s;
	s.rt = new_runtime();
	s.stop = 0;
	on_threads(3, fork_in_traffic, &s);
	load_model(s.rt); /* the parent goes on */
	STATUS(ASTRAGAL_OK, astragal_runtime_free(s.rt));
}

#endif
