package engine

// The pinned versions. A test checks that docker-compose.yml uses the same ones.
const (
	neo4jVersion    = "5.26.30"
	browserVersion  = "5.24.0"
	weaviateVersion = "1.35.2"
)

// Requirements of the native servers.
const (
	// javaMajor is the oldest Java that Neo4j 5 runs on.
	javaMajor = 17
	// mavenPlugin copies Neo4j's artifacts.
	mavenPlugin = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
	// goMinor is the oldest Go 1.x that downloads a newer toolchain by itself when a module
	// requires it.
	goMinor = 21
)

// Before this version, Weaviate's default keyword search misses matches that are not yet flushed
// (weaviate#11780 and #12022); older servers need USE_BLOCKMAX_WAND=false.
const (
	weaviateFixedMajor = 1
	weaviateFixedMinor = 39
	weaviateFixedPatch = 4
)

// The names of the servers in [State].
const (
	neo4jName    = "neo4j"
	weaviateName = "weaviate"
)
