package episodic

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
)

// Prepare normalises and validates an episode and derives its hash, occurrences and
// mentions. It returns an [InvalidError] that lists every broken rule. It leaves its
// argument as it is, and preparing what it returns changes nothing more.
func Prepare(e Episode) (Prepared, error) {
	if problems := tooMany(e); len(problems) > 0 {
		return Prepared{}, &InvalidError{Problems: problems}
	}
	e = trimmed(e)
	links := statedLinks(e)
	if problems := validate(e, links); len(problems) > 0 {
		return Prepared{}, &InvalidError{Problems: problems}
	}
	e = normalised(e, links)
	content, err := canonicalJSON(e)
	if err != nil {
		return Prepared{}, fmt.Errorf("encode episode %q: %w", e.ID, err)
	}
	if len(content) > MaxContent {
		return Prepared{}, tooLarge("the episode has %d bytes; at most %d are taken", len(content), MaxContent)
	}
	found := mentions(e)
	if len(found) > MaxMentions {
		return Prepared{}, tooLarge("the texts mention %d references; at most %d are taken", len(found), MaxMentions)
	}
	return Prepared{
		Episode:     e,
		Content:     content,
		Hash:        contentHash(content),
		Occurrences: occurrences(e),
		Mentions:    found,
		Foreign:     foreignEnds(links),
	}, nil
}

func tooLarge(format string, n, most int) error {
	return &InvalidError{Problems: []Problem{{Path: "$", Code: CodeTooLarge, Message: fmt.Sprintf(format, n, most)}}}
}

// contentHash is the hash of the canonical JSON of an episode.
func contentHash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// canonicalJSON writes a normalised episode in one form only: struct fields in their
// order, map keys sorted, no insignificant space.
func canonicalJSON(e Episode) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// ValidateProject returns an [InvalidError] when name cannot name a project: 1 to 64 of
// the letters a-z, A-Z, digits, dot, dash and underscore, beginning with a letter or digit.
func ValidateProject(name string) error {
	if regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`).MatchString(name) {
		return nil
	}
	return &InvalidError{Problems: []Problem{{
		Path: "project", Code: CodeInvalid,
		Message: fmt.Sprintf("%q cannot name a project: use 1 to 64 letters (a-z, A-Z), digits, dots, dashes "+
			"and underscores, beginning with a letter or digit", shorten(name, 80)),
	}}}
}
