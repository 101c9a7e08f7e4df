package pages_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/promql/parser"
	"go.yaml.in/yaml/v3"

	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// scraped is one metric that a scrape tells.
type scraped struct {
	kind   string
	labels []string
}

// promql checks expressions against the metrics that exist.
type promql struct {
	metrics map[string]scraped
	codes   []string
}

// newPromQL takes causeway's own metrics from docs/operations.md, which is held to what is
// served, and those of the process from a scrape.
func newPromQL(t *testing.T) promql {
	t.Helper()
	q := promql{metrics: map[string]scraped{"up": {"gauge", nil}}, codes: []string{"OK"}}
	for _, m := range regexp.MustCompile("(?m)^\\| `(causeway_[a-z_]+)` \\| ([a-z]+) \\| ([^|]*) \\|").FindAllStringSubmatch(tree.Read(t, "docs/operations.md"), -1) {
		of := scraped{kind: m[2]}
		for _, l := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(m[3], -1) {
			of.labels = append(of.labels, l[1])
		}
		q.metrics[m[1]] = of
	}
	s, _ := shared.Services(t)
	_, scrape := s.Page(t, "/metrics")
	for _, m := range regexp.MustCompile(`(?m)^# TYPE ((?:go|process)_[a-z_]+) ([a-z]+)$`).FindAllStringSubmatch(scrape, -1) {
		q.metrics[m[1]] = scraped{kind: m[2]}
	}
	for _, code := range httpapi.Codes() {
		q.codes = append(q.codes, code.Name)
	}
	return q
}

// check returns the labels of what an expression answers, and what is wrong with it.
func (q promql) check(text string) (result []string, complaints []string) {
	plain := strings.NewReplacer("$__rate_interval", "5m", "$instance", ".+").Replace(text)
	expr, err := parser.NewParser(parser.Options{}).ParseExpr(plain)
	if err != nil {
		return nil, []string{err.Error()}
	}
	complain := func(format string, args ...any) { complaints = append(complaints, fmt.Sprintf(format, args...)) }
	return q.labels(expr, false, complain), complaints
}

// labels returns the labels of what an expression answers; rated says that it is the argument
// of a function that takes a counter.
func (q promql) labels(expr parser.Expr, rated bool, complain func(string, ...any)) []string {
	switch e := expr.(type) {
	case *parser.VectorSelector:
		return q.selector(e, rated, complain)
	case *parser.MatrixSelector:
		return q.labels(e.VectorSelector, rated, complain)
	case *parser.ParenExpr:
		return q.labels(e.Expr, rated, complain)
	case *parser.AggregateExpr:
		below := q.labels(e.Expr, rated, complain)
		for _, l := range e.Grouping {
			if !slices.Contains(below, l) {
				complain("groups by %s, which is none of %v", l, below)
			}
		}
		if e.Op == parser.TOPK || e.Op == parser.BOTTOMK {
			return below
		}
		return slices.Sorted(slices.Values(e.Grouping))
	case *parser.Call:
		return q.call(e, complain)
	case *parser.BinaryExpr:
		left, right := q.labels(e.LHS, rated, complain), q.labels(e.RHS, rated, complain)
		vectors := e.LHS.Type() == parser.ValueTypeVector && e.RHS.Type() == parser.ValueTypeVector
		if vectors && !slices.Equal(left, right) {
			complain("joins series with the labels %v and %v", left, right)
		}
		if e.LHS.Type() == parser.ValueTypeScalar {
			return right
		}
		return left
	case *parser.NumberLiteral, *parser.StringLiteral:
		return nil
	default:
		complain("%T is not known to this test", expr)
		return nil
	}
}

func (q promql) call(e *parser.Call, complain func(string, ...any)) []string {
	counts := slices.Contains([]string{"rate", "irate", "increase"}, e.Func.Name)
	var out []string
	for _, argument := range e.Args {
		if of := q.labels(argument, counts, complain); of != nil {
			out = of
		}
	}
	if e.Func.Name == "histogram_quantile" {
		if !slices.Contains(out, "le") {
			complain("histogram_quantile of something without le")
		}
		out = slices.DeleteFunc(slices.Clone(out), func(l string) bool { return l == "le" })
	}
	return out
}

func (q promql) selector(e *parser.VectorSelector, rated bool, complain func(string, ...any)) []string {
	of, known := q.metrics[e.Name]
	for _, suffix := range []string{"_bucket", "_count", "_sum"} {
		base, cut := strings.CutSuffix(e.Name, suffix)
		if histogram := q.metrics[base]; cut && histogram.kind == "histogram" {
			of, known = scraped{kind: "counter", labels: slices.Clone(histogram.labels)}, true
			if suffix == "_bucket" {
				of.labels = append(of.labels, "le")
			}
		}
	}
	switch {
	case !known:
		complain("there is no metric %s", e.Name)
	case of.kind == "histogram":
		complain("%s is a histogram; take its _bucket, _count or _sum", e.Name)
	case (of.kind == "counter") != rated:
		complain("%s is a %s; a counter, and nothing else, is taken by its rate", e.Name, of.kind)
	}
	has := append(slices.Clone(of.labels), "instance", "job")
	slices.Sort(has)
	for _, m := range e.LabelMatchers {
		if m.Name != "__name__" && !slices.Contains(has, m.Name) {
			complain("%s has no label %s", e.Name, m.Name)
		}
		for _, value := range strings.Split(m.Value, "|") {
			if m.Name == "code" && !slices.Contains(q.codes, value) {
				complain("there is no code %s", value)
			}
		}
	}
	return has
}

// dashboard is what is checked of a dashboard of Grafana.
type dashboard struct {
	Title, UID string
	Panels     []struct {
		ID                       int
		Type, Title, Description string
		GridPos                  struct{ X, Y, W, H int }
		FieldConfig              struct {
			Defaults struct{ Unit string }
		}
		Targets []struct{ Expr, LegendFormat string }
	}
	Templating struct {
		List []struct{ Name, Type, Definition string }
	}
}

func TestDashboard_AsksForMetricsThatExist(t *testing.T) {
	harness.EmbeddedOnly(t)
	var d dashboard
	if err := json.Unmarshal([]byte(tree.Read(t, "deploy/grafana/causeway.json")), &d); err != nil {
		t.Fatal(err)
	}
	q := newPromQL(t)
	used, ids, places := map[string]bool{}, map[int]bool{}, map[[2]int]string{}
	for _, p := range d.Panels {
		if ids[p.ID] {
			t.Errorf("%s: the id %d is another panel's", p.Title, p.ID)
		}
		ids[p.ID] = true
		for x := p.GridPos.X; x < p.GridPos.X+p.GridPos.W; x++ {
			for y := p.GridPos.Y; y < p.GridPos.Y+p.GridPos.H; y++ {
				if other := places[[2]int{x, y}]; other != "" || x >= 24 {
					t.Fatalf("%s lies on %q or outside", p.Title, other)
				}
				places[[2]int{x, y}] = p.Title
			}
		}
		if p.Type == "row" {
			continue
		}
		if p.Title == "" || !strings.HasSuffix(p.Description, ".") || p.FieldConfig.Defaults.Unit == "" || len(p.Targets) == 0 {
			t.Errorf("panel %d %q lacks a title, a description, a unit or an expression", p.ID, p.Title)
		}
		for _, target := range p.Targets {
			result, complaints := q.check(target.Expr)
			for _, c := range complaints {
				t.Errorf("%s: %s\n%s", p.Title, c, target.Expr)
			}
			for _, m := range regexp.MustCompile(`{{(\w+)}}`).FindAllStringSubmatch(target.LegendFormat, -1) {
				if !slices.Contains(result, m[1]) {
					t.Errorf("%s: the legend names %s, the answer has %v", p.Title, m[1], result)
				}
			}
			mark(used, target.Expr)
		}
	}
	for _, v := range d.Templating.List {
		if m := regexp.MustCompile(`^label_values\((\w+), instance\)$`).FindStringSubmatch(v.Definition); v.Type == "query" && (m == nil || q.metrics[m[1]].kind == "") {
			t.Errorf("the variable %s asks for %q", v.Name, v.Definition)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(q.metrics)) {
		if strings.HasPrefix(name, "causeway_") && !used[name] {
			t.Errorf("no panel shows %s", name)
		}
	}
}

// mark notes the metrics that an expression names.
func mark(used map[string]bool, expr string) {
	for _, name := range regexp.MustCompile(`causeway_\w+`).FindAllString(expr, -1) {
		for _, suffix := range []string{"", "_bucket", "_count", "_sum"} {
			used[strings.TrimSuffix(name, suffix)] = true
		}
	}
}

// alerts are rules of Prometheus.
type alerts struct {
	Groups []struct {
		Name  string
		Rules []struct {
			Alert, Expr, For    string
			Labels, Annotations map[string]string
		}
	}
}

func TestAlerts_AskForMetricsThatExist(t *testing.T) {
	harness.EmbeddedOnly(t)
	var rules alerts
	decoder := yaml.NewDecoder(strings.NewReader(tree.Read(t, "deploy/prometheus/causeway.rules.yml")))
	decoder.KnownFields(true)
	if err := decoder.Decode(&rules); err != nil {
		t.Fatal(err)
	}
	q, names := newPromQL(t), map[string]bool{}
	for _, r := range rules.Groups[0].Rules {
		result, complaints := q.check(r.Expr)
		for _, c := range complaints {
			t.Errorf("%s: %s\n%s", r.Alert, c, r.Expr)
		}
		if names[r.Alert] || r.Alert == "" || r.For == "" {
			t.Errorf("%s is there twice, or has no name or duration", r.Alert)
		}
		names[r.Alert] = true
		if !slices.Contains([]string{"page", "ticket"}, r.Labels["severity"]) || r.Annotations["summary"] == "" || !strings.HasSuffix(r.Annotations["description"], ".") {
			t.Errorf("%s lacks a severity, a summary or a description", r.Alert)
		}
		for _, m := range regexp.MustCompile(`\$labels\.(\w+)`).FindAllStringSubmatch(fmt.Sprint(r.Annotations), -1) {
			if !slices.Contains(result, m[1]) {
				t.Errorf("%s: the text names %s, the answer has %v", r.Alert, m[1], result)
			}
		}
	}
	if len(names) < 8 {
		t.Errorf("only %d alerts", len(names))
	}
}

func TestPromQL_Planted(t *testing.T) {
	harness.EmbeddedOnly(t)
	q := newPromQL(t)
	for _, c := range []struct{ why, expr, want string }{
		{"a metric that is gone", `rate(causeway_graphql_requests_total[5m])`, "no metric causeway_graphql_requests_total"},
		{"a label that it has not", `causeway_engine_up{project="p"}`, "no label project"},
		{"a code that nobody sends", `rate(causeway_http_refusals_total{code="TEAPOT"}[5m])`, "no code TEAPOT"},
		{"a group by what is summed away", `sum by (route) (sum by (status) (rate(causeway_http_requests_total[5m])))`, "groups by route"},
		{"a counter as it is", `causeway_http_requests_total`, "taken by its rate"},
		{"the rate of a gauge", `rate(causeway_index_backlog_episodes[5m])`, "taken by its rate"},
		{"a histogram as it is", `causeway_http_request_duration_seconds`, "is a histogram"},
		{"a quantile without buckets", `histogram_quantile(0.9, sum by (route) (rate(causeway_http_request_duration_seconds_bucket[5m])))`, "without le"},
		{"sides that never meet", `sum by (instance) (causeway_engine_up) and causeway_index_backlog_episodes`, "joins series"},
		{"no PromQL", `sum by (`, "parse error"},
	} {
		_, complaints := q.check(c.expr)
		tree.Planted(t, c.why, complaints, c.want)
	}
}
