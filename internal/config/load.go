package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"github.com/causeway-memory/causeway/internal/privacy"
)

// AddFlags defines a flag for every setting that is not secret: every user of a machine can read
// the arguments of every process.
func AddFlags(flags *pflag.FlagSet) {
	for _, s := range Settings(Default()) {
		if s.Secret {
			continue
		}
		switch value := s.Value.(type) {
		case bool:
			flags.Bool(s.Flag, value, s.Doc)
		case int:
			flags.Int(s.Flag, value, s.Doc)
		case int64:
			flags.Int64(s.Flag, value, s.Doc)
		case time.Duration:
			flags.Duration(s.Flag, value, s.Doc)
		default:
			flags.String(s.Flag, fmt.Sprint(value), s.Doc)
		}
	}
}

// Load returns the effective settings. If file is empty, it reads config.yaml in the user's
// configuration folder if there is one. flags may be nil; only flags that were set count.
func Load(file string, flags *pflag.FlagSet) (Config, error) {
	v, settings := viper.New(), Settings(Default())
	for _, s := range settings {
		v.SetDefault(s.Key, s.Value)
		if err := bind(v, s, flags); err != nil {
			return Config{}, err
		}
	}
	if err := checkEnvironment(settings); err != nil {
		return Config{}, err
	}
	if err := readFile(v, file); err != nil {
		return Config{}, err
	}
	var c Config
	if err := v.UnmarshalExact(&c, viper.DecodeHook(mapstructure.StringToTimeDurationHookFunc())); err != nil {
		return Config{}, fmt.Errorf("read the configuration: %w", err)
	}
	c.EnginesNamed = enginesNamed(v, flags)
	c.Embedding.Key = os.Getenv(embeddingKey)
	c.Client = Client{URL: os.Getenv(clientURL), Project: os.Getenv(clientProject), Token: os.Getenv(clientToken)}
	return c, c.validate()
}

// enginesNamed reports whether a flag, the environment or the file names the engines.
func enginesNamed(v *viper.Viper, flags *pflag.FlagSet) bool {
	flag := flags != nil && flags.Changed("engines")
	return flag || os.Getenv(envPrefix+"_ENGINES") != "" || v.InConfig("engines")
}

// bind lets the environment and the flag of a setting count, if they are there: for each setting viper goes through all that it was
// told of.
func bind(v *viper.Viper, s Setting, flags *pflag.FlagSet) error {
	if _, given := os.LookupEnv(s.Env); given {
		if err := v.BindEnv(s.Key, s.Env); err != nil {
			return fmt.Errorf("bind %s: %w", s.Env, err)
		}
	}
	if flags == nil || !flags.Changed(s.Flag) {
		return nil
	}
	if err := v.BindPFlag(s.Key, flags.Lookup(s.Flag)); err != nil {
		return fmt.Errorf("bind --%s: %w", s.Flag, err)
	}
	return nil
}

func readFile(v *viper.Viper, file string) error {
	if file == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return nil
		}
		file = filepath.Join(dir, "causeway", "config.yaml")
		if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
			return nil
		}
	}
	v.SetConfigFile(file)
	if err := v.ReadInConfig(); err != nil {
		return fmt.Errorf("read the configuration file %s: %w", file, err)
	}
	return nil
}

// embeddingKey is the environment variable with the key of the embedding server. It is not a
// setting, so that it is in no configuration file and no process list.
const embeddingKey = envPrefix + "_EMBEDDING_KEY"

// The environment variables of [Client].
const (
	clientURL     = envPrefix + "_URL"
	clientProject = envPrefix + "_PROJECT"
	clientToken   = envPrefix + "_TOKEN"
)

// checkEnvironment rejects variables that look like settings but are not.
func checkEnvironment(settings []Setting) error {
	known := map[string]bool{embeddingKey: true, clientURL: true, clientProject: true, clientToken: true}
	for _, s := range settings {
		known[s.Env] = true
	}
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, envPrefix+"_") && !known[name] && !isForeign(name) {
			return fmt.Errorf("environment variable %s is not a setting; `causeway config` lists them", name)
		}
	}
	return nil
}

// isForeign reports whether a variable with our prefix is for tests.
func isForeign(name string) bool {
	return strings.HasPrefix(name, "CAUSEWAY_TEST_") || strings.HasPrefix(name, "CAUSEWAY_REQUIRE_")
}

// word is a setting with a fixed list of values.
type word struct {
	key, value string
	allowed    []string
}

func (c Config) words() []word {
	return []word{
		{"engines", c.Engines, []string{EnginesEmbedded, EnginesNative, EnginesDocker, EnginesExternal}},
		{"embedding.provider", c.Embedding.Provider, []string{ProviderAuto, ProviderStatic, ProviderLocal, ProviderLearned, ProviderOpenAI, ProviderNone}},
		{"privacy.policy", c.Privacy.Policy, policies()},
		{"privacy.episodes", c.Privacy.Episodes, policies()},
		{"otlp.contents", c.OTLP.Contents, []string{ContentsSent, ContentsOff}},
		{"mcp.tools", c.MCP.Tools, []string{ToolsDaily, ToolsAll}},
		{"log.level", c.Log.Level, []string{"debug", "info", "warn", "error"}},
		{"log.format", c.Log.Format, []string{"text", "json"}},
	}
}

// policies are the words of a policy of privacy.
func policies() []string {
	var out []string
	for _, p := range privacy.Policies() {
		out = append(out, string(p))
	}
	return out
}

func (c Config) validate() error {
	var problems []error
	if _, err := privacy.New(c.Privacy.Pattern); err != nil {
		problems = append(problems, fmt.Errorf("privacy.pattern: %w", err))
	}
	for _, w := range c.words() {
		if !slices.Contains(w.allowed, w.value) {
			problems = append(problems, fmt.Errorf("%s is %q; it is one of %s", w.key, w.value, strings.Join(w.allowed, ", ")))
		}
	}
	for _, s := range Settings(c) {
		if !positive(s.Value) && !(s.Zero && reflect.ValueOf(s.Value).IsZero()) {
			problems = append(problems, fmt.Errorf("%s is %v; it must be greater than zero", s.Key, s.Value))
		}
	}
	if c.Engines == EnginesExternal && (c.Neo4j.URI == "" || c.Weaviate.URL == "") {
		problems = append(problems, errors.New("engines is external: set neo4j.uri and weaviate.url"))
	}
	if (c.HTTP.TLSCert == "") != (c.HTTP.TLSKey == "") {
		problems = append(problems, errors.New("http.tls_cert and http.tls_key belong together: set both, or neither"))
	}
	return errors.Join(append(problems, c.Embedding.validate())...)
}

// validate rejects an incomplete endpoint.
func (e Embedding) validate() error {
	endpoint := e.Provider == ProviderOpenAI || e.Provider == ProviderAuto && e.URL != ""
	switch {
	case endpoint && e.URL == "":
		return errors.New("embedding.provider is openai: set embedding.url")
	case endpoint && e.Model == "":
		return errors.New("embedding.url is set: set embedding.model to the name of the model on that server")
	}
	return nil
}

// positive reports whether a number or duration is greater than zero; it is true for other types.
func positive(value any) bool {
	switch n := value.(type) {
	case int:
		return n > 0
	case int64:
		return n > 0
	case time.Duration:
		return n > 0
	}
	return true
}
