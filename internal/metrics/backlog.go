package metrics

import (
	"context"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/prometheus/client_golang/prometheus"
)

// scrapeTime bounds the queries of a scrape, so that it never hangs.
const scrapeTime = 2 * time.Second

// WatchBacklog registers three gauges for the indexing backlog, counted at each scrape; -1 means
// that counting failed. It must be called once.
func (m *Metrics) WatchBacklog(count func(context.Context) (episodic.BacklogCount, error)) {
	m.registry.MustRegister(backlog{
		count: count,
		episodes: prometheus.NewDesc(prometheus.BuildFQName(namespace, "index", "backlog_episodes"),
			"Episodes whose place in the search engine is behind the graph; -1 when they cannot be counted.", nil, nil),
		failing: prometheus.NewDesc(prometheus.BuildFQName(namespace, "index", "failing_episodes"),
			"Episodes of the backlog that the search engine has refused at least once; -1 when they cannot be counted.", nil, nil),
		unembedded: prometheus.NewDesc(prometheus.BuildFQName(namespace, "index", "unembedded_episodes"),
			"Episodes of the backlog that are found by their words and wait for their vectors; -1 when they cannot be counted.", nil, nil),
	})
}

// backlog is a collector that takes all gauges from one count.
type backlog struct {
	count                         func(context.Context) (episodic.BacklogCount, error)
	episodes, failing, unembedded *prometheus.Desc
}

// Describe implements [prometheus.Collector].
func (b backlog) Describe(to chan<- *prometheus.Desc) {
	to <- b.episodes
	to <- b.failing
	to <- b.unembedded
}

// Collect implements [prometheus.Collector].
func (b backlog) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	n, err := b.count(ctx)
	if err != nil {
		n = episodic.BacklogCount{Episodes: -1, Failing: -1, Unembedded: -1}
	}
	to <- prometheus.MustNewConstMetric(b.episodes, prometheus.GaugeValue, float64(n.Episodes))
	to <- prometheus.MustNewConstMetric(b.failing, prometheus.GaugeValue, float64(n.Failing))
	to <- prometheus.MustNewConstMetric(b.unembedded, prometheus.GaugeValue, float64(n.Unembedded))
}
