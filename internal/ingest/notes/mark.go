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
var unsealed = strings.Repeat("0", 2*sha256.Size)

// mark says that causeway wrote the note; [seal] completes it.
func (f *frontmatter) mark() {
	own := newFrontmatter()
	own.number("note", strconv.Itoa(version))
	own.put("sha256", scalar(unsealed))
	f.under("causeway", own)
}

// seal puts the checksum of the note into its mark.
func seal(note []byte) []byte {
	return bytes.Replace(note, []byte(unsealed), []byte(checksum(note)), 1)
}

func checksum(note []byte) string {
	sum := sha256.Sum256(note)
	return hex.EncodeToString(sum[:])
}

// Edited reports whether writing next over a file would lose what somebody wrote there: it is no note of
// causeway, or one that was edited and says something else than next.
func Edited(there, next []byte) bool {
	was, err := Parse("", there, nil)
	if err != nil || !was.Own {
		return true
	}
	plain := bytes.ReplaceAll(there, []byte("\r\n"), []byte("\n"))
	for _, line := range bytes.Split(plain, []byte("\n")) {
		sum, is := bytes.CutPrefix(bytes.TrimSpace(line), []byte("sha256: "))
		sum = bytes.Trim(sum, `"'`)
		if is && len(sum) == len(unsealed) {
			if checksum(bytes.Replace(plain, sum, []byte(unsealed), 1)) == string(sum) {
				return false
			}
			break
		}
	}
	is, err := Parse("", next, nil)
	return err != nil || !bytes.Equal(was.Episode, is.Episode) || !was.Pattern.same(is.Pattern)
}
