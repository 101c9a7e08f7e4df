package ingest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/internal/ingest/transcript"
	"github.com/causeway-memory/causeway/internal/privacy"
)

// redactor applies a policy for personal data and secrets to runs.
type redactor struct {
	rules  *privacy.Rules
	policy privacy.Policy
}

// newRedactor returns the redactor of a policy; empty means to redact.
func newRedactor(policy privacy.Policy) (redactor, error) {
	policy = cmp.Or(policy, privacy.PolicyRedact)
	if !slices.Contains(privacy.Policies(), policy) {
		return redactor{}, fmt.Errorf("%q is no policy for personal data", policy)
	}
	rules, err := privacy.New("")
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
			*t, counts = r.text(*t)
			found.Add(counts)
		}
	}
	run := &told.Run
	text(&run.ID, &run.Session, &run.Folder, &run.Task, &run.Group, &run.Model, &run.Outcome.Source)
	for i := range run.Steps {
		s := &run.Steps[i]
		text(&s.Text, &s.Arguments, &s.Result, &s.Agent, &s.Tool, &s.Reason)
	}
	for kind, u := range told.Unknown {
		sample, counts, err := r.rules.JSON(u.Sample, r.policy)
		if err != nil {
			sample, counts = nil, nil
		}
		u.Sample = sample
		told.Unknown[kind] = u
		found.Add(counts)
	}
	return found
}

// text applies the policy to a text; if it is JSON, to the values in it, whose names say more.
func (r redactor) text(s string) (string, privacy.Counts) {
	if len(s) > 1 && (s[0] == '{' || s[0] == '[') && json.Valid([]byte(s)) {
		if redacted, counts, err := r.rules.JSON(json.RawMessage(s), r.policy); err == nil {
			return string(redacted), counts
		}
	}
	return r.rules.Text(s, r.policy)
}

// redact applies the policy of a reading to a run; it is refused if the policy says so.
func (r *reading) redact(with redactor, told *transcript.Transcript) error {
	found := with.run(told)
	for _, kind := range privacy.Kinds() {
		if n := found[kind]; n > 0 {
			r.say(RuleRedacted, "", "%d of the kind %s", n, kind)
		}
	}
	if with.policy == privacy.PolicyRefuse && found.Total() > 0 {
		return fmt.Errorf("the run has personal data or secrets, %d in all; the policy for them is to refuse", found.Total())
	}
	return nil
}
