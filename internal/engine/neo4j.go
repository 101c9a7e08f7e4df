package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/config"
)

// The names of Neo4j's ports.
const (
	boltPort = "bolt"
	httpPort = "http"
)

// pomTemplate makes Maven resolve the server, its startup checks and the Browser. %[1]s is the
// server's version, %[2]s the Browser's.
const pomTemplate = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>causeway</groupId>
  <artifactId>neo4j-server</artifactId>
  <version>%[1]s</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.neo4j</groupId><artifactId>neo4j</artifactId><version>%[1]s</version></dependency>
    <dependency><groupId>org.neo4j.app</groupId><artifactId>neo4j-server</artifactId><version>%[1]s</version></dependency>
    <dependency><groupId>org.neo4j</groupId><artifactId>neo4j-bootcheck</artifactId><version>%[1]s</version></dependency>
    <dependency><groupId>org.neo4j.client</groupId><artifactId>neo4j-browser</artifactId><version>%[2]s</version></dependency>
  </dependencies>
</project>
`

func neo4jRecipe() recipe {
	return recipe{
		name: neo4jName, version: neo4jVersion, builder: findMaven, unit: "files",
		counts: func(line string) bool {
			return strings.Contains(line, "Downloaded from") || strings.Contains(line, "] Copying ")
		},
		build: func(ctx context.Context, maven tool, dir string, log io.Writer) error {
			pom := filepath.Join(dir, "pom.xml")
			if err := os.WriteFile(pom, fmt.Appendf(nil, pomTemplate, neo4jVersion, browserVersion), 0o600); err != nil {
				return err
			}
			return runTool(ctx, dir, log, nil, maven.path, "-B", "-f", pom, mavenPlugin+":copy-dependencies",
				"-DincludeScope=runtime", "-DoutputDirectory="+filepath.Join(dir, "lib"))
		},
	}
}

// neo4jServer runs Neo4j.
type neo4jServer struct {
	o        Options
	java     tool
	password string
}

func (n neo4jServer) name() string    { return neo4jName }
func (n neo4jServer) version() string { return neo4jVersion }
func (n neo4jServer) home() string    { return filepath.Join(n.o.Home, neo4jName) }
func (n neo4jServer) lib() string     { return filepath.Join(neo4jRecipe().dir(n.o.Cache), "lib") }

func (n neo4jServer) ports() []port {
	return []port{{name: boltPort, usual: 7687}, {name: httpPort, usual: 7474}}
}

func (n neo4jServer) logs() []string {
	return []string{filepath.Join(n.o.Home, logFolder, "neo4j-console.log"), filepath.Join(n.o.Home, logFolder, "neo4j.log")}
}

// describe fills in the addresses.
func (n neo4jServer) describe(s *State, ports map[string]int) (url string) {
	s.Neo4jURI = "bolt://" + loopback(ports[boltPort])
	s.BrowserURL = "http://" + loopback(ports[httpPort]) + "/browser/"
	return s.Neo4jURI
}

func (n neo4jServer) probe(ctx context.Context, ports map[string]int) (version string, err error) {
	return probeNeo4j(ctx, "bolt://"+loopback(ports[boltPort]), n.o.Neo4jUser, n.password)
}

// prepare writes the configuration and, at the very first start, the password.
func (n neo4jServer) prepare(ctx context.Context, ports map[string]int) error {
	conf := filepath.Join(n.home(), "conf")
	if err := os.MkdirAll(conf, 0o700); err != nil {
		return fmt.Errorf("make Neo4j's folder: %w", err)
	}
	if err := writeFile(filepath.Join(conf, "neo4j.conf"), []byte(n.config(ports))); err != nil {
		return fmt.Errorf("write neo4j.conf: %w", err)
	}
	if exists(filepath.Join(n.home(), "data", "databases")) {
		return nil
	}
	return n.setPassword(ctx)
}

// config returns neo4j.conf. The limit of failed logins is off: nobody guesses a password of 130
// random bits, while with the limit one client with an old password could lock everyone out. Plans
// do not depend on the sizes of parameters, so that a statement is planned once (ADR 0093).
func (n neo4jServer) config(ports map[string]int) string {
	return strings.Join([]string{
		"# Written by causeway at every start; changes are lost.",
		"server.default_listen_address=127.0.0.1",
		"server.default_advertised_address=127.0.0.1",
		"server.bolt.listen_address=" + loopback(ports[boltPort]),
		"server.bolt.advertised_address=" + loopback(ports[boltPort]),
		"server.http.listen_address=" + loopback(ports[httpPort]),
		"server.http.advertised_address=" + loopback(ports[httpPort]),
		"server.https.enabled=false",
		"server.directories.logs=" + configPath(filepath.Join(n.o.Home, logFolder)),
		"server.config.strict_validation.enabled=true",
		"server.memory.pagecache.size=" + n.o.PageCache,
		"dbms.usage_report.enabled=false",
		"client.allow_telemetry=false",
		"dbms.security.auth_max_failed_attempts=0",
		"dbms.cypher.forbid_exhaustive_shortestpath=true",
		"internal.cypher.use_parameter_size=false",
		"internal.server.bolt.thread_pool_shutdown_wait_time=1s", // it waits that long twice, whether or not a client is left
		fmt.Sprintf("db.transaction.timeout=%dms", n.o.TransactionTimeout.Milliseconds()),
		"db.logs.query.enabled=INFO",
		"db.logs.query.threshold=2s",
		"db.logs.query.parameter_logging_enabled=false",
		"browser.remote_content_hostname_whitelist=localhost,127.0.0.1",
		"",
	}, "\n")
}

// setPassword passes its arguments to Neo4j's tool in a file, because every user of the machine
// can see a command line.
func (n neo4jServer) setPassword(ctx context.Context) error {
	path := filepath.Join(n.home(), "conf", "set-password.args")
	args := strings.Join([]string{
		"-cp", javaArg(filepath.Join(n.lib(), "*")),
		"org.neo4j.cli.AdminTool", "dbms", "set-initial-password", javaArg(n.password), "",
	}, "\n")
	if err := writeFile(path, []byte(args)); err != nil {
		return fmt.Errorf("set Neo4j's password: %w", err)
	}
	defer os.Remove(path)
	cmd := exec.CommandContext(ctx, n.java.path, append(n.withClasses(), "@"+path)...)
	cmd.Env = serverEnvironment("NEO4J_HOME="+n.home(), "NEO4J_CONF="+filepath.Join(n.home(), "conf"))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("set Neo4j's password: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return nil
}

// command runs the server directly, with the JVM settings of Neo4j's own start script.
func (n neo4jServer) command(map[string]int) *exec.Cmd {
	cmd := exec.Command(n.java.path, append(n.withClasses(),
		"-Xmx"+n.o.Heap, "-XX:+UseG1GC", "-XX:-OmitStackTraceInFastThrow", "-XX:+DisableExplicitGC",
		"-XX:+ExitOnOutOfMemoryError", "-Djdk.nio.maxCachedBufferSize=1024",
		"-Dio.netty.tryReflectionSetAccessible=true", "-Dlog4j2.disable.jmx=true",
		"--add-opens=java.base/java.nio=ALL-UNNAMED", "--add-opens=java.base/java.io=ALL-UNNAMED",
		"--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
		"-cp", filepath.Join(n.lib(), "*"), "org.neo4j.server.CommunityEntryPoint",
		"--home-dir="+n.home(), "--config-dir="+filepath.Join(n.home(), "conf"))...)
	cmd.Dir = n.home()
	cmd.Env = serverEnvironment()
	return cmd
}

// errPassword means that Neo4j answers but refuses the password, so waiting will not help.
var errPassword = errors.New("password refused")

// probeNeo4j runs a query and returns the server's version.
func probeNeo4j(ctx context.Context, uri, user, password string) (version string, err error) {
	driver, err := neo4j.NewDriverWithContext(uri, neo4j.BasicAuth(user, password, ""), func(c *config.Config) {
		c.SocketConnectTimeout = probeTimeout
		c.ConnectionAcquisitionTimeout = probeTimeout
		c.MaxTransactionRetryTime = time.Millisecond // the caller retries
		c.TelemetryDisabled = true
	})
	if err != nil {
		return "", fmt.Errorf("connect to Neo4j at %s: %w", uri, err)
	}
	defer driver.Close(ctx)
	result, err := neo4j.ExecuteQuery(ctx, driver, "RETURN 1", nil, neo4j.EagerResultTransformer)
	var refused *neo4j.Neo4jError
	if errors.As(err, &refused) && strings.HasPrefix(refused.Code, "Neo.ClientError.Security.") {
		return "", fmt.Errorf("%w for user %s by Neo4j at %s: %s", errPassword, user, uri, refused.Msg)
	}
	if err != nil {
		return "", fmt.Errorf("query Neo4j at %s: %w", uri, err)
	}
	return strings.TrimPrefix(result.Summary.Server().Agent(), "Neo4j/"), nil
}

// configPath escapes the backslashes of a path for neo4j.conf.
func configPath(path string) string { return strings.ReplaceAll(path, `\`, `\\`) }

// javaArg quotes an argument for an argument file.
func javaArg(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// loopback returns host:port of a local server.
func loopback(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }
