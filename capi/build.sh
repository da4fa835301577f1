#!/bin/sh
# Builds the library: capi/build.sh TARGET...
#
#   host            $OUT/libastragal.so (.dylib) and $OUT/libastragal.a for this machine
#   linux-arm64     $OUT/linux-arm64/libastragal.so and .a
#   windows-amd64   $OUT/windows-amd64/astragal.dll and .def
#
# OUT is bin unless it is set. The header lies beside the libraries. A target whose compiler is missing is
# left out with a word about it; when CI=true that is an error.
set -eu
cd "$(dirname "$0")/.."

GO=${GO:-go}
out=${OUT:-bin}
export CGO_ENABLED=1
status=0

has() { # target compiler
	command -v "$2" >/dev/null 2>&1 && return 0
	echo "$1: no $2 here; capi/install-deps.sh installs it (as root, on Debian)" >&2
	if [ "${CI:-}" = true ]; then status=1; fi
	return 1
}

build() { # mode output [linker flags]
	"$GO" build -buildmode="$1" -trimpath -buildvcs=false \
		-ldflags "-s -w -extldflags '${3:-}'" -o "$2" ./capi
	rm -f "${2%.*}.h" # what cgo writes is not for hosts
	cp include/astragal.h "$(dirname "$2")/"
}

hidden="-Wl,--version-script=$PWD/capi/astragal.map"

for target in "$@"; do
	case $target in
	host)
		if [ "$("$GO" env GOOS)" = darwin ]; then
			build c-shared "$out"/libastragal.dylib "-Wl,-exported_symbol,_astragal_*"
		else
			build c-shared "$out"/libastragal.so "$hidden"
		fi
		build c-archive "$out"/libastragal.a
		;;
	linux-arm64)
		has "$target" aarch64-linux-gnu-gcc || continue
		export GOOS=linux GOARCH=arm64 CC=aarch64-linux-gnu-gcc
		build c-shared "$out"/linux-arm64/libastragal.so "$hidden"
		build c-archive "$out"/linux-arm64/libastragal.a
		unset GOOS GOARCH CC
		;;
	windows-amd64)
		has "$target" x86_64-w64-mingw32-gcc || continue
		export GOOS=windows GOARCH=amd64 CC=x86_64-w64-mingw32-gcc
		# The compiler's own library goes in, so that the DLL needs nothing but Windows. The next two flags
		# together keep Go and the linker from choosing what to export: the list does.
		build c-shared "$out"/windows-amd64/astragal.dll \
			"-static-libgcc -Wl,--export-all-symbols -Wl,--exclude-all-symbols $PWD/capi/astragal.def"
		cp capi/astragal.def "$out"/windows-amd64/
		unset GOOS GOARCH CC
		;;
	*)
		echo "capi/build.sh: no target $target" >&2
		exit 2
		;;
	esac
done
exit $status
