/* Buffers: freed in any order, twice, by a copy, after their runtime. */
#include "check.h"

#define MANY 3000

static astragal_buffer answer_of(astragal_runtime rt) {
	astragal_buffer b;
	const char *request = "{\"v\":1,\"id\":1,\"method\":\"runtime.info\",\"params\":{}}";
	STATUS(ASTRAGAL_OK, astragal_call(rt, request, strlen(request), &b));
	return b;
}

/* Answers in the caller's memory: where they fit they stand there and need no freeing, else as ever. */
static void test_into(astragal_runtime rt) {
	const char *request = "{\"v\":1,\"id\":1,\"method\":\"runtime.info\",\"params\":{}}";
	astragal_buffer plain = answer_of(rt), b;
	unsigned char *memory = malloc(plain.len + 1);
	size_t size;
	for (size = 0; size <= plain.len; size++) {
		memset(memory, 0x5a, plain.len + 1);
		STATUS(ASTRAGAL_OK, astragal_call_into(rt, request, strlen(request), memory, size, &b));
		CHECK(b.len == plain.len && memcmp(b.data, plain.data, b.len) == 0);
		CHECK((b.data == memory) == (size == plain.len) && (b.handle == 0) == (b.data == memory));
		CHECK(memory[size] == 0x5a);
		STATUS(ASTRAGAL_OK, astragal_buffer_free(&b));
		STATUS(ASTRAGAL_OK, astragal_buffer_free(&b));
		CHECK(b.data == NULL && b.len == 0);
	}
	STATUS(ASTRAGAL_OK, astragal_call_into(rt, request, strlen(request), NULL, 0, &b));
	STATUS(ASTRAGAL_OK, astragal_buffer_free(&b));
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_call_into(rt, request, strlen(request), NULL, 8, &b));
	CHECK(b.data == NULL);
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_call_into(rt, request, strlen(request), memory, plain.len, NULL));
	STATUS(ASTRAGAL_BAD_HANDLE, astragal_call_into(rt + 1, request, strlen(request), memory, plain.len, &b));
	CHECK(b.data == NULL);
	STATUS(ASTRAGAL_BAD_REQUEST, astragal_call_into(rt, "{", 1, memory, plain.len, &b));
	CHECK(b.len > 0 && b.data == memory);
	STATUS(ASTRAGAL_OK, astragal_buffer_free(&plain));
	free(memory);
}

void test_buffers(void) {
	static astragal_buffer many[MANY];
	astragal_runtime rt = new_runtime();
	astragal_buffer first = answer_of(rt), copy = first, made_up;
	char *methods;
	int i, same = 0;

	STATUS(ASTRAGAL_OK, astragal_buffer_free(NULL));
	STATUS(ASTRAGAL_OK, astragal_buffer_free(&first));
	STATUS(ASTRAGAL_OK, astragal_buffer_free(&first));
	first = answer_of(rt); /* takes the place, and maybe the memory, of the old one */
	CHECK(first.handle != copy.handle);
	STATUS(ASTRAGAL_BAD_HANDLE, astragal_buffer_free(&copy));
	CHECK(copy.data == NULL);
	CHECK(first.len > 0 && first.data[0] == '{' && first.data[first.len - 1] == '}');

	made_up.data = (uint8_t *)&made_up, made_up.len = 8;
	for (i = 0; i < 70; i++) {
		made_up.handle = UINT64_C(0x100000001) + (uint64_t)i * UINT64_C(0x1000000010000);
		if (made_up.handle == first.handle) continue;
		STATUS(ASTRAGAL_BAD_HANDLE, astragal_buffer_free(&made_up));
	}
	made_up.handle = UINT64_MAX;
	STATUS(ASTRAGAL_BAD_HANDLE, astragal_buffer_free(&made_up));
	made_up.handle = rt;
	STATUS(ASTRAGAL_BAD_HANDLE, astragal_buffer_free(&made_up));
	STATUS(ASTRAGAL_OK, astragal_buffer_free(&first));

	for (i = 0; i < MANY; i++) many[i] = answer_of(rt);
	for (i = 0; i < MANY; i += 2) STATUS(ASTRAGAL_OK, astragal_buffer_free(&many[i]));
	for (i = 0; i < MANY; i += 2) many[i] = answer_of(rt);
	for (i = 1; i < MANY; i++) same += many[i].handle == many[i - 1].handle || many[i].data == many[i - 1].data;
	CHECK(same == 0);

	test_into(rt);

	/* An answer longer than the room it begins with. */
	methods = ask(rt, ASTRAGAL_OK, "runtime.methods", "{}");
	CHECK(strlen(methods) > 4096);
	CHECK(strstr(methods, "game.answer") != NULL && methods[strlen(methods) - 1] == '}');
	free(methods);

	STATUS(ASTRAGAL_OK, astragal_runtime_free(rt));
	for (i = MANY - 1; i >= 0; i--) {
		CHECK(many[i].data[0] == '{');
		STATUS(ASTRAGAL_OK, astragal_buffer_free(&many[i]));
	}
}
