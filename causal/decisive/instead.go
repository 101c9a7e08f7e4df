package decisive

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

const (
	// mostInstead is the number of options of a decision from other runs.
	mostInstead = 20
	// programs begins what decisions are about that ran a program.
	programs = "command: "
)

// Instead returns what other runs of the same task decided in the place of a decision of an episode, each different choice once, by the key of
// the decision of the latest run that made it. It returns [episodic.ErrNotFound], or [episodic.ErrProjectNotFound] if the project is unknown.
func (s *Service) Instead(ctx context.Context, project, episode, decision string) ([]string, error) {
	e, err := s.get(ctx, project, episode)
	if err != nil {
		return nil, err
	}
	if _, alone := aboutOne(e, decision); !alone {
		return nil, nil
	}
	found, err := s.similar(ctx, project, e)
	if err != nil {
		return nil, err
	}
	var same []episodic.Episode
	for _, r := range found {
		if r.SameTask {
			same = append(same, r.Stored.Episode)
		}
	}
	return Instead(e, decision, same), nil
}

// Instead returns what runs of the same task decided in the place of a decision, each different choice once, by the key of the decision of the
// first run that made it. Only where both runs decided about the same thing once, and one argument differs, is one in the place of the other: of
// several changes of one thing nobody knows which stands for which, and with several other arguments it is another action.
func Instead(e episodic.Episode, decision string, same []episodic.Episode) []string {
	d, alone := aboutOne(e, decision)
	if !alone {
		return nil
	}
	known := map[string]bool{choice(d): true}
	var out []string
	for _, o := range same {
		at := slices.IndexFunc(o.Decisions, func(other episodic.Decision) bool { return other.Context == d.Context })
		if at < 0 || len(out) == mostInstead {
			continue
		}
		other, alone := aboutOne(o, o.Decisions[at].ID)
		if alone && !known[choice(other)] && oneDiffers(choice(d), choice(other)) {
			known[choice(other)] = true
			out = append(out, episodic.OccurrenceKey(o.ID, other.ID))
		}
	}
	return out
}

// aboutOne returns a decision of a run, and whether it is the only one about a thing that other runs decide about too. That two ran the same
// program says nothing of what they decided.
func aboutOne(e episodic.Episode, decision string) (out episodic.Decision, alone bool) {
	at := slices.IndexFunc(e.Decisions, func(d episodic.Decision) bool { return d.ID == decision })
	if at < 0 {
		return out, false
	}
	out = e.Decisions[at]
	n := 0
	for _, d := range e.Decisions {
		if d.Context == out.Context {
			n++
		}
	}
	return out, n == 1 && out.Context != "" && out.Chosen != "" && !strings.HasPrefix(out.Context, programs)
}

// oneDiffers reports whether two calls, told as "tool(name: value, name: value)", differ in the value of one argument: between what is the same at
// their beginnings and at their ends, no other argument begins.
func oneDiffers(a, b string) bool {
	from := 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	end := 0
	for end < min(len(a), len(b))-from && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	nextArgument := regexp.MustCompile(`, \w+: `)
	return strings.Contains(a[:from], "(") && !nextArgument.MatchString(a[from:len(a)-end]) && !nextArgument.MatchString(b[from:len(b)-end])
}

// choice is what was chosen without what two runs write differently.
func choice(d episodic.Decision) string { return strings.ToLower(text.OneLine(d.Chosen)) }
