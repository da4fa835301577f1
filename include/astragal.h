/*
 * Astragal: a runtime for tabletop games, for programs in any language that can call C.
 *
 * The whole interface is bytes in and bytes out. A runtime holds models and games; astragal_call
 * hands it one request of the protocol (docs/protocol.md) and gets one answer. This header is
 * written by hand, is valid C99 and C++11 or later, and needs nothing but <stddef.h> and <stdint.h>.
 *
 *     astragal_runtime rt;
 *     if (astragal_abi_version() != ASTRAGAL_ABI_VERSION) return 1;
 *     if (astragal_runtime_new(NULL, 0, &rt) != ASTRAGAL_OK) return 1;
 *     const char *ask = "{\"v\":1,\"id\":1,\"method\":\"runtime.info\",\"params\":{}}";
 *     astragal_buffer answer;
 *     astragal_call(rt, ask, strlen(ask), &answer);
 *     fwrite(answer.data, 1, answer.len, stdout);
 *     astragal_buffer_free(&answer);
 *     astragal_runtime_free(rt);
 *
 * OWNERSHIP. What you pass in stays yours: nothing is kept after the function returns, but a
 * callback and its user_data, until they are replaced or the runtime is freed. What you get in an
 * astragal_buffer is yours until you give it to astragal_buffer_free; it outlives its runtime.
 * Handles are numbers. 0 is none of them, and no number is ever given out twice: one that was freed
 * or made up is answered with ASTRAGAL_BAD_HANDLE and changes nothing, in any order of destruction.
 *
 * THREADS. Every function may be called from any thread at any time. Calls about the same game wait
 * for each other, calls about different games run side by side. A callback runs on a thread that is
 * inside a function of this library, never on one of the library's own, and no lock is held while
 * it runs: it may call any function here.
 *
 * FORK. The library does not survive fork(): in a child that was forked after the library was loaded
 * every function answers ASTRAGAL_FORKED at once and touches nothing, apart from astragal_version,
 * astragal_abi_version and astragal_buffer_free, which work. A child that goes on to exec, or that
 * loads the library itself, is not concerned. Once loaded the library cannot be unloaded: never
 * dlclose it.
 *
 * FAULTS. A fault inside the library does not cross this interface: it becomes an answer with the
 * code "internal" or the status ASTRAGAL_PANIC, with a stack in the log. Pointers are believed: one
 * that is neither NULL nor good for the length that goes with it is the caller's crash.
 */
#ifndef ASTRAGAL_H
#define ASTRAGAL_H

#include <stddef.h>
#include <stdint.h>

/*
 * Define ASTRAGAL_STATIC before the header when you link the static archive on Windows.
 * ASTRAGAL_BUILD belongs to the build of the library itself.
 */
#if defined(_WIN32) && defined(ASTRAGAL_BUILD)
#define ASTRAGAL_API __declspec(dllexport)
#elif defined(_WIN32) && !defined(ASTRAGAL_STATIC)
#define ASTRAGAL_API __declspec(dllimport)
#elif defined(__GNUC__)
#define ASTRAGAL_API __attribute__((visibility("default")))
#else
#define ASTRAGAL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that this file came with. */
#define ASTRAGAL_VERSION "0.1.0"

/* The version of the interface in this file. It grows when a caller of the old one would break. */
#define ASTRAGAL_ABI_VERSION 2

/*
 * What every function with a status returns. The numbers never change; later versions may add more,
 * so treat one that you do not know as a failure.
 */
#define ASTRAGAL_OK 0
#define ASTRAGAL_BAD_REQUEST 1 /* NULL where something is needed, or bytes that are no request */
#define ASTRAGAL_BAD_HANDLE 2  /* a handle that is not, or no longer, in use */
#define ASTRAGAL_PANIC 3       /* a fault of the library; the log has its stack */
#define ASTRAGAL_LIMIT 4       /* too long, too many, or no memory left */
#define ASTRAGAL_FORKED 5      /* this process is a fork of the one that loaded the library */
#define ASTRAGAL_CANCELLED 6   /* the call was stopped by astragal_cancel */
#define ASTRAGAL_CLOSED 7      /* the runtime was freed while the call was under way */

/* A runtime: its models, games, simulations and limits. Runtimes share nothing. */
typedef uint64_t astragal_runtime;

/*
 * Bytes that the library made. data is NULL exactly when len is 0. Read data and len, and leave
 * handle alone. Memory comes from C's malloc and stays where it is until it is freed.
 */
typedef struct astragal_buffer {
	uint8_t *data;
	size_t len;
	uint64_t handle;
} astragal_buffer;

/* How much a line of the log matters; also the least that a host wants to hear. */
#define ASTRAGAL_LOG_DEBUG 0
#define ASTRAGAL_LOG_INFO 1  /* models that were loaded and closed */
#define ASTRAGAL_LOG_WARN 2
#define ASTRAGAL_LOG_ERROR 3 /* faults of the library, with a stack */
#define ASTRAGAL_LOG_OFF 4

/*
 * Hears one line of the log: UTF-8, len bytes and then a 0 byte, good until the callback returns (a
 * stack makes a line with line breaks inside). It must not throw or longjmp.
 */
typedef void (*astragal_log_fn)(void *user_data, int level, const char *text, size_t len);

/*
 * Takes a part of what a host function answers; see astragal_host_fn. Good until that returns.
 * ASTRAGAL_OK, or ASTRAGAL_LIMIT when the answer is longer than the limit frame_bytes, or memory has
 * run out: it then counts as failed.
 */
typedef int (*astragal_write_fn)(void *writer, const void *data, size_t len);

/*
 * A function of the host that a model may call by name. It gets one msgpack map, good until it
 * returns: {code, args, place, kind, seat, chance, game}, the name, the arguments by theirs, where in
 * the rules, and so on (docs/protocol.md, "Functions of the host"). It answers one msgpack map,
 * {value}, {ops} or {chance}, by calling write(writer, data, len) as often as it likes, or not at all
 * for the value nil. It returns 0, or another number after having written a text that says what went
 * wrong, which stops the game. It must not throw or longjmp.
 *
 * It may call the library, but for astragal_runtime_free. While it runs, requests about its game are
 * answered with the error busy, from whatever thread they come. What it answers is part of the game:
 * it is not asked again for undo, redo, clones, snapshots and replayed records, and never by
 * simulations and batches (docs/protocol.md, "Functions of the host").
 */
typedef int (*astragal_host_fn)(void *user_data, const uint8_t *called, size_t len,
                                astragal_write_fn write, void *writer);

/* The version of the library, such as "0.1.0": a static text, never NULL. Never fails. */
ASTRAGAL_API const char *astragal_version(void);

/*
 * The version of the interface that the library was built with. Compare it with ASTRAGAL_ABI_VERSION
 * before you call anything else, and give up when they differ. Never fails.
 */
ASTRAGAL_API int astragal_abi_version(void);

/*
 * Makes a runtime. config is a map in msgpack, or in JSON when its first byte is '{' (docs/protocol.md,
 * "Configuration"); NULL with len 0 takes every default.
 *
 * ASTRAGAL_OK            *out is a new runtime, yours until astragal_runtime_free.
 * ASTRAGAL_BAD_REQUEST   out is NULL, config is NULL with a len, or the configuration cannot be read
 *                        or has a key or a value that it may not have. What was wrong is the next
 *                        line of astragal_poll(0, ...).
 * ASTRAGAL_LIMIT         the configuration is longer than 64 KiB, or 1,024 runtimes are open.
 * ASTRAGAL_PANIC, ASTRAGAL_FORKED
 *
 * *out is 0 unless the status is ASTRAGAL_OK.
 */
ASTRAGAL_API int astragal_runtime_new(const void *config, size_t len, astragal_runtime *out);

/*
 * Frees a runtime with its models, games and simulations. Calls that are under way on other threads
 * are stopped and return ASTRAGAL_CLOSED; their answers, and every buffer that you hold, stay good. A
 * host function that they are in is waited for.
 * A callback that another thread has begun may still be running when this returns, so keep user_data
 * until that thread has left its call.
 *
 * ASTRAGAL_OK            it is gone, or runtime was 0, which does nothing.
 * ASTRAGAL_BAD_HANDLE    no such runtime, or freed before; nothing happened.
 * ASTRAGAL_BAD_REQUEST   called from inside a host function, which it would wait for; nothing happened.
 * ASTRAGAL_PANIC, ASTRAGAL_FORKED
 */
ASTRAGAL_API int astragal_runtime_free(astragal_runtime runtime);

/*
 * Does one request of the protocol: {v, id, method, params} in msgpack, or in JSON when its first
 * byte is '{', answered in the same. A request that was understood and refused (a game that is not
 * there, an option that is not open) is ASTRAGAL_OK with an answer that says "ok": false: look there
 * for the error codes.
 *
 * ASTRAGAL_OK            *out is the answer.
 * ASTRAGAL_BAD_REQUEST   request or out is NULL or request_len is 0 (then there is no answer), or the
 *                        bytes are no request (then *out says why).
 * ASTRAGAL_CANCELLED     stopped by astragal_cancel; *out says so too.
 * ASTRAGAL_CLOSED        the runtime was freed meanwhile; *out says so too.
 * ASTRAGAL_BAD_HANDLE    no such runtime; no answer.
 * ASTRAGAL_LIMIT         the request is longer than the limit frame_bytes, or there is no memory for
 *                        the answer; no answer.
 * ASTRAGAL_PANIC, ASTRAGAL_FORKED   no answer.
 *
 * Whatever the status, *out is a buffer for astragal_buffer_free, empty where there is no answer.
 * What *out held before is overwritten, not freed.
 */
ASTRAGAL_API int astragal_call(astragal_runtime runtime, const void *request, size_t request_len,
                               astragal_buffer *out);

/*
 * astragal_call with memory of your own for the answer: one of at most size bytes is written there,
 * and *out says how long it is; out->data is memory then, nothing has to be freed, and freeing *out
 * does nothing. A longer answer comes in a buffer of the library's, as from astragal_call; free that.
 * So whoever frees *out always is right. Two calls at once need two memories.
 *
 * The statuses are those of astragal_call; ASTRAGAL_BAD_REQUEST also where memory is NULL and size is
 * not 0. What is in memory behind the answer, or where there is none, is anything.
 */
ASTRAGAL_API int astragal_call_into(astragal_runtime runtime, const void *request, size_t request_len,
                                    void *memory, size_t size, astragal_buffer *out);

/*
 * Gives the memory of a buffer back and empties *buffer. Freeing a copy of a buffer that was freed
 * before is harmless, whatever has happened since: the handle tells.
 *
 * ASTRAGAL_OK            freed; or buffer is NULL or empty, which does nothing.
 * ASTRAGAL_BAD_HANDLE    no such buffer, or freed before; nothing happened, *buffer is emptied.
 */
ASTRAGAL_API int astragal_buffer_free(astragal_buffer *buffer);

/*
 * Gives the runtime a function of the host, under a name that models call; a second one with the same
 * name replaces the first, and a NULL fn takes it away. fn and user_data are kept until then; when
 * another thread is playing a game, it may be in fn, or enter it once more, until its call returns.
 * The name is that of the code in the model (`code: {name: ...}`); a call of code that has no function
 * stops its game.
 *
 * ASTRAGAL_OK
 * ASTRAGAL_BAD_REQUEST   name is NULL, empty, longer than 256 bytes or not UTF-8.
 * ASTRAGAL_BAD_HANDLE    no such runtime.
 * ASTRAGAL_LIMIT         the runtime has 1,024 functions.
 * ASTRAGAL_PANIC, ASTRAGAL_FORKED
 */
ASTRAGAL_API int astragal_set_host_function(astragal_runtime runtime, const char *name,
                                            astragal_host_fn fn, void *user_data);

/*
 * Says who hears the log and from which level (ASTRAGAL_LOG_*) on. With a NULL fn, as in the
 * beginning, lines wait for astragal_poll instead; the level in the beginning is ASTRAGAL_LOG_INFO.
 * Lines are handed over at the end of the next astragal_call or astragal_poll of any thread, on that
 * thread, in order. A callback that calls this library is not called again from inside itself.
 *
 * ASTRAGAL_OK
 * ASTRAGAL_BAD_REQUEST   level is not between ASTRAGAL_LOG_DEBUG and ASTRAGAL_LOG_OFF.
 * ASTRAGAL_BAD_HANDLE    no such runtime.
 * ASTRAGAL_PANIC, ASTRAGAL_FORKED
 */
ASTRAGAL_API int astragal_set_log(astragal_runtime runtime, int level, astragal_log_fn fn,
                                  void *user_data);

/*
 * Stops the calls under way in this runtime whose requests had this id: a simulation, a long play.
 * The call itself then returns ASTRAGAL_CANCELLED, as soon as it can. A call that has ended, or not
 * begun, is not concerned.
 *
 * ASTRAGAL_OK            a call was told to stop.
 * ASTRAGAL_BAD_HANDLE    no such runtime, or no call with this id is under way.
 * ASTRAGAL_PANIC, ASTRAGAL_FORKED
 */
ASTRAGAL_API int astragal_cancel(astragal_runtime runtime, uint64_t call_id);

/*
 * The next thing that the runtime has to say, for hosts that want no callbacks; never waits. *out is
 * one map, in msgpack, or in JSON when the runtime's configuration was JSON:
 *
 *     {kind: "function", call: int, asked: {code, args, place, ...}}
 *                                                  what a host function would get: code that a model calls and that the host has offered
 *                                                  (method function.offer); it waits for the method
 *                                                  function.answer, of another call on any thread
 *     {kind: "log", level: int, text: text}                      in order; the last 1,000 are kept
 *     {kind: "lost", lines: int}                                 lines that were not fetched in time
 *     {kind: "progress", simulation: int, done: int, games: int, finished: bool}
 *                                                  of a simulation that got on since the last time
 *
 * or empty when there is nothing. Runtime 0 stands for the library itself: what went wrong when a
 * runtime could not be made, always in JSON.
 *
 * ASTRAGAL_OK            *out has one thing, or is empty.
 * ASTRAGAL_BAD_REQUEST   out is NULL.
 * ASTRAGAL_BAD_HANDLE    no such runtime; *out is empty.
 * ASTRAGAL_LIMIT         no memory; *out is empty.
 * ASTRAGAL_PANIC, ASTRAGAL_FORKED
 */
ASTRAGAL_API int astragal_poll(astragal_runtime runtime, astragal_buffer *out);

#ifdef __cplusplus
}
#endif

#endif /* ASTRAGAL_H */
