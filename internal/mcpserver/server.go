package mcpserver

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/causeway-memory/causeway/internal/explain"
)

// Options say what a server offers.
type Options struct {
	// Version is the version of causeway.
	Version string
	// Scoped says that the project comes with the request, see [WithProject], so that the tools have no
	// argument for it. Otherwise a call names it, unless its token sees exactly one.
	Scoped bool
	// All offers every tool; without it those of an agent's day.
	All bool
	// TimeZone is that of times in words where a call names none; empty means UTC.
	TimeZone string
	// Tokens counts the tokens of answers.
	Tokens explain.Tokens
}

// instructions tell an agent when to call what. They are part of every session, so they are short.
const instructions = `Memory of what agents decided, what it led to, and why.
At the start of a session call bootstrap_context. Before a task call get_context_for_task; after an error call it again with error.
Before choosing between options call get_similar_decisions, and get_what_if for an option that an earlier episode did not take.
When a task ends call store_episode: every decision with its options, the events, and what caused what; say the outcome only if you know it.
After following a pattern call record_application. Answers name episodes and counts: repeat them when you rely on them.
An answer says what it left out; ask again with more tokens only if you need it.`

// server is what the tools share.
type server struct {
	Options
	post Post
}

// New returns an MCP server whose tools ask the GraphQL endpoint behind post.
func New(post Post, o Options) *mcp.Server {
	s := &server{Options: o, post: post}
	made := mcp.NewServer(
		&mcp.Implementation{Name: "causeway", Title: "causeway", Version: o.Version},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: capabilities(), CompletionHandler: s.complete},
	)
	for _, offer := range s.tools() {
		if o.All || offer.daily {
			offer.add(made)
		}
	}
	s.addPrompts(made)
	s.addResources(made)
	addPages(made)
	return made
}

// NewHandler serves streamable HTTP without sessions: each request stands by itself, so any
// instance of the service can answer it. A path value named project is the project of every call.
// Its caller checks origins and tokens, and limits bodies.
func NewHandler(post Post, o Options) http.Handler {
	o.Scoped = false
	open := New(post, o)
	o.Scoped = true
	scoped := New(post, o)
	served := mcp.NewStreamableHTTPHandler(func(r *http.Request) *mcp.Server {
		if r.PathValue("project") == "" {
			return open
		}
		return scoped
	}, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: -1,
		PropagateRequestCancellation: true, DisableLocalhostProtection: true,
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		served.ServeHTTP(w, r.WithContext(WithProject(r.Context(), r.PathValue("project"))))
	})
}

// offer is one tool.
type offer struct {
	// daily says that it is offered by default.
	daily bool
	add   func(*mcp.Server)
}

// tools lists all tools in the order in which an agent needs them.
func (s *server) tools() []offer {
	return []offer{
		read(s, true, "bootstrap_context", "What to know at the start of a session: latest failures, patterns that hold, what fails", s.bootstrap),
		read(s, true, "get_context_for_task", "What to read before a task or after an error: patterns, similar episodes, failures", s.contextForTask),
		write(s, true, "store_episode", "Record what happened in a session: decisions, events, outcome, lessons. The same session again revises it", s.storeEpisode),
		read(s, true, "get_similar_decisions", "What was chosen in similar situations, and how it ended", s.similarDecisions),
		read(s, true, "get_what_if", "What another option of a decision in an episode would have led to, with interval and reasons", s.whatIf),
		read(s, true, "get_causal_path", "How one pattern, factor or occurrence leads to another", s.causalPath),
		read(s, true, "query_episodes", "List episodes, latest first", s.queryEpisodes),
		write(s, true, "record_application", "Record that a pattern was followed in an episode, and how it went", s.recordApplication),
		read(s, false, "get_decision_sequence", "The decisions of an episode in order", s.decisionSequence),
		read(s, false, "get_decisive_steps", "Which steps of a failed episode decided that it failed, with reasons", s.decisiveSteps),
		read(s, false, "check_action", "Before an action: whether runs that did the same failed more often. Silent unless the evidence is strong", s.checkAction),
		read(s, false, "query_patterns", "List patterns: what works when. Counted and claimed rates stand apart", s.queryPatterns),
		read(s, false, "get_antipatterns", "List what fails, lowest rate first", s.antiPatterns),
		write(s, false, "add_pattern", "State a pattern: when trigger, do action. Stating it again counts once more", s.addPattern),
	}
}
