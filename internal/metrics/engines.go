package metrics

import (
	"context"
	"runtime"

	"github.com/prometheus/client_golang/prometheus"
)

// WatchEngines registers a gauge for each engine, read at each scrape: 1 if the engine can be
// used, otherwise 0. ask must respect its context, and returns the engines by name. WatchEngines
// must be called once.
func (m *Metrics) WatchEngines(ask func(context.Context) map[string]bool) {
	m.registry.MustRegister(engines{ask: ask, up: prometheus.NewDesc(
		prometheus.BuildFQName(namespace, "engine", "up"),
		"Whether an engine answers and its schema fits (1) or not (0), by its name; asked at each scrape.", []string{"engine"}, nil)})
}

// engines is a collector that checks all engines at once.
type engines struct {
	ask func(context.Context) map[string]bool
	up  *prometheus.Desc
}

// Describe implements [prometheus.Collector].
func (e engines) Describe(to chan<- *prometheus.Desc) { to <- e.up }

// Collect implements [prometheus.Collector].
func (e engines) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	for name, up := range e.ask(ctx) {
		value := 0.0
		if up {
			value = 1
		}
		to <- prometheus.MustNewConstMetric(e.up, prometheus.GaugeValue, value, name)
	}
}

// TellBuild registers the version of this program. It must be called once.
func (m *Metrics) TellBuild(version string) {
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Namespace: namespace, Subsystem: "build", Name: "info",
		Help: "Always 1; the labels say which causeway this is and which Go built it.",
	}, []string{"version", "go_version"})
	build.WithLabelValues(version, runtime.Version()).Set(1)
	m.registry.MustRegister(build)
}
