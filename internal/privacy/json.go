package privacy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// JSON applies a policy to every text in a JSON value, keys of objects included, and says what it found. Numbers
// keep their digits. The value is returned as it was given if nothing was found, and with [PolicyRefuse] and
// [PolicyOff]; keys that become equal are numbered. It returns an error if the value cannot be read.
func (r *Rules) JSON(value json.RawMessage, policy Policy) (json.RawMessage, Counts, error) {
	if policy == PolicyOff {
		return value, Counts{}, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(value))
	decoder.UseNumber()
	var decoded any
	if err := decoder.Decode(&decoded); err != nil {
		return nil, nil, fmt.Errorf("read the JSON to look for personal data: %w", err)
	}
	if decoder.More() {
		return nil, nil, errors.New("read the JSON to look for personal data: more than one value")
	}
	w := walk{rules: r, policy: policy, counts: Counts{}}
	redacted := w.value("", decoded)
	if len(w.counts) == 0 || policy == PolicyRefuse {
		return value, w.counts, nil
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(redacted); err != nil {
		return nil, nil, fmt.Errorf("write the JSON without personal data: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), w.counts, nil
}

// Text applies a policy to one text, as [Rules.JSON] does.
func (r *Rules) Text(text string, policy Policy) (string, Counts) {
	if policy == PolicyOff {
		return text, Counts{}
	}
	w := walk{rules: r, policy: policy, counts: Counts{}}
	redacted := w.text("", text)
	if policy == PolicyRefuse {
		redacted = text
	}
	return redacted, w.counts
}

// Content applies a policy to a text, and if that is a JSON object or list, to the texts in it, whose names say more.
func (r *Rules) Content(text string, policy Policy) (string, Counts) {
	if begin := strings.TrimSpace(text); len(begin) > 1 && (begin[0] == '{' || begin[0] == '[') && json.Valid([]byte(begin)) {
		if redacted, counts, err := r.JSON(json.RawMessage(begin), policy); err == nil {
			if len(counts) == 0 {
				return text, counts
			}
			return string(redacted), counts
		}
	}
	return r.Text(text, policy)
}

// walk applies a policy to the parts of a value.
type walk struct {
	rules  *Rules
	policy Policy
	counts Counts
}

// value returns a decoded value with its texts redacted; name is the key that it stands under.
func (w walk) value(name string, v any) any {
	switch v := v.(type) {
	case string:
		return w.text(name, v)
	case []any:
		for i := range v {
			v[i] = w.value(name, v[i])
		}
		return v
	case map[string]any:
		return w.object(v)
	}
	return v
}

func (w walk) text(name, text string) string {
	redacted, found := w.rules.RedactNamed(name, text)
	w.counts.Add(found)
	if w.policy == PolicyDrop && len(found) > 0 {
		return Dropped
	}
	return redacted
}

func (w walk) object(given map[string]any) map[string]any {
	out := make(map[string]any, len(given))
	equal := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		redacted := w.text("", name)
		key, taken := redacted, false
		for _, taken = out[key]; taken; _, taken = out[key] {
			equal[redacted]++
			key = fmt.Sprintf("%s %d", redacted, equal[redacted]+1)
		}
		out[key] = w.value(name, given[name])
	}
	return out
}
