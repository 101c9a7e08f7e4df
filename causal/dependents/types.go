package dependents

import (
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
)

// Of names what is asked about. Exactly one field is set.
type Of struct {
	// Episode is an id.
	Episode string `json:"episode,omitempty"`
	// Link names a link between two occurrences by its ends: "cart-1/d001 CAUSES cart-1/e002", whoever states it.
	Link string `json:"link,omitempty"`
	// Source is who or what told it: the session of episodes, or the origin of statements.
	Source string `json:"source,omitempty"`
	// Statement is the id of a statement of a link between factors.
	Statement string `json:"statement,omitempty"`
}

// String names it in words.
func (o Of) String() string {
	for _, one := range o.named() {
		if one[1] != "" {
			return fmt.Sprintf("%s %q", one[0], one[1])
		}
	}
	return "nothing"
}

// named returns the fields with their names.
func (o Of) named() [][2]string {
	return [][2]string{{"episode", o.Episode}, {"link", o.Link}, {"source", o.Source}, {"statement", o.Statement}}
}

// check returns a [problem.InvalidError] unless exactly one field is set.
func (o Of) check() error {
	set := slices.DeleteFunc(o.named(), func(one [2]string) bool { return one[1] == "" })
	if len(set) != 1 {
		return problem.Refuse("of", "name an episode, a link, a source or a statement: exactly one of them, and not empty")
	}
	return nil
}

// Kind says what rests on it.
type Kind string

// The kinds, in the order of lists.
const (
	// KindEpisode is an episode that is taken out itself.
	KindEpisode Kind = "EPISODE"
	// KindLink is a link between two occurrences that has an end no more.
	KindLink Kind = "LINK"
	// KindStatement is a statement that is taken out itself, or that names a taken episode as its evidence.
	KindStatement Kind = "STATEMENT"
	// KindDecision is a later decision that follows from it along causal links.
	KindDecision   Kind = "DECISION"
	KindFactor     Kind = "FACTOR"
	KindFactorLink Kind = "FACTOR_LINK"
	KindPattern    Kind = "PATTERN"
	// KindApplication is a pattern that is evidence-based on it, applied later in another episode.
	KindApplication Kind = "APPLICATION"
)

// Kinds returns all of them, in the order of lists.
func Kinds() []Kind {
	return []Kind{KindEpisode, KindLink, KindStatement, KindDecision, KindFactor, KindFactorLink, KindPattern, KindApplication}
}

// Figures are what is known of a dependent, by name: counts, times as RFC 3339, a status.
type Figures map[string]any

// Dependent is one thing that rests on another.
type Dependent struct {
	Kind Kind `json:"kind"`
	// Key is the key of a factor, factor link, pattern, episode, decision or statement; a link between occurrences is named
	// by its ends, an application by pattern and episode.
	Key string `json:"key"`
	// Falls says that it is no more without it; otherwise it stays, with other figures or with one reason less.
	Falls bool `json:"falls,omitempty"`
	// Before and After are the figures of factors, factor links and patterns; After is nil for what falls.
	Before Figures `json:"before,omitempty"`
	After  Figures `json:"after,omitempty"`
	// Label and Why tell what it is, in words of the memory; they are not kept with a receipt.
	Label string `json:"-"`
	Why   string `json:"-"`
}

// Thing is what a name stands for.
type Thing struct {
	Of Of
	// Episodes are those taken out, by id.
	Episodes []episodic.Stored
	// Links are the links taken out of episodes that stay.
	Links []Link
	// Statements are those taken out, by id.
	Statements []link.Statement
}

// Known reports whether the memory holds anything of that name.
func (t Thing) Known() bool { return len(t.Episodes)+len(t.Links)+len(t.Statements) > 0 }

// Taken returns the ids of the episodes taken out.
func (t Thing) Taken() []string {
	out := make([]string, len(t.Episodes))
	for i, e := range t.Episodes {
		out[i] = e.Episode.ID
	}
	return out
}

// Link is a link between two occurrences as an episode states it.
type Link struct {
	// Episode is the one that states it.
	Episode        string
	Source, Target string
	Relation       episodic.Relation
}

// Name returns how it is named in questions.
func (l Link) Name() string { return linkName(l.Source, l.Relation, l.Target) }

func linkName(source string, r episodic.Relation, target string) string {
	return strings.Join([]string{source, strings.ToUpper(string(r)), target}, " ")
}

// Is reports whether a link of an episode is this one, on whatever basis.
func (l Link) Is(episode string, other episodic.Link) bool {
	source, target := episodic.OccurrenceKey(episode, other.Source), episodic.OccurrenceKey(episode, other.Target)
	same := source == l.Source && target == l.Target
	if l.Relation == episodic.RelationCorrelates {
		same = same || source == l.Target && target == l.Source
	}
	return same && other.Relation == l.Relation
}

// Found is what rests on a thing.
type Found struct {
	Thing
	// Dependents are ordered by kind, then by key.
	Dependents []Dependent
	// Applied are the uses of patterns that were recorded in the taken episodes, which are gone with them.
	Applied []patterns.Evidence
	// Pending is the number of episodes that are to be derived anew; what rests on them may be missing.
	Pending int
	// Cut says that later decisions were followed over the first [mostReached] occurrences only.
	Cut bool
}
