package mcpserver

import (
	"errors"
	"regexp"
	"slices"
	"strings"
)

// given are the fields of a GraphQL input that a caller gave.
type given map[string]any

func (g given) text(name, value string) {
	if value != "" {
		g[name] = value
	}
}

// put sets a list that is not empty.
func (g given) put(name string, value any) {
	switch list := value.(type) {
	case []string:
		if len(list) == 0 {
			return
		}
	case []given:
		if len(list) == 0 {
			return
		}
	}
	g[name] = value
}

// word sets an enum. A word that it does not have is kept as what was reported: nothing that an
// agent tells is lost or guessed.
func (g given) word(name, value string, known []string) {
	upper := strings.ToUpper(strings.TrimSpace(value))
	switch {
	case upper == "":
	case slices.Contains(known, upper):
		g[name] = upper
	default:
		g["reported"+strings.ToUpper(name[:1])+name[1:]] = value
	}
}

// outcomeOf reads an outcome that selects or counts: there an unknown word is an error.
func outcomeOf(field, told string) (string, error) {
	upper := strings.ToUpper(strings.TrimSpace(told))
	if upper != "" && !slices.Contains(outcomes(), upper) {
		return "", invalid(field, "%s is %q; it is success, partial, failure or unknown", field, told)
	}
	return upper, nil
}

// episodeKey is the key of the episode of a session: seed 001 writes episode-<session id>.
func episodeKey(session string) string { return "episode-" + strings.TrimPrefix(session, "episode-") }

// keyOf reads the key of an episode from a key, a session id or a permalink.
func keyOf(episode string) string { return strings.TrimPrefix(strings.TrimSpace(episode), "episodes/") }

// asTold names the fields of a refusal as the tool's input does.
func asTold(err error) error {
	var r refusal
	if !errors.As(err, &r) {
		return err
	}
	field := strings.TrimPrefix(strings.TrimPrefix(r.Extensions.Field, "$"), "episode.")
	field = strings.TrimPrefix(field, "input.")
	if field == "id" || field == "session" {
		field = "session_id"
	}
	if strings.HasSuffix(field, "].at") {
		field = strings.TrimSuffix(field, "at") + "timestamp"
	}
	r.Extensions.Field = regexp.MustCompile(`[A-Z]`).ReplaceAllStringFunc(field, func(c string) string { return "_" + strings.ToLower(c) })
	return r
}
