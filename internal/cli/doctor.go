package cli

import (
	"errors"
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/engine"
)

func newDoctor(c *command) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check what the engines and the embedding need and say what to do",
		Long: "doctor checks the programs, ports, disk and memory that the engines of the configuration need, whether the\n" +
			"file of embedded engines is sound, and whether an embedding server answers. It changes nothing. The exit code is 1 when a check failed.",
		Example: "  causeway doctor\n  causeway doctor --json",
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
			return c.printChecks(append(checks, app.CheckEmbedding(cmd.Context(), cfg)), asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the checks as JSON")
	return cmd
}

// printChecks prints the checks and returns an error if one failed.
func (c *command) printChecks(checks []engine.Check, asJSON bool) error {
	failed := slices.ContainsFunc(checks, func(check engine.Check) bool { return check.Level == "fail" })
	if asJSON {
		return errors.Join(writeJSON(c.out, checks), failure(failed))
	}
	w := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
	for _, check := range checks {
		fmt.Fprintf(w, "%s\t%s\t%s\n", check.Level, check.Name, check.Message)
		if check.Hint != "" {
			fmt.Fprintf(w, "\t\t→ %s\n", check.Hint)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return failure(failed)
}

// failure is the error that checks failed, if any did.
func failure(failed bool) error {
	if failed {
		return errors.New("some checks failed")
	}
	return nil
}
