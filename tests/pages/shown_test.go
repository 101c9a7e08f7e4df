package pages_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// shownWidth is how long a line of JSON on a page may be before it is split.
const shownWidth = 130

// shown returns JSON as a page shows it: what fits into a line stands in one, fields in the order of the answer.
func shown(data []byte) (string, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	text, err := shownValue(decoder, "")
	return text + "\n", err
}

func shownValue(decoder *json.Decoder, indent string) (string, error) {
	token, err := decoder.Token()
	if err != nil {
		return "", err
	}
	open, isList := token.(json.Delim)
	if !isList {
		var out bytes.Buffer
		plain := json.NewEncoder(&out)
		plain.SetEscapeHTML(false)
		err := plain.Encode(token)
		return strings.TrimSpace(out.String()), err
	}
	var parts []string
	inner := indent + "  "
	for decoder.More() {
		name := ""
		if open == '{' {
			if name, err = shownValue(decoder, inner); err != nil {
				return "", err
			}
			name += ": "
		}
		part, err := shownValue(decoder, inner)
		if err != nil {
			return "", err
		}
		parts = append(parts, name+part)
	}
	end, err := decoder.Token()
	if err != nil {
		return "", err
	}
	line := fmt.Sprintf("%v%s%v", open, strings.Join(parts, ", "), end)
	if len(indent+line) <= shownWidth && !strings.Contains(line, "\n") {
		return line, nil
	}
	return fmt.Sprintf("%v\n%s%s\n%s%v", open, inner, strings.Join(parts, ",\n"+inner), indent, end), nil
}

func TestShown(t *testing.T) {
	long := strings.Repeat("x", shownWidth)
	for why, c := range map[string]struct{ data, want string }{
		"what fits stands in one line, in its order": {`{"b":[1,2.50],"a":{"c":null,"d":"<é"}}`, `{"b": [1, 2.50], "a": {"c": null, "d": "<é"}}`},
		"what is too long is split":                  {`{"a":[],"b":"` + long + `"}`, "{\n  \"a\": [],\n  \"b\": \"" + long + "\"\n}"},
		"and only that":                              {`[{"a":1},{"b":"` + long + `"}]`, "[\n  {\"a\": 1},\n  {\n    \"b\": \"" + long + "\"\n  }\n]"},
	} {
		if got, err := shown([]byte(c.data)); err != nil || got != c.want+"\n" {
			t.Errorf("%s: %q (%v), want %q", why, got, err, c.want)
		}
	}
}
