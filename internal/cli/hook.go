package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/hooks"
)

// The limits of a hook. The agent waits for it.
const (
	hookPatience    = 2 * time.Second
	hookInput       = 64 << 20
	bootstrapBudget = 800
	promptBudget    = 1000
	// maxHookText is the most of the arguments and of the result of a call that is captured, in characters.
	maxHookText = 4 << 10
	// maxHookSearch is the most of each that is looked through for what is kept out, in bytes: what is behind it is not kept.
	maxHookSearch = 256 << 10
)

// hookEvent is what an agent tells a hook, in the words of Claude Code; Codex has the same. Cursor has some of
// its own.
type hookEvent struct {
	SessionID      string          `json:"session_id"`
	TranscriptPath string          `json:"transcript_path"`
	Event          string          `json:"hook_event_name"`
	Prompt         string          `json:"prompt"`
	ToolName       string          `json:"tool_name"`
	ToolUseID      string          `json:"tool_use_id"`
	ToolInput      json.RawMessage `json:"tool_input"`
	ToolResponse   json.RawMessage `json:"tool_response"`
	// ToolError says why a call failed.
	ToolError    string          `json:"tool_error"`
	Conversation string          `json:"conversation_id"`
	ToolOutput   json.RawMessage `json:"tool_output"`
	Folder       string          `json:"cwd"`
}

// of returns the event of an agent in the words of Claude Code. The transcripts of Cursor are read by nobody.
func (e hookEvent) of(agent hooks.Agent) hookEvent {
	if agent != hooks.Cursor {
		return e
	}
	e.Event = map[string]string{
		"sessionStart": "SessionStart", "beforeSubmitPrompt": "UserPromptSubmit", "postToolUse": "PostToolUse", "stop": "Stop", "sessionEnd": "SessionEnd",
	}[e.Event]
	e.SessionID, e.ToolResponse, e.TranscriptPath = cmp.Or(e.Conversation, e.SessionID), e.ToolOutput, ""
	return e
}

// newHook returns the command that agents run. It ends with exit code 0 whatever happens, and what went wrong is
// in the status.
func newHook(c *command) *cobra.Command {
	a := &asking{command: c}
	cmd := &cobra.Command{
		Use: "hook", Short: "What an agent runs: see hooks", Hidden: true, Args: subcommands,
		Long:    "hook is run by agents, as `causeway hooks install` has it. It ends with exit code 0 whatever happens.",
		Example: "  causeway hook claude-code --project ferry",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, agent := range hooks.Agents() {
		cmd.AddCommand(&cobra.Command{
			Use: string(agent), Short: "Take an event of " + string(agent) + " from standard input", Args: cobra.ArbitraryArgs,
			Long:    "hook " + string(agent) + " reads the JSON of an event and prints what the agent is to know, if anything.",
			Example: "  causeway hook " + string(agent) + " --project ferry",
			RunE:    func(cmd *cobra.Command, _ []string) error { return a.hook(cmd, agent) },
		})
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "send", Short: "Send what hooks have kept", Args: cobra.ArbitraryArgs,
			Long:    "hook send captures the calls of tools and imports the transcripts that hooks have kept. What cannot be sent stays.",
			Example: "  causeway hook send --project ferry",
			RunE:    func(cmd *cobra.Command, _ []string) error { return a.hookSend(cmd) },
		},
	)
	a.define(cmd)
	return cmd
}

// hook answers one event; its error is nil.
func (a *asking) hook(cmd *cobra.Command, agent hooks.Agent) error {
	a.hurried = true
	cfg, err := a.load(cmd)
	if err != nil {
		fmt.Fprintln(a.err, err)
		return nil
	}
	store := newHookStore(cfg, a.project)
	var e hookEvent
	input := &io.LimitedReader{R: a.in, N: hookInput}
	if err := json.NewDecoder(input).Decode(&e); err != nil {
		if input.N == 0 {
			err = fmt.Errorf("it has more than %d bytes", hookInput)
		}
		store.fault(fmt.Errorf("read the event of the agent: %w", err))
		return nil
	}
	ctx, cancel := context.WithTimeout(cmd.Context(), hookPatience)
	defer cancel()
	if err := a.hooked(ctx, cfg, store, agent, e.of(agent)); err != nil {
		store.fault(fmt.Errorf("%s: %w", e.Event, err))
	}
	return nil
}

// isNew reports whether a question found no project: nothing is known before the first session is over.
func isNew(err error) bool {
	var refused *serviceError
	return errors.As(err, &refused) && refused.absent("PROJECT_NOT_FOUND")
}

// hooked does what an event asks for.
func (a *asking) hooked(ctx context.Context, cfg config.Config, store hookStore, agent hooks.Agent, e hookEvent) error {
	switch e.Event {
	case "SessionStart":
		return a.addContext(ctx, cfg, agent, e, bootstrapQuery, map[string]any{"budget": bootstrapBudget})
	case "UserPromptSubmit":
		if agent == hooks.Cursor || agent == hooks.OpenCode { // they take no text here
			return store.asked(e.SessionID, e.Prompt)
		}
		return errors.Join(store.asked(e.SessionID, e.Prompt), a.addContext(ctx, cfg, agent, e, contextQuery, map[string]any{"task": e.Prompt, "budget": promptBudget}))
	case "PreToolUse":
		return a.warn(ctx, cfg, store, e)
	case "PostToolUse":
		event, err := e.captured(store, time.Now(), nil)
		if err != nil {
			return err
		}
		return store.spool(event)
	case "Stop", "SessionEnd":
		if e.SessionID == "" {
			return errors.New("the agent names no session")
		}
		if err := store.wait(waitingRun{Agent: string(agent), Session: e.SessionID, Transcript: e.TranscriptPath}); err != nil {
			return err
		}
		return a.sendInBackground(cfg)
	}
	return nil
}

// addContext gives the agent a text of the memory.
func (a *asking) addContext(ctx context.Context, cfg config.Config, agent hooks.Agent, e hookEvent, query string, variables map[string]any) error {
	service, err := a.connect(cfg)
	if err != nil {
		return err
	}
	variables["project"] = a.project
	data, err := service.data(ctx, query, variables)
	if isNew(err) {
		return nil
	}
	if err != nil {
		return err
	}
	var answers map[string]struct{ Text string }
	if err := json.Unmarshal(data, &answers); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	for _, answer := range answers {
		if answer.Text != "" && agent == hooks.Cursor {
			return writeJSON(a.out, map[string]string{"additional_context": answer.Text})
		}
		if answer.Text != "" {
			return writeJSON(a.out, map[string]any{"hookSpecificOutput": map[string]string{"hookEventName": e.Event, "additionalContext": answer.Text}})
		}
	}
	return nil
}
