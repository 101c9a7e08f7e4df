// causeway made this file, and `causeway hooks uninstall opencode` removes it.
// It tells causeway what a person asks, which tools are called, and when the agent is idle. Nothing waits for it.
import { spawn } from "node:child_process"

const command = "COMMAND"

const tell = (event) => {
  try {
    const hook = spawn("/bin/sh", ["-c", command], { stdio: ["pipe", "ignore", "ignore"], detached: true })
    hook.on("error", () => {})
    hook.stdin.on("error", () => {})
    hook.stdin.end(JSON.stringify(event))
    hook.unref()
  } catch {
    // an agent is not stopped by its memory
  }
}

export const Causeway = async () => {
  const called = new Map()
  const failed = new Set()
  return {
    "chat.message": async (input, output) => {
      const prompt = (output?.parts ?? []).filter((part) => part.type === "text").map((part) => part.text).join("\n")
      tell({ hook_event_name: "UserPromptSubmit", session_id: input.sessionID, prompt })
    },
    "tool.execute.before": async (input, output) => {
      called.set(input.callID, output?.args)
    },
    "tool.execute.after": async (input, output) => {
      const args = input.args ?? called.get(input.callID)
      called.delete(input.callID)
      tell({
        hook_event_name: "PostToolUse", session_id: input.sessionID, tool_name: input.tool, tool_use_id: input.callID,
        tool_input: args ?? null, tool_response: output?.output ?? null,
        ...(output?.metadata?.exit > 0 ? { tool_error: `exit code ${output.metadata.exit}` } : {}),
      })
    },
    event: async ({ event }) => {
      const part = event.properties?.part
      if (event.type === "session.idle") {
        failed.clear()
        tell({ hook_event_name: "Stop", session_id: event.properties.sessionID })
      } else if (part?.type === "tool" && part.state?.status === "error" && !failed.has(part.callID)) {
        failed.add(part.callID) // after a call that fails, opencode calls nothing
        called.delete(part.callID)
        tell({
          hook_event_name: "PostToolUse", session_id: part.sessionID, tool_name: part.tool, tool_use_id: part.callID,
          tool_input: part.state.input ?? null, tool_error: part.state.error ?? "failed",
        })
      }
    },
  }
}
