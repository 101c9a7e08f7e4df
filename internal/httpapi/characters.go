package httpapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/internal/lazy"
)

// checkCharacters refuses a JSON text that is not valid UTF-8 or has half of a surrogate pair, which
// is no character: decoded, either would silently become another text. The fault names the place.
func checkCharacters(body []byte) *fault {
	at, what := len(body), ""
	if i := invalidUTF8(body); i >= 0 {
		at, what = i, "there are bytes that are not valid UTF-8"
	}
	if i := halfPair(body[:at]); i >= 0 {
		at, what = i, "half of a surrogate pair is no character"
	}
	if what == "" {
		return nil
	}
	return badRequest(placeOf(body, at) + ": " + what + "; send text in valid UTF-8")
}

// checkQueryCharacters is checkCharacters for the escapes within the strings of a query.
func checkQueryCharacters(query string) *fault {
	for rest, at := query, 0; ; {
		i := strings.IndexAny(rest, `"#`)
		if i < 0 {
			return nil
		}
		rest, at = rest[i:], at+i
		n := tokenLength(rest)
		if !strings.HasPrefix(rest, `"""`) && rest[0] == '"' {
			if half := halfPair([]byte(rest[:n])); half >= 0 {
				return badRequest(fmt.Sprintf("query: half of a surrogate pair at byte %d is no character; send text in valid UTF-8", at+half))
			}
		}
		rest, at = rest[n:], at+n
	}
}

// tokenLength returns the length of the string, block string or comment that a text begins with.
func tokenLength(text string) int {
	end, quote := "\n", text[0] == '"'
	switch {
	case strings.HasPrefix(text, `"""`):
		if i := strings.Index(strings.ReplaceAll(text[3:], `\"""`, "...."), `"""`); i >= 0 {
			return i + 6
		}
		return len(text)
	case quote:
		end = `"`
	}
	for i := 1; i < len(text); i++ {
		if quote && text[i] == '\\' {
			i++
		} else if text[i] == end[0] {
			return i + 1
		}
	}
	return len(text)
}

// invalidUTF8 returns where the first byte is that belongs to no character, -1 if there is none.
func invalidUTF8(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// halfPair returns where the first escape like \ud800 is that has no other half, -1 if there is none.
func halfPair(text []byte) int {
	if !bytes.Contains(text, []byte(`\ud`)) && !bytes.Contains(text, []byte(`\uD`)) {
		return -1
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		switch code := escaped(text[i:]); {
		case code >= 0xD800 && code < 0xDC00:
			if low := escaped(text[i+6:]); low < 0xDC00 || low >= 0xE000 {
				return i
			}
			i += 11
		case code >= 0xDC00 && code < 0xE000:
			return i
		default:
			i++ // what is escaped may be a backslash
		}
	}
	return -1
}

// escaped returns the number of an escape like \u0041 that a text begins with; 0 if it begins with
// something else.
func escaped(text []byte) uint64 {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0
	}
	code, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return 0
	}
	return code
}

// plainKey is a key that a message may repeat.
var plainKey = lazy.Pattern(`^[A-Za-z_][A-Za-z0-9_]{0,60}$`)

// placeOf returns the path of the value at an offset of a JSON text, like variables.input.task.
func placeOf(body []byte, offset int) string {
	type level struct {
		list, inValue bool
		key           string
		index         int
	}
	var levels []level
	decoder := json.NewDecoder(bytes.NewReader(body))
	for {
		token, err := decoder.Token()
		if err != nil || int(decoder.InputOffset()) > offset {
			break
		}
		if d, ok := token.(json.Delim); ok && (d == '{' || d == '[') {
			levels = append(levels, level{list: d == '['})
			continue
		} else if ok {
			levels = levels[:len(levels)-1]
		}
		if len(levels) == 0 {
			continue
		}
		switch top := &levels[len(levels)-1]; {
		case top.list:
			top.index++
		case top.inValue:
			top.inValue = false
		default:
			top.key, _ = token.(string)
			top.inValue = true
		}
	}
	var path strings.Builder
	for i, l := range levels {
		switch {
		case l.list:
			fmt.Fprintf(&path, "[%d]", l.index)
		case !l.inValue:
			fmt.Fprintf(&path, "%sa key", strings.Repeat(".", min(i, 1)))
		case plainKey().MatchString(l.key):
			path.WriteString(strings.Repeat(".", min(i, 1)) + l.key)
		default:
			path.WriteString(strings.Repeat(".", min(i, 1)) + "…")
		}
	}
	return cmp.Or(path.String(), "the body")
}
