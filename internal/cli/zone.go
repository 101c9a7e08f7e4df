package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// zoned are the flags of questions in whose words times are read.
type zoned struct {
	zone string
	off  bool
}

func (z *zoned) define(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&z.zone, "time-zone", "", "zone of times in words such as yesterday, like Europe/Berlin (default: the zone of this machine)")
	flags.BoolVar(&z.off, "no-time", false, "take times in words as words")
}

// variable sets the zone of a question; none if its words are to be taken as words.
func (z *zoned) variable(a *asking, variables map[string]any) error {
	switch {
	case z.off && z.zone != "":
		return usageError{errors.New("--no-time takes times as words, so it needs no --time-zone")}
	case z.off:
		variables["timeZone"] = nil
	case z.zone != "":
		a.zone, variables["timeZone"] = z.zone, z.zone
	default:
		a.zone = machineZone(time.Now())
		variables["timeZone"] = a.zone
	}
	return nil
}

// zoneFile is a link to the file of the machine's zone, on most systems.
const zoneFile = "/etc/localtime"

// machineZone names the zone of this machine. If nothing names it, it is one of the same offset to UTC, or UTC where
// that is no whole number of hours.
func machineZone(now time.Time) string {
	linked, _ := filepath.EvalSymlinks(zoneFile)
	_, linked, _ = strings.Cut(linked, "zoneinfo/")
	for _, name := range []string{strings.TrimPrefix(os.Getenv("TZ"), ":"), linked} {
		zone, err := time.LoadLocation(name)
		if err == nil && name != "" && name != "Local" && sameOffset(zone, now) {
			return name
		}
	}
	_, offset := now.Zone()
	if hours := offset / 3600; offset%3600 == 0 && hours != 0 {
		return fmt.Sprintf("Etc/GMT%+d", -hours)
	}
	return "UTC"
}

// sameOffset reports whether the clocks of a zone show the time of now, whose zone is the machine's.
func sameOffset(zone *time.Location, now time.Time) bool {
	_, there := now.In(zone).Zone()
	_, here := now.Zone()
	return there == here
}

// askedTime is a filter that was made of a time in words.
type askedTime struct {
	Words        string
	Since, Until time.Time
	Failed       bool
}

// told says in plain words which time was understood.
func (t *askedTime) told(zone string) string {
	since, until := t.Since, t.Until
	if there, err := time.LoadLocation(zone); err == nil && zone != "" {
		since, until = since.In(there), until.In(there)
	}
	days, last := since.Format(time.DateOnly), until.Add(-time.Nanosecond).Format(time.DateOnly)
	if since.Year() <= 1970 {
		days = "until " + last
	} else if last != days {
		days += " to " + last
	}
	wrong := ""
	if t.Failed {
		wrong = ", and only with something wrong"
	}
	return fmt.Sprintf("%q is %s in %s%s; --no-time takes the words as words", t.Words, days, zone, wrong)
}
