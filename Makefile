# Everything a newcomer or CI runs. `make demo` plays a game; `make test` proves the tree.
GO ?= go
BIN := bin/astragal

.PHONY: all build lib lib-all demo test deps test-go test-c bench-c python-env test-python bench-python wheel test-csharp race race-all prove bench figures profile growth pgo fuzz lint guests packs clean

all: build

build:
	$(GO) build -o $(BIN) ./cmd/astragal

# Builds the library, makes a virtual environment and plays a whole game through it, showing the table.
demo: lib build
	bindings/python/setup.sh play
	cd bindings/python && .venv/bin/python -m astragal demo

# The library for programs in other languages: shared and static, with its header, into bin/.
lib:
	GO=$(GO) capi/build.sh host

# The same for other machines too; one whose compiler is missing is left out with a word about it.
lib-all:
	GO=$(GO) capi/build.sh host linux-arm64 windows-amd64

# The C interface from C and C++: natively, under sanitizers and valgrind, on arm64 and Windows.
test-c:
	GO=$(GO) capi/test.sh

# What a call costs from C.
bench-c: lib
	@mkdir -p bin/test-c
	$(CC) -std=c99 -O2 -Iinclude capi/testdata/bench.c bin/libastragal.a -pthread -o bin/test-c/bench
	bin/test-c/bench examples/noughts-and-crosses/model.yaml

# The Python binding: its virtual environment, its tests over both transports, its costs, its wheel.
python-env:
	bindings/python/setup.sh

test-python: lib build python-env
	bindings/python/.venv/bin/python -m mypy --config-file bindings/python/pyproject.toml bindings/python/astragal
	cd bindings/python && .venv/bin/python -m pytest

bench-python: lib build python-env
	cd bindings/python && .venv/bin/python -m astragal bench

wheel: lib build python-env
	cd bindings/python && .venv/bin/python -m pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation -w dist . && rm -rf build astragal.egg-info
	@ls bindings/python/dist/*.whl

# Everything, in all languages; what is missing is installed (by apt as root, by pip into an
# environment of the project's own) or, without root, left out with a word about it. CI=true makes
# that an error.
test: deps lint test-go test-c test-python test-csharp

# The sample packs, with their evaluators, into bin/packs.
packs: build
	$(MAKE) -C examples/evaluators OUT=$(CURDIR)/bin/guests c
	@mkdir -p bin/packs examples/content-packs/storms/evaluators
	cp bin/guests/c/spell.wasm examples/content-packs/storms/evaluators/
	for p in examples/duel examples/content-packs/storms examples/content-packs/german; do \
		$(BIN) pack build $$p -o bin/packs/$$(basename $$p).zip || exit 1; done

# The sample evaluators of examples/evaluators, as WebAssembly, into bin/guests; the tests that run them do so too.
guests:
	$(MAKE) -C examples/evaluators OUT=$(CURDIR)/bin/guests

# Each installs only what is not there.
deps:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then capi/install-deps.sh; fi

test-go:
	$(GO) test ./...

lint:
	@test -z "$$(gofmt -l capi cmd engine host 2>/dev/null)" || { gofmt -l cmd engine; echo 'run gofmt -w on these files'; exit 1; }
	$(GO) vet ./...

# The C# binding, on Mono.
test-csharp:
	GO=$(GO) bindings/csharp/test.sh

# The race detector over what several threads do at once; race-all has it over all tests of the packages that games run in.
SEVERAL := TestHintsOfOtherThreads|TestResultDoesNotDependOnWorkers|TestTheMoveDoesNotDependOnTheWorkers|TestSimulationsBeside|TestBatchPlaysTheSameGames|TestManyThreads
race:
	$(GO) test -race -run '^($(SEVERAL))$$' ./engine/expr ./engine/simulate ./engine/search ./host/session

race-all:
	$(GO) test -race -timeout 1h ./engine/expr ./engine/game ./engine/drive/... ./engine/simulate ./engine/search ./engine/enginetest ./host/...

# Known answers that take minutes, and 10,000 random games of every example.
prove:
	ASTRAGAL_PROVE=1 $(GO) test -timeout 20m ./engine/analyze ./engine/enginetest ./engine/rules ./engine/search ./engine/simulate

# Every row of docs/performance.md, as text, and as JSON in bin/bench.json; RUNS=3 gives the worst of three runs.
RUNS ?= 1
bench: lib
	$(GO) run ./host/bench -runs $(RUNS) -json bin/bench.json

# All figures, tables and graphs of docs/performance.md anew, on a quiet machine: a quarter of an hour.
figures: deps lib guests python-env
	$(GO) run ./host/bench -runs 3 -json bin/bench.json -doc docs/performance.md
	$(GO) run ./host/bench where -doc docs/performance.md
	$(GO) run ./host/bench growth -time 200ms

# In which part of playing the time goes, with the tables of docs/performance.md written anew.
profile:
	$(GO) run ./host/bench where -doc docs/performance.md

# How costs grow: the graphs of docs/growth and their numbers in docs/performance.md.
growth:
	$(GO) run ./host/bench growth

# A new processor profile of playouts, which the compiler is guided by.
pgo:
	$(GO) run ./engine/bench/cmd -time 3s -profile engine/bench/cmd/default.pgo

# Each fuzz target for FUZZTIME; finds go into the package's testdata/fuzz and stay.
FUZZTIME ?= 30s
fuzz:
	@for t in $$(grep -rlE '^func Fuzz' --include='*_test.go' engine cmd host examples | xargs grep -hoE --with-filename '^func Fuzz\w+' | sed 's/:func /:/'); do \
		dir=$$(dirname $${t%%:*}); name=$${t##*:}; \
		echo "fuzz $$name in $$dir"; $(GO) test ./$$dir -run '^$$' -fuzz "^$$name$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x || exit 1; \
	done

clean:
	rm -rf bin
