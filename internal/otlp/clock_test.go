package otlp_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/journal"
)

// TestReceiver_tellsClocksApart keeps of a host whether it is the same one, and not its name.
func TestReceiver_tellsClocksApart(t *testing.T) {
	clock := func(of attrs) string {
		r := newReceived(t, journal.Options{})
		if _, err := r.Spans(t.Context(), from("p"), spans(of, span(1, 0, "a", nil))); err != nil {
			t.Fatal(err)
		}
		kept := r.kept()["p"][0]
		if strings.Contains(string(kept.Data), "anns-laptop") {
			t.Errorf("kept is %s", kept.Data)
		}
		return kept.Span.Clock
	}
	ann := clock(attrs{"host.name": "anns-laptop"})
	if ann == "" || ann != clock(attrs{"host.name": "anns-laptop", "service.name": "crane"}) || ann == clock(attrs{"host.name": "pier-3"}) || clock(nil) != "" {
		t.Errorf("the clock is %q", ann)
	}
}
