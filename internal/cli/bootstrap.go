package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newBootstrap(c *command) *cobra.Command {
	a := &asking{command: c}
	var budget int
	cmd := &cobra.Command{
		Use:   "bootstrap",
		Short: "What to know at the start of a session, within a budget of tokens",
		Long: "bootstrap prints a text for a prompt: the latest failures of the last 7 days, the patterns that hold, those that\n" +
			"fail, and episodes whose outcome nobody told. It needs no task; `causeway ask context` is for one.",
		Example: "  causeway bootstrap --project demo\n  causeway bootstrap --project demo --budget 400 --json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			variables := map[string]any{}
			changed(cmd, variables, map[string]any{"budget": budget}, nil)
			return a.ask(cmd, bootstrapQuery, variables)
		},
	}
	cmd.Flags().IntVar(&budget, "budget", 1000, "maximum number of tokens, from 200 to 8000")
	a.define(cmd)
	return cmd
}

// bootstrapAnswer is what to know at the start of a session. It is never empty: that nothing is known
// is worth knowing too.
type bootstrapAnswer struct {
	Text           string
	Tokens, Budget int
}

func (b *bootstrapAnswer) print(p *page) {
	fmt.Fprintln(p.w, b.Text)
	fmt.Fprintf(p.notes, "%d of %d tokens\n", b.Tokens, b.Budget)
}

func (*bootstrapAnswer) empty() bool { return false }
