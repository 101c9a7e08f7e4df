package metrics

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics observes what causeway does. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry

	requests          *prometheus.CounterVec
	requestDuration   *prometheus.HistogramVec
	inFlight          prometheus.Gauge
	refusals          *prometheus.CounterVec
	operations        *prometheus.CounterVec
	operationCost     *prometheus.HistogramVec
	operationDuration *prometheus.HistogramVec
	fieldDuration     *prometheus.HistogramVec
	statementDuration *prometheus.HistogramVec
	statementErrors   *prometheus.CounterVec
	derivations       *prometheus.HistogramVec
	indexDuration     *prometheus.HistogramVec
	indexErrors       *prometheus.CounterVec
	importedFiles     *prometheus.CounterVec
	importRepairs     *prometheus.CounterVec
	embedDuration     *prometheus.HistogramVec
	embedErrors       *prometheus.CounterVec
	cacheLookups      *prometheus.CounterVec
	generations       *prometheus.CounterVec
	jobDuration       *prometheus.HistogramVec
	patternChanges    *prometheus.CounterVec
	patternRepairs    prometheus.Counter
	applied           *prometheus.CounterVec
	found             *prometheus.CounterVec
	applyDuration     *prometheus.HistogramVec
	traces            *prometheus.CounterVec
	executionEvents   prometheus.Gauge
	executionBytes    prometheus.Gauge
	contextKeys       prometheus.Gauge
	contextCollisions prometheus.Gauge
}

// New returns Metrics with a separate registry, including the metrics of the process and of Go.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: counter("http", "requests_total",
			"Requests over HTTP that were answered, by route (empty for none) and by status.", "route", "status"),
		requestDuration: histogram("http", "request_duration_seconds",
			"How long requests over HTTP took, by route; WebSockets and subscriptions, which last as long as their client wants, left out.", "route"),
		inFlight: gauge("http", "in_flight_requests",
			"Requests over HTTP that are being answered, open WebSockets and subscriptions included."),
		refusals: counter("http", "refusals_total",
			"Requests that were refused before they became an operation, by the code of the error.", "code"),
		operations: counter("graphql", "operations_total",
			"GraphQL operations, by type and by the code of the first error, OK without one.", "type", "code"),
		operationDuration: histogram("graphql", "operation_duration_seconds",
			"How long GraphQL operations took, by type and by the code of the first error, OK without one.", "type", "code"),
		operationCost: costs("graphql", "operation_cost_points",
			"What GraphQL operations cost, by type: a field is one point, a list its page size times its items.", "type"),
		fieldDuration: histogram("graphql", "root_field_duration_seconds",
			"How long the fields of Query and Mutation took, by name.", "field"),
		statementDuration: histogram("store", "statement_duration_seconds",
			"How long statements to the graph took, by the name of their file.", "statement"),
		derivations: histogram("store", "derivation_duration_seconds",
			"How long bringing factors up to date took inside writes and in the background, by the result: ok or failed.", "result"),
		statementErrors: counter("store", "statement_errors_total",
			"Statements to the graph that failed, by the name of their file.", "statement"),
		indexDuration: histogram("index", "request_duration_seconds",
			"How long requests to the search engine took, by what was asked.", "request"),
		indexErrors: counter("index", "request_errors_total",
			"Requests to the search engine that failed, by what was asked.", "request"),
		importedFiles: counter("import", "files_total",
			"Files that were given to be imported, by what became of them.", "status"),
		importRepairs: counter("import", "repairs_total",
			"Repairs that the importer made, by the name of the rule.", "rule"),
		embedDuration: histogram("embedding", "request_duration_seconds",
			"How long requests to the embedding server took, by what was asked.", "request"),
		embedErrors: counter("embedding", "request_errors_total",
			"Requests to the embedding server that failed, by what was asked.", "request"),
		cacheLookups: counter("cache", "lookups_total",
			"Lookups in a cache, by its name and by hit or miss: terms and vectors of questions, texts that were embedded before.", "cache", "result"),
		jobDuration: histogram("job", "duration_seconds",
			"How long jobs took, by what they do and by how they ended: done, failed or stopped.", "kind", "result"),
		patternChanges: counter("pattern", "changes_total",
			"Patterns that a consolidation of this process gave a status: candidate is one that was mined and added.", "status"),
		patternRepairs: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: "pattern", Name: "repairs_total",
			Help: "Rows of evidence and counts of patterns that a consolidation of this process had to mend; anything but 0 is a fault.",
		}),
		applied: counter("capture", "applied_events_total",
			"Captured events that rounds of the applier took from the journal, by the result of the round: ok or failed.", "result"),
		applyDuration: histogram("capture", "apply_duration_seconds",
			"How long rounds of the applier took, by the result: ok or failed.", "result"),
		traces: counter("capture", "traced_events_total",
			"Spans and log records that came over the OpenTelemetry protocol, by type (span or record) and by what became of them: stored, merged, or the reason why they were refused.", "type", "result"),
		found: counter("capture", "redactions_total",
			"Personal data and secrets that were found in captured events and kept out, by type: email, phone, key, password, home or private.", "type"),
		executionEvents: gauge("execution", "stored_events", "Execution events that all projects hold, counted every minute."),
		executionBytes:  gauge("execution", "stored_bytes", "Size of their data as the graph keeps it, counted every minute."),
		contextKeys:     gauge("execution", "context_keys", "Context keys of execution events in all projects, counted every minute."),
		contextCollisions: gauge("execution", "collided_keys",
			"Context keys that stand for two or more different contexts, counted every minute."),
		generations: counter("index", "generations_total",
			"Generations of indexes that were built, by done or failed.", "result"),
	}
	m.registry.MustRegister(
		m.requests, m.requestDuration, m.inFlight, m.refusals, m.operations, m.operationCost, m.operationDuration, m.fieldDuration, m.statementDuration, m.statementErrors, m.derivations,
		m.indexDuration, m.indexErrors, m.importedFiles, m.importRepairs,
		m.embedDuration, m.embedErrors, m.cacheLookups, m.generations, m.jobDuration, m.patternChanges, m.patternRepairs,
		m.applied, m.applyDuration, m.traces, m.found, m.executionEvents, m.executionBytes, m.contextKeys, m.contextCollisions,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	m.expect()
	return m
}

// Handler serves the metrics in the text format of Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}

// ObserveOperation counts one GraphQL operation: its type, the code of its first error or "OK",
// its cost (0 if unknown), and its duration.
func (m *Metrics) ObserveOperation(operation, code string, cost int, took time.Duration) {
	m.operations.WithLabelValues(operation, code).Inc()
	m.operationDuration.WithLabelValues(operation, code).Observe(took.Seconds())
	if cost > 0 {
		m.operationCost.WithLabelValues(operation).Observe(float64(cost))
	}
}

// BeginRequest counts an HTTP request as in progress until end is called.
func (m *Metrics) BeginRequest() (end func()) {
	m.inFlight.Inc()
	return m.inFlight.Dec
}

// ObserveRequest counts one HTTP request by the pattern of its route and its status.
func (m *Metrics) ObserveRequest(route string, status int) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
}

// ObserveRequestDuration observes the duration of one request.
func (m *Metrics) ObserveRequestDuration(route string, took time.Duration) {
	m.requestDuration.WithLabelValues(route).Observe(took.Seconds())
}

// ObserveRefusal counts one request that never became an operation, by the code of its error.
func (m *Metrics) ObserveRefusal(code string) { m.refusals.WithLabelValues(code).Inc() }

// ObserveField counts one field of Query or Mutation.
func (m *Metrics) ObserveField(field string, took time.Duration) {
	m.fieldDuration.WithLabelValues(field).Observe(took.Seconds())
}

// ObserveDerivation observes one update of the factors.
func (m *Metrics) ObserveDerivation(_ context.Context, took time.Duration, err error) {
	result := "ok"
	if err != nil {
		result = "failed"
	}
	m.derivations.WithLabelValues(result).Observe(took.Seconds())
}

// ObserveStatement observes one statement to the graph, by the name of its file.
func (m *Metrics) ObserveStatement(_ context.Context, name string, took time.Duration, err error) {
	m.statementDuration.WithLabelValues(name).Observe(took.Seconds())
	if err != nil {
		m.statementErrors.WithLabelValues(name).Inc()
	}
}

// ObserveIndexRequest observes one request to the search engine, by its kind, like "search".
func (m *Metrics) ObserveIndexRequest(_ context.Context, name string, took time.Duration, err error) {
	m.indexDuration.WithLabelValues(name).Observe(took.Seconds())
	if err != nil {
		m.indexErrors.WithLabelValues(name).Inc()
	}
}

// ObserveImportedFile counts one file by its status, and the rules that applied to it.
func (m *Metrics) ObserveImportedFile(status string, rules map[string]int) {
	m.importedFiles.WithLabelValues(status).Inc()
	for rule, n := range rules {
		m.importRepairs.WithLabelValues(rule).Add(float64(n))
	}
}

// ObserveEmbedding observes one request to the embedding server, by its kind.
func (m *Metrics) ObserveEmbedding(_ context.Context, name string, took time.Duration, err error) {
	m.embedDuration.WithLabelValues(name).Observe(took.Seconds())
	if err != nil {
		m.embedErrors.WithLabelValues(name).Inc()
	}
}

// ObserveCache counts one lookup in a cache.
func (m *Metrics) ObserveCache(cache string, hit bool) {
	hits, misses := m.cacheLookups.WithLabelValues(cache, "hit"), m.cacheLookups.WithLabelValues(cache, "miss")
	if hit {
		hits.Inc()
		return
	}
	misses.Inc()
}

// ObserveJob observes one job that has ended, by its kind and result.
func (m *Metrics) ObserveJob(kind, result string, took time.Duration) {
	m.jobDuration.WithLabelValues(kind, result).Observe(took.Seconds())
}

// ObservePatterns counts patterns that changed to a status.
func (m *Metrics) ObservePatterns(status string, patterns int) {
	m.patternChanges.WithLabelValues(strings.ToLower(status)).Add(float64(patterns))
}

// ObserveMended counts rows of pattern evidence that had to be corrected.
func (m *Metrics) ObserveMended(rows int) { m.patternRepairs.Add(float64(rows)) }

// WatchJobs registers a gauge for the running jobs of this process. It must be called once.
func (m *Metrics) WatchJobs(running func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: namespace, Subsystem: "job", Name: "running_jobs",
		Help: "Jobs that this process runs; the limit is the setting import.jobs.",
	}, func() float64 { return float64(running()) }))
}

// expect creates the series whose first increase triggers an alert: Prometheus sees no increase
// in a series that begins with it.
func (m *Metrics) expect() {
	for _, operation := range []string{"query", "mutation"} {
		for _, code := range []string{"OK", "INTERNAL", "UNAVAILABLE", "TIMEOUT"} {
			m.operations.WithLabelValues(operation, code)
		}
	}
	for _, result := range []string{"done", "failed"} {
		m.generations.WithLabelValues(result)
	}
	for _, request := range []string{"embed", "canary"} {
		m.embedErrors.WithLabelValues(request)
	}
}

// ObserveGeneration counts one generation of an index that was built or failed.
func (m *Metrics) ObserveGeneration(err error) {
	result := "done"
	if err != nil {
		result = "failed"
	}
	m.generations.WithLabelValues(result).Inc()
}

const namespace = "causeway"

func counter(subsystem, name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: namespace, Subsystem: subsystem, Name: name, Help: help,
	}, labels)
}

func gauge(subsystem, name, help string) prometheus.Gauge {
	return prometheus.NewGauge(prometheus.GaugeOpts{Namespace: namespace, Subsystem: subsystem, Name: name, Help: help})
}

// costs returns a histogram with buckets from one field to far above the default limit.
func costs(subsystem, name, help string, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: namespace, Subsystem: subsystem, Name: name, Help: help,
		Buckets: []float64{1, 10, 100, 1_000, 10_000, 100_000, 1_000_000},
	}, labels)
}

// histogram returns a histogram with buckets from a fast read to a long import.
func histogram(subsystem, name, help string, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: namespace, Subsystem: subsystem, Name: name, Help: help,
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60},
	}, labels)
}
