package share

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"io"
	"strings"
)

// letters are those of ids and tokens: one case, no signs, so that a double click
// takes all of it and a shell takes it as it is.
var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

const (
	idBytes    = 16 // of chance: nobody guesses 128 bits
	tokenBytes = 32
)

var idLetters = letters.EncodedLen(idBytes)

func random(from io.Reader, n int) (string, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(from, b); err != nil {
		return "", err
	}
	return letters.EncodeToString(b), nil
}

// isID says whether s has the form of an id. What has not is in no store.
func isID(s string) bool {
	return len(s) == idLetters && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// hashed is what is kept of a token.
func hashed(token string) [32]byte { return sha256.Sum256([]byte(token)) }

// opens says whether a token is the one of e, in a time that says nothing of how
// much of it is right.
func (e *Entry) opens(token string) bool {
	hash := hashed(token)
	return subtle.ConstantTimeCompare(hash[:], e.Token[:]) == 1
}

// bearer is the token in an Authorization field (RFC 6750, section 2.1), or "".
func bearer(field string) string {
	scheme, token, ok := strings.Cut(field, " ")
	token = strings.TrimLeft(token, " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") || len(token) > 256 || strings.ContainsAny(token, " ,\t") {
		return ""
	}
	return token
}
