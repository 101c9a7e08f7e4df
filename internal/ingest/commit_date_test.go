package ingest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/ingest"
)

// TestImport_LinksAgainstCommits imports a link from a commit that another document dates later.
func TestImport_LinksAgainstCommits(t *testing.T) {
	link := `"events":[{"id":"e1","type":"commit","content":"Commit: 3f2a91c","timestamp":"2026-05-03","leads_to":["e2"]},{"id":"e2","timestamp":"2026-05-03T10:00:00Z"}]`
	dated := func(id, clock string) ingest.Source {
		return ingest.Document(id+".json", []byte(`{"id":"`+id+`","task":"t","events":[{"id":"e1","type":"commit","content":"Commit: 3f2a91c0d4","timestamp":"2026-05-03T`+clock+`:00Z"}]}`))
	}
	for why, c := range map[string]struct {
		sources []ingest.Source
		want    []string
	}{
		"nothing dates it":                {nil, nil},
		"a document dates it later":       {[]ingest.Source{dated("late", "11:00")}, []string{"link-against-commit links"}},
		"a document dates it earlier":     {[]ingest.Source{dated("early", "09:00")}, nil},
		"the earliest date is that of it": {[]ingest.Source{dated("late", "11:00"), dated("early", "09:00")}, nil},
	} {
		sources := append([]ingest.Source{ingest.Document("x.json", []byte(with(link)))}, c.sources...)
		report, err := ingest.Import(t.Context(), newMemory(t), options(), sources, nil)
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, e := range report.Items[0].Entries {
			said = append(said, string(e.Rule)+" "+e.Path)
		}
		if diff := cmp.Diff(c.want, said); diff != "" {
			t.Errorf("%s (-want +got):\n%s", why, diff)
		}
	}
}
