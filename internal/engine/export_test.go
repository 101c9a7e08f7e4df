package engine

// What the tests look at and no caller needs.
const (
	Neo4jVersion    = neo4jVersion
	WeaviateVersion = weaviateVersion
)

// ProcessLives reports whether a process of that id lives.
func ProcessLives(pid int) bool { return isAlive(pid) }
