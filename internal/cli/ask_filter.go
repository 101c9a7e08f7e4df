package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// filtering holds the flags that select episodes.
type filtering struct {
	outcomes                                words
	decisions                               words
	domain, taskType, session, since, until string
	complexity, task                        string
	tags, tools, strategies, actors         []string
	mentions                                mentions
	failed                                  bool
}

func (f *filtering) define(cmd *cobra.Command) {
	f.outcomes = words{known: []string{"SUCCESS", "PARTIAL", "FAILURE", "UNKNOWN"}, many: true}
	f.outcomes.define(cmd, "outcome", "only episodes with one of these outcomes")
	f.decisions = decisionTypes()
	f.decisions.define(cmd, "decision-type", "only episodes with a decision of one of these types")
	flags := cmd.Flags()
	flags.StringVar(&f.since, "since", "", "only episodes that began then or later: 2026-05-03 or 2026-05-03T14:00:00Z")
	flags.StringVar(&f.until, "until", "", "only episodes that began before then")
	flags.StringVar(&f.domain, "domain", "", "only episodes of this field of work")
	flags.StringVar(&f.taskType, "task-type", "", "only episodes of this kind of task")
	flags.StringVar(&f.session, "session", "", "only episodes of this session")
	flags.StringSliceVar(&f.tags, "tag", nil, "only episodes with one of these tags")
	flags.StringSliceVar(&f.tools, "tool", nil, "only episodes with one of these tools")
	flags.StringSliceVar(&f.strategies, "strategy", nil, "only episodes with one of these strategies")
	flags.StringSliceVar(&f.actors, "actor", nil, "only episodes in which one of these people, agents or tools acts")
	flags.StringVar(&f.complexity, "complexity", "", "only episodes of this complexity")
	flags.StringVar(&f.task, "task", "", "only episodes whose task contains this text, in any case")
	flags.Var(&f.mentions, "mention", "only episodes that mention one of these, such as commit:1a2b3c4, issue:12, pull-request:34 or file:src/main.go")
	flags.BoolVar(&f.failed, "failed", false, "only episodes in which something went wrong")
}

// filter adds the flags that were set as the variable filter, if there are any.
func (f *filtering) filter(cmd *cobra.Command, variables map[string]any) {
	filter := map[string]any{}
	f.outcomes.all(filter, "outcomes")
	f.decisions.all(filter, "decisionTypes")
	changed(cmd, filter, map[string]any{
		"since": f.since, "until": f.until, "domain": f.domain, "task-type": f.taskType,
		"session": f.session, "tag": f.tags, "tool": f.tools, "actor": f.actors, "failed": f.failed,
		"complexity": f.complexity, "strategy": f.strategies, "task": f.task,
	}, nil)
	if len(f.mentions.chosen) > 0 {
		filter["references"] = f.mentions.chosen
	}
	if len(filter) > 0 {
		variables["filter"] = filter
	}
}

// decisionTypes returns a flag for types of decisions.
func decisionTypes() words {
	return words{known: []string{"DESIGN", "IMPLEMENTATION", "TEST", "RECOVERY", "ROUTING", "OTHER", "UNKNOWN"}, many: true}
}

// mentions is a flag for references, each as kind:key.
type mentions struct{ chosen []map[string]any }

// Set implements [pflag.Value].
func (m *mentions) Set(text string) error {
	kind, key, whole := strings.Cut(text, ":")
	kinds := words{known: []string{"COMMIT", "PULL_REQUEST", "ISSUE", "FILE"}}
	if !whole || key == "" {
		return fmt.Errorf("%q is not kind:key, such as commit:1a2b3c4", text)
	}
	if err := kinds.Set(kind); err != nil {
		return err
	}
	m.chosen = append(m.chosen, map[string]any{"kind": kinds.chosen[0], "key": key})
	return nil
}

// String implements [pflag.Value].
func (m *mentions) String() string {
	var out []string
	for _, reference := range m.chosen {
		out = append(out, fmt.Sprintf("%s:%s", reference["kind"], reference["key"]))
	}
	return strings.Join(out, ",")
}

// Type implements [pflag.Value].
func (m *mentions) Type() string { return "reference" }

// given reports whether a flag that selects episodes was set.
func (f *filtering) given(cmd *cobra.Command) bool {
	return slices.ContainsFunc([]string{
		"outcome", "decision-type", "since", "until", "domain", "task-type", "session", "tag", "tool", "actor", "strategy", "complexity", "task", "mention", "failed",
	}, cmd.Flags().Changed)
}
