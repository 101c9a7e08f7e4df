package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// recordFlags are the flags of record.
type recordFlags struct {
	key  string
	wait words
}

func newRecord(c *command) *cobra.Command {
	a := &asking{command: c}
	f := recordFlags{wait: words{known: []string{"APPLIED", "INDEXED", "EMBEDDED"}}}
	cmd := &cobra.Command{
		Use:   "record [FILE]",
		Short: "Record an episode, in the form of the API",
		Long: "record writes one episode, a JSON object in the form of EpisodeInput (docs/schema.md), from a file or standard\n" +
			"input, and prints the receipt: what the write did and how far it has come. It is strict: an episode that\n" +
			"breaks a rule is refused whole. The same content again changes nothing; other content adds a revision.\n" +
			"With --idempotency-key a repeat within a day answers as the first call did. `causeway import` reads many\n" +
			"episodes, other forms, and repairs what it can.",
		Example: "  causeway record episode.json --project ops\n" +
			"  echo '{\"id\": \"try-1\", \"task\": \"Try record\", \"outcome\": \"SUCCESS\"}' | causeway record --project ops --idempotency-key try-1 --json",
		Args: arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return a.record(cmd, args, f) },
	}
	cmd.Flags().StringVar(&f.key, "idempotency-key", "", "name of this write, of 1 to 200 characters, for safe repeats")
	f.wait.define(cmd, "wait-for", "how far the write is to come before the answer (default: indexed)")
	a.define(cmd)
	return cmd
}

func (a *asking) record(cmd *cobra.Command, args []string, f recordFlags) error {
	episode, err := a.readEpisode(args)
	if err != nil {
		return err
	}
	variables := map[string]any{"input": episode}
	f.wait.one(variables, "waitFor")
	changed(cmd, variables, map[string]any{"idempotency-key": f.key}, nil)
	return a.ask(cmd, recordQuery, variables)
}

// readEpisode returns the JSON object of an episode from a file or standard input.
func (a *asking) readEpisode(args []string) (json.RawMessage, error) {
	text, name, err := a.readInput(args)
	if err != nil {
		return nil, fmt.Errorf("read the episode: %w", err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	var episode map[string]json.RawMessage
	if err := decoder.Decode(&episode); err != nil {
		return nil, usageError{fmt.Errorf("%s does not hold the JSON object of an episode: %w", name, err)}
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, usageError{fmt.Errorf("%s holds more than one JSON object; `causeway import` reads several episodes", name)}
	}
	return text, nil
}

// readInput returns what a file, or standard input, holds, and what to call it.
func (a *asking) readInput(args []string) (text []byte, name string, err error) {
	if len(args) == 1 && args[0] != "-" {
		text, err = os.ReadFile(args[0])
		return text, args[0], err
	}
	if file, ok := a.in.(*os.File); ok && len(args) == 0 && term.IsTerminal(int(file.Fd())) {
		fmt.Fprintln(a.err, "reading the episode from standard input; Ctrl-D ends it")
	}
	text, err = io.ReadAll(a.in)
	return text, "standard input", err
}

// receiptAnswer is what a write did.
type receiptAnswer struct {
	Receipt struct {
		Project, EpisodeKey, Change, State, Reason string
		Revision                                   int
		Replaced                                   *int
		Superseded                                 bool
		PendingLinks                               []string
	}
	// Episode is what a workflow became.
	Episode struct{ Notes []string }
}

func (*receiptAnswer) empty() bool { return false }

func (r *receiptAnswer) print(p *page) {
	n := r.Receipt
	p.printf("%s: %s in project %s, revision %d, %s\n", n.EpisodeKey, inWords(n.Change), n.Project, n.Revision, inWords(n.State))
	if n.Reason != "" {
		p.printf("  not further yet: %s\n", n.Reason)
	}
	if n.Superseded {
		p.printf("  another writer's content is current; this one is an earlier revision\n")
	}
	if len(n.PendingLinks) > 0 {
		p.printf("  links wait for episodes that are not recorded yet: %s\n", strings.Join(n.PendingLinks, ", "))
	}
	for _, note := range r.Episode.Notes {
		p.printf("  %s\n", note)
	}
}
