/*
 * The buffers that hosts hold. Each has a slot in a table, and its handle is the slot's number with
 * the slot's generation, which grows when the buffer is freed: an old handle finds another generation
 * and does nothing. The table is C, not Go, because freeing is then a matter of nanoseconds and works
 * in a forked child.
 */
#include "capi.h"
#include "lock.h"

#include <stdlib.h>

typedef struct slot {
	void *data; /* NULL: free */
	uint32_t generation;
	uint32_t next; /* while free: the next free slot, counted from 1; 0 ends the list */
} slot;

static lock table_lock = LOCK_INIT;
static slot *slots;
static uint32_t slot_count, slot_room, first_free;

/* With the lock held: a free slot, counted from 1, or 0 when memory or numbers are at an end. */
static uint32_t slot_take(void) {
	uint32_t taken = first_free;
	if (taken != 0) {
		first_free = slots[taken - 1].next;
		return taken;
	}
	if (slot_count == slot_room) {
		uint32_t room = slot_room == 0 ? 64 : slot_room * 2;
		slot *more;
		if (room > UINT32_C(1) << 28) return 0;
		more = realloc(slots, room * sizeof *more);
		if (more == NULL) return 0;
		slots = more;
		slot_room = room;
	}
	slots[slot_count].generation = 1;
	return ++slot_count;
}

void buffers_hold(void) { lock_take(&table_lock); }

void buffers_release(void) { lock_give(&table_lock); }

int answer_grow(answer *a, size_t len) {
	uint8_t *data = malloc(len);
	if (data == NULL) return 0;
	if (!a->lent) free(a->data);
	a->data = data;
	a->cap = len;
	a->lent = 0;
	return 1;
}

int buffer_adopt(answer *a, astragal_buffer *out) {
	uint32_t taken;
	if (a->len == 0) {
		if (!a->lent) free(a->data);
		return ASTRAGAL_OK;
	}
	if (a->lent) {
		out->data = a->data;
		out->len = a->len;
		return ASTRAGAL_OK;
	}
	lock_take(&table_lock);
	taken = slot_take();
	if (taken != 0) {
		slots[taken - 1].data = a->data;
		out->handle = (uint64_t)slots[taken - 1].generation << 32 | taken;
	}
	lock_give(&table_lock);
	if (taken == 0) {
		free(a->data);
		return ASTRAGAL_LIMIT;
	}
	out->data = a->data;
	out->len = a->len;
	return ASTRAGAL_OK;
}

int astragal_buffer_free(astragal_buffer *buffer) {
	void *data = NULL;
	uint64_t handle;
	uint32_t taken;
	if (buffer == NULL) return ASTRAGAL_OK;
	handle = buffer->handle;
	buffer->data = NULL;
	buffer->len = 0;
	buffer->handle = 0;
	if (handle == 0) return ASTRAGAL_OK;

	taken = (uint32_t)handle;
	lock_take(&table_lock);
	if (taken != 0 && taken <= slot_count && slots[taken - 1].generation == handle >> 32) {
		slot *s = &slots[taken - 1];
		data = s->data;
		s->data = NULL;
		/* A slot whose generations are used up stays empty for ever: no handle comes twice. */
		if (data != NULL && s->generation != UINT32_MAX) {
			s->generation++;
			s->next = first_free;
			first_free = taken;
		}
	}
	lock_give(&table_lock);
	if (data == NULL) return ASTRAGAL_BAD_HANDLE;
	free(data);
	return ASTRAGAL_OK;
}
