#!/bin/sh
# Makes the virtual environment bindings/python/.venv: setup.sh play has what playing needs, setup.sh
# also what tests and benchmarks need. PYTHON chooses the interpreter (3.9 or later).
set -eu
cd "$(dirname "$0")"
PYTHON=${PYTHON:-python3}
stage=${1:-test}
done=.venv/ready-$stage
if [ -f "$done" ] && [ ! setup.sh -nt "$done" ] && .venv/bin/python -c '' 2>/dev/null; then
	exit 0
fi
if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
	rm -rf .venv
	if ! "$PYTHON" -m venv .venv 2>/dev/null; then # Debian keeps ensurepip in a package of its own
		rm -rf .venv
		if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
			apt-get install -y -q python3-venv >/dev/null || { apt-get update -q >/dev/null && apt-get install -y -q python3-venv >/dev/null; }
			"$PYTHON" -m venv .venv
		else
			echo "bindings/python/setup.sh: $PYTHON cannot make virtual environments; install python3-venv" >&2
			exit 1
		fi
	fi
fi
pip() { .venv/bin/python -m pip install -q --disable-pip-version-check "$@"; }
case $stage in
play) pip 'msgpack>=1.0' ;;
test) pip 'setuptools>=68' wheel 'msgpack>=1.0' numpy pytest 'dask[distributed]' mypy ;;
*)
	echo "usage: setup.sh [play|test]" >&2
	exit 2
	;;
esac
touch "$done"
