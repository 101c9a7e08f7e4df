package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// words is a flag for values of one enum of the API, in any case, with - or _.
type words struct {
	known  []string
	chosen []string
	// many allows several values, separated by commas or by repeating the flag.
	many bool
}

// Set implements [pflag.Value].
func (w *words) Set(text string) error {
	values := []string{text}
	if w.many {
		values = strings.Split(text, ",")
	}
	for _, value := range values {
		word := strings.ToUpper(strings.ReplaceAll(strings.TrimSpace(value), "-", "_"))
		if !slices.Contains(w.known, word) {
			return fmt.Errorf("%q is not one of %s%s", value, strings.Join(w.spelled(), ", "), didYouMean(value, w.spelled()))
		}
		if !w.many {
			w.chosen = nil
		}
		w.chosen = append(w.chosen, word)
	}
	return nil
}

// String implements [pflag.Value].
func (w *words) String() string { return strings.Join(w.chosen, ",") }

// Type implements [pflag.Value]; the help shows it as the type of the value.
func (w *words) Type() string { return "word" }

// spelled returns the words as written on a command line: all-simple for ALL_SIMPLE.
func (w *words) spelled() []string {
	out := make([]string, len(w.known))
	for i, word := range w.known {
		out[i] = strings.ToLower(strings.ReplaceAll(word, "_", "-"))
	}
	return out
}

// define adds the flag to a command, with its words in help and completion.
func (w *words) define(cmd *cobra.Command, name, help string) {
	cmd.Flags().Var(w, name, help+": "+strings.Join(w.spelled(), ", "))
	complete(cmd, name, cobra.FixedCompletions(w.spelled(), cobra.ShellCompDirectiveNoFileComp))
}

// complete registers the completion of a flag's values.
func complete(cmd *cobra.Command, name string, by cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(name, by); err != nil {
		panic(fmt.Sprintf("complete --%s: %v", name, err)) // the flag has just been defined
	}
}

// one puts the chosen word into the variables, if there is one.
func (w *words) one(variables map[string]any, name string) {
	if len(w.chosen) > 0 {
		variables[name] = w.chosen[0]
	}
}

// all puts the chosen words into the variables, if there are any.
func (w *words) all(variables map[string]any, name string) {
	if len(w.chosen) > 0 {
		variables[name] = w.chosen
	}
}

var _ pflag.Value = (*words)(nil)
