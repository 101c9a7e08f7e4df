package cli

import (
	"github.com/spf13/cobra"
)

// filtering holds the flags that select episodes.
type filtering struct {
	outcomes                                words
	domain, taskType, session, since, until string
	tags, tools                             []string
	failed                                  bool
}

func (f *filtering) define(cmd *cobra.Command) {
	f.outcomes = words{known: []string{"SUCCESS", "PARTIAL", "FAILURE", "UNKNOWN"}, many: true}
	f.outcomes.define(cmd, "outcome", "only episodes with one of these outcomes")
	flags := cmd.Flags()
	flags.StringVar(&f.since, "since", "", "only episodes that began then or later: 2026-05-03 or 2026-05-03T14:00:00Z")
	flags.StringVar(&f.until, "until", "", "only episodes that began before then")
	flags.StringVar(&f.domain, "domain", "", "only episodes of this field of work")
	flags.StringVar(&f.taskType, "task-type", "", "only episodes of this kind of task")
	flags.StringVar(&f.session, "session", "", "only episodes of this session")
	flags.StringSliceVar(&f.tags, "tag", nil, "only episodes with one of these tags")
	flags.StringSliceVar(&f.tools, "tool", nil, "only episodes with one of these tools")
	flags.BoolVar(&f.failed, "failed", false, "only episodes in which something went wrong")
}

// filter adds the flags that were set as the variable filter, if there are any.
func (f *filtering) filter(cmd *cobra.Command, variables map[string]any) {
	filter := map[string]any{}
	f.outcomes.all(filter, "outcomes")
	changed(cmd, filter, map[string]any{
		"since": f.since, "until": f.until, "domain": f.domain, "task-type": f.taskType,
		"session": f.session, "tag": f.tags, "tool": f.tools, "failed": f.failed,
	}, map[string]string{"task-type": "taskType", "tag": "tags", "tool": "tools"})
	if len(filter) > 0 {
		variables["filter"] = filter
	}
}
