package tracing_test

import (
	"testing"

	"github.com/causeway-memory/causeway/episodic/tracing"
)

// TestEpisode_readsArgumentsOfPython takes the arguments out of what an instrumentation of Python puts around them.
func TestEpisode_readsArgumentsOfPython(t *testing.T) {
	for input, want := range map[string]string{
		`{"args":[],"kwargs":{"flight":"SK2"},"sanitize_inputs_outputs":true}`: "get_flight(flight: SK2)",
		`{"args":["x"],"kwargs":{"flight":"SK2"}}`:                             `get_flight(args: ["x"], flight: SK2)`,
		`{"kwargs":{"flight":"SK2"}}`:                                          `get_flight(kwargs: {"flight":"SK2"})`,
		`SK2`:                                                                  "get_flight(SK2)",
	} {
		e := made(t, at("root", "", 0, 9, tracing.Span{}), at("a", "root", 1, 2, tracing.Span{Kind: tracing.KindTool, Tool: "get_flight", Input: input}))
		if got := e.Events[1].Content; got != want {
			t.Errorf("%s: %s, want %s", input, got, want)
		}
	}
}
