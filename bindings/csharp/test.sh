#!/bin/sh
# Builds and tests the C# binding on Mono: bindings/csharp/test.sh [NAME...], the tests whose names contain
# one of the words, or all, and then the examples too.
#
# Mono is installed by apt where it is missing and we are root; where it is missing and we are not, the
# tests are left out with a word about it, which is an error when CI=true.
#
# CORECLR=path/to/dotnet runs the same tests on .NET too, over the child process (for .NET Core 3.1 from the
# Python package dotnetcore2: bin/dotnet in it).
set -eu
cd "$(dirname "$0")/../.."

GO=${GO:-go}
out=bin/csharp

if ! command -v mcs >/dev/null 2>&1 || ! command -v mono >/dev/null 2>&1; then
	if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
		apt-get install -qq -y --no-install-recommends mono-mcs mono-runtime >/dev/null ||
			{ apt-get update -qq && apt-get install -qq -y --no-install-recommends mono-mcs mono-runtime >/dev/null; }
	else
		echo "C#: left out, there is no Mono (apt-get install mono-mcs mono-runtime)" >&2
		[ "${CI:-}" != true ]
		exit
	fi
fi

capi/build.sh host
"$GO" build -o bin/astragal ./cmd/astragal

# Where a package would have them.
native=$out/runtimes/linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')/native
mkdir -p "$native"
cp bin/libastragal.so bin/astragal "$native/"

compile() { # output options...
	output=$1
	shift
	mcs -nologo -langversion:7.2 -optimize+ -debug -warnaserror -warn:4 -out:"$output" "$@"
}
compile $out/Astragal.dll -target:library -r:System.Numerics.dll -r:System.Core.dll bindings/csharp/src/*.cs
compile $out/Astragal.Tests.exe -main:Astragal.Tests.Program -r:$out/Astragal.dll -r:System.Numerics.dll -r:System.Core.dll bindings/csharp/tests/*.cs
compile $out/Astragal.Bench.exe -r:$out/Astragal.dll bindings/csharp/tests/bench/*.cs
compile $out/Server.exe -r:$out/Astragal.dll -r:System.Core.dll bindings/csharp/examples/Server/*.cs
compile $out/Skirmish.exe -r:$out/Astragal.dll -r:System.Core.dll bindings/csharp/examples/Skirmish/*.cs

mono --debug $out/Astragal.Tests.exe "$@"

if [ -n "${CORECLR:-}" ]; then
	version=$("$CORECLR" --list-runtimes | sed -n 's/^Microsoft.NETCore.App \([^ ]*\).*/\1/p' | tail -n 1)
	printf '{"runtimeOptions": {"framework": {"name": "Microsoft.NETCore.App", "version": "%s"},
	"configProperties": {"System.Globalization.Invariant": true}}}' "$version" >$out/Astragal.Tests.runtimeconfig.json
	ASTRAGAL_TEST_NATIVE=0 "$CORECLR" $out/Astragal.Tests.exe "$@"
fi

# The examples: functions here play the game that the evaluators of examples/evaluators play, line by line;
# a server whose engine is killed in the middle goes on with all its games.
if [ $# -eq 0 ]; then
	for way in native process; do
		mono --debug $out/Skirmish.exe examples/evaluators/skirmish.yaml $way >$out/skirmish.txt
		diff examples/evaluators/skirmish.txt $out/skirmish.txt
	done
	mono --debug $out/Server.exe examples/noughts-and-crosses/model.yaml 50 native
	mono --debug $out/Server.exe examples/duel/model.yaml 150 process >$out/server.txt &
	server=$!
	sleep 2
	for child in $(cat /proc/$server/task/*/children); do kill -9 "$child"; done
	wait $server
	cat $out/server.txt
	grep -q 'the engine began 2 times, [1-9]' $out/server.txt
fi
