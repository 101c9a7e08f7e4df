package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/hooks"
)

// hooksFlags are the flags of hooks.
type hooksFlags struct{ settings string }

func newHooks(c *command) *cobra.Command {
	a := &asking{command: c}
	var f hooksFlags
	cmd := &cobra.Command{
		Use:   "hooks",
		Short: "Let an agent read and feed the memory by itself",
		Long: "hooks puts the commands of causeway into the settings of an agent, takes them out again, or says how they are.\n" +
			"With them a session begins with what is known, a prompt is answered with what fits it, and when the agent stops, its\n" +
			"transcript becomes an episode, or, of Cursor and opencode, the calls of its tools. Nothing waits for a service that is down: what was to be sent is\n" +
			"kept and counted, and goes with the next session.",
		Example: "  causeway hooks install claude-code --project ferry\n  causeway hooks status all\n  causeway hooks uninstall claude-code",
		Args:    subcommands,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, sub := range []struct {
		use, short, long, example string
		run                       func(*cobra.Command, hooks.Agent, hooksFlags) error
	}{
		{
			"install", "Put the commands of causeway into the settings of an agent",
			"install adds an entry for each event to the settings, keeps a copy of the file beside it, and changes nothing else.\n" +
				"Installed again, nothing changes.",
			"  causeway hooks install claude-code --project ferry", a.installHooks,
		},
		{
			"uninstall", "Take them out again: exactly them",
			"uninstall puts the file back as it was, or takes exactly the entries of causeway out if somebody edited it since.",
			"  causeway hooks uninstall claude-code", a.uninstallHooks,
		},
		{
			"status", "Which are installed, what waits to be sent, and what went wrong",
			"status lists the installed events and counts the calls of tools and sessions that wait, and the faults of hooks,\n" +
				"of which the agent is told nothing.",
			"  causeway hooks status claude-code", a.hooksStatus,
		},
	} {
		cmd.AddCommand(&cobra.Command{
			Use: sub.use + " claude-code|codex|cursor|opencode|all", Short: sub.short, Long: sub.long, Example: sub.example, Args: arguments(cobra.ExactArgs(1)), ValidArgs: []string{"claude-code", "codex", "cursor", "opencode", "all"},
			RunE: func(cmd *cobra.Command, args []string) error {
				agents, err := f.agents(args[0])
				for _, agent := range agents {
					err = errors.Join(err, sub.run(cmd, agent, f))
				}
				return err
			},
		})
	}
	flags := cmd.PersistentFlags()
	flags.StringVar(&f.settings, "settings", "", "file of the agent's settings (default: the usual one, like settings.json in ~/.claude or CLAUDE_CONFIG_DIR)")
	flags.StringVar(&a.project, "project", "", "project of the memory that the agent reads and feeds")
	flags.StringVar(&a.url, "url", "", "address of the service that the hooks ask (default: the one that runs with the home folder)")
	flags.StringVar(&a.tokenFile, "token-file", "", "file that holds the token of the hooks, with the right to write (default: CAUSEWAY_TOKEN where the agent runs)")
	flags.StringVar(&a.caFile, "ca-file", "", "PEM file of certificates that the hooks trust")
	return cmd
}

// agents returns the agents that an argument names. All are those whose folder is there.
func (f hooksFlags) agents(name string) ([]hooks.Agent, error) {
	if agent := hooks.Agent(name); slices.Contains(hooks.Agents(), agent) {
		return []hooks.Agent{agent}, nil
	}
	if name != "all" {
		return nil, usageError{fmt.Errorf("%q is no agent whose settings are known; these are: %v", name, hooks.Agents())}
	}
	if f.settings != "" {
		return nil, usageError{errors.New("--settings is the file of one agent; name the agent")}
	}
	var out []hooks.Agent
	for _, agent := range hooks.Agents() {
		file, err := f.file(agent)
		if err != nil {
			return nil, err
		}
		folder := filepath.Dir(file)
		if agent == hooks.OpenCode {
			folder = filepath.Dir(folder)
		}
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			out = append(out, agent)
		}
	}
	if len(out) == 0 {
		return nil, absentError{errors.New("none of the agents has a folder here")}
	}
	return out, nil
}

// file returns the settings of an agent.
func (f hooksFlags) file(agent hooks.Agent) (string, error) {
	if f.settings != "" {
		return f.settings, nil
	}
	usual := map[hooks.Agent]struct{ variable, folder, file string }{
		hooks.ClaudeCode: {"CLAUDE_CONFIG_DIR", ".claude", "settings.json"}, hooks.Codex: {"CODEX_HOME", ".codex", "hooks.json"}, hooks.Cursor: {"", ".cursor", "hooks.json"},
	}[agent]
	if dir := os.Getenv(usual.variable); usual.variable != "" && dir != "" {
		return filepath.Join(dir, usual.file), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find the settings of the agent: %w", err)
	}
	if agent == hooks.OpenCode {
		return filepath.Join(cmp.Or(os.Getenv("XDG_CONFIG_HOME"), filepath.Join(home, ".config")), "opencode", "plugins", "causeway.js"), nil
	}
	return filepath.Join(home, usual.folder, usual.file), nil
}

// settingsOf returns the file of an agent's settings, behind links, and what it holds; nothing if it is not there.
func (f hooksFlags) settingsOf(agent hooks.Agent) (file string, text []byte, err error) {
	if file, err = f.file(agent); err != nil {
		return "", nil, err
	}
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real // settings are often kept elsewhere, and the link stays
	}
	text, err = os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", nil, fmt.Errorf("read the settings: %w", err)
	}
	return file, text, nil
}

// writable returns an error for a file that its owner does not let be written.
func writable(file string) error {
	if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("%s is read-only; nothing was changed", file)
	}
	return nil
}

// without returns settings as they were before the hooks, if nobody edited them since, or else without the entries of causeway.
func without(agent hooks.Agent, file string, now []byte) ([]byte, error) {
	copyBefore, copyAfter := backup(file)
	installed, _ := os.ReadFile(copyAfter) // without a copy, only the entries are taken out
	if len(installed) > 0 && bytes.Equal(now, installed) {
		before, err := os.ReadFile(copyBefore)
		if err != nil {
			return nil, fmt.Errorf("read the settings as they were: %w", err)
		}
		return before, nil
	}
	if len(now) == 0 {
		return nil, nil
	}
	after, err := agent.Remove(now)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return after, nil
}

// backup is the name of the copy of the settings before the hooks, installed that of a copy with them.
func backup(file string) (before, installed string) {
	return file + ".before-causeway", file + ".with-causeway"
}

// hookCommand is what an agent runs: this program for a project, with what says where the service is and who asks.
func (a *asking) hookCommand(cmd *cobra.Command, agent hooks.Agent) (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find the program to run: %w", err)
	}
	words := []string{program, a.project}
	out := fmt.Sprintf(`"%s" hook %s --project "%s"`, program, agent, a.project)
	files := []struct{ flag, value string }{{"token-file", a.tokenFile}, {"ca-file", a.caFile}, {"config", a.file}}
	if home := cmd.Flags().Lookup("home"); home != nil && home.Changed {
		files = append(files, struct{ flag, value string }{"home", home.Value.String()})
	}
	if a.url != "" {
		words, out = append(words, a.url), out+fmt.Sprintf(` --url "%s"`, a.url)
	}
	for _, f := range files {
		if f.value == "" {
			continue
		}
		name, err := filepath.Abs(f.value) // the agent runs in another folder
		if err != nil {
			return "", fmt.Errorf("find --%s: %w", f.flag, err)
		}
		words, out = append(words, name), out+fmt.Sprintf(` --%s "%s"`, f.flag, name)
	}
	if i := slices.IndexFunc(words, func(w string) bool { return strings.ContainsAny(w, "\"\\$`\n") }); i >= 0 {
		return "", usageError{fmt.Errorf("%q has a character that a shell would take for its own", words[i])}
	}
	return out, nil
}

func (a *asking) installHooks(cmd *cobra.Command, agent hooks.Agent, f hooksFlags) error {
	if err := needProject(a.project); err != nil {
		return err
	}
	file, now, err := f.settingsOf(agent)
	if err != nil {
		return err
	}
	command, err := a.hookCommand(cmd, agent)
	if err != nil {
		return err
	}
	// Entries of another project or place of the program give way.
	before, err := without(agent, file, now)
	if err != nil {
		return err
	}
	after, err := agent.Install(before, command)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if bytes.Equal(now, after) || hasHooks(agent, now, command) {
		fmt.Fprintf(a.out, "%s has the hooks of causeway already\n", file)
		return nil
	}
	if err := writable(file); err != nil {
		return err
	}
	copyBefore, copyAfter := backup(file)
	for _, w := range []struct {
		name string
		text []byte
	}{{copyBefore, before}, {copyAfter, after}, {file, after}} {
		if err := writeSettings(w.name, w.text); err != nil {
			return err
		}
	}
	fmt.Fprintf(a.out, "%s has the hooks of causeway for %s; %s is as it was before\n", file, strings.Join(agent.Events(), ", "), copyBefore)
	if agent == hooks.Codex {
		fmt.Fprintln(a.out, "Codex runs new hooks once you have trusted them: look at them with /hooks in it; early versions want codex_hooks = true under [features] in config.toml")
	}
	return nil
}

// hasHooks reports whether settings run a command at every event.
func hasHooks(agent hooks.Agent, settings []byte, command string) bool {
	commands, err := agent.Commands(settings)
	present, unread := agent.Installed(settings)
	other := func(c string) bool { return c != command }
	return err == nil && unread == nil && len(present) == len(agent.Events()) && !slices.ContainsFunc(commands, other)
}

func (a *asking) uninstallHooks(_ *cobra.Command, agent hooks.Agent, f hooksFlags) error {
	file, now, err := f.settingsOf(agent)
	if err != nil {
		return err
	}
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(a.out, "%s is not there\n", file)
		return nil
	}
	after, err := without(agent, file, now)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, after) {
		if err := writable(file); err != nil {
			return err
		}
		if len(after) == 0 { // there were none before
			err = os.Remove(file)
		} else {
			err = writeSettings(file, after)
		}
		if err != nil {
			return fmt.Errorf("write the settings: %w", err)
		}
	}
	copyBefore, copyAfter := backup(file)
	for _, name := range []string{copyBefore, copyAfter} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove a copy of the settings: %w", err)
		}
	}
	fmt.Fprintf(a.out, "%s has no hooks of causeway\n", file)
	return nil
}

func (a *asking) hooksStatus(cmd *cobra.Command, agent hooks.Agent, f hooksFlags) error {
	file, settings, err := f.settingsOf(agent)
	if err != nil {
		return err
	}
	cfg, err := a.load(cmd)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "settings   %s\ninstalled  %s\n", file, installedIn(agent, settings))
	if commands, err := agent.Commands(settings); err == nil && len(commands) > 0 {
		said := slices.Compact(slices.Sorted(slices.Values(commands)))
		for _, command := range said {
			program, rest, _ := strings.Cut(strings.TrimPrefix(command, `"`), `" hook `)
			_, project, _ := strings.Cut(rest, ` --project "`)
			project, where, _ := strings.Cut(project, `"`)
			fmt.Fprintf(a.out, "project    %s%s\n", project, where)
			if _, err := os.Stat(program); err != nil {
				fmt.Fprintf(a.out, "missing    %s, which they run: install them again\n", program)
			}
		}
	}
	calls, sessions, faults, last := 0, 0, 0, ""
	for _, store := range hookStores(cfg, a.project) {
		n, said := store.faults()
		calls, sessions, faults, last = calls+store.spooled(), sessions+len(store.pending()), faults+n, max(last, said) // they begin with their time
	}
	fmt.Fprintf(a.out, "waiting    %d calls of tools, %d sessions\nfaults     %d\n", calls, sessions, faults)
	if last != "" {
		fmt.Fprintf(a.out, "last fault %s\n", last)
	}
	return nil
}

// installedIn says for which events settings have hooks.
func installedIn(agent hooks.Agent, settings []byte) string {
	if len(settings) == 0 {
		return "none"
	}
	present, err := agent.Installed(settings)
	switch {
	case err != nil:
		return "unknown: " + err.Error()
	case len(present) == 0:
		return "none"
	}
	return strings.Join(present, ", ")
}

// writeSettings writes a file in one step, with the rights that it had.
func writeSettings(name string, text []byte) error {
	info, statErr := os.Stat(name)
	if err := replaceFile(name, text); err != nil || statErr != nil {
		return err
	}
	if err := os.Chmod(name, info.Mode().Perm()); err != nil {
		return fmt.Errorf("keep the rights of %s: %w", name, err)
	}
	return nil
}
