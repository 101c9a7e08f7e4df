package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/spf13/cobra"
)

// shown is a kind of thing that show prints.
type shown struct{ kind, query, argument string }

// kindsShown are the kinds of things, in the order in which a name without a kind is looked up.
func kindsShown() []shown {
	return []shown{
		{"Episode", showEpisodeQuery, "key"},
		{"Factor", showFactorQuery, "key"},
		{"Pattern", patternQuery, "pattern"},
		{"Occurrence", showOccurrenceQuery, "key"},
	}
}

func newShow(c *command) *cobra.Command {
	a := &asking{command: c, whole: true}
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Print one episode, decision, event, factor or pattern whole",
		Long: "show prints what is recorded under an id, as other commands print it: an episode (its key), a decision, an event\n" +
			"or an outcome (episode/d001), a factor (its key) or a pattern (its key or name). A global id such as\n" +
			"Episode:demo/KEY names the project too.",
		Example: "  causeway show episode-2026-04-02-1 --project demo\n" +
			"  causeway show episode-2026-03-02-1/d002 --project demo\n" +
			"  causeway show Episode:demo/episode-2026-04-02-1 --json",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return a.showOne(cmd, args[0]) },
	}
	a.define(cmd)
	return cmd
}

// showOne prints what an id names, of the first kind of which there is something.
func (a *asking) showOne(cmd *cobra.Command, id string) error {
	key, kinds, err := a.kindsOf(id)
	if err != nil {
		return err
	}
	variables := map[string]any{}
	service, err := a.toAsk(cmd, variables)
	if err != nil {
		return err
	}
	for _, k := range kinds {
		variables := maps.Clone(variables)
		variables[k.argument] = key
		data, err := a.data(cmd.Context(), service, k.query, variables)
		var refused *serviceError
		switch {
		case errors.As(err, &refused) && refused.absent("NOT_FOUND") && len(kinds) > 1:
			continue
		case err != nil:
			return err
		}
		return a.answer(cmd.Context(), service, data)
	}
	return absentError{fmt.Errorf("project %s has no episode, factor or pattern %q%s", a.project, key, a.likeEpisodes(cmd.Context(), service, key))}
}

// kindsOf returns the key in an id, and the kinds of things that it may name.
func (a *asking) kindsOf(id string) (key string, kinds []shown, err error) {
	for _, k := range kindsShown() {
		rest, named := strings.CutPrefix(id, k.kind+":")
		project, key, whole := strings.Cut(rest, "/")
		if !named || !whole {
			continue
		}
		if a.project != "" && a.project != project {
			return "", nil, usageError{fmt.Errorf("%s is of project %s, and --project is %s", id, project, a.project)}
		}
		a.project = project
		return key, []shown{k}, nil
	}
	all := kindsShown()
	last := len(all) - 1
	if strings.Contains(id, "/") { // only keys of occurrences have a slash; a name of a pattern may have one
		return id, []shown{all[last], all[last-1]}, nil
	}
	return id, all[:last], nil
}

// likeEpisodes proposes keys of the latest episodes that are like one.
func (a *asking) likeEpisodes(ctx context.Context, service *client, key string) string {
	var found struct{ Episodes episodesAnswer }
	if service.ask(ctx, episodesQuery, map[string]any{"project": a.project, "first": pageMost}, &found) != nil {
		return ""
	}
	var keys []string
	for _, edge := range found.Episodes.Edges {
		keys = append(keys, edge.Node.Key)
	}
	return didYouMean(key, keys)
}

// wholeEpisode is everything that is recorded of an episode.
type wholeEpisode struct {
	episodeLine
	Session, ReportedOutcome, Domain, TaskType, Complexity, RecordedAt string
	Context                                                            []struct{ Variable, State string }
	Tools, Strategies, Tags, Goals, Constraints, Insights              []string
	Lessons, Notes                                                     []string
	Decisions                                                          []decisionLine
	Events                                                             []struct{ ShortID, At, Type, Content string }
	Links                                                              []struct{ SourceKey, TargetKey, Relation, Basis string }
	Metrics                                                            map[string]*json.Number
	Revision                                                           int
}

func (*wholeEpisode) empty() bool { return false }

func (e *wholeEpisode) print(p *page) {
	p.printf("%s\n%s\n\n", e.Key, p.text(e.Task))
	p.fields([][2]string{
		{"outcome", strings.ToLower(e.Outcome) + inParentheses(e.ReportedOutcome)},
		{"began", unknown(e.StartedAt)},
		{"session", e.Session},
		{"domain", e.Domain},
		{"task type", e.TaskType},
		{"complexity", e.Complexity},
		{"tools", strings.Join(e.Tools, ", ")},
		{"strategies", strings.Join(e.Strategies, ", ")},
		{"tags", strings.Join(e.Tags, ", ")},
		{"known", e.known()},
		{"measured", e.measured()},
		{"recorded", fmt.Sprintf("%s, revision %d", e.RecordedAt, e.Revision)},
	})
	for _, part := range []struct {
		title string
		texts []string
	}{
		{"Goals", e.Goals}, {"Constraints", e.Constraints}, {"Insights", e.Insights}, {"Lessons", e.Lessons}, {"Notes", e.Notes},
	} {
		p.bullets(part.title, part.texts)
	}
	e.printParts(p)
}

// printParts prints the decisions, events and links.
func (e *wholeEpisode) printParts(p *page) {
	if len(e.Decisions) > 0 {
		p.printf("\nDecisions\n")
		decisionLines(e.Decisions).print(p)
	}
	if len(e.Events) > 0 {
		var rows []row
		for _, v := range e.Events {
			rows = append(rows, row{cells: []string{v.ShortID, unknown(v.At), inWords(v.Type), p.text(v.Content)}})
		}
		p.printf("\nEvents\n")
		p.table([]string{"ID", "AT", "TYPE", "WHAT"}, rows)
	}
	if len(e.Links) > 0 {
		p.printf("\nLinks\n")
		for _, l := range e.Links {
			p.printf("  %s %s %s  (%s)\n", e.within(l.SourceKey), inWords(l.Relation), e.within(l.TargetKey), inWords(l.Basis))
		}
	}
}

// within returns the key of an occurrence as it is written inside the episode.
func (e *wholeEpisode) within(key string) string { return strings.TrimPrefix(key, e.Key+"/") }

// known tells what was known before any decision.
func (e *wholeEpisode) known() string {
	var out []string
	for _, s := range e.Context {
		out = append(out, s.Variable+"="+s.State)
	}
	return strings.Join(out, ", ")
}

// measured tells the metrics that are known.
func (e *wholeEpisode) measured() string {
	var out []string
	for _, m := range [][2]string{
		{"durationMinutes", "minutes"},
		{"toolCalls", "tool calls"},
		{"errors", "errors"},
		{"recoveries", "recoveries"},
		{"commits", "commits"},
		{"filesChanged", "files changed"},
	} {
		if value := e.Metrics[m[0]]; value != nil {
			out = append(out, fmt.Sprintf("%s %s", value, m[1]))
		}
	}
	return strings.Join(out, ", ")
}

func inParentheses(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

// inWords spells a value of an enum as words: tool call for TOOL_CALL.
func inWords(value string) string { return strings.ToLower(strings.ReplaceAll(value, "_", " ")) }

// fields prints names with their values, leaving out those without one.
func (p *page) fields(pairs [][2]string) {
	for _, pair := range pairs {
		if pair[1] != "" {
			p.printf("  %-10s  %s\n", pair[0], p.text(pair[1]))
		}
	}
}

// bullets prints texts under a title, or nothing if there are none.
func (p *page) bullets(title string, texts []string) {
	if len(texts) == 0 {
		return
	}
	p.printf("\n%s\n", title)
	for _, text := range texts {
		p.printf("  - %s\n", p.text(text))
	}
}
