#!/bin/sh
# Builds the library: capi/build.sh TARGET...
#
#   host            bin/libastragal.so (.dylib) and bin/libastragal.a for this machine
#   linux-arm64     bin/linux-arm64/libastragal.so and .a
#   windows-amd64   bin/windows-amd64/astragal.dll and .def
#
# The header lies beside them. A target whose compiler is missing is left out with a word about it;
# when CI=true that is an error. Whether TAGS or GOFLAGS are set is up to the caller.
set -eu
cd "$(dirname "$0")/.."

GO=${GO:-go}
export CGO_ENABLED=1
status=0

has() { # target compiler
	command -v "$2" >/dev/null 2>&1 && return 0
	echo "$1: no $2 here; capi/install-deps.sh installs it (as root, on Debian)" >&2
	if [ "${CI:-}" = true ]; then status=1; fi
	return 1
}

build() { # mode output [linker flags]
	"$GO" build -buildmode="$1" -trimpath -buildvcs=false ${TAGS:+-tags "$TAGS"} \
		-ldflags "-s -w -extldflags '${3:-}'" -o "$2" ./capi
	rm -f "${2%.*}.h" # what cgo writes is not for hosts
	cp include/astragal.h "$(dirname "$2")/"
}

hidden="-Wl,--version-script=$PWD/capi/astragal.map"

for target in "$@"; do
	case $target in
	host)
		if [ "$("$GO" env GOOS)" = darwin ]; then
			build c-shared bin/libastragal.dylib "-Wl,-exported_symbol,_astragal_*"
		else
			build c-shared bin/libastragal.so "$hidden"
		fi
		build c-archive bin/libastragal.a
		;;
	linux-arm64)
		has "$target" aarch64-linux-gnu-gcc || continue
		export GOOS=linux GOARCH=arm64 CC=aarch64-linux-gnu-gcc
		build c-shared bin/linux-arm64/libastragal.so "$hidden"
		build c-archive bin/linux-arm64/libastragal.a
		unset GOOS GOARCH CC
		;;
	windows-amd64)
		has "$target" x86_64-w64-mingw32-gcc || continue
		export GOOS=windows GOARCH=amd64 CC=x86_64-w64-mingw32-gcc
		# The first two flags together keep Go and the linker from choosing what to export: the list does.
		build c-shared bin/windows-amd64/astragal.dll \
			"-Wl,--export-all-symbols -Wl,--exclude-all-symbols $PWD/capi/astragal.def"
		cp capi/astragal.def bin/windows-amd64/
		unset GOOS GOARCH CC
		;;
	*)
		echo "capi/build.sh: no target $target" >&2
		exit 2
		;;
	esac
done
exit $status
