package ingest

import (
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// commitEnd is an end of a link: its time, and its commit if it is one.
type commitEnd struct {
	name, commit string
	at           episodic.Timestamp
}

// commitDates are what a document tells of commits: when they were, and which links have one at an end.
type commitDates struct {
	measured map[string]episodic.Timestamp
	links    [][2]commitEnd
}

func commitDatesOf(e episodic.Episode) commitDates {
	out, ends := commitDates{measured: map[string]episodic.Timestamp{}}, map[string]commitEnd{}
	for _, v := range e.Events {
		end := commitEnd{v.ID, intake.CommitOf(v), v.At}
		ends[v.ID] = end
		if end.commit != "" && !v.At.IsZero() && v.At.Precision == episodic.PrecisionInstant {
			out.measured[end.commit] = v.At
		}
	}
	for _, l := range e.Links {
		source, target := ends[l.Source], ends[l.Target]
		if l.Relation == episodic.RelationCauses && (source.commit != "" || target.commit != "") {
			out.links = append(out.links, [2]commitEnd{source, target})
		}
	}
	return out
}

// noteAgainstCommits notes the links that run against the time that another document tells of a commit.
func (run *importing) noteAgainstCommits() {
	dates := map[string]episodic.Timestamp{}
	for _, t := range run.tasks {
		for commit, at := range t.commits.measured {
			if known, is := dates[commit]; !is || at.Before(known) {
				dates[commit] = at
			}
		}
	}
	when := func(end commitEnd) episodic.Timestamp {
		if at, known := dates[end.commit]; known {
			return at
		}
		return end.at
	}
	for _, t := range run.tasks {
		for _, l := range t.commits.links {
			if source, target := when(l[0]), when(l[1]); target.Before(source) {
				t.noteAt("links", RuleAgainstCommit, "%s is from %s, and its effect %s from %s", l[0].name, source, l[1].name, target)
			}
		}
	}
}
