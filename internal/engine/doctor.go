package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// The values of [Check.Level].
const (
	levelOK   = "ok"
	levelWarn = "warn"
	levelFail = "fail"
)

const (
	// diskLeastMiB is enough for both installations and some data.
	diskLeastMiB = 2048
	// diskLeastPart is the free part of the disk below which Weaviate becomes read-only.
	diskLeastPart = 0.10
	// memoryLeastMiB is enough for both servers with their defaults.
	memoryLeastMiB = 3072
)

// Check is one finding of [Doctor].
type Check struct {
	// Name is what was checked.
	Name string `json:"name"`
	// Level is ok, warn (it works, with a reservation) or fail (it will not work).
	Level string `json:"level"`
	// Message is what was found.
	Message string `json:"message"`
	// Hint says in one sentence what to do; empty if all is well.
	Hint string `json:"hint,omitempty"`
}

// Doctor checks everything the engines need and returns its findings. It changes nothing.
func Doctor(ctx context.Context, o Options) ([]Check, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	var checks []Check
	switch o.Kind {
	case External:
		return examineExternal(ctx, o), nil
	case Embedded:
		return append(examineEmbedded(o), examineHome(ctx, o)...), nil
	case Docker:
		checks = append(checks, examineDocker(ctx))
	default:
		checks = append(checks, examineTools(ctx, o)...)
		checks = append(checks, examineCache(o)...)
		checks = append(checks, examineMemory())
	}
	checks = append(checks, examineDisk("disk of the home folder", o.Home), examinePassword(o.Home))
	if o.Kind == Native {
		checks = append(checks, examinePrivate("key file", filepath.Join(o.Home, keyFile)))
	}
	return append(checks, examineHome(ctx, o)...), nil
}

func examineTools(ctx context.Context, o Options) []Check {
	tools := []tool{findJava(ctx), findMaven(ctx), findGo(ctx)}
	needed := []bool{true, !intact(neo4jRecipe().dir(o.Cache)), !intact(weaviateRecipe().dir(o.Cache))}
	checks := make([]Check, 0, len(tools))
	for i, t := range tools {
		c := Check{Name: t.name, Level: levelOK, Message: t.version + " at " + t.path}
		if !t.usable() {
			c.Message, c.Hint = "not found", "Install "+t.install+"."
			if t.old {
				c.Message = t.path + " is " + found(t.version)
			}
			c.Level = levelFail
			if !needed[i] {
				c.Level, c.Hint = levelOK, ""
				c.Message += "; not needed, the server is installed"
			}
		}
		checks = append(checks, c)
	}
	return checks
}

func examineCache(o Options) []Check {
	var checks []Check
	for _, r := range []recipe{neo4jRecipe(), weaviateRecipe()} {
		dir := r.dir(o.Cache)
		c := Check{Name: "installed " + r.name, Level: levelOK, Message: r.version + " in " + dir}
		switch {
		case intact(dir):
		case exists(dir):
			c.Level, c.Message = levelWarn, "the installation in "+dir+" is damaged"
			c.Hint = "The next `causeway up` installs it again."
		default:
			c.Level, c.Message = levelWarn, r.version+" is not installed"
			c.Hint = "The next `causeway up` installs it, which takes some minutes."
		}
		checks = append(checks, c)
	}
	return append(checks, examineDisk("disk of the cache", o.Cache))
}

func examineDisk(name, path string) Check {
	free, part, err := disk(path)
	c := Check{Name: name, Level: levelOK, Message: fmt.Sprintf("%d MiB (%.0f %%) free at %s", free, part*100, path)}
	switch {
	case err != nil:
		c.Level, c.Message, c.Hint = levelWarn, err.Error(), "Check that the folder can be reached."
	case free < diskLeastMiB:
		c.Level, c.Hint = levelFail, fmt.Sprintf("Free at least %d MiB.", diskLeastMiB)
	case part < diskLeastPart:
		c.Level, c.Hint = levelWarn, "Free some space: Weaviate turns read-only when the disk is 90 % full."
	}
	return c
}

func examineMemory() Check {
	mib := memoryMiB()
	c := Check{Name: "memory", Level: levelOK, Message: fmt.Sprintf("%d MiB", mib)}
	if mib < memoryLeastMiB {
		c.Level, c.Hint = levelWarn, "Make Neo4j smaller with neo4j.heap and neo4j.page_cache."
	}
	return c
}

func examinePassword(home string) Check {
	path := filepath.Join(home, passwordFile)
	if !exists(path) && exists(filepath.Join(home, neo4jName, "data", "databases")) {
		return Check{
			Name: "password file", Level: levelFail, Message: path + " is missing, and Neo4j's data needs its password",
			Hint: "Restore the file from a backup.",
		}
	}
	return examinePrivate("password file", path)
}

// examinePrivate checks whether others can read a file that holds a secret.
func examinePrivate(name, path string) Check {
	c := Check{Name: name, Level: levelOK, Message: path + " is readable by its owner only"}
	info, err := os.Stat(path)
	switch {
	case os.IsNotExist(err):
		c.Message = "none yet; the first start makes one"
	case err != nil:
		c.Level, c.Message, c.Hint = levelFail, err.Error(), "Check the owner of the home folder."
	case info.Mode().Perm()&0o077 != 0:
		c.Level, c.Message = levelFail, fmt.Sprintf("%s has mode %04o", path, info.Mode().Perm())
		c.Hint = "Run `chmod 600 " + path + "`."
	}
	return c
}

// examineHome checks what is running, or the ports if nothing is.
func examineHome(ctx context.Context, o Options) []Check {
	s, err := Status(ctx, o.Home)
	if err != nil {
		return []Check{{
			Name: "state", Level: levelFail, Message: err.Error(),
			Hint: "Stop the servers of this home by hand, then remove " + filepath.Join(o.Home, stateFile) + ".",
		}}
	}
	var checks []Check
	stopped := 0
	for _, server := range s.Servers {
		if server.Status == statusStopped {
			stopped++
			continue
		}
		checks = append(checks, examineServer(server))
	}
	if stopped == len(s.Servers) && o.Kind != Embedded {
		checks = append(checks, examinePorts(o)...)
	}
	return checks
}

func examineServer(s Server) Check {
	c := Check{Name: s.Name, Level: levelOK, Message: fmt.Sprintf("%s %s answers at %s", s.Status, s.Version, s.URL)}
	wanted := map[string]string{neo4jName: neo4jVersion, weaviateName: weaviateVersion}[s.Name]
	switch {
	case !s.Ready:
		c.Level, c.Message = levelFail, fmt.Sprintf("%s %s does not answer at %s", s.Status, s.Version, s.URL)
		c.Hint = "Look at the logs in the home folder, or run `causeway down` and `causeway up`."
	case s.Version != wanted:
		c.Level, c.Hint = levelWarn, "Run `causeway up` again, which starts version "+wanted+"."
	case s.Status == statusOrphaned:
		c.Level, c.Hint = levelWarn, "Nothing would restart it; run `causeway up`, which adopts it, or `causeway down`."
	}
	return c
}

func examinePorts(o Options) []Check {
	wanted := append(neo4jServer{o: o}.ports(), weaviateServer{o: o}.ports()...)
	if o.Kind == Docker {
		wanted, _ = composePorts()
	}
	var taken []string
	for _, p := range wanted {
		if !p.free(p.usual) {
			taken = append(taken, p.name+" "+strconv.Itoa(p.usual))
		}
	}
	c := Check{Name: "ports", Level: levelOK, Message: "the usual ports are free"}
	if len(taken) > 0 {
		c.Level, c.Message = levelWarn, "taken by other programs: "+strings.Join(taken, ", ")
		c.Hint = "Nothing to do: free ports are used instead, and `causeway status` shows them."
	}
	return []Check{c}
}

func examineDocker(ctx context.Context) Check {
	version, err := dockerCompose(ctx, "version", "--short")
	if err != nil {
		return Check{Name: "docker", Level: levelFail, Message: "docker compose cannot be used", Hint: sentence(err)}
	}
	return Check{Name: "docker", Level: levelOK, Message: "compose " + strings.TrimSpace(version)}
}

func examineExternal(ctx context.Context, o Options) []Check {
	graph := Check{Name: neo4jName, Level: levelOK}
	version, err := checkNeo4j(ctx, o)
	graph.Message = version + " answers at " + o.Neo4jURI
	if err != nil {
		graph.Level, graph.Message = levelFail, err.Error()
		graph.Hint = "Check that the server runs and that the named settings are right."
	}
	index := Check{Name: weaviateName, Level: levelOK}
	version, err = checkWeaviate(ctx, o)
	index.Message = version + " answers at " + o.WeaviateURL
	switch {
	case err != nil:
		index.Level, index.Message = levelFail, err.Error()
		index.Hint = "Check that the server runs and that the named settings are right."
	case !searchesFresh(version):
		index.Level, index.Hint = levelWarn, blockMaxWarning(version)
	}
	return []Check{graph, index}
}

// searchesFresh reports whether Weaviate of this version finds fresh writes, whatever its
// settings.
func searchesFresh(version string) bool {
	var major, minor, patch int
	if n, _ := fmt.Sscanf(version, "%d.%d.%d", &major, &minor, &patch); n < 3 {
		return false
	}
	switch {
	case major != weaviateFixedMajor:
		return major > weaviateFixedMajor
	case minor != weaviateFixedMinor:
		return minor > weaviateFixedMinor
	default:
		return patch >= weaviateFixedPatch
	}
}

func blockMaxWarning(version string) string {
	return fmt.Sprintf("Weaviate %s misses words written in the last minute unless it was started with USE_BLOCKMAX_WAND=false; set that, or use %d.%d.%d or newer.",
		version, weaviateFixedMajor, weaviateFixedMinor, weaviateFixedPatch)
}

// sentence turns an error into a hint.
func sentence(err error) string {
	s := err.Error()
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
