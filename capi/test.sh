#!/bin/sh
# Tests the C interface: capi/test.sh [PART...], every part when none is named.
#
#   header     the header by itself, in both languages and many standards
#   native     the test program over the shared library and the archive; forks; the examples
#   asan       the same program and the library's C under AddressSanitizer and UBSan, with leaks
#   valgrind   the same program under valgrind
#   arm64      for linux/arm64, under qemu
#   windows    the DLL, under wine
#
# A part whose tools are missing is left out with a word about it; when CI=true that is an error.
set -eu
cd "$(dirname "$0")/.."

GO=${GO:-go}
out=bin/test-c
mkdir -p $out
model=examples/noughts-and-crosses/model.yaml
tests="capi/testdata/check.c capi/testdata/basics.c capi/testdata/errors.c capi/testdata/misuse.c
	capi/testdata/buffers.c capi/testdata/log.c capi/testdata/functions.c capi/testdata/threads.c capi/testdata/fork.c
	capi/testdata/leaks.c capi/testdata/golden.c"
transcripts=$(cd testdata/transcripts && ls | sed 's/\.jsonl$//')
strict="-Wall -Wextra -Werror -pedantic -Iinclude"
failed=

say() { echo "== $*"; }

has() { # part tool...
	part=$1
	shift
	for tool in "$@"; do
		command -v "$tool" >/dev/null 2>&1 || [ -x "$tool" ] && continue
		say "$part: left out, there is no $tool (capi/install-deps.sh, as root)"
		if [ "${CI:-}" = true ]; then failed="$failed $part"; fi
		return 1
	done
	say "$part"
}

# That a library which was just built exports what testdata/abi.txt lists.
exports() { ASTRAGAL_LIBS="$PWD/bin" "$GO" test -count=1 ./capi -run "$1"; }

# Runs the test program, with the command that runs it before it, and holds the records that it leaves
# against those of the engine.
check() {
	rm -rf $out/records
	mkdir -p $out/records
	"$@" $model $out/records $transcripts
	ASTRAGAL_RECORDS="$PWD/$out/records" "$GO" test -count=1 ./capi -run TestRecordsAreTheEngines
}

header() {
	has header gcc g++ || return 0
	for std in c99 c11 c17; do
		gcc -std=$std $strict -c -o $out/header.o capi/testdata/basics.c
	done
	for std in c++11 c++17 c++20; do
		printf '#include "astragal.h"\n#include "astragal.h"\nint main() { return astragal_abi_version() - ASTRAGAL_ABI_VERSION; }\n' |
			g++ -std=$std $strict -x c++ -fsyntax-only -
	done
	g++ -std=c++17 $strict -Ibindings/c -fsyntax-only bindings/c/example.cpp
}

native() {
	has native gcc g++ || return 0
	capi/build.sh host
	exports TestSharedLibrary
	gcc -std=c99 -O1 $strict $tests -Lbin -lastragal -Wl,-rpath,"$PWD/bin" -pthread -o $out/check
	check $out/check
	gcc -std=c99 -O1 $strict $tests bin/libastragal.a -pthread -o $out/check-static
	check $out/check-static
	gcc -std=c99 -O1 $strict capi/testdata/forkfirst.c -ldl -o $out/forkfirst
	$out/forkfirst "$PWD/bin/libastragal.so"

	gcc -std=c99 -O2 $strict bindings/c/example.c -Lbin -lastragal -Wl,-rpath,"$PWD/bin" -o $out/example-c
	$out/example-c examples/duel/model.yaml 7 >$out/example-c.txt
	grep -q '^end after [0-9]* decisions, payoffs \[' $out/example-c.txt
	g++ -std=c++17 -O2 $strict -Ibindings/c bindings/c/example.cpp -Lbin -lastragal -Wl,-rpath,"$PWD/bin" -o $out/example-cpp
	$out/example-cpp examples/duel/model.yaml 7 >$out/example-cpp.txt 2>$out/example-cpp.log
	grep -q '^one game: [0-9]* answers, payoffs \[' $out/example-cpp.txt
	grep -q '^one answer more: game_over' $out/example-cpp.txt
	grep -q '^a thousand games: {' $out/example-cpp.txt
	grep -q '^log: ' $out/example-cpp.log
	g++ -std=c++17 $strict -Ibindings/c bindings/c/test.cpp -Lbin -lastragal -Wl,-rpath,"$PWD/bin" -pthread -o $out/test-cpp
	$out/test-cpp $model
	echo "ok   examples"
}

# Only the C of the library is looked at: what Go allocates is its own collector's matter.
asan() {
	has asan gcc || return 0
	CGO_CFLAGS="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined" \
		CGO_LDFLAGS="-fsanitize=address,undefined" CGO_ENABLED=1 \
		"$GO" build -buildmode=c-archive -buildvcs=false -o $out/asan.a ./capi
	gcc -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined $strict $tests $out/asan.a -pthread -o $out/check-asan
	ASAN_OPTIONS=detect_leaks=1:handle_segv=0 check $out/check-asan
}

under_valgrind() {
	has valgrind valgrind || return 0
	[ -f bin/libastragal.a ] || capi/build.sh host
	gcc -std=c99 -g -O1 $strict $tests bin/libastragal.a -pthread -o $out/check-static
	valgrind --quiet --error-exitcode=99 --undef-value-errors=no --leak-check=full --show-leak-kinds=definite,indirect \
		--errors-for-leak-kinds=definite,indirect --suppressions=capi/testdata/valgrind.supp \
		--child-silent-after-fork=yes $out/check-static $model
}

arm64() {
	has arm64 aarch64-linux-gnu-gcc qemu-aarch64 || return 0
	capi/build.sh linux-arm64
	exports TestArm64Library
	aarch64-linux-gnu-gcc -std=c99 -O1 $strict $tests bin/linux-arm64/libastragal.a -pthread -o $out/check-arm64-static
	qemu-aarch64 -L /usr/aarch64-linux-gnu $out/check-arm64-static $model
	aarch64-linux-gnu-gcc -std=c99 -O1 $strict $tests -Lbin/linux-arm64 -lastragal -pthread -o $out/check-arm64
	check qemu-aarch64 -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH=bin/linux-arm64 $out/check-arm64
}

windows() {
	has windows x86_64-w64-mingw32-gcc /usr/lib/wine/wine64 || return 0
	capi/build.sh windows-amd64
	exports TestDLL
	x86_64-w64-mingw32-gcc -std=c99 -O1 $strict $tests bin/windows-amd64/astragal.dll -o $out/check.exe
	cp bin/windows-amd64/astragal.dll $out/
	export WINEPREFIX="$PWD/$out/wine" WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=
	if [ ! -f "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll" ]; then
		/usr/lib/wine/wine64 wineboot --init >/dev/null 2>&1 || true
		x86_64-w64-mingw32-gcc -O1 -shared capi/testdata/prng_stub.c -ladvapi32 \
			-o "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll"
	fi
	check /usr/lib/wine/wine64 $out/check.exe
}

if [ $# -eq 0 ]; then
	set -- header native asan valgrind arm64 windows
fi
for part in "$@"; do
	case $part in
	header | native | asan | arm64 | windows) $part ;;
	valgrind) under_valgrind ;;
	*)
		echo "capi/test.sh: no part $part" >&2
		exit 2
		;;
	esac
done
if [ -n "$failed" ]; then
	echo "could not be tested:$failed" >&2
	exit 1
fi
