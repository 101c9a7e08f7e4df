package episodic

import "errors"

// Prepare normalises and validates an episode and derives its hash, occurrences and
// mentions. It returns an [InvalidError] that lists every broken rule.
func Prepare(e Episode) (Prepared, error) {
	return Prepared{}, errors.New("being written")
}

// ValidateProject returns an [InvalidError] when name cannot name a project: 1 to 64 of
// the letters a-z, A-Z, digits, dot, dash and underscore, beginning with a letter or digit.
func ValidateProject(name string) error { return errors.New("being written") }
