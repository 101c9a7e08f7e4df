package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// recallFlags are the flags of recall.
type recallFlags struct {
	filtering
	zoned
	like, from             string
	first, offset, related int
	alpha, least           float64
	ranking, vector        words
}

func newAskRecall(a *asking) *cobra.Command {
	var f recallFlags
	cmd := &cobra.Command{
		Use:   "recall [TEXT...]",
		Short: "Which episodes answer a question, or are like an episode",
		Long: "recall prints the episodes that answer a question best, each with the part that is the reason. The text\n" +
			"may be a sentence, a commit, an error line; with --like the question is another episode. A time in its words, such\n" +
			"as yesterday, last week or in March, is a filter, which the answer tells and --no-time removes. Filters are\n" +
			"applied before ranking; filters alone give the latest episodes. A degraded answer says what could not be used.\n" +
			"Each episode has the probability that it answers the question; where none probably does, the answer says so and\n" +
			"the episodes are leads. --min-relevance leaves out those with a lower probability.",
		Example: "  causeway ask recall \"does building an index while we deploy block writes?\" --until 2026-04-14 --limit 3 --project demo\n" +
			"  causeway ask recall --like episode-2026-04-02-1 --outcome failure,partial --related 5 --project demo\n" +
			"  causeway ask recall --failed --since 2026-04-01 --limit 3 --project demo",
		Args: arguments(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			variables, err := f.variables(a, cmd, strings.Join(args, " "))
			if err != nil {
				return err
			}
			if len(args) == 0 && f.like == "" {
				return a.list(cmd, episodesQuery, variables, paging{limit: f.first})
			}
			return a.ask(cmd, recallQuery, variables)
		},
	}
	f.define(cmd)
	return cmd
}

func (f *recallFlags) define(cmd *cobra.Command) {
	f.filtering.define(cmd)
	f.zoned.define(cmd)
	f.ranking = words{known: []string{"SIMILARITY", "RELEVANCE", "TIME"}}
	f.vector = words{known: []string{"CHUNK", "TASK", "OUTCOME", "FULL"}}
	flags := cmd.Flags()
	flags.StringVar(&f.like, "like", "", "key of an episode to find similar ones for, instead of a text")
	flags.IntVar(&f.first, "limit", 10, "how many, from 1 to 100")
	flags.IntVar(&f.offset, "offset", 0, "how many of the best to skip")
	flags.IntVar(&f.related, "related", 0, "how many related episodes to add")
	flags.Float64Var(&f.alpha, "alpha", 0, "weight of meaning against words, from 0 to 1 (default: the best measured)")
	flags.Float64Var(&f.least, "min-relevance", 0, "least probability that an episode answers the question, from 0 to 1")
	f.ranking.define(cmd, "ranking", "the order (default: similarity)")
	f.vector.define(cmd, "vector", "which vectors are compared (default: chunk for a text, full for an episode)")
	flags.StringVar(&f.from, "asking-domain", "", "field of work of the caller, for --ranking relevance")
}

func (f *recallFlags) variables(a *asking, cmd *cobra.Command, text string) (map[string]any, error) {
	variables := map[string]any{}
	switch asked := text != "" || f.like != ""; {
	case text != "" && f.like != "":
		return nil, usageError{errors.New("give a text, or an episode with --like")}
	case !asked && !f.given(cmd):
		return nil, usageError{errors.New("give a text, an episode with --like, or filters such as --outcome failure")}
	case !asked:
		for _, flag := range []string{"alpha", "min-relevance", "ranking", "vector", "offset", "related", "asking-domain", "time-zone", "no-time"} {
			if cmd.Flags().Changed(flag) {
				return nil, usageError{fmt.Errorf("--%s needs a text, or an episode with --like", flag)}
			}
		}
		f.filter(cmd, variables)
		return variables, nil
	}
	if text != "" {
		variables["text"] = text
		if err := f.variable(a, variables); err != nil {
			return nil, err
		}
	}
	f.filter(cmd, variables)
	f.ranking.one(variables, "ranking")
	f.vector.one(variables, "vector")
	changed(cmd, variables, map[string]any{
		"like": f.like, "limit": f.first, "offset": f.offset, "related": f.related,
		"alpha": f.alpha, "min-relevance": f.least, "asking-domain": f.from,
	}, map[string]string{"asking-domain": "domain", "min-relevance": "minRelevance"})
	return variables, nil
}
