package questions_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/tests/questions"
)

// TestCalibrate draws answers by a known rule and finds it again, and its probabilities hold for others.
func TestCalibrate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	truth := []float64{-2, 3, -1}
	draw := func() questions.Judged {
		f := []float64{1, r.Float64(), r.NormFloat64()}
		return questions.Judged{Features: f, Answers: r.Float64() < questions.Logistic(truth, f)}
	}
	hits := make([]questions.Judged, 20_000)
	for i := range hits {
		hits[i] = draw()
	}
	got, err := questions.Calibrate(hits)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range got {
		if math.Abs(w-truth[i]) > .15 {
			t.Errorf("weight %d is %.3f, drawn by %.3f", i, w, truth[i])
		}
	}
	var said []float64
	var answers []bool
	for range 20_000 {
		h := draw()
		said, answers = append(said, questions.Logistic(got, h.Features)), append(answers, h.Answers)
	}
	if e := questions.CalibrationError(questions.Reliability(said, answers, 10)); e > .02 {
		t.Errorf("the probabilities are off by %.3f", e)
	}
	always := make([]float64, len(answers))
	for i := range always {
		always[i] = .95
	}
	if e := questions.CalibrationError(questions.Reliability(always, answers, 10)); e < .3 {
		t.Errorf("what always says .95 is off by %.3f only", e)
	}
}
