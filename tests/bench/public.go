package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/tests/questions"
	"github.com/causeway-memory/causeway/tests/questions/public"
)

// publicRun asks the questions of sets of the field, on the embedded engines.
type publicRun struct {
	options
	began   time.Time
	home    string
	corpora []public.Corpus
	rows    []publicAnswer
}

// publicAnswer is what one way of searching found for one question. Turn and Session are by what is ranked.
type publicAnswer struct {
	Format, Corpus, Search, Unit string
	questions.Answer
	RecallAt5, RecallAt10, ReciprocalRank float64
}

// measurePublic asks the questions in a folder of sets of the field: by BM25 and by the vectors of each provider, all twice. It prints means with
// intervals for each kind of question.
func measurePublic(ctx context.Context, o options) (err error) {
	if len(o.providers) == 0 {
		o.providers = []string{embedding.ProviderNone, embedding.ProviderStatic}
	}
	r := &publicRun{options: o, began: time.Now()}
	if r.corpora, err = public.Read(os.DirFS(o.public)); err != nil {
		return fmt.Errorf("read %s: %w", o.public, err)
	}
	for _, c := range r.corpora {
		progress(r.began, "%s: %d sessions, %d questions, %d left out", c.Name, len(c.Sessions), len(c.Questions), len(c.Left))
		for _, left := range c.Left {
			progress(r.began, "  left out %s", left)
		}
	}
	if r.home, err = os.MkdirTemp("", "causeway-public-*"); err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(r.home)) }()
	equal := true
	for _, search := range slices.Concat([]string{"BM25"}, o.providers) {
		first, err := r.askAll(ctx, search, 1)
		if err != nil {
			return fmt.Errorf("ask by %s: %w", search, err)
		}
		second, err := r.askAll(ctx, search, 2)
		if err != nil {
			return fmt.Errorf("ask by %s again: %w", search, err)
		}
		equal = equal && reflect.DeepEqual(first, second)
		r.rows = append(r.rows, first...)
	}
	if err := errors.Join(r.print(), r.writeAnswers()); err != nil {
		return err
	}
	if !equal {
		return errors.New("asked twice, the same memory found other turns")
	}
	_, err = fmt.Println("Asked twice in memories of their own, all found the same.")
	return err
}

// askAll asks all questions of all corpora in one way.
func (r *publicRun) askAll(ctx context.Context, search string, pass int) (out []publicAnswer, err error) {
	var l *library
	if search != "BM25" {
		if l, err = openFile(ctx, filepath.Join(r.home, fmt.Sprintf("%s-%d.db", search, pass))); err != nil {
			return nil, err
		}
		defer l.close()
	}
	for i := range r.corpora {
		c := &r.corpora[i]
		turns, sessions, done, err := r.searches(ctx, l, search, c)
		if err != nil {
			return nil, err
		}
		for _, way := range []struct {
			unit   string
			list   []questions.Question
			search questions.Search
		}{{"turn", c.Questions, turns}, {"session", aboutSessions(c.Questions), sessions}} {
			found, err := questions.Evaluate(ctx, way.list, way.search)
			if err != nil {
				return nil, errors.Join(err, done())
			}
			for _, a := range found {
				one := questions.Result{a}.Quality()
				out = append(out, publicAnswer{c.Format, c.Name, search, way.unit, a, one.RecallAt5, one.RecallAt10, one.MRR})
			}
		}
		progress(r.began, "%s, %s: %d questions", search, c.Name, len(c.Questions))
		if err := done(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// searches returns how turns and sessions are searched for; done takes the memory away.
func (r *publicRun) searches(ctx context.Context, l *library, search string, c *public.Corpus) (turns, sessions questions.Search, done func() error, err error) {
	if l == nil {
		words := public.NewBM25(c)
		turns = func(_ context.Context, text string) (questions.Found, error) {
			return questions.Found{Episodes: words.Rank(text, 10)}, nil
		}
		sessions = func(_ context.Context, text string) (questions.Found, error) {
			return questions.Found{Episodes: sessionsOf(words.Rank(text, 1_000))}, nil
		}
		return turns, sessions, func() error { return nil }, nil
	}
	service, end, err := l.fill(ctx, c.Name, filling{search, questions.Recipes()[0]}, c.Episodes(), r.home, "")
	if err != nil {
		return nil, nil, nil, err
	}
	done = func() error { return errors.Join(service.Recording.PurgeProject(ctx, c.Name), end()) }
	return recalled(service, c.Name, true), recalled(service, c.Name, false), done, nil
}

// recalled asks recall for the best ten turns or sessions. Of a passage its best turn counts.
func recalled(service *memory.Episodes, project string, turns bool) questions.Search {
	return func(ctx context.Context, text string) (found questions.Found, err error) {
		answer, err := service.Recall.Recall(ctx, recall.Question{Project: project, Text: text, Limit: 10, EachPassage: turns})
		for _, h := range answer.Hits {
			switch {
			case !turns:
				found.Episodes = append(found.Episodes, h.Episode)
			case len(h.Best.Occurrences) > 0:
				found.Episodes = append(found.Episodes, h.Best.Occurrences[0])
			}
		}
		return found, err
	}
}

// sessionsOf are the sessions of turns, each once, in their order.
func sessionsOf(turns []string) []string {
	var out []string
	for _, key := range turns {
		if session, _, _ := strings.Cut(key, "/"); !slices.Contains(out, session) {
			out = append(out, session)
		}
	}
	return out
}

func aboutSessions(list []questions.Question) []questions.Question {
	out := slices.Clone(list)
	for i := range out {
		out[i].Episodes = sessionsOf(out[i].Episodes)
	}
	return out
}

// print shows means with their intervals, for each format, unit, search and kind.
func (r *publicRun) print() error {
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "set\tranks\tsearch\tkind\tquestions\trecall@5\trecall@10\t95 %\tMRR\t95 %")
	for _, group := range groupsOf(r.rows) {
		var five, ten, rank []float64
		for _, a := range group.answers {
			five, ten, rank = append(five, a.RecallAt5), append(ten, a.RecallAt10), append(rank, a.ReciprocalRank)
		}
		at5, _, _ := public.Interval(five)
		at10, low, high := public.Interval(ten)
		mrr, lowRank, highRank := public.Interval(rank)
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%d\t%.3f\t%.3f\t%.3f to %.3f\t%.3f\t%.3f to %.3f\n", group.of[0], group.of[1], group.of[2], group.of[3], len(ten), at5, at10, low, high, mrr, lowRank, highRank)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("print the figures: %w", err)
	}
	return nil
}

// publicGroup are the answers of one format, unit, search and kind.
type publicGroup struct {
	of      [4]string
	answers []publicAnswer
}

// groupsOf groups answers in the order in which they were given, all kinds together first.
func groupsOf(rows []publicAnswer) []publicGroup {
	var out []publicGroup
	add := func(a publicAnswer, kind string) {
		of := [4]string{a.Format, a.Unit, a.Search, kind}
		at := slices.IndexFunc(out, func(g publicGroup) bool { return g.of == of })
		if at < 0 {
			at = len(out)
			out = append(out, publicGroup{of: of})
		}
		out[at].answers = append(out[at].answers, a)
	}
	for _, a := range rows {
		add(a, "all")
	}
	for _, a := range rows {
		if a.Kind != "" {
			add(a, string(a.Kind))
		}
	}
	return out
}

// writeAnswers writes a line of JSON for each question and way of searching.
func (r *publicRun) writeAnswers() (err error) {
	if r.answers == "" {
		return nil
	}
	file, err := os.Create(r.answers)
	if err != nil {
		return fmt.Errorf("write the answers: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	lines := json.NewEncoder(file)
	for _, a := range r.rows {
		if err := lines.Encode(map[string]any{
			"set": a.Format, "corpus": a.Corpus, "search": a.Search, "ranks": a.Unit, "id": a.ID, "kind": a.Kind, "question": a.Text,
			"evidence": a.Question.Episodes, "found": a.Found.Episodes, "recallAt5": a.RecallAt5, "recallAt10": a.RecallAt10, "reciprocalRank": a.ReciprocalRank,
		}); err != nil {
			return fmt.Errorf("write the answers: %w", err)
		}
	}
	return nil
}
