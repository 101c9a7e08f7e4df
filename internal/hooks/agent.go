package hooks

import (
	_ "embed" // the plugin is a file
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Agent is a program that runs commands at its events. Its settings have a list of them for each event, under
// the name hooks; those of opencode are a plugin of their own.
type Agent string

// The agents.
const (
	ClaudeCode Agent = "claude-code"
	Codex      Agent = "codex"
	Cursor     Agent = "cursor"
	OpenCode   Agent = "opencode"
)

// Agents lists the agents.
func Agents() []Agent { return []Agent{ClaudeCode, Codex, Cursor, OpenCode} }

// Events lists the events of an agent that causeway takes, in its own words.
func (a Agent) Events() []string {
	switch a {
	case Codex:
		return []string{"SessionStart", "UserPromptSubmit", "PostToolUse", "Stop"}
	case Cursor:
		return []string{"sessionStart", "beforeSubmitPrompt", "postToolUse", "stop", "sessionEnd"}
	case OpenCode:
		return []string{"chat.message", "tool.execute.before", "tool.execute.after", "session.idle"}
	default:
		return []string{"SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"}
	}
}

// entry returns the entry that runs a command, which is a text in JSON.
func (a Agent) entry(command string) string {
	if a == Cursor {
		return fmt.Sprintf(`{"command": %s, "timeout": 5}`, command)
	}
	return fmt.Sprintf(`{"hooks": [{"type": "command", "command": %s, "timeout": 5}]}`, command)
}

// empty returns settings that say nothing.
func (a Agent) empty() string {
	if a == Cursor {
		return "{\"version\": 1}\n"
	}
	return "{}\n"
}

//go:embed opencode.js
var plugin string

// mark begins the plugin of causeway.
const mark = "// causeway made this file"

// isPlugin reports whether a file is the plugin of causeway.
func isPlugin(file []byte) bool { return strings.HasPrefix(string(file), mark) }

// pluginCommand returns what the plugin of causeway runs.
func pluginCommand(file []byte) ([]string, error) {
	_, rest, found := strings.Cut(string(file), "\nconst command = ")
	if !isPlugin(file) || !found {
		return nil, nil
	}
	line, _, _ := strings.Cut(rest, "\n")
	var command string
	if err := json.Unmarshal([]byte(line), &command); err != nil {
		return nil, fmt.Errorf("read the command of the plugin: %w", err)
	}
	return []string{command}, nil
}

// installPlugin returns the plugin that runs a command; a file of somebody else stays.
func installPlugin(file []byte, command string) ([]byte, error) {
	if strings.TrimSpace(string(file)) != "" && !isPlugin(file) {
		return nil, errors.New("the file is there and not of causeway; nothing was changed")
	}
	quoted, err := json.Marshal(command)
	if err != nil {
		return nil, fmt.Errorf("write the command: %w", err)
	}
	return []byte(strings.Replace(plugin, `"COMMAND"`, string(quoted), 1)), nil
}
