package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(c *command) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of causeway",
		Long:    "version prints the version of the module that this program was built from, or the commit.",
		Example: "  causeway version",
		Args:    arguments(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(c.out, "causeway", version())
			return err
		},
	}
}

// version is the module version of a released build, else the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return "development build"
}
