package contentpack

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/diag"
)

// What is signed is this and the bytes of pack.yaml, which lists all other files with their hashes. No signature of
// something else is one of a pack.
const signed = "astragal pack signature 1\x00"

const (
	signatureHead  = "astragal-signatures 1"
	mostSignatures = 16
)

func message(manifest string) []byte { return append([]byte(signed), manifest...) }

// Sign gives pack.sig with one more signature; a second one of the same key replaces the first. The pack must list
// its files.
func Sign(p *Pack, s Secret) (string, error) {
	if !p.Listed {
		return "", fmt.Errorf("%s lists no files, so that a signature would say nothing of them: build it first", p.Files.Name)
	}
	key := s.Key()
	lines := []string{signatureHead}
	old, _ := p.Files.Get(pack.SignatureFile)
	for _, line := range strings.Split(strings.TrimRight(string(old), "\n"), "\n") {
		if line != "" && line != signatureHead && !strings.HasPrefix(line, key.String()+" ") {
			lines = append(lines, line)
		}
	}
	lines = append(lines, key.String()+" "+base64.StdEncoding.EncodeToString(ed25519.Sign(s.key, message(p.Source))))
	if len(lines) > mostSignatures+1 {
		return "", fmt.Errorf("%s has %d signatures: no more", p.Files.Name, mostSignatures)
	}
	return strings.Join(lines, "\n") + "\n", nil
}

// signatures reads pack.sig. Every signature in it must be good: one that is not says that something was changed.
func (p *Pack) signatures() Errors {
	text, ok := p.Files.Get(pack.SignatureFile)
	if !ok {
		return nil
	}
	fault := func(line int, format string, args ...any) Errors {
		pos := p.Files.At(pack.SignatureFile)
		pos.Line, pos.Col = line, 1
		return Errors{{Diagnostic: diag.Diagnostic{Code: BadSignature, Pos: pos, Text: fmt.Sprintf(format, args...),
			Fix: "get the pack anew; if it is yours, sign it anew"}}}
	}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	switch {
	case len(text) > 8<<10 || len(lines) > mostSignatures+1:
		return fault(1, "there are more than %d signatures", mostSignatures)
	case lines[0] != signatureHead:
		return fault(1, "this is no file of signatures: its first line is '%s'", signatureHead)
	case len(lines) == 1:
		return fault(1, "there is no signature")
	}
	for i, line := range lines[1:] {
		who, sig, _ := strings.Cut(line, " ")
		k, err := ParseKey(who)
		raw, bad := base64.StdEncoding.Strict().DecodeString(sig)
		switch {
		case err != nil || bad != nil || len(raw) != ed25519.SignatureSize || strings.ContainsAny(line, "\r#"):
			return fault(i+2, "this is no signature: a key, a blank, 64 bytes in base64")
		case slices.Contains(p.Signed, k):
			return fault(i+2, "the key %s has signed twice", k)
		case !ed25519.Verify(k[:], message(p.Source), raw):
			return fault(i+2, "the signature of %s is not of this pack: pack.yaml has been changed since", k)
		}
		p.Signed = append(p.Signed, k)
	}
	return nil
}
