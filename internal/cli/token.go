package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/auth"
)

func newToken(c *command) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Create, list and revoke API tokens",
		Long: "token manages the file of API tokens. As soon as there is one, every request needs one; a running service\n" +
			"notices each change by itself. The file holds no tokens, only their hashes.",
		Example: "  causeway token create --name ci --project demo\n  causeway token list\n  causeway token revoke ci",
		Args:    subcommands,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTokenCreate(c), newTokenList(c), newTokenRevoke(c))
	return cmd
}

func newTokenCreate(c *command) *cobra.Command {
	var grant auth.Grant
	cmd := &cobra.Command{
		Use:   "create",
		Short: "Create a token and print it once",
		Long: "create prints a new token on standard output. It is shown only once: only its hash is kept. To replace a token,\n" +
			"create another one, hand it out, and revoke the old one.",
		Example: "  causeway token create --name me --all-projects --write\n" +
			"  causeway token create --name ci --project demo --project shop --expires 720h",
		Args: arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if err != nil {
				return err
			}
			if err := grant.Validate(); err != nil {
				return usageError{err}
			}
			file := app.Tokens(cfg)
			secret, token, err := file.Create(grant, time.Now())
			if err != nil {
				return err
			}
			fmt.Fprintln(c.out, secret)
			fmt.Fprintf(c.err, "token %s (%s): %s, %s, %s. It is not shown again. Its hash is in %s.\n",
				token.Name, token.ID, scope(token), token.Right, end(token, time.Now()), file)
			return nil
		},
	}
	cmd.Flags().StringVar(&grant.Name, "name", "", "what the token is for (required)")
	cmd.Flags().StringArrayVar(&grant.Projects, "project", nil, "project that the token gives access to; may be repeated")
	cmd.Flags().BoolVar(&grant.All, "all-projects", false, "give access to every project, including later ones")
	cmd.Flags().BoolVar(&grant.Write, "write", false, "allow changes too")
	cmd.Flags().DurationVar(&grant.TTL, "expires", 0, "expire after this time, like 720h (default: never)")
	return cmd
}

func newTokenList(c *command) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the tokens, without their secrets",
		Long: "list shows each token with its projects, its right and its expiry, including those that have expired. Nothing\n" +
			"that it prints gives access.",
		Example: "  causeway token list\n  causeway token list --json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if err != nil {
				return err
			}
			tokens, err := app.Tokens(cfg).List()
			if err != nil {
				return err
			}
			if asJSON {
				return c.printTokensJSON(tokens)
			}
			w := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
			fmt.Fprintln(w, "NAME\tID\tPROJECTS\tRIGHT\tCREATED\tENDS")
			for _, t := range tokens {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n",
					t.Name, t.ID, scope(t), t.Right, t.CreatedAt.Format(time.RFC3339), end(t, time.Now()))
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// printTokensJSON prints the tokens without their hashes.
func (c *command) printTokensJSON(tokens []auth.Token) error {
	type shown struct {
		ID          string     `json:"id"`
		Name        string     `json:"name"`
		AllProjects bool       `json:"allProjects"`
		Projects    []string   `json:"projects"`
		Right       string     `json:"right"`
		CreatedAt   time.Time  `json:"createdAt"`
		ExpiresAt   *time.Time `json:"expiresAt"`
	}
	list := make([]shown, len(tokens))
	for i, t := range tokens {
		list[i] = shown{t.ID, t.Name, t.All, append([]string{}, t.Projects...), t.Right, t.CreatedAt, t.ExpiresAt}
	}
	return json.NewEncoder(c.out).Encode(list)
}

func newTokenRevoke(c *command) *cobra.Command {
	return &cobra.Command{
		Use:   "revoke NAME|ID",
		Short: "Revoke a token; the next request with it is refused",
		Long: "revoke removes a token from the file. A running service refuses it from the next request on, and keeps requiring\n" +
			"tokens after the last one is gone.",
		Example: "  causeway token revoke ci",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg, err := c.load(cmd)
			if err != nil {
				return err
			}
			gone, err := app.Tokens(cfg).Revoke(args[0])
			if err != nil {
				return err
			}
			fmt.Fprintf(c.out, "token %s (%s) is revoked\n", gone.Name, gone.ID)
			return nil
		},
	}
}

// scope names the projects of a token.
func scope(t auth.Token) string {
	if t.All {
		return "all projects"
	}
	return strings.Join(t.Projects, ", ")
}

func end(t auth.Token, now time.Time) string {
	switch {
	case t.ExpiresAt == nil:
		return "never"
	case t.Expired(now):
		return "ended " + t.ExpiresAt.Format(time.RFC3339)
	}
	return t.ExpiresAt.Format(time.RFC3339)
}
