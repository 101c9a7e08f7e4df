package recall_test

import (
	"math"
	"testing"

	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/tests/questions"
)

// TestProbability_calibrated fits each rule again to what it was fitted to: the numbers in the code are those of
// `go run ./tests/bench -calibrate -keep tests/questions/calibration.json`, and nobody has changed one by hand.
func TestProbability_calibrated(t *testing.T) {
	kept, err := questions.KeptCalibration()
	if err != nil {
		t.Fatal(err)
	}
	const rounded = .0006 // the code has three digits
	for provider, name := range map[string]string{"": "none", "learned": "learned", "static": "static", "local": "local"} {
		fitted, least, err := questions.Fit(kept[name], func(e questions.Evidence) []float64 {
			return recall.Evidence{Coverage: e[0], Missed: e[1], Absent: e[2], Cosine: e[3], Above: e[4]}.Features()
		})
		if err != nil {
			t.Fatal(err)
		}
		weights, answered := recall.RuleOf(provider)
		for i, w := range weights {
			if !(math.Abs(w-fitted[i]) <= rounded) {
				t.Errorf("weight %d of %s is %.3f, fitted %.3f", i, name, w, fitted[i])
			}
		}
		if !(math.Abs(answered-least) <= rounded) {
			t.Errorf("%s: answered from %.3f on, fitted %.3f", name, answered, least)
		}
	}
}
