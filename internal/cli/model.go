package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

func newModel(c *command) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "model",
		Short: "Show the causal model of a project, or install a sentence model",
		Long: "model show shows the causal model of a project, which is learned from its episodes and answers what-if and\n" +
			"would-have. The other commands are about the sentence model, which finds episodes by their meaning: install, status\n" +
			"and remove.",
		Example: "  causeway model show outcome --project demo-team\n  causeway model status",
		Args:    subcommands,
		RunE: func(*cobra.Command, []string) error {
			return usageError{errors.New("say what to do: show VARIABLE, install, status or remove")}
		},
	}
	cmd.AddCommand(newModelShow(&asking{command: c}), newModelInstall(c), newModelStatus(c), newModelRemove(c))
	return cmd
}

func newModelShow(a *asking) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show VARIABLE",
		Short: "The mechanism of a variable: its parents, strengths, counts and fit",
		Long: "show prints what a variable depends on, how strongly, in how many episodes each combination was seen and what\n" +
			"the mechanism expects there. A variable is given by its name, or by the key or label of one of its states.",
		Example: "  causeway model show outcome --project demo-team\n  causeway model show outcome --json --project demo-team",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.ask(cmd, modelQuery, map[string]any{"variable": args[0]})
		},
	}
	a.define(cmd)
	return cmd
}

// modelAnswer is the mechanism of a variable.
type modelAnswer struct {
	Variable, Kind string
	States         []string
	Happened       *string
	Base           *intervalLine
	Parents        []struct {
		Variable string
		On       []string
		Relation *string
		Chosen   bool
		Strength *intervalLine
		Links    []struct {
			Source, Target stateLine
			Relation       string
			Bases          []string
		}
	}
	Rows []struct {
		Parents []stateLine
		Counts  []int
		Fitted  []float64
	}
	Truncated                bool
	N                        int
	LogLikelihood, Saturated float64
	CutLinks                 []linkLine
}

func (m *modelAnswer) empty() bool { return false }

func (m *modelAnswer) print(p *page) {
	p.printf("%s: %s, learned from %s\n", p.text(m.Variable), strings.Join(m.States, " | "), several(m.N, "episode"))
	if m.Happened != nil && m.Base != nil {
		p.printf("  a leaky noisy-OR for %s=%s; when nothing bears on it, %s\n", p.text(m.Variable), *m.Happened, m.Base.share())
	} else {
		p.printf("  counted probabilities for every combination of what it depends on\n")
	}
	m.printParents(p)
	m.printRows(p)
	p.printf("\n  fit: %.4f a mean episode, %.4f by the counted shares\n", m.LogLikelihood, m.Saturated)
	cutLinks(p, m.CutLinks)
}

func (m *modelAnswer) printParents(p *page) {
	if len(m.Parents) == 0 {
		p.printf("  nothing is known to bear on it\n")
		return
	}
	var rows []row
	for _, parent := range m.Parents {
		relation, strength := "in the table", ""
		if parent.Relation != nil && parent.Strength != nil {
			relation, strength = strings.ToLower(*parent.Relation), parent.Strength.share()
		}
		if parent.Chosen {
			relation += ", as the counts suggest"
		}
		r := row{cells: []string{p.text(parent.Variable), strings.Join(parent.On, " | "), relation, strength}}
		for _, l := range parent.Links {
			r.below = append(r.below, fmt.Sprintf("%s %s %s, %s", p.text(l.Source.Label), strings.ToLower(l.Relation), p.text(l.Target.Label), basisWords(l.Bases, 0)))
		}
		rows = append(rows, r)
	}
	p.printf("\n")
	p.table([]string{"DEPENDS ON", "WHEN", "HOW", "STRENGTH"}, rows)
}

// printRows prints the counts beside what the mechanism expects.
func (m *modelAnswer) printRows(p *page) {
	head := []string{}
	for _, state := range m.States {
		head = append(head, state, "expected")
	}
	head = append(head, "WHEN")
	var rows []row
	for _, r := range m.Rows {
		var cells []string
		for i, n := range r.Counts {
			expected := ""
			if i < len(r.Fitted) {
				expected = percent(r.Fitted[i])
			}
			cells = append(cells, strconv.Itoa(n), expected)
		}
		rows = append(rows, row{cells: append(cells, labels(p, r.Parents))})
	}
	if len(rows) > 0 {
		p.printf("\n")
		p.table(head, rows)
	}
	if m.Truncated {
		p.printf("  there are more combinations\n")
	}
}
