package answers_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// TestEffects_Simpson imports the kidney stones of Charig et al. (1986) as episodes: the better
// treatment looks worse, because it was given to the harder cases.
func TestEffects_Simpson(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	var golden struct {
		Stones struct {
			Rows []struct {
				Size, Treatment string
				Success, N      int
			}
			Do    map[string]float64 `json:"p_do"`
			Naive map[string]float64 `json:"p_naive"`
		} `json:"kidney_stones"`
	}
	text, err := os.ReadFile(filepath.Join(enginetest.Data(t), "causal", "golden", "golden.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	for why, linked := range map[string]bool{"the cause of the choice is linked to it": true, "the cause of the choice is recorded, and no link": false} {
		t.Run(why, func(t *testing.T) {
			p := newProject(t)
			var files []vars
			for _, row := range golden.Stones.Rows {
				for i := range row.N {
					files = append(files, stone(len(files), row.Size, row.Treatment, i < row.Success, linked))
				}
			}
			if report := p.ImportFiles(vars{"files": files}); report.Created != 700 {
				t.Fatalf("%d patients were recorded", report.Created)
			}
			p.checkStones(golden.Stones.Do, golden.Stones.Naive)
		})
	}
}

// stone is the file of one patient.
func stone(i int, size, treatment string, success, linked bool) vars {
	outcome := "failure"
	if success {
		outcome = "success"
	}
	leadsTo := []string{}
	if linked {
		leadsTo = []string{"d001"}
	}
	text, _ := json.Marshal(vars{ //nolint:errchkjson // strings and lists of them
		"id": fmt.Sprintf("patient-%03d", i), "timestamp": "1985-01-01T00:00:00Z", "task": "treat kidney stones", "outcome": outcome, "lessons": []string{}, "metrics": vars{},
		"events": []vars{{"id": "e001", "timestamp": "1985-01-01T00:01:00Z", "type": "milestone", "content": "size=" + size, "leads_to": leadsTo}},
		"decisions": []vars{{
			"id": "d001", "timestamp": "1985-01-01T00:02:00Z", "type": "design", "context": "treatment", "options": []string{"A", "B"}, "chosen": treatment,
			"rationale": "", "outcome": outcome, "effects": []string{},
		}},
	})
	return vars{"name": fmt.Sprintf("%d.json", i), "content": string(text)}
}

func (p *project) checkStones(do, naive map[string]float64) {
	p.T.Helper()
	for treatment, want := range do {
		other := map[string]string{"A": "B", "B": "A"}[treatment]
		e := p.intervene(vars{"do": []string{"treatment=" + treatment}, "against": "treatment=" + other, "target": "outcome=success"})
		if e.Status != "OK" || e.Model == nil || e.Observed == nil || e.Contrast == nil {
			p.T.Errorf("treatment %s: %s %v", treatment, e.Status, e.Reason)
			continue
		}
		if math.Abs(e.Model.Value-want) > .01 || e.Model.Low > want || want > e.Model.High {
			p.T.Errorf("treatment %s: the model says %+v, want %.4f", treatment, *e.Model, want)
		}
		if math.Abs(e.Observed.Value-naive[treatment]) > 1e-9 {
			p.T.Errorf("treatment %s: observed %.4f, want %.4f", treatment, e.Observed.Value, naive[treatment])
		}
		if (e.Contrast.Difference.Value > 0) != (treatment == "A") {
			p.T.Errorf("treatment %s against %s: %+v", treatment, other, e.Contrast.Difference)
		}
		if e.Stratified != nil {
			p.T.Logf("treatment %s: model %.4f, stratified %.4f, observed %.4f, adjusted for %v", treatment, e.Model.Value, e.Stratified.Value, e.Observed.Value, e.Adjustment)
		}
	}
}
