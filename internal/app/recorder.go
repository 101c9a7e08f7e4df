package app

import (
	"time"

	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/internal/metrics"
)

// recorder passes what is served on to the metrics.
type recorder struct{ m *metrics.Metrics }

var _ httpapi.Recorder = recorder{}

// ObserveOperation implements [httpapi.Recorder].
func (r recorder) ObserveOperation(o httpapi.Operation) {
	r.m.ObserveOperation(o.Type, o.Code, o.Cost, o.Took)
}

// ObserveField implements [httpapi.Recorder].
func (r recorder) ObserveField(field string, took time.Duration) { r.m.ObserveField(field, took) }

// BeginRequest implements [httpapi.Recorder].
func (r recorder) BeginRequest() func(httpapi.Request) {
	end := r.m.BeginRequest()
	return func(q httpapi.Request) {
		end()
		r.m.ObserveRequest(q.Route, q.Status)
		if q.Refused != "" {
			r.m.ObserveRefusal(q.Refused)
		}
		if !q.Lasting {
			r.m.ObserveRequestDuration(q.Route, q.Took)
		}
	}
}
