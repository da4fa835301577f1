/*
 * The transcripts of testdata, played through the library: every line must be what happens here too.
 * The records are left in files, which a test in Go holds against those of the engine.
 *
 * Values of JSON are pointers to where they begin, in texts that are known to be well-formed.
 */
#include "check.h"

static const char *past(const char *p, const char *these) { return p + strspn(p, these); }

/* The first byte behind a value. */
static const char *end_of(const char *v) {
	int depth = 0, text = 0;
	if (*v != '{' && *v != '[' && *v != '"') return v + strcspn(v, ",]} \n");
	for (;; v++) {
		if (text && *v == '\\') v++;
		else if (*v == '"') text = !text;
		else if (!text && (*v == '{' || *v == '[')) depth++;
		else if (!text && (*v == '}' || *v == ']')) depth--;
		if (depth == 0 && !text) return v + 1;
	}
}

static const char *next(const char *v) { return past(end_of(v), ", "); }

/* The first value in a list, or key in a map; NULL where there is none, as for every list that is NULL. */
static const char *first(const char *list) {
	if (list == NULL) return NULL;
	list = past(list + 1, " ");
	return *list == ']' || *list == '}' ? NULL : list;
}

static const char *after(const char *v) {
	v = next(v);
	return *v == ']' || *v == '}' ? NULL : v;
}

/* What a map has under a key, or NULL. */
static const char *in(const char *map, const char *key) {
	size_t n = strlen(key);
	const char *k, *v;
	for (k = first(map); k != NULL; k = after(v)) {
		v = past(end_of(k), ": ");
		if (strncmp(k + 1, key, n) == 0 && k[n + 1] == '"') return v;
	}
	return NULL;
}

/* A text in UTF-8, or a number as it is written. The caller frees it. */
static char *text_of(const char *v) {
	const char *end = end_of(v);
	char *text = malloc((size_t)(end - v) + 1), *p = text;
	if (*v == '"') v++, end--;
	while (v < end) {
		unsigned long c = (unsigned char)*v++;
		if (c != '\\') {
			*p++ = (char)c;
			continue;
		}
		c = (unsigned char)*v++;
		if (c != 'u') {
			const char *at = strchr("b\bf\fn\nr\rt\t", (int)c);
			*p++ = at == NULL ? (char)c : at[1];
			continue;
		}
		sscanf(v, "%4lx", &c), v += 4;
		if (c >> 10 == 0x36) { /* the second half of a pair follows, \uDC00 to \uDFFF */
			unsigned long low;
			sscanf(v + 2, "%4lx", &low), v += 6;
			c = 0x10000 + ((c & 0x3ff) << 10) + (low & 0x3ff);
		}
		if (c < 0x80) {
			*p++ = (char)c;
			continue;
		}
		if (c < 0x800) *p++ = (char)(0xc0 | c >> 6);
		else {
			if (c < 0x10000) *p++ = (char)(0xe0 | c >> 12);
			else *p++ = (char)(0xf0 | c >> 18), *p++ = (char)(0x80 | (c >> 12 & 0x3f));
			*p++ = (char)(0x80 | (c >> 6 & 0x3f));
		}
		*p++ = (char)(0x80 | (c & 0x3f));
	}
	*p = '\0';
	return text;
}

static int same_text(const char *a, const char *b) {
	char *x, *y;
	int same;
	if (a == NULL || b == NULL) return a == b;
	x = text_of(a), y = text_of(b);
	same = strcmp(x, y) == 0;
	free(x), free(y);
	return same;
}

/* Both lists of numbers, of the same length and exactly the same numbers. */
static int same_numbers(const char *a, const char *b) {
	for (a = first(a), b = first(b); a != NULL && b != NULL; a = after(a), b = after(b)) {
		if (strtod(a, NULL) != strtod(b, NULL)) return 0;
	}
	return a == b;
}

/* An option is told as its label, or with what is behind it; an outcome as its label and how likely it is. */
static int same_options(const char *told, const char *request) {
	const char *option, *p = in(request, "p"), *t;
	int outcomes = in(told, "outcomes") != NULL;
	if (outcomes != (p != NULL)) return 0;
	t = first(in(told, outcomes ? "outcomes" : "options"));
	p = first(p);
	option = first(in(request, "options"));
	for (; t != NULL && option != NULL; t = after(t), option = after(option)) {
		const char *label = *t == '[' ? first(t) : *t == '{' ? in(t, "label") : t;
		if (!same_text(label, option)) return 0;
		if (!outcomes) continue;
		if (p == NULL || strtod(after(first(t)), NULL) != strtod(p, NULL)) return 0;
		p = after(p);
	}
	return t == option && p == NULL;
}

static int same_ask(const char *told, const char *request) {
	const char *seen = in(told, "visible_to");
	int all = *seen == '"';
	return same_text(in(told, "kind"), in(request, "kind")) && same_text(in(told, "place"), in(request, "place")) &&
	       same_text(in(told, "player"), in(request, "player")) && same_options(told, request) &&
	       (*in(request, "all") == 't') == all && (all || same_numbers(seen, in(request, "seen")));
}

static int same_end(const char *told, const char *request) {
	return same_text("\"end\"", in(request, "kind")) && same_text(in(told, "reason"), in(request, "reason")) &&
	       same_numbers(in(told, "payoffs"), in(request, "payoffs"));
}

/* The next thing that happened and is told: not what was asked and seen. */
static const char *told_event(const char *e) {
	while (e != NULL && strncmp(in(e, "kind"), "\"observed\"", 10) == 0) e = after(e);
	return e;
}

static int same_event(const char *line, const char *e) {
	const char *automatic = in(line, "automatic");
	char *what;
	int same;
	if (e == NULL) return 0;
	if (automatic == NULL) return same_text(in(line, "event"), in(e, "label"));
	what = in(e, "what") == NULL ? NULL : text_of(in(e, "what"));
	same = what != NULL && same_text(in(automatic, "place"), in(e, "place")) && same_text(in(automatic, what), in(e, "label"));
	free(what);
	return same;
}

static char *whole_file(const char *folder, const char *name, const char *rest) {
	char path[1024], *text;
	long size;
	FILE *f;
	sprintf(path, "%s%s%s", folder, name, rest);
	f = fopen(path, "rb");
	CHECK(f != NULL);
	if (f == NULL) return NULL;
	fseek(f, 0, SEEK_END), size = ftell(f), rewind(f);
	text = calloc((size_t)size + 1, 1);
	CHECK(fread(text, 1, (size_t)size, f) == (size_t)size);
	fclose(f);
	return text;
}

/* A parameter more, whose text is taken over from an answer as it stands there. */
static char *with(const char *params, const char *key, const char *v) {
	size_t n = (size_t)(end_of(v) - v);
	char *text = malloc(strlen(params) + strlen(key) + n + 8);
	sprintf(text, "{%s,\"%s\":%.*s}", params, key, (int)n, v);
	return text;
}

/* A game made of what another gave is where that is, and has its record. */
static void comes_back(astragal_runtime rt, long long model, long long game, const char *method, const char *from, const char *key,
                       const char *record) {
	char *given = ask(rt, ASTRAGAL_OK, from, fmt("{\"game\":%lld}", game, 0)), *params, *now, *answer;
	const char *v = in(in(given, "result"), key);
	long long again;
	params = with(fmt("\"model\":%lld,\"chance\":\"ask\"", model, 0), key, v);
	again = ask_number(rt, method, params, "game");
	now = ask(rt, ASTRAGAL_OK, "game.request", fmt("{\"game\":%lld}", game, 0));
	answer = ask(rt, ASTRAGAL_OK, "game.request", fmt("{\"game\":%lld}", again, 0));
	CHECK(strcmp(now, answer) == 0);
	free(now), free(answer);
	answer = ask(rt, ASTRAGAL_OK, "game.record", fmt("{\"game\":%lld}", again, 0));
	CHECK(same_text(in(in(answer, "result"), "record"), record));
	free(answer), free(params), free(given);
	free(ask(rt, ASTRAGAL_OK, "game.close", fmt("{\"game\":%lld}", again, 0)));
}

static void keep(const char *folder, const char *name, const char *record) {
	char path[1024], *text = text_of(record);
	FILE *f;
	sprintf(path, "%s/%s.json", folder, name);
	f = fopen(path, "wb");
	CHECK(f != NULL && fwrite(text, 1, strlen(text), f) == strlen(text) && fclose(f) == 0);
	free(text);
}

/* Plays what the lines tell. Frees the answer that began the game. */
static void play_lines(astragal_runtime rt, long long game, char *answer, const char *line) {
	long long since = 0;
	char *happened = NULL;
	const char *e = NULL;
	int number = 1, same;
	for (; *line != '\0'; line = past(end_of(line), "\r\n"), number++) {
		const char *request = in(in(answer, "result"), "request"), *option = in(line, "answer");
		if (option != NULL) {
			free(answer), free(happened), happened = NULL;
			answer = ask(rt, ASTRAGAL_OK, "game.answer", fmt("{\"game\":%lld,\"option\":%lld}", game, atoll(option)));
			continue;
		}
		if (happened == NULL) {
			happened = ask(rt, ASTRAGAL_OK, "game.events", fmt("{\"game\":%lld,\"since\":%lld}", game, since));
			since = atoll(in(in(happened, "result"), "next"));
			e = told_event(first(in(in(happened, "result"), "events")));
		}
		if (in(line, "ask") != NULL) same = e == NULL && same_ask(in(line, "ask"), request);
		else if (in(line, "end") != NULL) same = e == NULL && same_end(in(line, "end"), request);
		else {
			same = same_event(line, e);
			if (e != NULL) e = told_event(after(e));
		}
		CHECK(same);
		if (!same) {
			fprintf(stderr, "line %d: %.*s\nbut %s\n", number, (int)(end_of(line) - line), line, answer);
			break;
		}
	}
	free(answer), free(happened);
}

static void replay(astragal_runtime rt, const char *folder, const char *name) {
	char params[1024], *lines, *command, *answer;
	const char *players, *record;
	long long model, game;
	lines = whole_file("testdata/transcripts/", name, ".jsonl");
	command = whole_file("examples/", name, "/transcript.txt"); /* its first line says how many play */
	if (lines == NULL || command == NULL) return;
	command[strcspn(command, "\n")] = '\0';
	players = strstr(command, "--players ");
	sprintf(params, "{\"path\":\"examples/%s/model.yaml\"}", name);
	model = ask_number(rt, "model.load", params, "model");
	answer = ask(rt, ASTRAGAL_OK, "game.new",
	             players == NULL ? fmt("{\"model\":%lld,\"chance\":\"ask\"}", model, 0)
	                             : fmt("{\"model\":%lld,\"chance\":\"ask\",\"players\":%lld}", model, atoll(players + 10)));
	game = atoll(in(in(answer, "result"), "game"));
	play_lines(rt, game, answer, lines);
	answer = ask(rt, ASTRAGAL_OK, "game.record", fmt("{\"game\":%lld}", game, 0));
	record = in(in(answer, "result"), "record");
	comes_back(rt, model, game, "game.replay", "game.record", "record", record);
	comes_back(rt, model, game, "game.restore", "game.snapshot", "data", record);
	keep(folder, name, record);
	free(answer), free(lines), free(command);
	CHECK(says(ask(rt, ASTRAGAL_OK, "game.close", fmt("{\"game\":%lld}", game, 0)), "\"ok\":true"));
	CHECK(says(ask(rt, ASTRAGAL_OK, "model.close", fmt("{\"model\":%lld}", model, 0)), "\"ok\":true"));
}

void test_golden(void) {
	astragal_runtime rt;
	char **name;
	if (golden == NULL) return;
	rt = new_runtime();
	CHECK(*golden != NULL && golden[1] != NULL);
	for (name = golden + 1; *name != NULL; name++) replay(rt, *golden, *name);
	STATUS(ASTRAGAL_OK, astragal_runtime_free(rt));
}
