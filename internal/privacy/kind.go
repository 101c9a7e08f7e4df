package privacy

import (
	"fmt"
	"slices"
)

// Kind is what was found.
type Kind string

// The kinds. What is found of one is replaced by its name in angle brackets, as in "<email>".
const (
	KindEmail Kind = "email"
	KindPhone Kind = "phone"
	// KindKey is a key or token of a service, or a block of a private key.
	KindKey Kind = "key"
	// KindPassword is a password in a URL, or the value of something that is named like a secret.
	KindPassword Kind = "password"
	// KindHome is a home folder with the name of its user.
	KindHome Kind = "home"
	// KindPrivate is what the further pattern of the user found.
	KindPrivate Kind = "private"
)

// Kinds lists all kinds.
func Kinds() []Kind {
	return []Kind{KindEmail, KindPhone, KindKey, KindPassword, KindHome, KindPrivate}
}

// Marker is what stands in the place of what was found.
func (k Kind) Marker() string { return "<" + string(k) + ">" }

// Dropped stands in the place of a whole text.
const Dropped = "<dropped>"

// Counts says how often something of a kind was found; kinds that were not found are missing.
type Counts map[Kind]int

// Add adds other counts to these.
func (c Counts) Add(other Counts) {
	for kind, n := range other {
		c[kind] += n
	}
}

// Total is the number of all findings.
func (c Counts) Total() int {
	total := 0
	for _, n := range c {
		total += n
	}
	return total
}

// Policy says what is done with a text in which something is found.
type Policy string

// The policies.
const (
	// PolicyRedact replaces what is found.
	PolicyRedact Policy = "redact"
	// PolicyDrop replaces the whole text by "<dropped>".
	PolicyDrop Policy = "drop"
	// PolicyRefuse takes nothing in; the caller of [Rules.JSON] has to see to it.
	PolicyRefuse Policy = "refuse"
	// PolicyOff looks for nothing.
	PolicyOff Policy = "off"
)

// Policies lists all policies.
func Policies() []Policy { return []Policy{PolicyRedact, PolicyDrop, PolicyRefuse, PolicyOff} }

// ParsePolicy reads the name of a policy.
func ParsePolicy(name string) (Policy, error) {
	if p := Policy(name); slices.Contains(Policies(), p) {
		return p, nil
	}
	return "", fmt.Errorf("%q is no policy; use one of %v", name, Policies())
}
