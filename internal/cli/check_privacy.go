package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/privacy"
	"github.com/spf13/cobra"
)

// checkPrivacy says what stored episodes and events hold of personal data and secrets.
func (c *command) checkPrivacy(cmd *cobra.Command, project string, asJSON bool) error {
	cfg, err := c.load(cmd)
	if err != nil {
		return err
	}
	reports, err := app.CheckPrivacy(cmd.Context(), cfg, project, c.logger(cfg))
	if err != nil {
		return err
	}
	if asJSON {
		err = writeJSON(c.out, reports)
	} else {
		for _, r := range reports {
			printPrivacy(c.out, r)
		}
	}
	if err != nil {
		return err
	}
	for _, r := range reports {
		if len(r.Findings) > 0 {
			return errors.New("personal data or secrets are stored; `causeway purge` removes an episode with its history")
		}
	}
	return nil
}

func printPrivacy(w io.Writer, r app.PrivacyReport) {
	fmt.Fprintf(w, "project %s: %d contents of episodes and %d execution events\n", r.Project, r.Contents, r.Events)
	if len(r.Findings) == 0 {
		fmt.Fprintln(w, "  nothing found")
		return
	}
	fmt.Fprintf(w, "  found: %s\n", toldCounts(r.Counts))
	for _, f := range r.Findings[:min(checkRows, len(r.Findings))] {
		fmt.Fprintf(w, "    %s: %s\n", f.Name(), toldCounts(f.Counts))
	}
	if more := len(r.Findings) - checkRows; more > 0 {
		fmt.Fprintf(w, "    and %d more; --json lists all\n", more)
	}
}

// toldCounts tells counts in the order of the kinds.
func toldCounts(counts privacy.Counts) string {
	var parts []string
	for _, kind := range privacy.Kinds() {
		if n := counts[kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, kind))
		}
	}
	return strings.Join(parts, ", ")
}
