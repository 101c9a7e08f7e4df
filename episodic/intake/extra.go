package intake

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic"
)

// extra checks what the writer said beside the fields of an episode.
func (c *checker) extra(extra map[string]json.RawMessage) {
	for _, key := range slices.Sorted(maps.Keys(extra)) {
		path := fmt.Sprintf("extra[%q]", episodic.Shorten(key, 80))
		if key == "" {
			c.Invalid(path, "is without a name")
		}
		c.text(path, key)
		if value := extra[key]; !json.Valid(value) || !utf8.Valid(value) {
			c.Invalid(path, "the value is not JSON in UTF-8")
		}
	}
}

// sources checks the documents of an episode that was put together from several.
func (c *checker) sources(sources []episodic.Source) {
	seen := map[string]bool{}
	for i, s := range sources {
		path := fmt.Sprintf("sources[%d]", i)
		c.word(path+".format", s.Format)
		c.text(path+".name", s.Name)
		if s.Format == "" || seen[s.Format] {
			c.Invalid(path+".format", "%q is missing or there twice", s.Format)
		}
		seen[s.Format] = true
		if !json.Valid(s.Content) || ContentHash(s.Content) != s.Hash {
			c.Invalid(path+".hash", "%q is not the SHA-256 of the content", episodic.Shorten(s.Hash, 80))
		}
	}
}

// canonicalExtra returns valid extra values in one form: sorted keys, no insignificant space.
func canonicalExtra(extra map[string]json.RawMessage) map[string]json.RawMessage {
	if len(extra) == 0 {
		return nil
	}
	out := make(map[string]json.RawMessage, len(extra))
	for key, value := range extra {
		out[key] = canonicalValue(value)
	}
	return out
}

// canonicalValue returns valid JSON in one form; numbers stay as written.
func canonicalValue(raw json.RawMessage) json.RawMessage {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return raw
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return raw
	}
	return bytes.TrimSpace(b.Bytes())
}
