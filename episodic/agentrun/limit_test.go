package agentrun_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// TestMap_LongRunsFit maps runs with far more than an episode takes: what is beyond is refused or left out, and the
// episode is valid.
func TestMap_LongRunsFit(t *testing.T) {
	quotes := strings.Repeat(`"<\\>" `, 400)
	for why, step := range map[string]func(i int) []agentrun.Step{
		"long texts": func(i int) []agentrun.Step {
			return []agentrun.Step{
				{Kind: agentrun.KindMessage, Role: agentrun.RoleAgent, Text: quotes},
				{Kind: agentrun.KindCall, Tool: "Edit", Arguments: fmt.Sprintf(`{"file_path":"/srv/%d.go","old_string":"a","new_string":%q}`, i, quotes), HasResult: true, Result: quotes},
			}
		},
		"many links": func(i int) []agentrun.Step {
			var ids []string
			for k := range 12 {
				ids = append(ids, fmt.Sprintf("%d-order-%d-of-a-customer-with-a-long-name", max(0, i-k), k))
			}
			return []agentrun.Step{{
				Kind: agentrun.KindCall, Tool: "get", Arguments: fmt.Sprintf(`{"ids":[%q]}`, strings.Join(ids, `","`)), HasResult: true,
				Result: fmt.Sprintf("%d-order-0-of-a-customer-with-a-long-name", i+1),
			}}
		},
		"many references": func(i int) []agentrun.Step {
			var files []string
			for k := range 9 {
				files = append(files, fmt.Sprintf("src/m%d/f%d.go", i, k))
			}
			return []agentrun.Step{{Kind: agentrun.KindCall, Tool: "grep", Arguments: `{"pattern":"x"}`, HasResult: true, Result: strings.Join(files, " ")}}
		},
	} {
		run := agentrun.Run{ID: "r", Task: "t"}
		for i := range 8_000 {
			run.Steps = append(run.Steps, step(i)...)
		}
		e, account := agentrun.Map(run)
		if _, err := intake.Prepare(e); err != nil {
			t.Errorf("%s: %v", why, err)
		}
		if account.Reasons()[agentrun.ReasonFull] == 0 || account.Count(agentrun.FateStored) < 500 {
			t.Errorf("%s: %d stored, refused %v", why, account.Count(agentrun.FateStored), account.Reasons())
		}
	}
}
