package notes

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// version is the version of the notes that this package writes.
const version = 1

// unsealed stands for the checksum while it is computed.
func unsealed() string { return strings.Repeat("0", 2*sha256.Size) }

// mark says that causeway wrote the note. It is the end of the frontmatter; [seal] completes it.
func (f *frontmatter) mark() {
	own := newFrontmatter()
	own.number("note", strconv.Itoa(version))
	own.put("sha256", scalar(unsealed()))
	f.under("causeway", own)
}

// sealAt returns where the checksum of a note begins; -1 if its frontmatter does not end in one.
func sealAt(note []byte) int {
	end := bytes.Index(note, []byte("\"\n---\n"))
	at := end - len(unsealed())
	if at < 0 || !bytes.HasSuffix(note[:at], []byte("\n  sha256: \"")) {
		return -1
	}
	return at
}

// seal puts the checksum of the note into its mark.
func seal(note []byte) []byte {
	sum := sha256.Sum256(note)
	copy(note[sealAt(note):], hex.EncodeToString(sum[:]))
	return note
}

// Edited reports whether writing next over a file would lose what somebody wrote there: it is no note of
// causeway, or one that was edited and says something else than next.
func Edited(there, next []byte) bool {
	was, err := Parse("", there, nil)
	if err != nil || !was.Own {
		return true
	}
	plain := bytes.ReplaceAll(there, []byte("\r\n"), []byte("\n"))
	if at := sealAt(plain); at >= 0 {
		blank := bytes.Clone(plain)
		copy(blank[at:], unsealed())
		if bytes.Equal(seal(blank), plain) {
			return false
		}
	}
	is, err := Parse("", next, nil)
	return err != nil || !bytes.Equal(was.Episode, is.Episode) || !was.Pattern.same(is.Pattern)
}
