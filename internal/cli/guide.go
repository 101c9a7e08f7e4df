package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/graph/agents"
)

func newGuide(c *command) *cobra.Command {
	form := words{known: []string{"TEXT", "AGENTS_MD", "SKILL", "SCHEMA"}, chosen: []string{"TEXT"}}
	cmd := &cobra.Command{
		Use:   "guide",
		Short: "Print the page that tells an agent when to ask what",
		Long: "guide prints one page for the prompt of an agent: the operations of its day, most with an example. --form gives it as a section of an\n" +
			"AGENTS.md, as the SKILL.md of a coding agent, or the part of the GraphQL schema that these operations use. A service has the page at\n" +
			"/llms.txt and the schema at /agents.graphqls.",
		Example: "  causeway guide\n  causeway guide --form agents-md >> AGENTS.md\n  causeway guide --form schema",
		Args:    arguments(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			text := map[string]func() string{"TEXT": agents.Guide, "AGENTS_MD": agents.Section, "SKILL": agents.Skill, "SCHEMA": agents.Schema}[form.chosen[0]]
			_, err := io.WriteString(c.out, text())
			return err
		},
	}
	form.define(cmd, "form", "what is printed")
	return cmd
}
