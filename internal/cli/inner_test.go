package cli

import (
	"bytes"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// NewRoot returns the tree of commands.
func NewRoot() *cobra.Command {
	return newRoot(&command{in: &bytes.Buffer{}, out: &bytes.Buffer{}, err: &bytes.Buffer{}})
}

// KnownWords returns the words that a flag takes.
func KnownWords(flag *pflag.Flag) []string { return flag.Value.(*words).known }
