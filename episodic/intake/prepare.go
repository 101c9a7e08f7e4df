package intake

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Prepare normalizes and validates an episode and derives its hash, occurrences and mentions.
// It returns a [problem.InvalidError] that lists every broken rule. It does not change its
// argument, and it is idempotent.
func Prepare(e episodic.Episode) (episodic.Prepared, error) {
	if err := problem.AsError(episodic.TooMany(e)); err != nil {
		return episodic.Prepared{}, err
	}
	e = trimmed(e)
	links := statedLinks(e)
	if err := validate(e, links); err != nil {
		return episodic.Prepared{}, err
	}
	e = normalized(e, links)
	content, err := canonicalJSON(e)
	if err != nil {
		return episodic.Prepared{}, fmt.Errorf("encode episode %q: %w", e.ID, err)
	}
	if len(content) > episodic.MaxContent {
		return episodic.Prepared{}, problem.RefuseSize("$", "the episode has %d bytes; at most %d are taken", len(content), episodic.MaxContent)
	}
	found := Mentions(e)
	if len(found) > episodic.MaxMentions {
		return episodic.Prepared{}, problem.RefuseSize("$", "the texts mention %d references; at most %d are taken", len(found), episodic.MaxMentions)
	}
	return episodic.Prepared{
		Episode:     e,
		Content:     content,
		Hash:        ContentHash(content),
		Occurrences: episodic.Occurrences(e),
		Mentions:    found,
		Foreign:     foreignEnds(links),
	}, nil
}

// ContentHash is the hash of the canonical JSON of an episode.
func ContentHash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// canonicalJSON encodes a normalized episode: struct fields in their order, sorted map keys, no
// insignificant space.
func canonicalJSON(e episodic.Episode) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// ValidateProject returns a [problem.InvalidError] unless name is a valid project name: 1 to 64
// letters a-z and A-Z, digits, dots, dashes and underscores, beginning with a letter or digit.
func ValidateProject(name string) error {
	if regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`).MatchString(name) {
		return nil
	}
	return problem.Refuse("project", "%q cannot name a project: use 1 to 64 letters (a-z, A-Z), digits, dots, dashes "+
		"and underscores, beginning with a letter or digit", episodic.Shorten(name, 80))
}

// InBatch prefixes the paths of an episode's problems with its index i in a call of n episodes,
// if there are several.
func InBatch(problems []problem.Problem, i, n int) []problem.Problem {
	if n == 1 {
		return problems
	}
	out := make([]problem.Problem, len(problems))
	for k, p := range problems {
		p.Path = fmt.Sprintf("episodes[%d].%s", i, p.Path)
		out[k] = p
	}
	return out
}
