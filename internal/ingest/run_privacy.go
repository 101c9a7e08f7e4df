package ingest

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/internal/ingest/transcript"
	"github.com/causeway-memory/causeway/internal/privacy"
)

// redactor applies a policy for personal data and secrets to runs and session logs.
type redactor struct {
	rules  *privacy.Rules
	policy privacy.Policy
}

// newRedactor returns the redactor of a policy; empty means to redact. The pattern is a further one of the user.
func newRedactor(policy privacy.Policy, pattern string) (redactor, error) {
	policy = cmp.Or(policy, privacy.PolicyRedact)
	if !slices.Contains(privacy.Policies(), policy) {
		return redactor{}, fmt.Errorf("%q is no policy for personal data", policy)
	}
	rules, err := privacy.New(pattern)
	if err != nil {
		return redactor{}, fmt.Errorf("look for personal data: %w", err)
	}
	return redactor{rules: rules, policy: policy}, nil
}

// run applies the policy to every text of a run, before anything is made of it, and says what was found.
func (r redactor) run(told *transcript.Transcript) privacy.Counts {
	found := privacy.Counts{}
	text := func(texts ...*string) {
		for _, t := range texts {
			var counts privacy.Counts
			*t, counts = r.rules.Content(*t, r.policy)
			found.Add(counts)
		}
	}
	name := func(names ...*string) {
		for _, n := range names {
			var counts privacy.Counts
			*n, counts = r.name(*n)
			found.Add(counts)
		}
	}
	run := &told.Run
	own, prefixed := strings.CutPrefix(run.ID, run.Agent+"-")
	kept := own
	name(&kept, &run.Session, &run.Group)
	text(&run.Folder, &run.Task, &run.Model, &run.Outcome.Source)
	for i := range run.Steps {
		s := &run.Steps[i]
		name(&s.ID, &s.Parent, &s.Agent, &s.Tool)
		text(&s.Text, &s.Arguments, &s.Result, &s.Reason)
	}
	if kept != own {
		if run.ID = kept + "-" + mark(*run); prefixed {
			run.ID = run.Agent + "-" + run.ID
		}
	}
	for i := range told.Broken {
		text(&told.Broken[i].Reason)
	}
	told.Unknown = r.unknown(told.Unknown, found)
	return found
}

// mark tells runs apart whose names were replaced by the same: by how they begin, and not by what was in their names.
func mark(run agentrun.Run) string {
	told := run.Task
	if len(run.Steps) > 0 {
		s := run.Steps[0]
		told += s.At.String() + s.Text + s.Arguments + s.Result
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(told)))[:8]
}

// unknown applies the policy to the records that no reader knows, and to their kinds.
func (r redactor) unknown(given map[string]transcript.Unknown, found privacy.Counts) map[string]transcript.Unknown {
	out := make(map[string]transcript.Unknown, len(given))
	for kind, u := range given {
		kind, inKind := r.name(kind)
		sample, counts, err := r.rules.JSON(u.Sample, r.policy)
		if err != nil {
			sample, counts = nil, nil
		}
		found.Add(inKind)
		found.Add(counts)
		if same, known := out[kind]; known {
			u.Count += same.Count
		}
		u.Sample = sample
		out[kind] = u
	}
	return out
}

// name applies the policy to a name, of which the rest stays whatever the policy says: without it one would not be told from another.
func (r redactor) name(s string) (string, privacy.Counts) {
	policy := r.policy
	if policy == privacy.PolicyDrop {
		policy = privacy.PolicyRedact
	}
	return r.rules.Text(s, policy)
}

// redact applies the policy of a reading to a run; it is refused if the policy says so.
func (r *reading) redact(with redactor, told *transcript.Transcript) error {
	return r.found(with.policy, with.run(told), "run")
}

// found says what was found in a document; it is refused if the policy says so.
func (r *reading) found(policy privacy.Policy, found privacy.Counts, what string) error {
	for _, kind := range privacy.Kinds() {
		if n := found[kind]; n > 0 {
			r.say(RuleRedacted, "", "%d of the kind %s", n, kind)
		}
	}
	if policy == privacy.PolicyRefuse && found.Total() > 0 {
		return fmt.Errorf("the %s has personal data or secrets, %d in all; the policy for them is to refuse", what, found.Total())
	}
	return nil
}
