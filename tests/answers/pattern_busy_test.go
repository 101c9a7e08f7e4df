package answers_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

const validateMutation = `mutation($project: String!) { validatePatterns(project: $project) { family } }`

// TestPatternBusy_validate validates patterns while others record episodes of the same factors:
// the caller is not asked to repeat what the service can repeat.
func TestPatternBusy_validate(t *testing.T) {
	p := newProject(t)
	told := func(i int) vars {
		return vars{"id": fmt.Sprintf("e%03d", i), "task": "sail", "outcome": []string{"SUCCESS", "FAILURE"}[i%2], "events": []vars{
			{"id": "a", "type": "TEST", "content": "weather", "factor": fmt.Sprintf("weather=%d", i%3)},
			{"id": "b", "type": "TEST", "content": "tool", "factor": fmt.Sprintf("tool=%d", i%2)},
		}}
	}
	for i := range 20 {
		p.Record(told(i))
	}
	for i := range 6 {
		harness.Get[any](p, addPatternMutation, vars{"input": vars{
			"name": fmt.Sprintf("pattern %d", i), "trigger": "a weather", "action": "a tool", "category": "RECOVERY",
			"matches": []vars{{
				"trigger": []vars{{"variable": "weather", "state": fmt.Sprint(i % 3)}},
				"then":    []vars{{"variable": "tool", "state": fmt.Sprint(i % 2)}},
			}},
		}})
	}
	done := make(chan struct{})
	// A run has to fit between two changes of what is decided, on a machine of any speed.
	var took atomic.Int64
	refused := map[string]int{}
	validate := func() {
		began := time.Now()
		if a := p.Ask(validateMutation, nil); a.Codes() != "" {
			refused[a.Text()]++
		}
		took.Store(int64(time.Since(began)))
	}
	validate()
	var writing sync.WaitGroup
	for w := range 4 {
		writing.Go(func() {
			for i := 100 * (w + 1); ; i++ {
				select {
				case <-done:
					return
				default:
					p.Record(told(i))
				}
			}
		})
	}
	pause, times := 20*time.Millisecond, 20
	if !enginetest.Embedded() {
		pause, times = time.Second, 5 // a run takes a while there
	}
	writing.Go(func() { // what is decided about factors changes how every episode reads
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			case <-time.After(max(pause, 2*time.Duration(took.Load()))):
				harness.Get[any](p, `mutation($project: String!, $state: String!) {
					declareClosedWorld(project: $project, variables: ["mood"], absentState: $state) { rules { visibility } } }`, vars{"state": fmt.Sprint("none", i%2)})
			}
		}
	})
	for range times {
		validate()
	}
	close(done)
	writing.Wait()
	if len(refused) > 0 {
		t.Errorf("refused: %v", refused)
	}
}
