package cli

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/config"
)

// definePlace adds the flags that say where a command works: through the API of a service at an
// address, or else on the engines of the home folder.
func (a *asking) definePlace(cmd *cobra.Command) {
	flags := cmd.PersistentFlags()
	flags.StringVar(&a.url, "url", "", "address of a service to work through, instead of the engines of the home folder")
	flags.StringVar(&a.tokenFile, "token-file", "", "file that holds the token, instead of CAUSEWAY_TOKEN")
	flags.StringVar(&a.caFile, "ca-file", "", "PEM file of certificates to trust, for a service whose certificate no public authority signed")
}

// elsewhere reports whether an address was given, by the flag or by CAUSEWAY_URL.
func (a *asking) elsewhere(cfg config.Config) bool { return cmp.Or(a.url, cfg.Client.URL) != "" }

// onlyHere gives a command that works on engines a flag --url that says what to do instead.
func (a *asking) onlyHere(cmd *cobra.Command, instead string) {
	cmd.Flags().StringVar(&a.url, "url", "", "")
	_ = cmd.Flags().MarkHidden("url") // there is such a flag
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if a.url != "" {
			return usageError{fmt.Errorf("%s works on the engines themselves, which no service shows to others: %s", cmd.Name(), instead)}
		}
		return run(cmd, args)
	}
}
