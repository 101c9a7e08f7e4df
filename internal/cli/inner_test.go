package cli

import (
	"bytes"
	"io"
	"testing"
	"time"

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

// MachineZone names the zone of this machine.
func MachineZone(now time.Time) string { return machineZone(now) }

// KnownWords returns the words that a flag takes.
func KnownWords(flag *pflag.Flag) []string { return flag.Value.(*words).known }

func TestWithoutDetach(t *testing.T) {
	got := withoutDetach([]string{"up", "--detach", "--detach=1", "--engines=native", "--detach=T", "--detach=true"})
	if diff := cmp.Diff([]string{"up", "--engines=native"}, got); diff != "" {
		t.Errorf("a child that detaches again would start another (-want +got):\n%s", diff)
	}
}

// TestMachineZone holds that the zone that is sent shows the clocks of the machine, whatever its environment says.
func TestMachineZone(t *testing.T) {
	for _, said := range []string{"", ":Europe/Berlin", "Asia/Tokyo", "Local", "nowhere"} {
		t.Setenv("TZ", said)
		for _, offset := range []int{0, 2 * 3600, -7 * 3600, 9 * 3600} {
			now := time.Date(2026, 1, 15, 12, 0, 0, 0, time.FixedZone("", offset))
			zone, err := time.LoadLocation(machineZone(now))
			if err != nil || !sameOffset(zone, now) {
				t.Errorf("TZ=%q at %+d: %v, %v", said, offset, zone, err)
			}
		}
	}
	t.Setenv("TZ", ":Asia/Tokyo")
	if got := machineZone(time.Date(2026, 1, 15, 12, 0, 0, 0, time.FixedZone("", 9*3600))); got != "Asia/Tokyo" {
		t.Errorf("the zone that the environment names is %q", got)
	}
	if got := machineZone(time.Date(2026, 1, 15, 12, 0, 0, 0, time.FixedZone("", 9*3600+1800))); got != "UTC" {
		t.Errorf("of half an hour no zone is made: %q", got)
	}
}
