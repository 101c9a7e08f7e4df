package metrics_test

import (
	"context"
	"errors"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/metrics"
	"github.com/causeway-memory/causeway/internal/privacy"
)

func scrape(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	body, err := io.ReadAll(w.Body)
	if err != nil || w.Code != 200 {
		t.Fatalf("scrape: status %d, %v", w.Code, err)
	}
	return string(body)
}

func observeAll(m *metrics.Metrics) {
	ctx := context.Background()
	m.ObserveOperation("query", "OK", 250, 20*time.Millisecond)
	m.ObserveOperation("query", "NOT_FOUND", 0, time.Millisecond)
	m.ObserveField("Query.recall", time.Millisecond)
	m.ObserveStatement(ctx, "causal/shortest_path", time.Millisecond, nil)
	m.ObserveDerivation(ctx, time.Millisecond, nil)
	m.ObserveDerivation(ctx, time.Millisecond, errors.New("gone"))
	m.ObserveStatement(ctx, "causal/shortest_path", time.Millisecond, errors.New("gone"))
	m.ObserveIndexRequest(ctx, "search", time.Millisecond, errors.New("gone"))
	m.ObserveImportedFile("created", map[string]int{"midnight-is-a-date": 2})
	m.ObserveGeneration(errors.New("gone"))
	m.ObserveEmbedding(ctx, "embed", time.Millisecond, errors.New("gone"))
	m.ObserveCache("terms", true)
	m.ObserveCache("terms", false)
	m.WatchBacklog(func(context.Context) (episodic.BacklogCount, error) {
		return episodic.BacklogCount{Episodes: 7, Failing: 2, Unembedded: 3}, nil
	})
	m.WatchEngines(func(context.Context) map[string]bool { return map[string]bool{"neo4j": true, "weaviate": false} })
	m.TellBuild("v1.2.3")
	m.WatchJobs(func() int { return 4 })
	m.ObserveJob("import", "done", time.Second)
	m.ObservePatterns("UNDER_REVIEW", 2)
	m.ObserveMended(3)
	m.ObserveTraces("span", 3, 1, map[string]int{"invalid": 2})
	m.ObserveApplied(5, time.Millisecond, nil)
	m.ObserveApplied(2, time.Millisecond, errors.New("gone"))
	m.ObserveFound(privacy.Counts{privacy.KindEmail: 2})
	m.ObserveExecution(11, 1200, 4, 1)
	m.WatchJournal(func(context.Context) (journal.Stats, error) {
		return journal.Stats{
			Journaled: journal.Backlog{Records: 3, Bytes: 30}, Applied: journal.Backlog{Records: 2, Bytes: 20}, Failed: journal.Backlog{Records: 1, Bytes: 10},
			FileBytes: 4096,
		}, nil
	})
	m.BeginRequest()
	m.BeginRequest()()
	m.ObserveRequest("/graphql", 200)
	m.ObserveRequestDuration("/graphql", time.Millisecond)
	m.ObserveRefusal("CONCURRENCY_LIMIT_EXCEEDED")
}

func TestMetrics_CountWhatTheyAreTold(t *testing.T) {
	m := metrics.New()
	observeAll(m)
	got := scrape(t, m)
	for _, want := range []string{
		`causeway_graphql_operations_total{code="OK",type="query"} 1`,
		`causeway_graphql_operations_total{code="NOT_FOUND",type="query"} 1`,
		`causeway_graphql_operation_duration_seconds_count{code="OK",type="query"} 1`,
		`causeway_graphql_operation_duration_seconds_bucket{code="NOT_FOUND",type="query",le="0.01"} 1`,
		`causeway_graphql_operation_cost_points_bucket{type="query",le="100"} 0`,
		`causeway_graphql_operation_cost_points_bucket{type="query",le="1000"} 1`,
		`causeway_http_in_flight_requests 1`,
		`causeway_http_requests_total{route="/graphql",status="200"} 1`,
		`causeway_http_request_duration_seconds_count{route="/graphql"} 1`,
		`causeway_http_refusals_total{code="CONCURRENCY_LIMIT_EXCEEDED"} 1`,
		`causeway_engine_up{engine="neo4j"} 1`,
		`causeway_job_running_jobs 4`,
		`causeway_job_duration_seconds_count{kind="import",result="done"} 1`,
		`causeway_pattern_changes_total{status="under_review"} 2`,
		`causeway_pattern_repairs_total 3`,
		`causeway_engine_up{engine="weaviate"} 0`,
		`causeway_graphql_root_field_duration_seconds_count{field="Query.recall"} 1`,
		`causeway_store_statement_duration_seconds_count{statement="causal/shortest_path"} 2`,
		`causeway_store_statement_errors_total{statement="causal/shortest_path"} 1`,
		`causeway_index_request_errors_total{request="search"} 1`,
		`causeway_store_derivation_duration_seconds_count{result="failed"} 1`,
		`causeway_import_files_total{status="created"} 1`,
		`causeway_import_repairs_total{rule="midnight-is-a-date"} 2`,
		`causeway_capture_applied_events_total{result="ok"} 5`,
		`causeway_capture_redactions_total{type="email"} 2`,
		`causeway_capture_applied_events_total{result="failed"} 2`,
		`causeway_capture_apply_duration_seconds_count{result="failed"} 1`,
		`causeway_capture_traced_events_total{result="merged",type="span"} 1`,
		`causeway_capture_traced_events_total{result="invalid",type="span"} 2`,
		`causeway_capture_waiting_events 3`,
		`causeway_capture_unindexed_events 2`,
		`causeway_capture_failed_events 1`,
		`causeway_capture_waiting_bytes 60`,
		`causeway_capture_oldest_seconds 0`,
		`causeway_capture_journal_bytes 4096`,
		`causeway_capture_damaged_events 0`,
		`causeway_execution_stored_events 11`,
		`causeway_execution_stored_bytes 1200`,
		`causeway_execution_context_keys 4`,
		`causeway_execution_collided_keys 1`,
		`causeway_index_backlog_episodes 7`,
		`causeway_index_failing_episodes 2`,
		`causeway_index_unembedded_episodes 3`,
		`causeway_index_generations_total{result="failed"} 1`,
		`causeway_embedding_request_duration_seconds_count{request="embed"} 1`,
		`causeway_embedding_request_errors_total{request="embed"} 1`,
		`causeway_cache_lookups_total{cache="terms",result="hit"} 1`,
		`causeway_cache_lookups_total{cache="terms",result="miss"} 1`,
	} {
		if !strings.Contains(got, want+"\n") {
			t.Errorf("no line %q", want)
		}
	}
}

// TestNew_HasTheSeriesOfAlerts checks the series of alerts: an alert on an increase misses the
// first one in a series that did not exist before.
func TestNew_HasTheSeriesOfAlerts(t *testing.T) {
	got := scrape(t, metrics.New())
	for _, want := range []string{
		`causeway_graphql_operations_total{code="INTERNAL",type="mutation"} 0`,
		`causeway_graphql_operations_total{code="TIMEOUT",type="query"} 0`,
		`causeway_index_generations_total{result="failed"} 0`,
		`causeway_embedding_request_errors_total{request="embed"} 0`,
	} {
		if !strings.Contains(got, want+"\n") {
			t.Errorf("no line %q", want)
		}
	}
}

func TestWatchBacklog_SaysWhenItCannotCount(t *testing.T) {
	m := metrics.New()
	m.WatchBacklog(func(context.Context) (episodic.BacklogCount, error) {
		return episodic.BacklogCount{}, errors.New("gone")
	})
	got := scrape(t, m)
	if !strings.Contains(got, "causeway_index_backlog_episodes -1\n") || !strings.Contains(got, "causeway_index_failing_episodes -1\n") {
		t.Error("a backlog that cannot be counted is told as a number of episodes")
	}
}
