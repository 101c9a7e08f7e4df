package cli

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/config"
)

// exportElsewhere passes the parts of an export of a service to write, and reads its report.
func (c *client) exportElsewhere(
	ctx context.Context, project, format string, revisions bool, write func(path string, content []byte) error,
	progress func(done, total int), report any,
) error {
	words := map[string]string{exportLines: "JSON_LINES", exportMarkdown: "MARKDOWN", exportADR038: "ADR038"}
	variables := map[string]any{"project": project, "format": words[format], "revisions": revisions}
	complete := false
	err := c.follow(ctx, exportQuery, variables, func(data json.RawMessage) error {
		var got struct {
			ExportProject struct {
				Path            string
				Content, Report *string
				Done, Total     int
				Error           *jobFailure
			}
		}
		if err := json.Unmarshal(data, &got); err != nil {
			return fmt.Errorf("read a part of the export: %w", err)
		}
		p := got.ExportProject
		switch {
		case p.Error != nil:
			return p.Error.refused()
		case p.Report != nil:
			complete = true
			return decodeText(*p.Report, report)
		case p.Content == nil:
			progress(p.Done, p.Total)
			return nil
		}
		return write(p.Path, []byte(*p.Content))
	})
	if err == nil && !complete {
		err = unreachableError{fmt.Errorf("the export of %s ended before it was complete", c.url)}
	}
	return err
}

// exportFrom exports through the service at the address.
func (a *asking) exportFrom(
	cmd *cobra.Command, cfg config.Config, project, format string, revisions bool, write func(path string, content []byte) error, report any,
) error {
	service, err := a.connect(cfg)
	if err != nil {
		return err
	}
	return service.exportElsewhere(cmd.Context(), project, format, revisions, write, a.progress("exporting"), report)
}
