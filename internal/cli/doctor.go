package cli

import (
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/engine"
)

func newDoctor(c *command) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check what the engines and the embedding need and say what to do",
		Long: "doctor checks the programs, ports, disk and memory that the engines of the configuration need, whether the\n" +
			"file of embedded engines is sound, and whether an embedding server answers. It changes nothing. The exit code is 1 when a check failed.",
		Example: "  causeway doctor",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if err != nil {
				return err
			}
			options, err := engineOptions(cfg, c, c.logger(cfg))
			if err != nil {
				return err
			}
			checks, err := engine.Doctor(cmd.Context(), options)
			if err != nil {
				return err
			}
			checks = append(append(checks, app.CheckSQLite()), app.CheckFile(cmd.Context(), cfg)...)
			return c.printChecks(append(checks, app.CheckEmbedding(cmd.Context(), cfg)))
		},
	}
}

// printChecks prints the checks and returns an error if one failed.
func (c *command) printChecks(checks []engine.Check) error {
	failed := 0
	w := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
	for _, check := range checks {
		if check.Level == "fail" {
			failed++
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", check.Level, check.Name, check.Message)
		if check.Hint != "" {
			fmt.Fprintf(w, "\t\t→ %s\n", check.Hint)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if failed > 0 {
		return errors.New("some checks failed")
	}
	return nil
}
