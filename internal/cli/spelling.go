package cli

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

// otherwise are the flags whose argument in the API has another name than the flag in camel case.
func otherwise() map[string]string {
	return map[string]string{
		"limit": "first", "depth": "maxDepth", "rule": "shown", "outcome": "outcomes", "decision-type": "decisionTypes",
		"tag": "tags", "tool": "tools", "actor": "actors", "strategy": "strategies", "mention": "references", "decision": "decisions",
		"relation": "relations", "basis": "bases", "status": "statuses", "category": "categories", "capability": "capabilities", "kind": "kinds",
		"lesson": "lessons", "link": "links", "relevant": "context",
	}
}

// argumentOf returns the name in the API of what a flag says.
func argumentOf(flag string) string {
	if name, found := otherwise()[flag]; found {
		return name
	}
	parts := strings.Split(flag, "-")
	for i, part := range parts[1:] {
		parts[i+1] = strings.ToUpper(part[:1]) + part[1:]
	}
	return strings.Join(parts, "")
}

// flagOf returns the flag of a command, with its dashes, for the name of an argument of the API, or for the
// path of a value in one: filter.tags[1] is --tag. It is empty if the command has none.
func flagOf(cmd *cobra.Command, argument string) string {
	name := argument[strings.LastIndex(argument, ".")+1:]
	name, _, _ = strings.Cut(name, "[")
	for _, flag := range flagNames(cmd) {
		if argumentOf(strings.TrimPrefix(flag, "--")) == name {
			return flag
		}
	}
	return ""
}

// inFlags tells a text of the API in the words of a command line: `first: 10` as `--limit 10`.
func inFlags(cmd *cobra.Command, text string) string {
	return regexp.MustCompile("`([a-zA-Z]+): ?([^`]*)`|`([a-zA-Z]+)`").ReplaceAllStringFunc(text, func(quoted string) string {
		name, value, _ := strings.Cut(strings.Trim(quoted, "`"), ":")
		flag := flagOf(cmd, name)
		if flag == "" {
			return quoted
		}
		return "`" + strings.TrimSpace(flag+" "+strings.TrimSpace(value)) + "`"
	})
}

// told returns the message of a problem in the words of a command line.
func (p problem) told(cmd *cobra.Command) string {
	message := p.Message
	if rest, begins := strings.CutPrefix(message, p.Extensions.Field+":"); begins && p.Extensions.Field != "" {
		if flag := flagOf(cmd, p.Extensions.Field); flag != "" {
			message = flag + ":" + rest
		}
	}
	return inFlags(cmd, message)
}

// hint says what to do about a problem on a command line; other hints are those of the service.
func (p problem) hint(cmd *cobra.Command) string {
	switch p.Extensions.Code {
	case "INVALID_INPUT", "DUPLICATE_ID", "DANGLING_REFERENCE", "TOO_LARGE":
		return "correct the value; `" + cmd.CommandPath() + " --help` tells what is taken"
	case "GRAPHQL_VALIDATION_FAILED":
		if p.Extensions.Field != "" {
			return "correct the value; `" + cmd.CommandPath() + " --help` tells what is taken"
		}
		return "this program and the service may be of different versions; `causeway version` tells that of the program"
	case "NOT_FOUND":
		return "`causeway episodes`, `causeway decisions`, `causeway factors` and `causeway ask patterns` list what there is"
	case "PROJECT_NOT_FOUND":
		return "`causeway projects` lists them; the first episode makes a project"
	case "UNAUTHENTICATED":
		return "give the token in CAUSEWAY_TOKEN or with --token-file; `causeway token create` makes one where the service runs"
	case "FORBIDDEN":
		return "the token may only read; `causeway token create --write` makes one that may write"
	case "COMPLEXITY_LIMIT_EXCEEDED", "ANSWER_LIMIT_EXCEEDED":
		return "ask for fewer at once with --limit, or for less with filters"
	case "JOB_LIMIT_EXCEEDED":
		return "try again when one of them has ended"
	case "IDEMPOTENCY_CONFLICT":
		return "use another --idempotency-key for another write, and the same file for a repeat"
	default:
		return inFlags(cmd, p.Extensions.Hint)
	}
}
