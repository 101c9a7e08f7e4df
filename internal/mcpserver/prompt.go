package mcpserver

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// addPrompts adds the two prompts that a person starts by hand.
func (s *server) addPrompts(made *mcp.Server) {
	made.AddPrompt(&mcp.Prompt{
		Name: "retrospective", Description: "Look back on this session and record it as an episode",
		Arguments: []*mcp.PromptArgument{{Name: "session_id", Description: "names the episode", Required: true}},
	}, prompt(func(arguments map[string]string) string {
		return fmt.Sprintf("Look back on this session and call store_episode with session_id %q. Tell every decision with the options that you had, "+
			"the one chosen and why; the events that mattered, errors above all; and what caused what, only where you know it. "+
			"Say the outcome only if something showed it. End with lessons that help in another task.", arguments["session_id"])
	}))
	made.AddPrompt(&mcp.Prompt{
		Name: "plan-with-memory", Description: "Plan a task with what earlier episodes showed",
		Arguments: []*mcp.PromptArgument{{Name: "task", Description: "the task in any words", Required: true}},
	}, prompt(func(arguments map[string]string) string {
		return fmt.Sprintf("Plan this task: %s\n\nFirst call get_context_for_task with it. For each choice in your plan call get_similar_decisions. "+
			"Name the episodes and counts on which a step rests, and say where the memory knows nothing.", arguments["task"])
	}))
}

func prompt(text func(arguments map[string]string) string) mcp.PromptHandler {
	return func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{
			{Role: "user", Content: &mcp.TextContent{Text: text(r.Params.Arguments)}},
		}}, nil
	}
}
