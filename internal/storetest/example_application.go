package storetest

import (
	"errors"
	"testing"

	"github.com/causeway-memory/causeway/patterns"
)

func exampleApplications(t *testing.T, f *fixture) {
	project := f.project(t)
	f.record(t, project, prepare(t, "one", 1), prepare(t, "two", 1))
	f.putPatterns(t, project, smallPattern("a"), smallPattern("b"))
	f.putPatterns(t, f.project(t), smallPattern("a"))
	scan := func() (out []patterns.Evidence) {
		must(t, f.Patterns.ScanApplications(t.Context(), project, func(e patterns.Evidence) error {
			out = append(out, e)
			return nil
		}))
		return byRow(out)
	}
	applied := &patterns.Application{Note: "so so", At: minutes(4)}
	rows := []patterns.Evidence{
		{Pattern: patterns.KeyOf("a"), Episode: "one", Observed: true, Applied: applied, Verdict: patterns.VerdictContradicts},
		{Pattern: patterns.KeyOf("a"), Episode: "two", Observed: true, Verdict: patterns.VerdictSupports, Counted: true},
		{Pattern: patterns.KeyOf("b"), Episode: "one", Applied: applied, Verdict: patterns.VerdictUnknown, Counted: true},
	}
	same(t, "none is there", []patterns.Evidence(nil), scan())
	f.changePatterns(t, project, func(tx patterns.Tx) error { return tx.PutEvidence(rows) })
	same(t, "of all patterns, whether counted or not", byRow([]patterns.Evidence{rows[0], rows[2]}), scan())
	stop := errors.New("stop")
	if err := f.Patterns.ScanApplications(t.Context(), project, func(patterns.Evidence) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("an error does not end it: %v", err)
	}
}
