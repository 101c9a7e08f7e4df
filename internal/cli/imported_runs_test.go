package cli_test

import (
	"strings"
	"testing"
)

// TestTraces_imported lists the runs among episodes, with their steps and the reasons; one that an earlier mapping made is to be imported again.
func TestTraces_imported(t *testing.T) {
	url, last := answering(t, `{"data":{"importedRuns":{"edges":[
{"node":{"key":"codex-1","extra":"{\"run\":{\"mapping\":4,\"stored\":5,\"merged\":2,\"refused\":3,\"dropped\":1,\"reasons\":{\"the record is empty\":3}}}","recordedAt":"2026-05-03T10:00:00Z"}},
{"node":{"key":"tau-1","extra":"{\"run\":{\"mapping\":1,\"stored\":4,\"merged\":0,\"refused\":0,\"dropped\":0}}","recordedAt":"2026-05-03T10:00:00Z"}},
{"node":{"key":"diary","extra":null,"recordedAt":"2026-05-03T10:00:00Z"}}],"pageInfo":{"hasNextPage":false,"endCursor":""}}}}`)
	code, out, errOut := run(t, "traces", "report", "--imported", "--project", "p", "--url", url)
	for _, part := range []string{"codex-1", "refused: the record is empty 3", "made by mapping 1", "15 steps of 2 runs: 9 stored, 2 merged, 3 refused, 1 dropped"} {
		if code != 0 || !strings.Contains(out, part) || strings.Contains(out, "diary") {
			t.Errorf("exit code %d, without %q:\n%s%s", code, part, out, errOut)
		}
	}
	if last.variables["project"] != "p" {
		t.Errorf("it asks with %v", last.variables)
	}
}
