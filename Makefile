# Everything a newcomer or CI runs. `make demo` plays a game; `make test` proves the tree.
GO ?= go
BIN := bin/astragal

.PHONY: all build demo test race prove bench fuzz lint clean

all: build

build:
	$(GO) build -o $(BIN) ./cmd/astragal

# A whole game of cards between two random players, as text: examples/duel/transcript.txt.
demo: build
	$(BIN) run examples/duel/model.yaml --agents random --seed 378

test: lint
	$(GO) test ./...

lint:
	@test -z "$$(gofmt -l capi cmd engine host 2>/dev/null)" || { gofmt -l cmd engine; echo 'run gofmt -w on these files'; exit 1; }
	$(GO) vet ./...

race:
	$(GO) test -race ./engine/game ./engine/drive/... ./engine/simulate ./engine/enginetest

# Known answers that take minutes, and 10,000 random games of every example.
prove:
	ASTRAGAL_PROVE=1 $(GO) test -timeout 20m ./engine/analyze ./engine/enginetest

bench:
	$(GO) run ./engine/bench/cmd

# Each fuzz target for FUZZTIME; finds go into the package's testdata/fuzz and stay.
FUZZTIME ?= 30s
fuzz:
	@for t in $$(grep -rlE '^func Fuzz' --include='*_test.go' engine cmd | xargs grep -hoE --with-filename '^func Fuzz\w+' | sed 's/:func /:/'); do \
		dir=$$(dirname $${t%%:*}); name=$${t##*:}; \
		echo "fuzz $$name in $$dir"; $(GO) test ./$$dir -run '^$$' -fuzz "^$$name$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x || exit 1; \
	done

clean:
	rm -rf bin
