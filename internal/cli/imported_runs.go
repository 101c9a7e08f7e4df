package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/episodic/agentrun"
)

// runCounts are what an episode says of the steps of its run.
type runCounts struct {
	Mapping, Stored, Merged, Refused, Dropped int
	Reasons                                   map[string]int
}

// importedRuns says what came of the steps of runs that are episodes; the other episodes were made of none.
type importedRuns struct {
	pageAnswer
	Edges []struct {
		Node struct{ Key, Extra, RecordedAt string }
	}
}

func (r *importedRuns) empty() bool { return len(r.Edges) == 0 }

func (r *importedRuns) print(p *page) {
	var rows []row
	var all runCounts
	for _, edge := range r.Edges {
		var extra map[string]json.RawMessage
		var c runCounts
		if json.Unmarshal([]byte(edge.Node.Extra), &extra) != nil || json.Unmarshal(extra[agentrun.ExtraName], &c) != nil || c.Mapping == 0 {
			continue
		}
		all.Stored, all.Merged, all.Refused, all.Dropped = all.Stored+c.Stored, all.Merged+c.Merged, all.Refused+c.Refused, all.Dropped+c.Dropped
		one := row{cells: []string{edge.Node.Key, strconv.Itoa(c.Stored), strconv.Itoa(c.Merged), strconv.Itoa(c.Refused), strconv.Itoa(c.Dropped), edge.Node.RecordedAt}}
		var reasons []string
		for _, reason := range slices.Sorted(maps.Keys(c.Reasons)) {
			reasons = append(reasons, fmt.Sprintf("%s %d", p.text(reason), c.Reasons[reason]))
		}
		if len(reasons) > 0 {
			one.below = append(one.below, "refused: "+strings.Join(reasons, ", "))
		}
		if c.Mapping < agentrun.Version {
			one.below = append(one.below, fmt.Sprintf("made by mapping %d, now %d: import it again", c.Mapping, agentrun.Version))
		}
		rows = append(rows, one)
	}
	if len(rows) == 0 {
		p.printf("  nothing found: none of these %d episodes was made of a run\n", len(r.Edges))
		r.rest(p, len(r.Edges))
		return
	}
	p.table([]string{"EPISODE", "STORED", "MERGED", "REFUSED", "DROPPED", "RECORDED"}, rows)
	p.printf("%d steps of %d runs: %d stored, %d merged, %d refused, %d dropped\n", all.Stored+all.Merged+all.Refused+all.Dropped, len(rows), all.Stored, all.Merged, all.Refused, all.Dropped)
	r.rest(p, len(r.Edges))
}
