package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/privacy"
)

// WatchJournal registers gauges of what waits in the journal, read at each scrape; -1 means that
// reading failed. It must be called once.
func (m *Metrics) WatchJournal(read func(context.Context) (journal.Stats, error)) {
	describe := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc(prometheus.BuildFQName(namespace, "capture", name), help+"; -1 when that cannot be read.", nil, nil)
	}
	m.registry.MustRegister(journaled{
		read: read,
		figures: []figure{
			{describe("waiting_events", "Captured events that are acknowledged and wait for the graph"), func(s journal.Stats) float64 { return float64(s.Journaled.Records) }},
			{describe("unindexed_events", "Captured events that are in the graph and wait for the search index"), func(s journal.Stats) float64 { return float64(s.Applied.Records) }},
			{describe("failed_events", "Captured events that the graph refused and that were set aside"), func(s journal.Stats) float64 { return float64(s.Failed.Records) }},
			{describe("waiting_bytes", "Size of the captured events that wait or were set aside"), func(s journal.Stats) float64 {
				return float64(s.Journaled.Bytes + s.Applied.Bytes + s.Failed.Bytes)
			}},
			{describe("oldest_seconds", "Age of the oldest captured event that waits, 0 if none does"), age},
			{describe("journal_bytes", "Size of the files of the journal"), func(s journal.Stats) float64 { return float64(s.FileBytes) }},
			{describe("damaged_events", "Captured events that cannot be read because the journal is damaged"), func(s journal.Stats) float64 { return float64(s.Damaged) }},
		},
	})
}

// age is how long the oldest record has waited, in seconds.
func age(s journal.Stats) float64 {
	if s.OldestAt.IsZero() {
		return 0
	}
	return max(0, time.Since(s.OldestAt).Seconds())
}

// figure is one gauge of the journal.
type figure struct {
	desc *prometheus.Desc
	of   func(journal.Stats) float64
}

// journaled is a collector that takes all gauges from one reading.
type journaled struct {
	read    func(context.Context) (journal.Stats, error)
	figures []figure
}

// Describe implements [prometheus.Collector].
func (j journaled) Describe(to chan<- *prometheus.Desc) {
	for _, f := range j.figures {
		to <- f.desc
	}
}

// Collect implements [prometheus.Collector].
func (j journaled) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	stats, err := j.read(ctx)
	for _, f := range j.figures {
		value := -1.0
		if err == nil {
			value = f.of(stats)
		}
		to <- prometheus.MustNewConstMetric(f.desc, prometheus.GaugeValue, value)
	}
}

// ObserveApplied counts captured events that a round of the applier read, and how long it took.
func (m *Metrics) ObserveApplied(events int, took time.Duration, err error) {
	result := "ok"
	if err != nil {
		result = "failed"
	}
	m.applied.WithLabelValues(result).Add(float64(events))
	m.applyDuration.WithLabelValues(result).Observe(took.Seconds())
}

// ObserveTraces counts spans ("span") or log records ("record") by what became of them; refused has the
// reasons of those that were not taken.
func (m *Metrics) ObserveTraces(kind string, stored, merged int, refused map[string]int) {
	m.traces.WithLabelValues(kind, "stored").Add(float64(stored))
	m.traces.WithLabelValues(kind, "merged").Add(float64(merged))
	for reason, n := range refused {
		m.traces.WithLabelValues(kind, reason).Add(float64(n))
	}
}

// ObserveExecution notes what all projects hold of execution events.
func (m *Metrics) ObserveExecution(events int, bytes int64, keys, collisions int) {
	m.executionEvents.Set(float64(events))
	m.executionBytes.Set(float64(bytes))
	m.contextKeys.Set(float64(keys))
	m.contextCollisions.Set(float64(collisions))
}

// ObserveFound counts personal data and secrets that were kept out of a captured event.
func (m *Metrics) ObserveFound(counts privacy.Counts) {
	for kind, n := range counts {
		m.found.WithLabelValues(string(kind)).Add(float64(n))
	}
}
