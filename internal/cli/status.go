package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/engine"
)

func newStatus(c *command) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show what runs, where, and whether it answers",
		Long: "status shows the service and the engines of the home folder: process, version, address, and whether they\n" +
			"answer; also how many captured events wait, and warnings. It starts nothing; something stopped is not a failure.",
		Example: "  causeway status\n  causeway status --json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if err != nil {
				return err
			}
			state, err := engine.Status(cmd.Context(), cfg.Home)
			if err != nil {
				return err
			}
			service, err := app.RunningService(cfg.Home)
			if err != nil && !errors.Is(err, app.ErrNotRunning) {
				return err
			}
			var readiness *app.Readiness
			if service.PID != 0 {
				if found, err := service.Readiness(cmd.Context(), cfg.Client.Token); err == nil {
					readiness = &found
				}
			}
			if asJSON {
				return json.NewEncoder(c.out).Encode(map[string]any{"service": service, "engines": state, "readiness": readiness})
			}
			if err := c.printStatus(service, state); err != nil {
				return err
			}
			c.printReadiness(readiness)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (c *command) printStatus(service app.Service, state engine.State) error {
	w := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tSTATUS\tREADY\tPID\tVERSION\tUPTIME\tURL")
	status, ready := "stopped", "no"
	if service.PID != 0 {
		status, ready = "running", "yes"
	}
	fmt.Fprintf(w, "causeway\t%s\t%s\t%s\t%s\t\t%s\n", status, ready, number(service.PID), app.Version(), service.URL)
	for _, s := range state.Servers {
		uptime := ""
		if s.PID != 0 {
			uptime = time.Since(s.Since).Round(time.Second).String()
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", s.Name, s.Status, yesNo(s.Ready), number(s.PID), s.Version, uptime, s.URL)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if service.PID != 0 {
		fmt.Fprintf(c.out, "\nFor analysts: %s/\n", service.URL)
	}
	if hint := browserHint(service.URL, state); service.PID != 0 && hint != "" {
		fmt.Fprintf(c.out, "\nNeo4j Browser: %s\n", hint)
	}
	return nil
}

// printReadiness prints what waits and what an operator should look at; nothing if nothing does.
func (c *command) printReadiness(r *app.Readiness) {
	if r == nil {
		return
	}
	if r.Waiting != nil && *r.Waiting > 0 {
		fmt.Fprintf(c.out, "\n%d captured events wait for the engines\n", *r.Waiting)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(c.out, "\nwarning: %s\n", warning)
	}
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// number formats an id; 0 is empty.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}
