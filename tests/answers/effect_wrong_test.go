package answers_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// opsTruth is by how much a review truly changes the probability that a run fails.
const opsTruth = .5*(.7*.4+.3*.4)*.75 - .5*(.7+.3)*.75

// wrongAnswers are the worked examples of docs/methods.md: the same question asked of records
// that lack something.
func wrongAnswers() map[string]opsWords {
	plain := opsWords{yes: "yes", no: "no"}
	bare, cut := plain, plain
	bare.bare, cut.cut = true, true
	return map[string]opsWords{"everything is recorded": plain, "`urgent` is not recorded": bare, "the link from `review` to `bug` is missing": cut}
}

// TestEffects_WrongAnswers asks what docs/methods.md shows: answers that are wrong because of what
// is not recorded, each with the sign that warned.
func TestEffects_WrongAnswers(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	if math.Abs(opsTruth+.225) > 1e-12 {
		t.Errorf("a review truly changes %.4f", opsTruth)
	}
	runs := opsRuns(1000, 11)
	episode := ""
	for i, o := range runs {
		if o.urgent && !o.review && o.bug && o.failed {
			episode = fmt.Sprintf("run-%04d", i)
			break
		}
	}
	page := tree.Read(t, "docs/methods.md")
	for recorded, words := range wrongAnswers() {
		p := newProject(t)
		p.importOps(words, runs, ascending(len(runs)))
		for _, row := range []string{p.wrongEffect(recorded), p.wrongCounterfactual(recorded, episode)} {
			if !strings.Contains(page, row) {
				t.Errorf("docs/methods.md lacks\n%s", row)
			}
		}
	}
}

// wrongEffect asks what a review changes, and returns the row of the page.
func (p *project) wrongEffect(recorded string) string {
	p.T.Helper()
	e := p.intervene(vars{"do": []string{"review=yes"}, "against": "review=no", "target": "outcome=failure"})
	if e.Contrast == nil || e.Observed == nil {
		p.T.Fatalf("%s: %s %v", recorded, e.Status, e.Reason)
	}
	d := e.Contrast.Difference
	eValue := "–"
	if e.Contrast.EValue != nil {
		eValue = fmt.Sprintf("%.1f", *e.Contrast.EValue)
	}
	if right := d.Low <= opsTruth && opsTruth <= d.High; right != (recorded != "`urgent` is not recorded") {
		p.T.Errorf("%s: %+v, truly %.3f", recorded, d, opsTruth)
	}
	return fmt.Sprintf("| %s | `%s` | %.3f (%.3f to %.3f) | %s | %s | %t |", recorded, e.Status, d.Value, d.Low, d.High,
		strings.Join(append([]string{"–"}, e.Adjustment...)[min(1, len(e.Adjustment)):], ", "), eValue, e.Disagree)
}

// wrongCounterfactual asks of one run what a review would have changed, and returns the row of the page.
func (p *project) wrongCounterfactual(recorded, episode string) string {
	p.T.Helper()
	// A review prevents 6 of 10 bugs; a run with a bug fails by itself in .1 of the .85.
	const truth = .6 * (1 - .1/.85)
	a := p.wouldBe(vars{"episode": episode, "set": "review=yes"})
	if a.Graded == nil {
		return fmt.Sprintf("| %s | `%s` | – | – |", recorded, a.Status)
	}
	o := a.Graded.Otherwise
	if right := o.Low <= truth && truth <= o.High; right != (recorded != "`urgent` is not recorded") {
		p.T.Errorf("%s: %+v, truly %.3f", recorded, o, truth)
	}
	return fmt.Sprintf("| %s | `%s` | %.3f (%.3f to %.3f) | `%s` |", recorded, a.Status, o.Value, o.Low, o.High, a.Graded.Verdict)
}
