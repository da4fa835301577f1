/*
 * The ways of having processes that work: fork and then load, and fork and then exec (which this
 * program does to itself). forkfirst LIBRARY
 */
#define _POSIX_C_SOURCE 200809L
#include "astragal.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* Loads the library and calls it once; what of the library did not work, or NULL. */
static const char *use(const char *path) {
	const char *ask = "{\"v\":1,\"id\":1,\"method\":\"runtime.info\",\"params\":{}}";
	int (*make)(const void *, size_t, astragal_runtime *);
	int (*call)(astragal_runtime, const void *, size_t, astragal_buffer *);
	astragal_runtime rt;
	astragal_buffer answer;
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (library == NULL) return dlerror();
	*(void **)&make = dlsym(library, "astragal_runtime_new");
	*(void **)&call = dlsym(library, "astragal_call");
	if (make == NULL || call == NULL) return "no such function";
	if (make(NULL, 0, &rt) != ASTRAGAL_OK) return "no runtime";
	if (call(rt, ask, strlen(ask), &answer) != ASTRAGAL_OK || answer.len == 0) return "no answer";
	return NULL;
}

static int ended_well(pid_t pid) {
	int status = -1;
	waitpid(pid, &status, 0);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char **argv) {
	const char *wrong;
	pid_t pid;
	int i;
	if (argc < 2) return 2;
	for (i = 0; i < 3; i++) { /* several children that each load it */
		pid = fork();
		if (pid == 0) {
			alarm(60);
			wrong = use(argv[1]);
			if (wrong != NULL) fprintf(stderr, "child: %s\n", wrong);
			_exit(wrong != NULL);
		}
		if (!ended_well(pid)) return 1;
	}
	wrong = use(argv[1]);
	if (wrong != NULL) {
		fprintf(stderr, "parent: %s\n", wrong);
		return 1;
	}
	if (argc > 2) return 0; /* the one that was run again, below */
	pid = fork();
	if (pid == 0) {
		execl(argv[0], argv[0], argv[1], "again", (char *)NULL);
		_exit(1);
	}
	if (!ended_well(pid)) return 1;
	printf("ok   fork before loading, and exec after\n");
	return 0;
}
