package episodic

import (
	"cmp"
)

// CommitKeyLen is the number of digits of a SHA in the key of a commit.
const CommitKeyLen = 7

// ReferenceKind says what a reference points at.
type ReferenceKind string

// The kinds of reference.
const (
	ReferenceCommit      ReferenceKind = "commit"
	ReferencePullRequest ReferenceKind = "pull_request"
	ReferenceIssue       ReferenceKind = "issue"
	ReferenceFile        ReferenceKind = "file"
)

// Reference is something outside the memory that occurrences of several episodes mention. It
// connects the episodes.
type Reference struct {
	Kind ReferenceKind
	// Key identifies the reference in its project: the first 7 hexadecimal digits of a
	// commit, the number of a pull request or issue ("owner/repo#12" when the text names
	// a repository), the path of a file.
	Key string
}

// Compare orders references by kind, then key.
func (r Reference) Compare(other Reference) int {
	return cmp.Or(cmp.Compare(r.Kind, other.Kind), cmp.Compare(r.Key, other.Key))
}

// Text is the reference as one word, like "commit:be9c229".
func (r Reference) Text() string { return string(r.Kind) + ":" + r.Key }

// Mention says that an occurrence, or the head of an episode, names a reference.
type Mention struct {
	Reference Reference
	// By is the key of the occurrence, or the id of the episode when its head (task,
	// lessons, notes and so on) names the reference.
	By string
	// As is the reference as the text spells it; for a commit, the SHA in its given length.
	As string
}

// ReferenceCount is a reference with the number of episodes that mention it.
type ReferenceCount struct {
	Reference Reference
	Episodes  int
}
