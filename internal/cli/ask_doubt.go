package cli

import "github.com/spf13/cobra"

func newAskDoubts(a *asking) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doubts",
		Short: "What the counts say against the links: missing, reversed and contradicted ones",
		Long: "doubts tests what the links imply: that variables are independent where no path joins them. Where the counts say\n" +
			"otherwise, it names the link that seems to be missing, or to point the wrong way, and links whose ends are\n" +
			"independent, with the counts and the episodes. It proposes, and adds nothing.",
		Example: "  causeway ask doubts --project demo\n  causeway ask doubts --limit 3 --json --project demo",
	}
	return a.ofRun(cmd, doubtsQuery, 20, "how many doubts, from 1 to 100")
}
