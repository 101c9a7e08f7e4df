package execution

import (
	"encoding/json"
	"fmt"
	"strings"
)

// KeyRule is the version of the rule that makes context keys.
const KeyRule = 1

// absent is the value of a name that a context lacks.
const absent = "default"

// KeyNames are the names that a context key is made of, in its order.
func KeyNames() []string { return []string{"workflowType", "domain", "complexity"} }

// ContextKey returns the key under which events of a context are found:
// "workflowType:X|domain:Y|complexity:Z". Values are trimmed and in lower case, the signs |, : and %
// in them are escaped as in URLs, and one that is missing or empty is "default".
func ContextKey(context map[string]any) string {
	parts := make([]string, len(KeyNames()))
	for i, name := range KeyNames() {
		parts[i] = name + ":" + keyValue(context[name])
	}
	return strings.Join(parts, "|")
}

// keyValue returns a value as it stands in a key.
func keyValue(value any) string {
	text := Fold(value)
	if text == "" {
		return absent
	}
	return strings.NewReplacer("%", "%25", "|", "%7c", ":", "%3a").Replace(text)
}

// Fold returns a value of a context as text, trimmed and in lower case.
func Fold(value any) string {
	if value == nil {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(fmt.Sprint(value)))
}

// Join puts the context of an event back into the rest of its data; both are canonical JSON, the
// context may be empty.
func Join(context, rest string) (json.RawMessage, error) {
	if context == "" {
		return json.RawMessage(rest), nil
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(rest), &all); err != nil {
		return nil, fmt.Errorf("read the data of an execution event: %w", err)
	}
	all["context"] = json.RawMessage(context)
	return canonical(all)
}
