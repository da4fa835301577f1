/*
 * The functions of astragal.h. Each refuses what Go must not see (a forked process, a NULL) and hands
 * the rest on.
 */
#include "capi.h"
#include "_cgo_export.h"

#include <stdlib.h>
#include <string.h>

/* Most answers fit, and malloc is quickest up to about here. */
#define FIRST_ROOM 1024

const char *astragal_version(void) { return ASTRAGAL_VERSION; }

int astragal_abi_version(void) { return ASTRAGAL_ABI_VERSION; }

int astragal_runtime_new(const void *config, size_t len, astragal_runtime *out) {
	if (out == NULL) return ASTRAGAL_BAD_REQUEST;
	*out = 0;
	if (is_forked()) return ASTRAGAL_FORKED;
	if (config == NULL && len != 0) return ASTRAGAL_BAD_REQUEST;
	return goRuntimeNew((void *)config, len, out);
}

int astragal_runtime_free(astragal_runtime runtime) {
	if (is_forked()) return ASTRAGAL_FORKED;
	if (runtime == 0) return ASTRAGAL_OK;
	if (in_host()) return ASTRAGAL_BAD_REQUEST; /* it would wait for itself */
	return goRuntimeFree(runtime);
}

int astragal_call(astragal_runtime runtime, const void *request, size_t request_len,
                  astragal_buffer *out) {
	return astragal_call_into(runtime, request, request_len, NULL, 0, out);
}

int astragal_call_into(astragal_runtime runtime, const void *request, size_t request_len, void *memory,
                       size_t size, astragal_buffer *out) {
	answer a;
	int status, kept;
	if (out == NULL) return ASTRAGAL_BAD_REQUEST;
	memset(out, 0, sizeof *out);
	if (is_forked()) return ASTRAGAL_FORKED;
	if (request == NULL || request_len == 0 || (memory == NULL && size != 0)) return ASTRAGAL_BAD_REQUEST;
	a.data = memory;
	a.len = 0;
	a.cap = size;
	a.lent = memory != NULL;
	if (!a.lent && (a.data = malloc(FIRST_ROOM)) != NULL) a.cap = FIRST_ROOM;
	status = goCall(runtime, (void *)request, request_len, &a);
	kept = buffer_adopt(&a, out);
	return kept == ASTRAGAL_OK ? status : kept;
}

int astragal_set_host_function(astragal_runtime runtime, const char *name, astragal_host_fn fn,
                               void *user_data) {
	if (is_forked()) return ASTRAGAL_FORKED;
	if (name == NULL) return ASTRAGAL_BAD_REQUEST;
	return goSetHostFunction(runtime, (char *)name, strlen(name), (uintptr_t)fn, (uintptr_t)user_data);
}

int astragal_set_log(astragal_runtime runtime, int level, astragal_log_fn fn, void *user_data) {
	if (is_forked()) return ASTRAGAL_FORKED;
	if (level < ASTRAGAL_LOG_DEBUG || level > ASTRAGAL_LOG_OFF) return ASTRAGAL_BAD_REQUEST;
	return goSetLog(runtime, level, fn, (uintptr_t)user_data);
}

int astragal_cancel(astragal_runtime runtime, uint64_t call_id) {
	if (is_forked()) return ASTRAGAL_FORKED;
	return goCancel(runtime, call_id);
}

int astragal_poll(astragal_runtime runtime, astragal_buffer *out) {
	answer a = {NULL, 0, 0, 0};
	int status, kept;
	if (out == NULL) return ASTRAGAL_BAD_REQUEST;
	memset(out, 0, sizeof *out);
	if (is_forked()) return ASTRAGAL_FORKED;
	status = goPoll(runtime, &a);
	kept = buffer_adopt(&a, out);
	return kept == ASTRAGAL_OK ? status : kept;
}

void call_log(astragal_log_fn fn, uintptr_t user_data, int level, const char *text, size_t len) {
	fn((void *)user_data, level, text, len);
}
