package contentpack

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"strings"
)

// Key is a public key, ed25519.
type Key [ed25519.PublicKeySize]byte

// String is the form in which keys are written: ed25519:<base64>.
func (k Key) String() string { return keyBegin + base64.StdEncoding.EncodeToString(k[:]) }

const (
	keyBegin    = "ed25519:"
	secretBegin = "ed25519-secret:"
)

// ParseKey reads a public key as String gives it; blanks around it and lines that begin with # are left out.
func ParseKey(text string) (k Key, err error) {
	raw, err := keyBytes(text, keyBegin, len(k))
	copy(k[:], raw)
	return k, err
}

func keyBytes(text, begin string, size int) ([]byte, error) {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	if len(lines) == 1 {
		if body, ok := strings.CutPrefix(lines[0], begin); ok {
			if raw, err := base64.StdEncoding.Strict().DecodeString(body); err == nil && len(raw) == size {
				return raw, nil
			}
		}
	}
	return nil, fmt.Errorf("this is no key: it is written %s and %d bytes in base64", begin, size)
}

// Secret is what signatures are made with. It is written to no log and no message.
type Secret struct{ key ed25519.PrivateKey }

// NewSecret makes a secret of randomness; nil: the system's.
func NewSecret(random io.Reader) (Secret, error) {
	if random == nil {
		random = rand.Reader
	}
	seed := make([]byte, ed25519.SeedSize)
	if _, err := io.ReadFull(random, seed); err != nil {
		return Secret{}, err
	}
	return Secret{ed25519.NewKeyFromSeed(seed)}, nil
}

// ParseSecret reads a secret as Text gives it.
func ParseSecret(text string) (Secret, error) {
	seed, err := keyBytes(text, secretBegin, ed25519.SeedSize)
	if err != nil {
		return Secret{}, err
	}
	return Secret{ed25519.NewKeyFromSeed(seed)}, nil
}

// Key is the public half.
func (s Secret) Key() (k Key) {
	copy(k[:], s.key.Public().(ed25519.PublicKey))
	return k
}

// String does not show it.
func (s Secret) String() string { return "secret of " + s.Key().String() }

// Write writes the secret to name.key, which nobody else may read, and the key to name.pub. Neither may be there.
func (s Secret) Write(name string) error {
	text := "# Keep this to yourself: whoever has it signs packs in your name.\n" + secretBegin + base64.StdEncoding.EncodeToString(s.key.Seed()) + "\n"
	if err := create(name+".key", text, 0o600); err != nil {
		return err
	}
	return create(name+".pub", s.Key().String()+"\n", 0o644)
}

func create(name, text string, mode os.FileMode) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if end := f.Close(); err == nil {
		err = end
	}
	return err
}
