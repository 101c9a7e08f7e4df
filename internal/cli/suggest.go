package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// didYouMean proposes the words that a mistyped one is most like, as the end of a message; it is empty if none is.
func didYouMean(typed string, known []string) string {
	near := nearest(typed, known)
	if len(near) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(near, " or ") + "?"
}

// nearest returns at most three words that are alike: that begin with what was typed, or that few changes of
// letters make of it.
func nearest(typed string, known []string) []string {
	const most = 3
	typed = strings.ToLower(typed)
	if typed == "" {
		return nil
	}
	least, distances := 1+max(1, len([]rune(typed))/4), map[string]int{}
	for _, word := range known {
		distance := changes(typed, strings.ToLower(word))
		if len(typed) > 2 && strings.HasPrefix(strings.ToLower(word), typed) {
			distance = min(distance, 1)
		}
		distances[word], least = distance, min(least, distance)
	}
	var near []string
	for _, word := range known {
		if distances[word] == least && !slices.Contains(near, word) {
			near = append(near, word)
		}
	}
	return near[:min(most, len(near))]
}

// changes counts the letters to insert, remove or replace, and the neighbors to swap, that make b of a.
func changes(a, b string) int {
	from, to := []rune(a), []rune(b)
	table := make([][]int, len(from)+1)
	for i := range table {
		table[i] = make([]int, len(to)+1)
		table[i][0] = i
	}
	for j := range table[0] {
		table[0][j] = j
	}
	for i := 1; i <= len(from); i++ {
		for j := 1; j <= len(to); j++ {
			replaced := table[i-1][j-1]
			if from[i-1] != to[j-1] {
				replaced++
			}
			table[i][j] = min(replaced, table[i-1][j]+1, table[i][j-1]+1)
			if i > 1 && j > 1 && from[i-1] == to[j-2] && from[i-2] == to[j-1] {
				table[i][j] = min(table[i][j], table[i-2][j-2]+1)
			}
		}
	}
	return table[len(from)][len(to)]
}

// noSuchCommand says that a command has no subcommand of a name.
func noSuchCommand(parent *cobra.Command, name string) error {
	var known []string
	for _, cmd := range parent.Commands() {
		if cmd.IsAvailableCommand() {
			known = append(known, cmd.Name())
		}
	}
	meant := didYouMean(name, known)
	if meant == "" && !parent.HasParent() {
		meant = elsewhere(parent, name)
	}
	return usageError{fmt.Errorf("%q is no command of %s%s", name, parent.CommandPath(), meant)}
}

// elsewhere finds commands of a name below others, such as ask recall for recall.
func elsewhere(root *cobra.Command, name string) string {
	var paths []string
	for _, parent := range root.Commands() {
		for _, cmd := range parent.Commands() {
			if cmd.IsAvailableCommand() && strings.EqualFold(cmd.Name(), name) {
				paths = append(paths, strings.TrimPrefix(cmd.CommandPath(), root.Name()+" "))
			}
		}
	}
	if len(paths) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(paths, " or ") + "?"
}

// subcommands accepts no argument: one would be the name of a subcommand that there is not.
func subcommands(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return noSuchCommand(cmd, args[0])
	}
	return nil
}

// flagError explains why the flags of a command line cannot be read.
func flagError(cmd *cobra.Command, err error, line []string) error {
	if found, rest, findErr := cmd.Root().Find(line); findErr == nil && found.HasAvailableSubCommands() && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		return noSuchCommand(found, rest[0]) // its flags are unknown because the command is
	}
	var absent *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &absent) && absent.GetSpecifiedShortnames() == "":
		return usageError{fmt.Errorf("%s takes no flag --%s%s", cmd.CommandPath(), absent.GetSpecifiedName(), didYouMean("--"+absent.GetSpecifiedName(), flagNames(cmd)))}
	case errors.As(err, &invalid):
		return usageError{fmt.Errorf("--%s: %w", invalid.GetFlag().Name, errors.Unwrap(invalid))}
	}
	return usageError{err}
}

// flagNames returns the flags that a command takes, its own before the settings.
func flagNames(cmd *cobra.Command) []string {
	var own, settings []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if cmd.Root().PersistentFlags().Lookup(flag.Name) == flag {
			settings = append(settings, "--"+flag.Name)
		} else if !flag.Hidden {
			own = append(own, "--"+flag.Name)
		}
	})
	return append(own, settings...)
}
