package cli

import (
	"bytes"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// NewRoot returns the tree of commands.
func NewRoot() *cobra.Command {
	return newRoot(&command{in: &bytes.Buffer{}, out: &bytes.Buffer{}, err: &bytes.Buffer{}})
}

// NewVisible returns a writer that shows what a terminal does not.
func NewVisible(to io.Writer) io.Writer { return newVisible(to) }

// KnownWords returns the words that a flag takes.
func KnownWords(flag *pflag.Flag) []string { return flag.Value.(*words).known }

func TestWithoutDetach(t *testing.T) {
	got := withoutDetach([]string{"up", "--detach", "--detach=1", "--engines=native", "--detach=T", "--detach=true"})
	if diff := cmp.Diff([]string{"up", "--engines=native"}, got); diff != "" {
		t.Errorf("a child that detaches again would start another (-want +got):\n%s", diff)
	}
}
