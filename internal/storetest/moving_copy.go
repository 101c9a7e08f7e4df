package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
)

// RunCopy copies a project from one set to another, interrupted at random moments and restarted, until
// both hold the same.
func RunCopy(t *testing.T, source, target Open) {
	one := newFixture(t, source)
	other := newFixture(t, target)
	if one.Graph == nil || other.Graph == nil {
		t.Fatal("a set has no graph")
	}
	project := newName(t)
	m := &moving{T: t, s: one.Graph, from: project, now: movingDay()}
	there := &moving{T: t, s: other.Graph, from: project, now: movingDay()}
	m.purged(project)
	there.purged(project)
	m.fill(160)
	m.copyCutOff(one.Graph, other.Graph)
	m.equal("what is drawn", there.layerOf(project), m.layerOf(project))
	records := there.snapshotOf(project)
	m.record(project, m.prepare("0000", "changed since"))
	m.must(m.s.PurgeEpisode(m.Context(), project, records[1].Episode))
	there.record(project, m.prepare("own", "of the target"))
	m.copyDiffers(one.Graph, other.Graph, []string{records[1].Episode, "own"})
}

// copies is RunCopy inside one store.
func (m *moving) copies() {
	m.fill(80)
	target := renamed{Graph: m.s, to: m.to}
	m.copyCutOff(m.s, target)
	m.equal("what is drawn", m.layerOf(m.to), m.layerOf(m.from))
	records := m.snapshotOf(m.to)
	m.record(m.from, m.prepare("0000", "changed since"))
	m.must(m.s.PurgeEpisode(m.Context(), m.from, records[1].Episode))
	m.record(m.to, m.prepare("own", "of the target"))
	m.record(m.from, m.prepare("own", "of the source"))
	m.copyDiffers(m.s, target, []string{records[1].Episode, "own"})
}

// fill records n episodes that link to each other; some are revised, deleted or read.
func (m *moving) fill(n int) {
	m.Helper()
	r := rand.New(rand.NewPCG(9, uint64(n)))
	var batch []episodic.Prepared
	for i := range n {
		link := episodic.Link{
			Source: "e2", Relation: episodic.RelationCauses, Target: fmt.Sprintf("%04d/e1", r.IntN(n)), Basis: episodic.BasisStated,
		}
		p := m.prepare(fmt.Sprintf("%04d", i), fmt.Sprintf("task %d of issue #%d", i, r.IntN(9)))
		if target, _, _ := episodic.SplitKey(link.Target); target != p.Episode.ID {
			p = m.prepare(p.Episode.ID, p.Episode.Task, link)
		}
		batch = append(batch, p)
	}
	m.record(m.from, batch...)
	reads := map[string]int64{}
	for i, p := range batch {
		id := p.Episode.ID
		for v := range r.IntN(3) {
			m.record(m.from, m.prepare(id, fmt.Sprintf("revision %d of %d", v, i)))
		}
		switch r.IntN(4) {
		case 0:
			m.must(m.s.DeleteEpisode(m.Context(), m.from, id, m.tick()))
		case 1:
			reads[id] = int64(1 + r.IntN(5))
		}
	}
	m.must(m.s.RecordAccess(m.Context(), m.from, reads, m.tick()))
}

// copyCutOff copies in attempts that stop early, each later than the one before, until one completes.
func (m *moving) copyCutOff(from archive.CopyStore, to archive.CopyTarget) {
	m.Helper()
	cut := 0
	for wait := 100 * time.Microsecond; ; wait += wait/2 + time.Duration(rand.IntN(int(time.Millisecond))) {
		ctx, cancel := context.WithTimeout(m.Context(), wait)
		report, err := archive.Copy(ctx, from, to, m.from, nil)
		cancel()
		if err != nil && ctx.Err() == nil {
			m.Fatalf("the copy failed by itself: %v", err)
		}
		if err != nil {
			cut++
			continue
		}
		if !report.Equal() || len(report.Differences) > 0 {
			m.Fatalf("after %d copies that were cut off: %+v", cut, report)
		}
		m.Logf("equal after %d copies that were cut off", cut)
		break
	}
	if cut < 3 {
		m.Errorf("only %d copies were cut off", cut)
	}
	report, err := archive.Copy(m.Context(), from, to, m.from, nil)
	m.must(err)
	if report.Written != 0 || !report.Equal() || report.Episodes == 0 {
		m.Errorf("one more copy: %+v", report)
	}
}

// copyDiffers copies once more and expects one episode to be written and those named to differ.
func (m *moving) copyDiffers(from archive.CopyStore, to archive.CopyTarget, ids []string) {
	m.Helper()
	report, err := archive.Copy(m.Context(), from, to, m.from, nil)
	m.must(err)
	var differ []string
	for _, d := range report.Differences {
		differ = append(differ, d.Episode)
	}
	m.equal("the episodes that differ", differ, ids)
	if report.Equal() || report.Written != 1 {
		m.Errorf("the report is %+v", report)
	}
}

// renamed is a store in which the copied project has another name.
type renamed struct {
	Graph
	to string
}

// GetProject implements [archive.CopyStore].
func (r renamed) GetProject(ctx context.Context, _ string) (episodic.ProjectInfo, error) {
	return r.Graph.GetProject(ctx, r.to)
}

// Snapshot implements [archive.CopyStore].
func (r renamed) Snapshot(ctx context.Context, _ string) ([]episodic.Record, error) {
	return r.Graph.Snapshot(ctx, r.to)
}

// ListContents implements [archive.CopyStore].
func (r renamed) ListContents(ctx context.Context, _ string, revisions []episodic.RevisionKey) ([]episodic.Content, error) {
	return r.Graph.ListContents(ctx, r.to, revisions)
}

// RecordHistories implements [archive.CopyTarget].
func (r renamed) RecordHistories(ctx context.Context, _ string, createdAt time.Time, histories []episodic.History) (int, error) {
	return r.Graph.RecordHistories(ctx, r.to, createdAt, histories)
}
