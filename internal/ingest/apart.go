package ingest

import (
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/privacy"
)

// Apart is one document that can be imported by itself, elsewhere.
type Apart struct {
	// Name is the file with the number of the line or entry, Within the same below the imported
	// folder, by which an import elsewhere knows it.
	Name, Within string
	Content      []byte
	// Entries are what was done to it here, before it is imported elsewhere.
	Entries []Entry
	// Err is why it could not be read.
	Err error
}

// Refused returns the report on a document that could not be read.
func (a Apart) Refused() Item {
	item := Item{File: a.Name}
	item.refuse(a.Err)
	return item
}

// ReadApart yields the documents of a source in order, until yield returns false. Of transcripts it yields the
// episodes; to them and to session logs the policy for personal data and secrets was applied; empty means to redact. A further
// pattern says what else is such.
func ReadApart(format Format, s Source, policy privacy.Policy, pattern string, yield func(Apart) bool) {
	with, err := newRedactor(policy, pattern)
	if err != nil {
		yield(Apart{Name: s.Name, Within: s.within(s.Name), Err: err})
		return
	}
	each := func(d document) bool {
		within := s.within(d.name)
		if strings.HasSuffix(strings.ToLower(within), ".gz") { // it is unpacked
			within = within[:len(within)-len(".gz")]
		}
		a := Apart{Name: d.name, Within: within, Content: d.raw, Err: d.err}
		if format == FormatSessionLog && a.Err == nil {
			a.Within, a.Content, a.Entries, a.Err = readLogDocument(within, d.raw, with)
		}
		return yield(a)
	}
	if format.IsTranscript() {
		runs(format, s, func(d document) bool { return yield(runApart(s, d, with)) })
		return
	}
	if format == FormatMarkdown {
		raw, err := readWhole(s, episodic.MaxContent*maxNote)
		each(document{name: s.Name, raw: raw, err: err})
		return
	}
	documents(s, episodic.MaxContent, maxApart, each)
}

// maxApart is the most documents of a file that holds a list.
const maxApart = 1_000_000

// Joined returns one report of several about parts of an import, in order.
func Joined(reports []Report) Report {
	out := Report{Complete: true}
	for i, r := range reports {
		if i == 0 {
			out.Project, out.Format, out.DryRun = r.Project, r.Format, r.DryRun
		}
		out.Items = append(out.Items, r.Items...)
		if out.Complete && !r.Complete {
			out.Complete, out.Reason = false, r.Reason
		}
	}
	out.finish()
	return out
}
