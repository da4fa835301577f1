#!/bin/sh
# Installs what `make lib-all`, `make guests`, `make test-c` and `make test-go` need beyond Go, gcc and g++, on Debian
# and its kin: cross-compilers for windows/amd64 and linux/arm64, wine and qemu to run what they build,
# valgrind, clang, its linker and rustc, which write WebAssembly, and Neovim, whose client the language server is tested with. It needs root, does nothing that is already done, and costs a moment when all is there.
set -eu

packages=
want() { # command package...
	if ! command -v "$1" >/dev/null 2>&1 && [ ! -e "$1" ]; then
		shift
		packages="$packages $*"
	fi
}

want gcc gcc libc6-dev
want g++ g++
want valgrind valgrind
want x86_64-w64-mingw32-gcc-win32 gcc-mingw-w64-x86-64-win32
want x86_64-w64-mingw32-g++-win32 g++-mingw-w64-x86-64-win32
want /usr/lib/wine/wine64 wine64
want aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross
want aarch64-linux-gnu-g++ g++-aarch64-linux-gnu
want qemu-aarch64 qemu-user
want nvim neovim
want clang clang
want wasm-ld lld
want /usr/lib/rustlib/wasm32-unknown-unknown rustc libstd-rust-dev-wasm32

if [ -z "$packages" ]; then
	exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
	echo "capi/install-deps.sh: run as root to install:$packages" >&2
	exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086 # a list of words
apt-get install -y -qq --no-install-recommends $packages >/dev/null
