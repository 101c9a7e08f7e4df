package config

import (
	"os"
	"path/filepath"
	"time"

	"github.com/causeway-memory/causeway/internal/privacy"
)

// Config holds every setting. The tags give the key and the help text, and mark secrets, which
// are never printed.
type Config struct {
	// Engines selects the engines: embedded, native, docker or external.
	Engines string `mapstructure:"engines" doc:"engines to use: embedded (a file, no server), native (Neo4j and Weaviate, installed and supervised by causeway), docker, or external (already running); other commands than up use what is running unless this is set"`
	// EnginesNamed means that Engines was set explicitly.
	EnginesNamed bool `mapstructure:"-"`
	// Home is the folder that holds the data of embedded and native engines, their state and logs.
	Home string `mapstructure:"home" doc:"folder for data, state and logs"`
	// HTTP configures the API server.
	HTTP HTTP `mapstructure:"http"`
	// Auth configures access.
	Auth Auth `mapstructure:"auth"`
	// GraphQL bounds what one request may cost.
	GraphQL GraphQL `mapstructure:"graphql"`
	// Embedded configures the embedded engines.
	Embedded Embedded `mapstructure:"embedded"`
	// Neo4j configures the graph engine.
	Neo4j Neo4j `mapstructure:"neo4j"`
	// Weaviate configures the search engine.
	Weaviate Weaviate `mapstructure:"weaviate"`
	// Embedding configures where vectors come from.
	Embedding Embedding `mapstructure:"embedding"`
	// Import bounds imports.
	Import Import `mapstructure:"import"`
	// Consolidate configures the consolidation of patterns.
	Consolidate Consolidate `mapstructure:"consolidate"`
	// Retention bounds how long episodes are kept.
	Retention Retention `mapstructure:"retention"`
	// Capture bounds what is kept of execution events.
	Capture Capture `mapstructure:"capture"`
	// OTLP configures the intake of traces.
	OTLP OTLP `mapstructure:"otlp"`
	// Privacy configures what is kept out of what is stored.
	Privacy Privacy `mapstructure:"privacy"`
	// MCP configures what agents are offered.
	MCP MCP `mapstructure:"mcp"`
	// Log configures logging.
	Log Log `mapstructure:"log"`
	// Client configures commands that ask a running service; it comes only from the environment.
	Client Client `mapstructure:"-"`
}

// Client says how to ask a running service. These are not settings of the service, so that the
// token is in no configuration file and no process list.
type Client struct {
	// URL is the address of the service; empty means the one that runs with the home folder.
	URL string
	// Project is the default project.
	Project string
	// Token is the API token.
	Token string
}

// HTTP are the settings of the API server.
type HTTP struct {
	// Address is host:port; a taken port is replaced by a free one unless PortStrict is set.
	Address string `mapstructure:"address" doc:"address that the API listens on; a taken port is replaced by a free one unless http.port_strict is set"`
	// PortStrict refuses to start if the port is taken.
	PortStrict bool `mapstructure:"port_strict" doc:"refuse to start if the port is taken"`
	// BodyBytes is the maximum size of a request body.
	BodyBytes int64 `mapstructure:"body_bytes" doc:"maximum size of a request body in bytes"`
	// BodyTime is how long a request body may take to arrive.
	BodyTime time.Duration `mapstructure:"body_time" doc:"time limit for a request body to arrive"`
	// Concurrent is the maximum number of concurrent requests.
	Concurrent int `mapstructure:"concurrent" doc:"maximum number of concurrent requests; others are refused with 503 and should be retried"`
	// Streams is the maximum number of open WebSockets and subscriptions.
	Streams int `mapstructure:"streams" doc:"maximum number of open WebSockets and subscriptions"`
	// Origins are the allowed web origins in addition to causeway's own pages.
	Origins string `mapstructure:"origins" doc:"web origins allowed in addition to causeway's own pages, separated by commas, like https://tools.example; none by default"`
	// TLSCert and TLSKey are PEM files; with both, the API uses HTTPS.
	TLSCert string `mapstructure:"tls_cert" doc:"PEM file with the certificate and its chain; with http.tls_key the API uses HTTPS. A renewed file is used without a restart"`
	TLSKey  string `mapstructure:"tls_key" doc:"PEM file with the key of http.tls_cert"`
}

// Auth are the settings of API tokens.
type Auth struct {
	// TokensFile holds the hashes of the tokens; empty means tokens.json in the home folder.
	TokensFile string `mapstructure:"tokens_file" doc:"file with the hashes of API tokens, made by causeway token create; empty means tokens.json in the home folder. If it exists, every request needs a token"`
	// Required requires a token even if there is no such file.
	Required bool `mapstructure:"required" doc:"require a token on every request, even before the first one exists"`
}

// GraphQL are the limits of one GraphQL request.
type GraphQL struct {
	// Depth is the maximum nesting depth.
	Depth int `mapstructure:"depth" doc:"maximum nesting depth of fields"`
	// Aliases is the maximum number of aliases in one operation.
	Aliases int `mapstructure:"aliases" doc:"maximum number of aliases in one operation"`
	// Fields is the maximum number of fields in one operation.
	Fields int `mapstructure:"fields" doc:"maximum number of fields in one operation, counting fragments at every spread"`
	// Complexity is the maximum cost of an operation; a list costs its page size.
	Complexity int `mapstructure:"complexity" doc:"maximum cost of an operation; a list costs its page size"`
	// AnswerBytes is the maximum size of an answer.
	AnswerBytes int64 `mapstructure:"answer_bytes" doc:"maximum size of an answer in bytes, and of the episodes that one answer is read from; eight of that size are built or sent at once, four of them for one caller"`
	// Tokens is the maximum number of lexical tokens in a document.
	Tokens int `mapstructure:"tokens" doc:"maximum number of lexical tokens in a document"`
	// QueryTime and MutationTime bound the time of an operation.
	QueryTime    time.Duration `mapstructure:"query_time" doc:"time limit of one query"`
	MutationTime time.Duration `mapstructure:"mutation_time" doc:"time limit of one mutation"`
	// Introspection allows schema introspection.
	Introspection bool `mapstructure:"introspection" doc:"allow schema introspection, which GraphiQL needs"`
	// Documents are trusted documents; DocumentsOnly refuses every other operation.
	Documents     string `mapstructure:"documents" doc:"folder of *.graphql files, or JSON file of ids and texts, that clients may name by documentId instead of sending the text"`
	DocumentsOnly bool   `mapstructure:"documents_only" doc:"refuse every operation that is not in graphql.documents"`
}

// Embedded are the settings of the embedded engines.
type Embedded struct {
	// Timeout bounds a transaction.
	Timeout time.Duration `mapstructure:"timeout" doc:"time limit of one transaction"`
}

// Neo4j are the settings of the graph engine.
type Neo4j struct {
	// URI is a bolt:// or neo4j:// address; native and docker engines set it themselves.
	URI string `mapstructure:"uri" doc:"bolt:// or neo4j:// address; set by native and docker engines themselves"`
	// User and Password authenticate; PasswordFile holds the password instead.
	User         string `mapstructure:"user" doc:"user name"`
	Password     string `mapstructure:"password" doc:"password" secret:"true"`
	PasswordFile string `mapstructure:"password_file" doc:"file that holds the password, instead of neo4j.password"`
	// BrowserURL is the address of an external server's Neo4j Browser.
	BrowserURL string `mapstructure:"browser_url" doc:"address of Neo4j Browser of an external server, like http://db:7474/browser/, for the link that up prints; set by native and docker engines themselves"`
	// Database is the name of the database.
	Database string `mapstructure:"database" doc:"database name"`
	// Timeout bounds a transaction.
	Timeout time.Duration `mapstructure:"timeout" doc:"time limit of one transaction"`
	// Heap and PageCache size the native server.
	Heap      string `mapstructure:"heap" doc:"heap of the native server, in the notation of Java"`
	PageCache string `mapstructure:"page_cache" doc:"page cache of the native server"`
}

// Weaviate are the settings of the search engine.
type Weaviate struct {
	// URL is the server's address; native and docker engines set it themselves.
	URL string `mapstructure:"url" doc:"http:// or https:// address; set by native and docker engines themselves"`
	// APIKey authenticates against a server that requires a key.
	APIKey string `mapstructure:"api_key" doc:"API key, for a server that requires one" secret:"true"`
	// APIKeyFile holds the key instead.
	APIKeyFile string `mapstructure:"api_key_file" doc:"file that holds the API key, instead of weaviate.api_key"`
}

// Embedding are the settings of the embedder.
type Embedding struct {
	// Provider is auto, static, local, learned, openai or none.
	Provider string `mapstructure:"provider" doc:"where vectors come from: static (a table of word pieces in the program), local (the sentence model that causeway model install installs), learned (from the memory itself), openai (any OpenAI-compatible /v1/embeddings), none (words only), or auto: openai when embedding.url is set, else static"`
	// URL and Model identify an endpoint and its model.
	URL   string `mapstructure:"url" doc:"address of an OpenAI-compatible server, like http://127.0.0.1:11434/v1; its key, if it requires one, comes from the environment variable CAUSEWAY_EMBEDDING_KEY or in embedding.key_file"`
	Model string `mapstructure:"model" doc:"name of the model on that server"`
	// Dimension is the dimension of the vectors; 0 accepts any.
	Dimension int `mapstructure:"dimension" doc:"dimension of the vectors, requested and checked; 0 accepts any" zero:"allowed"`
	// Timeout bounds one request.
	Timeout time.Duration `mapstructure:"timeout" doc:"time limit of one request to the server"`
	// BatchTokens bounds one request, TextTokens one text.
	BatchTokens int `mapstructure:"batch_tokens" doc:"maximum number of tokens in one request to the server"`
	TextTokens  int `mapstructure:"text_tokens" doc:"number of tokens after which a text is cut; depends on the model"`
	// ModelFolder is where the sentence model is installed.
	ModelFolder string `mapstructure:"model_folder" doc:"folder in which causeway model install installs the sentence model of the provider local; empty means causeway/models in the user's cache"`
	// KeyFile holds the server's key, unless the environment has it.
	KeyFile string `mapstructure:"key_file" doc:"file that holds the key of the server, instead of the environment variable CAUSEWAY_EMBEDDING_KEY"`
	// Key authenticates against the server. It comes only from the environment.
	Key string `mapstructure:"-"`
}

// Import are the limits of importers.
type Import struct {
	// EpisodeBytes is the maximum size of an episode.
	EpisodeBytes int64 `mapstructure:"episode_bytes" doc:"maximum size of an episode in bytes of JSON"`
	// Batch is the number of episodes in one transaction.
	Batch int `mapstructure:"batch" doc:"episodes written in one transaction"`
	// Files and Bytes bound one importEpisodes; Files also bounds the documents in the files.
	// Jobs bounds the imports that run at once.
	Files int   `mapstructure:"files" doc:"maximum number of files, and of documents in them, in one importEpisodes"`
	Bytes int64 `mapstructure:"bytes" doc:"maximum size of all files in one importEpisodes, in bytes"`
	Jobs  int   `mapstructure:"jobs" doc:"maximum number of concurrent imports over the API in one service"`
}

// Consolidate are the settings of the periodic consolidation.
type Consolidate struct {
	// Every is the time from one run to the next; 0 means never.
	Every time.Duration `mapstructure:"every" doc:"time from one consolidation of the patterns of a project (mining, validating, deprecating) to the next; one instance runs it; 0 leaves it to causeway consolidate" zero:"allowed"`
}

// Capture are the settings of execution events.
type Capture struct {
	// RetentionDays and RetentionEvents bound what is kept in a project.
	RetentionDays   int `mapstructure:"retention_days" doc:"days for which the execution events of a project are kept; those of a workflow that is neither completed nor silent for 24 hours, or that got one within an hour, stay"`
	RetentionEvents int `mapstructure:"retention_events" doc:"execution events kept in a project; more are removed hourly, oldest first"`
	// Journal is the file of the journal.
	Journal string `mapstructure:"journal" doc:"file of the journal, which keeps captured events until both engines have them; empty means journal.db in the home folder. One service at a time has it"`
	// JournalRecords and JournalBytes bound what waits for the engines.
	JournalRecords int   `mapstructure:"journal_records" doc:"maximum number of captured events that wait for the engines; more are refused with RESOURCE_EXHAUSTED"`
	JournalBytes   int64 `mapstructure:"journal_bytes" doc:"maximum size of captured events that wait for the engines, in bytes"`
	// Archive keeps events that retention removes.
	Archive bool `mapstructure:"archive" doc:"keep execution events that are removed by retention or by hand in the folder archive of the home folder, as compressed lines of an export"`
	// AlertBytes is the size from which /readyz warns.
	AlertBytes int64 `mapstructure:"alert_bytes" doc:"size of stored execution events, in bytes, from which /readyz warns"`
}

// Retention are the settings of how long episodes are kept.
type Retention struct {
	// Days after which an episode goes; 0 for never.
	Days int `mapstructure:"days" zero:"allowed" doc:"days after its beginning, as startedAt says, after which an episode is deleted, hourly; 0 keeps all. Episodes of unknown time stay"`
	// Purge removes every trace of it.
	Purge bool `mapstructure:"purge" doc:"remove every trace of such episodes, deleted ones too, in place of deleting them"`
}

// The words of otlp.contents.
const (
	ContentsSent = "sent"
	ContentsOff  = "off"
)

// OTLP are the settings of the OpenTelemetry protocol.
type OTLP struct {
	// Silence is how long nothing comes of a trace before it becomes an episode.
	Silence time.Duration `mapstructure:"silence" doc:"time without a new span after which a trace whose root span did not end, or a session, becomes an episode"`
	// Contents says what is kept of contents: those that are sent, or none.
	Contents string `mapstructure:"contents" doc:"what is kept of the prompts, messages, arguments and results in traces: sent (what the instrumentation sends, which by most conventions is none unless it is told otherwise) or off (none)"`
	// GRPCAddress is host:port; empty takes nothing in over gRPC.
	GRPCAddress string `mapstructure:"grpc_address" doc:"address on which traces are taken in over gRPC, usually 127.0.0.1:4317; empty means not at all. Over HTTP they are taken in at http.address"`
}

// Privacy are the settings of what is looked for in texts before they are stored: e-mail addresses, phone
// numbers, keys and tokens, passwords, home folders.
type Privacy struct {
	// Policy is for what is captured: redact, drop, refuse or off.
	Policy string `mapstructure:"policy" doc:"what is done with personal data and secrets in captured events and in what completes a workflow, before the journal has them: redact (replace each), drop (replace the whole text), refuse (the call), or off"`
	// Episodes is for what is recorded and imported.
	Episodes string `mapstructure:"episodes" doc:"the same for episodes that are recorded or imported; off records them as they are given. A restore, a copy and what is there already stay as they are"`
	// Pattern is a further regular expression.
	Pattern string `mapstructure:"pattern" doc:"further regular expression (RE2) whose matches are replaced too; alternatives join several"`
}

// MCP are the settings of the Model Context Protocol.
type MCP struct {
	// Tools is daily or all.
	Tools string `mapstructure:"tools" doc:"tools that agents are offered over MCP: daily (those of an agent's day) or all"`
}

// The sets of tools.
const (
	ToolsDaily = "daily"
	ToolsAll   = "all"
)

// Log are the settings of the log.
type Log struct {
	// Level is debug, info, warn or error.
	Level string `mapstructure:"level" doc:"minimum level that is logged: debug, info, warn, error"`
	// Format is text or json.
	Format string `mapstructure:"format" doc:"text or json"`
	// Slow is the duration from which an operation is logged as a warning; 0 means never.
	Slow time.Duration `mapstructure:"slow" doc:"an operation that takes at least this long is logged as a warning; 0 disables this" zero:"allowed"`
}

// The kinds of engines.
const (
	EnginesEmbedded = "embedded"
	EnginesNative   = "native"
	EnginesDocker   = "docker"
	EnginesExternal = "external"
)

// The providers of vectors.
const (
	ProviderAuto    = "auto"
	ProviderStatic  = "static"
	ProviderLocal   = "local"
	ProviderLearned = "learned"
	ProviderOpenAI  = "openai"
	ProviderNone    = "none"
)

// Default returns the default settings.
func Default() Config {
	return Config{
		Engines: EnginesEmbedded,
		Home:    defaultHome(),
		HTTP: HTTP{
			Address: "127.0.0.1:8484", BodyBytes: 16 << 20, BodyTime: 30 * time.Second,
			Concurrent: 256, Streams: 256,
		},
		GraphQL: GraphQL{
			Depth: 20, Aliases: 50, Fields: 1000, Complexity: 200_000, AnswerBytes: 16 << 20, Tokens: 20_000,
			QueryTime: 30 * time.Second, MutationTime: 5 * time.Minute, Introspection: true,
		},
		Embedded: Embedded{Timeout: time.Minute},
		Neo4j: Neo4j{
			User: "neo4j", Database: "neo4j", Timeout: time.Minute,
			Heap: "1g", PageCache: "256m",
		},
		Embedding:   Embedding{Provider: ProviderAuto, Timeout: 10 * time.Second, BatchTokens: 16_384, TextTokens: 8_191},
		Import:      Import{EpisodeBytes: 4 << 20, Batch: 200, Files: 5000, Bytes: 16 << 20, Jobs: 4},
		Consolidate: Consolidate{Every: 24 * time.Hour},
		Capture: Capture{
			RetentionDays: 30, RetentionEvents: 10_000, JournalRecords: 200_000, JournalBytes: 256 << 20, AlertBytes: 50_000_000,
		},
		OTLP:    OTLP{Silence: 10 * time.Minute, Contents: ContentsSent},
		Privacy: Privacy{Policy: string(privacy.PolicyRedact), Episodes: string(privacy.PolicyOff)},
		MCP:     MCP{Tools: ToolsDaily},
		Log:     Log{Level: "info", Format: "text", Slow: time.Second},
	}
}

// defaultHome is the user's data folder.
func defaultHome() string {
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "causeway")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ".causeway"
	}
	return filepath.Join(home, ".local", "share", "causeway")
}
