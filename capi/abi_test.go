package main

import (
	"bytes"
	"debug/elf"
	"debug/pe"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	goruntime "runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/protocol"
)

// The interface is the same wherever it is written down, and the library exports that and nothing else.

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

func abi(t *testing.T) []string {
	names := strings.Fields(read(t, "../testdata/abi.txt"))
	require.True(t, slices.IsSorted(names), "testdata/abi.txt is in order")
	require.NotEmpty(t, names)
	return names
}

func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

func TestHeaderDeclaresTheABI(t *testing.T) {
	header := read(t, "../include/astragal.h")
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^ASTRAGAL_API [^(]*?(\w+)\(`).FindAllStringSubmatch(header, -1) {
		names = append(names, m[1])
	}
	require.Equal(t, abi(t), sorted(names))
}

func TestDefListsTheABI(t *testing.T) {
	_, list, ok := strings.Cut(read(t, "astragal.def"), "EXPORTS\n")
	require.True(t, ok)
	require.Equal(t, abi(t), sorted(strings.Fields(list)))
}

func TestHeaderAndProtocolAgreeOnVersions(t *testing.T) {
	header := read(t, "../include/astragal.h")
	require.Contains(t, header, `#define ASTRAGAL_VERSION "`+protocol.EngineVersion+`"`)
	require.Regexp(t, `#define ASTRAGAL_ABI_VERSION 2\n`, header)
	require.Equal(t, 2, protocol.ABIVersion)
}

// made finds a library among those that capi/test.sh has just built, in ASTRAGAL_LIBS. Without
// that, it makes the one for this machine, and leaves the others to capi/test.sh.
func made(t *testing.T, file string) string {
	if dir := os.Getenv("ASTRAGAL_LIBS"); dir != "" {
		path := filepath.Join(dir, file)
		if _, err := os.Stat(path); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
		return path
	}
	if testing.Short() || file != "libastragal.so" {
		t.Skip("capi/test.sh builds and tests it")
	}
	out := filepath.Join(t.TempDir(), file)
	text, err := exec.Command("go", "build", "-buildmode=c-shared", "-buildvcs=false", "-o", out,
		"-ldflags", "-s -w -extldflags -Wl,--version-script="+absolute(t, "astragal.map"), ".").CombinedOutput()
	require.NoError(t, err, "%s", text)
	return out
}

func absolute(t *testing.T, path string) string {
	path, err := filepath.Abs(path)
	require.NoError(t, err)
	return path
}

func elfExports(t *testing.T, path string) []string {
	f, err := elf.Open(path)
	require.NoError(t, err)
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	require.NoError(t, err)
	var names []string
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF && elf.ST_BIND(s.Info) != elf.STB_LOCAL {
			names = append(names, s.Name)
		}
	}
	return sorted(names)
}

func TestSharedLibraryExportsTheABI(t *testing.T) {
	if goruntime.GOOS != "linux" {
		t.Skip("reads ELF")
	}
	require.Equal(t, abi(t), elfExports(t, made(t, "libastragal.so")))
}

func TestArm64LibraryExportsTheABI(t *testing.T) {
	require.Equal(t, abi(t), elfExports(t, made(t, "linux-arm64/libastragal.so")))
}

func TestDLLExportsTheABI(t *testing.T) {
	f, err := pe.Open(made(t, "windows-amd64/astragal.dll"))
	require.NoError(t, err)
	defer f.Close()
	require.Equal(t, abi(t), peExports(t, f))
}

// peExports reads the names in the table of exports, which debug/pe leaves to its users.
func peExports(t *testing.T, f *pe.File) []string {
	header, ok := f.OptionalHeader.(*pe.OptionalHeader64)
	require.True(t, ok)
	at := func(address uint32) []byte {
		for _, s := range f.Sections {
			if address >= s.VirtualAddress && address < s.VirtualAddress+s.Size {
				data, err := s.Data()
				require.NoError(t, err)
				return data[address-s.VirtualAddress:]
			}
		}
		t.Fatalf("no section at %#x", address)
		return nil
	}
	directory := at(header.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_EXPORT].VirtualAddress)
	count, list := binary.LittleEndian.Uint32(directory[24:]), at(binary.LittleEndian.Uint32(directory[32:]))
	var names []string
	for i := range count {
		name, _, _ := bytes.Cut(at(binary.LittleEndian.Uint32(list[4*i:])), []byte{0})
		names = append(names, string(name))
	}
	return sorted(names)
}
