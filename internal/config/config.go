package config

import (
	"os"
	"path/filepath"
	"time"
)

// Config holds every setting. The tags give the key, the help text and the names that are
// never printed.
type Config struct {
	// Engines says which engines are used: embedded, native, docker or external.
	Engines string `mapstructure:"engines" doc:"engines to use: embedded (a file, no server), native (Neo4j and Weaviate, installed and supervised by causeway), docker, or external (already running); commands beside up use what runs unless this is set"`
	// EnginesNamed says that Engines was set and is not the default.
	EnginesNamed bool `mapstructure:"-"`
	// Home is the folder that holds the data of embedded and native engines, their state and logs.
	Home string `mapstructure:"home" doc:"folder for data, state and logs"`
	// HTTP is the API server.
	HTTP HTTP `mapstructure:"http"`
	// Auth says who may ask.
	Auth Auth `mapstructure:"auth"`
	// GraphQL bounds what one request may cost.
	GraphQL GraphQL `mapstructure:"graphql"`
	// Embedded is the engine that needs no server.
	Embedded Embedded `mapstructure:"embedded"`
	// Neo4j is the graph engine.
	Neo4j Neo4j `mapstructure:"neo4j"`
	// Weaviate is the search engine.
	Weaviate Weaviate `mapstructure:"weaviate"`
	// Embedding says where vectors come from.
	Embedding Embedding `mapstructure:"embedding"`
	// Import bounds what importers take.
	Import Import `mapstructure:"import"`
	// Consolidate says how often patterns are taken care of.
	Consolidate Consolidate `mapstructure:"consolidate"`
	// Log says what is logged.
	Log Log `mapstructure:"log"`
	// Client is what commands that ask a running service take from the environment alone.
	Client Client `mapstructure:"-"`
}

// Client says how a running service is asked. None of it is a setting of the service, so that
// the token stands in no file of settings and no process list.
type Client struct {
	// URL is the address of the service; empty for the one that runs with the home folder.
	URL string
	// Project is asked when no other is named.
	Project string
	// Token says who asks.
	Token string
}

// HTTP are the settings of the API server.
type HTTP struct {
	// Address is host:port; a taken port is replaced by a free one unless PortStrict.
	Address string `mapstructure:"address" doc:"address that the API listens on; a taken port is replaced by a free one unless http.port_strict is set"`
	// PortStrict refuses to start when the port is taken.
	PortStrict bool `mapstructure:"port_strict" doc:"refuse to start when the port is taken"`
	// BodyBytes is the largest request body.
	BodyBytes int64 `mapstructure:"body_bytes" doc:"largest request body in bytes"`
	// BodyTime is how long a request body may take to arrive.
	BodyTime time.Duration `mapstructure:"body_time" doc:"time limit for a request body to arrive"`
	// Concurrent is the most requests that are answered at once.
	Concurrent int `mapstructure:"concurrent" doc:"most requests that are answered at once; further ones are refused with 503 and are to be repeated"`
	// Streams is the most WebSockets and subscriptions that are open at once.
	Streams int `mapstructure:"streams" doc:"most WebSockets and subscriptions that are open at once"`
	// Origins are the pages that may ask beside causeway's own.
	Origins string `mapstructure:"origins" doc:"web origins that may ask beside causeway's own pages, separated by commas, like https://tools.example; none by default"`
	// TLSCert and TLSKey are PEM files; with both the API speaks HTTPS.
	TLSCert string `mapstructure:"tls_cert" doc:"file with the certificate and its chain in PEM; with http.tls_key the API speaks HTTPS. A renewed file is used without a restart"`
	TLSKey  string `mapstructure:"tls_key" doc:"file with the key of http.tls_cert in PEM"`
}

// Auth are the settings of API tokens.
type Auth struct {
	// TokensFile holds the hashes of the tokens; empty is tokens.json in the home folder.
	TokensFile string `mapstructure:"tokens_file" doc:"file with the hashes of API tokens, made by causeway token create; empty is tokens.json in the home folder. When it is there, every request needs a token"`
	// Required asks for a token even when there is no such file.
	Required bool `mapstructure:"required" doc:"ask every request for an API token even when there is none yet"`
}

// GraphQL are the limits of one GraphQL request.
type GraphQL struct {
	// Depth is the deepest selection.
	Depth int `mapstructure:"depth" doc:"deepest selection of fields"`
	// Aliases is the most aliases in one operation.
	Aliases int `mapstructure:"aliases" doc:"most aliases in one operation"`
	// Fields is the most fields in one operation.
	Fields int `mapstructure:"fields" doc:"most fields in one operation, those of fragments counted wherever they are spread"`
	// Complexity is the most expensive operation; a list costs its page size.
	Complexity int `mapstructure:"complexity" doc:"most expensive operation; a list costs its page size"`
	// AnswerBytes is the largest answer.
	AnswerBytes int64 `mapstructure:"answer_bytes" doc:"largest answer in bytes, and most bytes of episodes that one answer is read from; eight of that size are built or sent at once, and of one caller four"`
	// Tokens is the most lexical tokens in a document.
	Tokens int `mapstructure:"tokens" doc:"most lexical tokens in a document"`
	// QueryTime and MutationTime end an operation.
	QueryTime    time.Duration `mapstructure:"query_time" doc:"time limit of one query"`
	MutationTime time.Duration `mapstructure:"mutation_time" doc:"time limit of one mutation"`
	// Introspection switches schema introspection on.
	Introspection bool `mapstructure:"introspection" doc:"allow schema introspection, which GraphiQL needs"`
	// Documents names trusted documents; DocumentsOnly refuses every other operation.
	Documents     string `mapstructure:"documents" doc:"folder of *.graphql files, or JSON file of ids and texts, that clients may name by documentId instead of sending the text"`
	DocumentsOnly bool   `mapstructure:"documents_only" doc:"refuse every operation that is not among graphql.documents"`
}

// Embedded are the settings of the embedded engines.
type Embedded struct {
	// Timeout ends a transaction.
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
	// BrowserURL is where Neo4j Browser of an external server is.
	BrowserURL string `mapstructure:"browser_url" doc:"address of Neo4j Browser of an external server, like http://db:7474/browser/, for the link that up prints; set by native and docker engines themselves"`
	// Database is the name of the database.
	Database string `mapstructure:"database" doc:"database name"`
	// Timeout ends a transaction.
	Timeout time.Duration `mapstructure:"timeout" doc:"time limit of one transaction"`
	// Heap and PageCache size the native server.
	Heap      string `mapstructure:"heap" doc:"heap of the native server, as Java writes it"`
	PageCache string `mapstructure:"page_cache" doc:"page cache of the native server"`
}

// Weaviate are the settings of the search engine.
type Weaviate struct {
	// URL is the server's address; native and docker engines set it themselves.
	URL string `mapstructure:"url" doc:"http:// or https:// address; set by native and docker engines themselves"`
	// APIKey authenticates against a server that asks for a key.
	APIKey string `mapstructure:"api_key" doc:"API key, for a server that asks for one" secret:"true"`
	// APIKeyFile holds the key instead.
	APIKeyFile string `mapstructure:"api_key_file" doc:"file that holds the API key, instead of weaviate.api_key"`
}

// Embedding are the settings of what turns text into vectors.
type Embedding struct {
	// Provider is auto, learned, openai or none.
	Provider string `mapstructure:"provider" doc:"where vectors come from: learned (from the memory itself), openai (any OpenAI-compatible /v1/embeddings), none (words only), or auto: openai when embedding.url is set, else learned"`
	// URL and Model name an endpoint and its model.
	URL   string `mapstructure:"url" doc:"address of an OpenAI-compatible server, like http://127.0.0.1:11434/v1; its key, if it asks for one, stands in the environment variable CAUSEWAY_EMBEDDING_KEY or in embedding.key_file"`
	Model string `mapstructure:"model" doc:"model that the server is asked for"`
	// Dimension is the length of the vectors; 0 takes what the model answers.
	Dimension int `mapstructure:"dimension" doc:"length of the vectors, asked for and checked; 0 takes what the model answers" zero:"allowed"`
	// Timeout ends one request.
	Timeout time.Duration `mapstructure:"timeout" doc:"time limit of one request to the server"`
	// BatchTokens bounds one request, TextTokens one text of it.
	BatchTokens int `mapstructure:"batch_tokens" doc:"most tokens in one request to the server"`
	TextTokens  int `mapstructure:"text_tokens" doc:"tokens after which a text is cut, as the model allows"`
	// KeyFile holds the key that the server asks for, unless the environment does.
	KeyFile string `mapstructure:"key_file" doc:"file that holds the key of the server, instead of the environment variable CAUSEWAY_EMBEDDING_KEY"`
	// Key authenticates against the server. It comes from the environment or from KeyFile.
	Key string `mapstructure:"-"`
}

// Import are the limits of importers.
type Import struct {
	// EpisodeBytes is the largest file of one episode.
	EpisodeBytes int64 `mapstructure:"episode_bytes" doc:"largest episode in bytes of JSON"`
	// Batch is how many episodes are written in one transaction.
	Batch int `mapstructure:"batch" doc:"episodes written in one transaction"`
	// Files, which is of the documents in them too, and Bytes bound one importEpisodes, Jobs how many run at once.
	Files int   `mapstructure:"files" doc:"most files, and most documents in them, in one importEpisodes"`
	Bytes int64 `mapstructure:"bytes" doc:"most bytes of all files in one importEpisodes"`
	Jobs  int   `mapstructure:"jobs" doc:"imports over the API that one service runs at once"`
}

// Consolidate are the settings of what is done for patterns from time to time.
type Consolidate struct {
	// Every is how long after a run the next one is due; 0 for never.
	Every time.Duration `mapstructure:"every" doc:"how long after the patterns of a project were consolidated (mined, validated, given up) that is due again; of several instances one does it; 0 leaves it to causeway consolidate" zero:"allowed"`
}

// Log says what is logged and how.
type Log struct {
	// Level is debug, info, warn or error.
	Level string `mapstructure:"level" doc:"least level that is logged: debug, info, warn, error"`
	// Format is text or json.
	Format string `mapstructure:"format" doc:"text or json"`
	// Slow is how long an operation takes that the log warns of; 0 for none.
	Slow time.Duration `mapstructure:"slow" doc:"an operation that takes at least this long is logged as a warning; 0 for none" zero:"allowed"`
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
	ProviderLearned = "learned"
	ProviderOpenAI  = "openai"
	ProviderNone    = "none"
)

// Default returns the settings in force when nothing else is said.
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
		Log:         Log{Level: "info", Format: "text", Slow: time.Second},
	}
}

// defaultHome is the folder where programs of a user keep their data.
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
