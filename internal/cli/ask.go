package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
)

// completionTime bounds how long completion waits for the project names.
const completionTime = 2 * time.Second

// projectsNamed is how many projects an error names.
const projectsNamed = 10

// asking holds the flags that all questions share: where to ask, and how to show the answer.
type asking struct {
	*command
	project, url, tokenFile, caFile string
	json                            bool
	// whole keeps lines whole on a terminal too.
	whole bool
	// hurried leaves out to ask the service whether it is there before it is asked.
	hurried bool
	// zone names that of times in words of the question.
	zone string
}

func newAsk(c *command) *cobra.Command {
	a := &asking{command: c}
	cmd := &cobra.Command{
		Use:   "ask",
		Short: "Ask a running service what if, why, for causes, paths, episodes, decisions, patterns or what to read",
		Long: "ask sends a question to the service that runs with the home folder, or to the one at --url, and prints the\n" +
			"answer as trees and tables; --json prints the data of the GraphQL answer for other programs. On a terminal long\n" +
			"lines are cut to its width.\n\n" +
			"The project is the one of --project, else of the environment variable CAUSEWAY_PROJECT, else the only one there\n" +
			"is. CAUSEWAY_URL may set the address. The token comes from CAUSEWAY_TOKEN or from the file --token-file, never\n" +
			"from a value on the command line. A service that executes only trusted documents needs those of\n" +
			"internal/cli/queries among them.",
		Example: "  causeway ask path episode-2026-03-02-1/d002 episode-2026-04-02-1/outcome --project demo\n" +
			"  causeway ask recall \"does building an index block writes?\" --json --project demo",
		Args: subcommands,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return usageError{errors.New("say what to ask: what-if, would-have, which-decision, best-action, action, decisive, similar-runs, compare, doubts, why-changed, dependents, why, causes-of, effects-of, path, causes, effects, recall, failures, decisions, timeline, sequence, context, patterns, pattern or applicable")}
		},
	}
	a.define(cmd)
	cmd.AddCommand(newAskPath(a), newAskRecall(a), newAskCauses(a), newAskEffects(a),
		newAskSequence(a), newAskContext(a), newAskFailures(a), newAskDecisions(a), newAskTimeline(a),
		newAskWhy(a), newAskCausesOf(a), newAskEffectsOf(a),
		newAskWhatIf(a), newAskWouldHave(a), newAskWhichDecision(a), newAskBestAction(a),
		newAskAction(a), newAskDecisive(a), newAskSimilarRuns(a), newAskCompare(a), newAskDoubts(a), newAskWhyChanged(a), newAskDependents(a),
		newAskPatterns(a), newAskPattern(a), newAskApplicable(a))
	return cmd
}

// define adds the flags that say where to ask to a command and its subcommands.
func (a *asking) define(cmd *cobra.Command) {
	flags := cmd.PersistentFlags()
	flags.StringVar(&a.project, "project", "", "project to ask")
	flags.StringVar(&a.url, "url", "", "address of the service (default: the one that runs with the home folder)")
	flags.StringVar(&a.tokenFile, "token-file", "", "file that holds the token, instead of CAUSEWAY_TOKEN")
	flags.StringVar(&a.caFile, "ca-file", "", "PEM file of certificates to trust, for a service whose certificate no public authority signed")
	flags.BoolVar(&a.json, "json", false, "print the data of the GraphQL answer")
	complete(cmd, "project", a.completeProject)
}

// ask sends a query about one project and prints the answer. It returns errNothing if the answer
// is empty.
func (a *asking) ask(cmd *cobra.Command, query string, variables map[string]any) error {
	service, err := a.toAsk(cmd, variables)
	if err != nil {
		return err
	}
	data, err := a.data(cmd.Context(), service, query, variables)
	if err != nil {
		return err
	}
	return a.answer(cmd.Context(), service, data)
}

// toAsk returns the service to ask, and adds the project to the variables.
func (a *asking) toAsk(cmd *cobra.Command, variables map[string]any) (*client, error) {
	cfg, err := a.load(cmd)
	if err != nil {
		return nil, err
	}
	service, err := a.connect(cfg)
	if err != nil {
		return nil, err
	}
	a.project, err = a.chooseProject(cmd.Context(), service, cfg)
	variables["project"] = a.project
	return service, err
}

// data sends a query and returns its data. If the project is not there, it proposes others.
func (a *asking) data(ctx context.Context, service *client, query string, variables map[string]any) (json.RawMessage, error) {
	defer a.patience("waiting for the answer of " + service.url)()
	data, err := service.data(ctx, query, variables)
	var refused *serviceError
	if errors.As(err, &refused) && refused.absent("PROJECT_NOT_FOUND") {
		return nil, cmp.Or(a.absentProject(ctx, service), err)
	}
	return data, err
}

// answer prints the data of an answer, and says so if its project is not there.
func (a *asking) answer(ctx context.Context, service *client, data json.RawMessage) error {
	err := a.print(service, data)
	if errors.Is(err, errNothing) {
		return cmp.Or(a.absentProject(ctx, service), err)
	}
	return err
}

// print prints the data of an answer; it returns errNothing if the answer is empty.
func (a *asking) print(service *client, data json.RawMessage) error {
	var got answer
	if err := json.Unmarshal(data, &got); err != nil {
		return fmt.Errorf("read the answer of %s: %w", service.url, err)
	}
	if a.json {
		fmt.Fprintf(a.out, "%s\n", data)
	} else {
		a.show(got)
	}
	if got.empty() {
		return errNothing
	}
	return nil
}

// hide takes a flag that all questions share out of the help of a command that has no use for it.
func (a *asking) hide(cmd *cobra.Command, name string) {
	help := cmd.HelpFunc()
	cmd.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if flag := cmd.Flag(name); flag != nil {
			flag.Hidden = true
		}
		help(cmd, args)
	})
}

// absentProject returns an error that says which projects there are, if the one that was asked about is not among
// them. It returns nil if it is, or if the service does not tell.
func (a *asking) absentProject(ctx context.Context, service *client) error {
	names, err := projectNames(ctx, service)
	if err != nil || slices.Contains(names, a.project) {
		return nil
	}
	meant := didYouMean(a.project, names)
	switch {
	case len(names) == 0:
		meant = "; there is none yet: `causeway demo`, `causeway import` and `causeway record` make some"
	case meant == "":
		meant = "; there are " + strings.Join(names[:min(len(names), projectsNamed)], ", ")
		if more := len(names) - projectsNamed; more > 0 {
			meant += fmt.Sprintf(" and %d more", more)
		}
	}
	return absentError{fmt.Errorf("there is no project %q%s", a.project, meant)}
}

// show prints an answer, with lines cut to the width of a terminal; elsewhere they stay whole.
func (a *asking) show(got answer) {
	lines := &cutLines{to: a.out, columns: terminalWidth(a.out)}
	if a.whole {
		lines.columns = 0
	}
	got.print(&page{w: lines, notes: a.err, zone: a.zone})
	lines.end()
}

// connect returns a client of the service to ask.
func (a *asking) connect(cfg config.Config) (*client, error) {
	token, err := a.token(cfg)
	if err != nil {
		return nil, err
	}
	url := cmp.Or(a.url, cfg.Client.URL)
	if url == "" {
		find := app.RunningService
		if a.hurried {
			find = app.PublishedService
		}
		service, err := find(cfg.Home)
		if err != nil {
			return nil, err
		}
		if a.caFile == "" {
			return localClient(service, token)
		}
		url = service.URL
	}
	if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
		return nil, usageError{fmt.Errorf("the address %q begins with neither http:// nor https://", url)}
	}
	service := newClient(url, token)
	if a.caFile == "" {
		return service, nil
	}
	return service, service.trust(a.caFile)
}

// token returns the API token: the content of the file, or else the environment's.
func (a *asking) token(cfg config.Config) (string, error) {
	if a.tokenFile == "" {
		return strings.TrimSpace(cfg.Client.Token), nil
	}
	text, err := os.ReadFile(a.tokenFile)
	if err != nil {
		return "", fmt.Errorf("read the token: %w", err)
	}
	token := strings.TrimSpace(string(text))
	if token == "" || strings.ContainsAny(token, "\r\n") {
		return "", fmt.Errorf("read the token: %s must hold exactly one line", a.tokenFile)
	}
	return token, nil
}

// chooseProject returns the project to ask, and prints which one if --project was not given.
func (a *asking) chooseProject(ctx context.Context, service *client, cfg config.Config) (string, error) {
	if a.project != "" {
		return a.project, nil
	}
	if cfg.Client.Project != "" {
		fmt.Fprintf(a.err, "project %s (from CAUSEWAY_PROJECT)\n", cfg.Client.Project)
		return cfg.Client.Project, nil
	}
	names, err := projectNames(ctx, service)
	switch {
	case err != nil:
		return "", fmt.Errorf("look for the project to ask: %w", err)
	case len(names) == 0:
		return "", absentError{errors.New("there is no project yet; `causeway demo`, `causeway import` and `causeway record` make some")}
	case len(names) > 1:
		return "", usageError{fmt.Errorf("name the project with --project; there are %s", strings.Join(names[:min(len(names), projectsNamed)], ", "))}
	}
	fmt.Fprintf(a.err, "project %s (the only one)\n", names[0])
	return names[0], nil
}

func projectNames(ctx context.Context, service *client) ([]string, error) {
	var found struct{ Projects []struct{ Name string } }
	if err := service.ask(ctx, projectsQuery, nil, &found); err != nil {
		return nil, err
	}
	var names []string
	for _, p := range found.Projects {
		names = append(names, p.Name)
	}
	return names, nil
}

// completeProject offers the projects of the service, or nothing if it does not answer.
func (a *asking) completeProject(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	cfg, err := a.load(cmd)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	service, err := a.connect(cfg)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	ctx, cancel := context.WithTimeout(cmd.Context(), completionTime)
	defer cancel()
	names, _ := projectNames(ctx, service) // a shell cannot show an error
	return names, cobra.ShellCompDirectiveNoFileComp
}
