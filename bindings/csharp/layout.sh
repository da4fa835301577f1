#!/bin/sh
# Lays the libraries and programs of all systems that can be built here out as a NuGet package wants them:
# bindings/csharp/layout.sh [FOLDER], which is bindings/csharp unless it is said. Then `dotnet pack`.
set -eu
cd "$(dirname "$0")/../.."

GO=${GO:-go}
out=${1:-bindings/csharp}

put() { # rid file...
	rid=$1
	shift
	mkdir -p "$out/runtimes/$rid/native"
	for file in "$@"; do
		if [ -f "$file" ]; then cp "$file" "$out/runtimes/$rid/native/"; else echo "$rid: no $file" >&2; fi
	done
}

program() { # rid goos goarch name
	CGO_ENABLED=0 GOOS=$2 GOARCH=$3 "$GO" build -trimpath -ldflags='-s -w' -o "$out/runtimes/$1/native/$4" ./cmd/astragal
}

capi/build.sh host linux-arm64 windows-amd64
case $("$GO" env GOOS)-$("$GO" env GOARCH) in
linux-amd64) put linux-x64 bin/libastragal.so ;;
darwin-arm64) put osx-arm64 bin/libastragal.dylib ;;
darwin-amd64) put osx-x64 bin/libastragal.dylib ;;
esac
put linux-arm64 bin/linux-arm64/libastragal.so
put win-x64 bin/windows-amd64/astragal.dll
program linux-x64 linux amd64 astragal
program linux-arm64 linux arm64 astragal
program win-x64 windows amd64 astragal.exe
program osx-x64 darwin amd64 astragal
program osx-arm64 darwin arm64 astragal
