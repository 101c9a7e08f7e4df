package metrics

import (
	"regexp"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
)

// Families returns the result of a scrape.
func (m *Metrics) Families() ([]*dto.MetricFamily, error) { return m.registry.Gather() }

// Names returns the names of all registered metrics, including those without a value yet.
func (m *Metrics) Names() []string {
	descriptions := make(chan *prometheus.Desc)
	go func() {
		m.registry.Describe(descriptions)
		close(descriptions)
	}()
	var names []string
	for d := range descriptions {
		names = append(names, regexp.MustCompile(`fqName: "([^"]+)"`).FindStringSubmatch(d.String())[1])
	}
	return names
}
