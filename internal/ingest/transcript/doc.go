// Package transcript reads what agents write down of their sessions into runs: the transcripts of
// Claude Code, Codex, opencode and OpenHands, the trajectories of SWE-agent, and logs of chats with
// calls of tools.
//
// Its one invariant: a record is never fatal and never lost from the count. What a reader does not know
// is a step with a reason, and a line that is no JSON is reported with its number. A file of any length is
// read in bounded memory: a run keeps at most so many steps and so much text.
//
// Package ingest calls [Read] and maps each run. The package imports agentrun and the standard library.
package transcript
