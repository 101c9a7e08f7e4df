package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

const (
	// wordsAlone is the provider without vectors. Its home is filled, and copied for the others.
	wordsAlone = "none"
	// warming is how many questions are asked before any is timed: the first ones load what is searched.
	warming = 5
	// modelEpisodes bounds the corpus; fewer are imported, as many as the chunks need.
	modelEpisodes = 1_000_000
)

// providerRow is what was measured with the vectors of a provider at one size.
type providerRow struct {
	Provider string `json:"provider"`
	// Wanted is the size that was asked for, Chunks how many there are.
	Wanted int `json:"wanted"`
	Chunks int `json:"chunks"`
	// Load is the machine's load when it began.
	Load string `json:"load"`
	// Used is the processor time of the build so far, of Built of the Episodes.
	Used     time.Duration `json:"used_ns"`
	Built    int           `json:"built"`
	Episodes int           `json:"episodes"`
	// Asked and Words are questions by default and by words alone; empty until the build has ended.
	Asked measure.Timings `json:"asked_ns,omitempty"`
	Words measure.Timings `json:"words_ns,omitempty"`
	// Resident is the memory of the service with the programs that it started, File what the file uses.
	Resident int64 `json:"resident,omitempty"`
	File     int64 `json:"file,omitempty"`
}

// providerRun measures the providers of vectors at some numbers of chunks, each in a home of its own.
type providerRun struct {
	options
	out  io.Writer
	Rows []*providerRow `json:"rows"`
}

// measureProviders measures what the folder has no figures of, and prints all that it has. A build that was cut off goes on.
func measureProviders(ctx context.Context, o options, out, progress io.Writer) error {
	r := &providerRun{options: o, out: progress}
	if err := r.load(); err != nil {
		return err
	}
	var err error
	for _, chunks := range o.sizes {
		if err = r.fill(ctx, chunks); err != nil {
			err = fmt.Errorf("fill a project with %d chunks: %w", chunks, err)
			break
		}
		for _, provider := range o.providers {
			if err = r.measure(ctx, provider, chunks); err != nil {
				err = errors.Join(err, fmt.Errorf("measure %s at %d chunks: %w", provider, chunks, err))
				break
			}
		}
	}
	return errors.Join(err, r.print(out))
}

func (r *providerRun) path() string { return filepath.Join(r.folder, "providers.json") }

// home is where the program keeps the data of a provider.
func (r *providerRun) home(provider string, chunks int) string {
	return filepath.Join(r.folder, fmt.Sprintf("%s-%d", provider, chunks))
}

func (r *providerRun) load() error {
	if err := os.MkdirAll(r.folder, 0o700); err != nil {
		return fmt.Errorf("make the folder: %w", err)
	}
	text, err := os.ReadFile(r.path())
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(text, r)
	}
	if err != nil {
		return fmt.Errorf("read what was measured: %w", err)
	}
	return nil
}

func (r *providerRun) save() error {
	text, err := json.Marshal(r)
	if err == nil {
		err = replaceFile(r.path(), text)
	}
	if err != nil {
		return fmt.Errorf("keep the figures: %w", err)
	}
	return nil
}

// row returns the row of a provider at a size.
func (r *providerRun) row(provider string, chunks int) *providerRow {
	i := slices.IndexFunc(r.Rows, func(row *providerRow) bool { return row.Provider == provider && row.Wanted == chunks })
	if i >= 0 {
		return r.Rows[i]
	}
	row := &providerRow{Provider: provider, Wanted: chunks, Load: load()}
	r.Rows = append(r.Rows, row)
	return row
}

// service starts the program with a provider in its home.
func (r *providerRun) service(ctx context.Context, provider string, chunks int) (*measuring, error) {
	o := r.options
	o.folder = r.home(provider, chunks)
	if err := os.MkdirAll(o.folder, 0o700); err != nil {
		return nil, fmt.Errorf("make a folder: %w", err)
	}
	s, err := openState(o)
	if err != nil {
		return nil, err
	}
	o.settings = providerSettings(provider)
	return newMeasuring(ctx, o, s, modelEpisodes, r.out)
}

func providerSettings(provider string) []string {
	return []string{"CAUSEWAY_EMBEDDING_PROVIDER=" + provider}
}

const chunksQuery = `query($project: String!) { project(name: $project) { derivation { pending } index { active { provider } chunks embedded building { number } } } }`

// projectIndex is what the program tells of its project.
type projectIndex struct {
	Project struct {
		Derivation struct{ Pending int }
		Index      struct {
			Active           struct{ Provider *string }
			Chunks, Embedded int
			Building         *struct{ Number int }
		}
	}
}

// fill imports episodes without vectors until there are so many chunks, and waits until everything is worked off.
func (r *providerRun) fill(ctx context.Context, chunks int) (err error) {
	if r.row(wordsAlone, chunks).Chunks > 0 {
		return nil
	}
	m, err := r.service(ctx, wordsAlone, chunks)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.stop()) }()
	m.document = plainDocument(m.diary.Corpus)
	var now projectIndex
	for {
		if m.state.Episodes > 0 {
			if err := m.query(ctx, chunksQuery, vars{}, &now); err != nil {
				return err
			}
		}
		if now.Project.Index.Chunks >= chunks {
			break
		}
		if err := m.importEpisodes(ctx, m.state.Episodes, m.state.Episodes+m.batch); err != nil {
			return err
		}
		m.state.Episodes += m.batch
		if err := m.state.save(); err != nil {
			return err
		}
		fmt.Fprintf(r.out, "%d chunks: %d episodes are imported, %d chunks\n", chunks, m.state.Episodes, now.Project.Index.Chunks)
	}
	if now, err = m.worked(ctx); err != nil {
		return err
	}
	row := r.row(wordsAlone, chunks)
	row.Chunks, row.Episodes = now.Project.Index.Chunks, m.state.Episodes
	return r.save()
}

// plainDocument returns the episodes of a corpus without links: what follows from links is not measured here.
func plainDocument(c *corpus.Corpus) func(n int) ([]byte, error) {
	return func(n int) ([]byte, error) {
		e := c.Episode(n)
		e.Links = nil
		for i := range e.Events {
			e.Events[i].CausedBy = nil
		}
		for i := range e.Decisions {
			e.Decisions[i].Effects = nil
		}
		b, err := json.Marshal(e)
		if err != nil {
			return nil, fmt.Errorf("write episode %d: %w", n, err)
		}
		return b, nil
	}
}

// worked waits until nothing is left to do.
func (m *measuring) worked(ctx context.Context) (now projectIndex, err error) {
	for {
		ready, err := m.program.Readiness(ctx)
		if err != nil {
			return now, err
		}
		if err := m.query(ctx, chunksQuery, vars{}, &now); err != nil {
			return now, err
		}
		if now.Project.Derivation.Pending == 0 && now.Project.Index.Building == nil && none(ready.Backlog) && none(ready.Unembedded) {
			return now, nil
		}
		if err := m.pause(ctx); err != nil {
			return now, err
		}
	}
}

// measure builds the index with a provider and asks, unless both was done.
func (r *providerRun) measure(ctx context.Context, provider string, chunks int) error {
	row := r.row(provider, chunks)
	if len(row.Asked) > 0 {
		return nil
	}
	base := r.row(wordsAlone, chunks)
	if provider != wordsAlone && row.Chunks == 0 {
		if err := copyHome(r.home(wordsAlone, chunks), r.home(provider, chunks)); err != nil {
			return err
		}
		row.Chunks, row.Episodes = base.Chunks, base.Episodes
	}
	if row.Built < row.Episodes {
		if err := r.build(ctx, row); err != nil {
			return err
		}
	}
	return r.ask(ctx, row)
}

// copyHome copies the files of a home folder, but not those in folders.
func copyHome(from, to string) error {
	if err := os.RemoveAll(to); err != nil {
		return fmt.Errorf("empty a folder: %w", err)
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return fmt.Errorf("copy a home folder: %w", err)
	}
	return nil
}

// build has `causeway reindex` build the next generation, or go on with it, and adds its processor time, whether it ends or not.
func (r *providerRun) build(ctx context.Context, row *providerRow) error {
	home := filepath.Join(r.home(row.Provider, row.Wanted), "home")
	command := exec.CommandContext(ctx, r.binary, "reindex", "--project", project)
	command.Env = append(append(os.Environ(), "CAUSEWAY_HOME="+home, "CAUSEWAY_ENGINES="+r.engines), providerSettings(row.Provider)...)
	command.Stdout, command.Stderr = r.out, r.out
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	failed := command.Run()
	if command.ProcessState == nil {
		return fmt.Errorf("run %s: %w", r.binary, failed)
	}
	row.Used += command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	built, err := builtEpisodes(context.WithoutCancel(ctx), home, row.Episodes)
	row.Built = built
	return errors.Join(failed, err, r.save())
}

// builtEpisodes returns how many episodes the generation that is being built has, all if none is.
func builtEpisodes(ctx context.Context, home string, all int) (built int, err error) {
	store, err := sqlitestore.Open(sqlitestore.Options{Path: engine.DatabasePath(home)})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, store.Close(ctx)) }()
	state, err := store.GetIndexState(ctx, project)
	switch {
	case err != nil:
		return 0, err
	case state.Building.Number > 0:
		return state.Built, nil
	case state.Active.Number == 1:
		return 0, nil // it was cut off while it learned
	}
	return all, nil
}

// ask asks questions by default and by words alone, in turns, and weighs the service and its file.
func (r *providerRun) ask(ctx context.Context, row *providerRow) (err error) {
	m, err := r.service(ctx, row.Provider, row.Wanted)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.stop()) }()
	now, err := m.worked(ctx)
	if err != nil {
		return err
	}
	index := now.Project.Index
	if provider := index.Active.Provider; row.Provider != wordsAlone && (provider == nil || *provider != row.Provider || index.Embedded != index.Chunks) {
		return fmt.Errorf("the index is %+v", index)
	}
	fmt.Fprintf(r.out, "%d chunks: %s is asked\n", row.Chunks, row.Provider)
	var asked, words measure.Timings
	texts := m.diary.Questions(warming + m.n)
	for i, text := range texts {
		for side := range 2 {
			v, to := vars{"text": text}, &asked
			if (i+side)%2 == 1 {
				v, to = vars{"text": text, "alpha": 0}, &words
			}
			took, err := m.timed(ctx, question{"recall", providerText, 0, "", func(int) vars { return v }, `"hits":[`}, i)
			if err != nil {
				return err
			}
			if i >= warming {
				*to = append(*to, took)
			}
		}
	}
	if p := m.processes(); p != nil {
		row.Resident = p.resident
	}
	if err := m.program.Stop(); err != nil {
		return err
	}
	m.program = nil
	if row.File, err = usedOf(engine.DatabasePath(m.home())); err != nil {
		return err
	}
	row.Asked, row.Words = asked, words
	return r.save()
}

const providerText = `query($project: String!, $text: String!, $alpha: Float) { recall(project: $project, text: $text, first: 10, alpha: $alpha) {
	degraded hits { score text episode { key startedAt outcome task } } } }`

// print writes the rows as a table in Markdown.
func (r *providerRun) print(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d cores, %s/%s, load %s after\n\n", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, load())
	b.WriteString("| vectors | chunks | load before | indexed, chunks/s of one core | question, p50 and p95, ms | by words alone | ratio | memory, MiB | file in use, MiB |\n" +
		"|---|---|---|---|---|---|---|---|---|\n")
	for _, row := range r.Rows {
		if row.Used == 0 {
			continue
		}
		share := float64(row.Built) / float64(row.Episodes)
		fmt.Fprintf(&b, "| %s | %d | %s | %.0f", row.Provider, row.Chunks, row.Load, share*float64(row.Chunks)/row.Used.Seconds())
		if share < 1 {
			fmt.Fprintf(&b, " (of the first %.0f %%)", share*100)
		}
		if len(row.Asked) == 0 {
			b.WriteString(" | - | - | - | - | - |\n")
			continue
		}
		pair := func(t measure.Timings) string {
			return digits(milliseconds(t.Percentile(50))) + ", " + digits(milliseconds(t.Percentile(95)))
		}
		over := func(p float64) float64 { return float64(row.Asked.Percentile(p)) / float64(row.Words.Percentile(p)) }
		fmt.Fprintf(&b, " | %s | %s | %.2f, %.2f | %.0f | %.0f |\n", pair(row.Asked), pair(row.Words), over(50), over(95),
			float64(row.Resident)/(1<<20), float64(row.File)/(1<<20))
	}
	_, err := io.WriteString(out, b.String())
	return err
}
