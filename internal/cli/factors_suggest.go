package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

// suggestShown is the maximum number of groups that are printed.
const suggestShown = 50

func newFactorsSuggest(a *asking) *cobra.Command {
	var apply, undo bool
	cmd := &cobra.Command{
		Use:   "suggest",
		Short: "Show which factors rules take for one, merge them, or take that back",
		Long: "suggest lists factors that are one by a rule, with what they have in common: labels of the same or nearly the\n" +
			"same words, and decisions with the same options about the same thing. Nothing is changed unless --apply is\n" +
			"given; --undo takes back all that rules merged, and nothing that people merged.",
		Example: "  causeway factors suggest --project demo-team\n  causeway factors suggest --apply --project demo-team\n  causeway factors suggest --undo --project demo-team",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if apply && undo {
				return usageError{errors.New("give --apply or --undo, not both")}
			}
			return a.group(cmd, apply, undo)
		},
	}
	cmd.Flags().BoolVar(&apply, "apply", false, "merge the factors of each group")
	cmd.Flags().BoolVar(&undo, "undo", false, "take back every merge that a rule made")
	return cmd
}

// recurring is how many factors there are in five episodes or more.
type recurring struct{ Factors, Recurring int }

func (r recurring) told() string {
	share := 0.0
	if r.Factors > 0 {
		share = 100 * float64(r.Recurring) / float64(r.Factors)
	}
	return fmt.Sprintf("%d of %d (%.2f %%)", r.Recurring, r.Factors, share)
}

// grouped is the result of grouping the factors of a project by rule, or of taking that back.
type grouped struct {
	GroupFactors *struct {
		Total, Merged int
		Groups        []struct {
			Rule, Reason string
			Into         factorLine
			From         []factorLine
		}
		Quality recurring
	}
	UngroupFactors *struct {
		Released int
		Quality  recurring
	}
}

// group shows the groups, merges them, or takes that back.
func (a *asking) group(cmd *cobra.Command, apply, undo bool) error {
	variables := map[string]any{}
	service, err := a.toAsk(cmd, variables)
	if err != nil {
		return err
	}
	before, err := a.data(cmd.Context(), service, recurringQuery, variables)
	if err != nil {
		return err
	}
	query := ungroupQuery
	if !undo {
		query, variables["dryRun"] = groupQuery, !apply
	}
	data, err := a.data(cmd.Context(), service, query, variables)
	if err != nil {
		return err
	}
	if a.json {
		fmt.Fprintf(a.out, "%s\n", data)
		return nil
	}
	var was struct {
		Project struct{ Quality recurring }
	}
	var found grouped
	if err := errors.Join(unmarshal(before, &was), unmarshal(data, &found)); err != nil {
		return fmt.Errorf("read the answer of %s: %w", service.url, err)
	}
	found.print(&page{w: a.out, notes: a.err}, was.Project.Quality, apply)
	return nil
}

func (g grouped) print(p *page, before recurring, apply bool) {
	const compared = "Factors in five episodes or more: %s before, %s after.\n"
	if u := g.UngroupFactors; u != nil {
		p.printf("%d merges taken back.\n"+compared, u.Released, before.told(), u.Quality.told())
	}
	found := g.GroupFactors
	if found == nil {
		return
	}
	factors := 0
	for _, group := range found.Groups {
		factors += len(group.From)
	}
	if apply {
		p.printf("%d factors merged into others, in %d groups.\n"+compared, found.Merged, found.Total, before.told(), found.Quality.told())
	} else {
		p.printf("%d factors can be merged into others, in %d groups; --apply does it.\n", factors, found.Total)
	}
	for _, group := range found.Groups[:min(suggestShown, len(found.Groups))] {
		p.printf("\n%s: %s\n  %s\n", group.Rule, group.Reason, short(group.Into.Label))
		for _, f := range group.From {
			p.printf("  < %s\n", short(f.Label))
		}
	}
	if more := found.Total - suggestShown; more > 0 {
		p.printf("\n%d more groups\n", more)
	}
}
