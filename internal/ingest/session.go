package ingest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// uniteSessions puts the log of a session and the episode of that session together. They are two
// documents about the same work, which would otherwise be counted twice. Both are kept as sources of
// the episode, so that a new content of one replaces its part.
func (run *importing) uniteSessions(ctx context.Context) error {
	for chunk := range slices.Chunk(slices.Collect(run.ofSessions()), 200) {
		known, err := run.known(ctx, chunk)
		if errors.Is(err, episodic.ErrProjectNotFound) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the episodes of the same sessions: %w", err)
		}
		for _, t := range chunk {
			if err := run.unite(t, known); err != nil {
				return err
			}
		}
	}
	return nil
}

// ofSessions yields the open tasks that say their session.
func (run *importing) ofSessions() func(yield func(*task) bool) {
	return func(yield func(*task) bool) {
		for _, t := range run.tasks {
			if t.isOpen() && t.session != "" && !yield(t) {
				return
			}
		}
	}
}

// known returns the present episodes that tasks may belong to, by id.
func (run *importing) known(ctx context.Context, tasks []*task) (map[string]episodic.Episode, error) {
	var ids, sessions []string
	for _, t := range tasks {
		ids = append(ids, t.item.Episode, sessionLogPrefix+idOf(t.session))
		if t.isLog() {
			sessions = append(sessions, t.session)
		}
	}
	found, err := run.to.OfSessions(ctx, run.options.Project, ids, sessions)
	known := make(map[string]episodic.Episode, len(found))
	for _, e := range found {
		known[e.ID] = e
	}
	return known, err
}

func (t *task) isLog() bool { return strings.HasPrefix(t.item.Episode, sessionLogPrefix) }

// unite makes a task the new content of the episode that both documents are about, if there are two.
func (run *importing) unite(t *task, known map[string]episodic.Episode) error {
	base, part := run.counterpart(t, known)
	if base.ID == "" {
		return nil
	}
	own, err := run.spool.episode(t.at, t.size)
	if err != nil {
		return err
	}
	sources, err := sourcesOf(base)
	if err != nil {
		return err
	}
	source, err := sourceOf(part, own)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(sources, func(s episodic.Source) bool { return s.Format == source.Format && s.Hash == source.Hash }) {
		t.item.Episode = base.ID
		t.unchanged(RuleSameSession, "is a source of episode %s already", base.ID)
		return nil
	}
	united, err := unitedFrom(append(slices.DeleteFunc(sources, func(s episodic.Source) bool { return s.Format == source.Format }), source))
	if err != nil {
		return err
	}
	known[united.ID] = united
	return run.replace(t, united)
}

// counterpart returns the episode that the document of a task belongs to, and as which part. It names
// the log that goes into an episode in gone.
func (run *importing) counterpart(t *task, known map[string]episodic.Episode) (base episodic.Episode, part Format) {
	if !t.isLog() {
		return t.loggedOf(known)
	}
	for _, id := range slices.Sorted(maps.Keys(known)) {
		e := known[id]
		if e.Session != t.session || strings.HasPrefix(e.ID, sessionLogPrefix) || !sameDay(e.StartedAt, t.startedAt) {
			continue
		}
		if base.ID != "" {
			t.note(RuleSeveralOfSession, "%s and %s are both of session %s", base.ID, e.ID, t.session)
			return episodic.Episode{}, ""
		}
		base = e
	}
	if log, is := known[t.item.Episode]; is && base.ID != "" {
		t.gone = log.ID // both were recorded before they were put together
	}
	return base, FormatSessionLog
}

// loggedOf returns the episode that a document which is no log belongs to: itself if it has sources, else the
// log of its session and day, which then goes into it.
func (t *task) loggedOf(known map[string]episodic.Episode) (base episodic.Episode, part Format) {
	own, is := known[t.item.Episode]
	log, logged := known[sessionLogPrefix+idOf(t.session)]
	logged = logged && log.ID != own.ID && sameDay(log.StartedAt, t.startedAt)
	if logged {
		t.gone = log.ID
	}
	switch {
	case is && len(own.Sources) > 0:
		return own, FormatEpisode
	case logged:
		return log, FormatEpisode
	default:
		return episodic.Episode{}, ""
	}
}

// sameDay reports whether two times do not name different days.
func sameDay(a, b episodic.Timestamp) bool {
	return a.IsZero() || b.IsZero() || a.Time.Format(time.DateOnly) == b.Time.Format(time.DateOnly)
}

// sourcesOf returns the sources of a recorded episode: itself if it comes from one document.
func sourcesOf(e episodic.Episode) ([]episodic.Source, error) {
	if len(e.Sources) > 0 {
		return slices.Clone(e.Sources), nil
	}
	format := FormatEpisode
	if strings.HasPrefix(e.ID, sessionLogPrefix) {
		format = FormatSessionLog
	}
	s, err := sourceOf(format, e)
	return []episodic.Source{s}, err
}

func sourceOf(format Format, e episodic.Episode) (episodic.Source, error) {
	p, err := intake.Prepare(e)
	if err != nil {
		return episodic.Source{}, fmt.Errorf("prepare %q: %w", e.ID, err)
	}
	return episodic.Source{Format: string(format), Name: e.ID, Hash: p.Hash, Content: p.Content}, nil
}

// replace gives a task another content.
func (run *importing) replace(t *task, e episodic.Episode) error {
	p, err := intake.Prepare(e)
	if err != nil {
		t.item.refuse(err)
		return nil
	}
	if t.at, err = run.spool.put(p.Content); err != nil {
		return err
	}
	t.note(RuleSameSession, "put together with the other document of session %s as %s", e.Session, e.ID)
	t.item.Episode, t.hash, t.size = e.ID, p.Hash, len(p.Content)
	t.item.Decisions, t.item.Events, t.item.Links = len(p.Episode.Decisions), len(p.Episode.Events), len(p.Episode.Links)
	return nil
}

// removeUnited deletes the logs that went into an episode: they are among its sources.
func (run *importing) removeUnited(ctx context.Context) error {
	for _, t := range run.tasks {
		if t.gone == "" || t.item.Status == StatusRefused || t.item.Status == StatusNotWritten {
			continue
		}
		if err := run.to.Delete(ctx, run.options.Project, t.gone); err != nil && !errors.Is(err, episodic.ErrNotFound) {
			return fmt.Errorf("delete the log %q that went into %q: %w", t.gone, t.item.Episode, err)
		}
	}
	return nil
}
