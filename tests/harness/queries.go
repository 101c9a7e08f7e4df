package harness

import "fmt"

// ContextQuery asks what to read before a task.
const ContextQuery = `query($project: String!, $task: String, $error: String, $budget: Int! = 2000, $filter: EpisodeFilter) {
	contextFor(project: $project, task: $task, error: $error, budget: $budget, filter: $filter) {
		text tokens budget truncated leftOut { episodes lines shortened } degraded reason note
		patterns { text unproven pattern { name } }
		choices { variable text options { state successes partial failures } }
		entries { reason score tokens episode { key } lines { kind key text } } } }`

// EpisodeQuery asks for an episode in detail.
const EpisodeQuery = `query($project: String!, $key: String!) {
  episode(project: $project, key: $key) {
    key hash revision task recordedAt firstRecordedAt
    events { shortId content }
    revisions { number hash content }
    links { sourceKey targetKey target { key } }
    access { count lastAt }
  }
}`

// Edit calls a mutation that takes an episode's key and returns its receipt, if it has one.
func (p *Project) Edit(mutation, key string) Receipt {
	p.T.Helper()
	selection := map[string]string{
		"deleteEpisode": "removedId", "purgeEpisode": "removedId", "restoreEpisode": "receipt { change state revision hash pendingLinks }",
	}[mutation]
	query := fmt.Sprintf(`mutation($project: String!, $key: String!) { edit: %s(project: $project, key: $key) { %s } }`, mutation, selection)
	return Get[struct{ Edit struct{ Receipt Receipt } }](p, query, Vars{"key": key}).Edit.Receipt
}
