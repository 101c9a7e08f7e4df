package transcript

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/internal/text"
)

// The most that a run keeps in memory.
const (
	maxSteps = 50_000
	// maxText is the most of one text, maxTexts that of all, and restText what one keeps after that, in
	// bytes.
	maxText  = 64 << 10
	maxTexts = 48 << 20
	restText = 512
	// maxSamples is the number of kinds of unknown records of which one is kept, maxSample its size.
	maxSamples = 20
	maxSample  = 2 << 10
	// maxBroken is the number of broken places that are listed.
	maxBroken = 100
)

// builder collects a run.
type builder struct {
	out   Transcript
	texts int
	// broken counts the broken places, also those that are not listed.
	broken int
}

func newBuilder(name string) *builder {
	return &builder{out: Transcript{Name: name, Unknown: map[string]Unknown{}}}
}

// add takes a step.
func (b *builder) add(s agentrun.Step) {
	if b.isFull() {
		b.out.Dropped++
		return
	}
	for _, t := range []*string{&s.Text, &s.Arguments, &s.Result} {
		*t = b.fit(*t)
	}
	if r := &b.out.Run; !s.At.IsZero() {
		if r.Started.IsZero() || s.At.Before(r.Started) {
			r.Started = s.At
		}
		if s.At.After(r.Ended) {
			r.Ended = s.At
		}
	}
	b.out.Run.Steps = append(b.out.Run.Steps, s)
}

// isFull reports whether the run keeps no further step.
func (b *builder) isFull() bool { return len(b.out.Run.Steps) >= maxSteps }

// fit shortens a text to what the run may still keep: its beginning and its end.
func (b *builder) fit(s string) string {
	most := maxText
	if b.texts > maxTexts {
		most = restText
	}
	if len(s) > most {
		b.out.Cut++
		s = text.Head(s, most/2) + " … " + text.Tail(s, most/2)
	}
	b.texts += len(s)
	return strings.Clone(s)
}

// other takes a record that is no step of the work, with the reason.
func (b *builder) other(id, reason string) {
	b.add(agentrun.Step{ID: id, Kind: agentrun.KindOther, Reason: reason})
}

// unknown takes a record that the reader does not know.
func (b *builder) unknown(id, kind string, raw []byte) {
	kind = clipText(kind, 80)
	if kind == "" {
		kind = "without a type"
	}
	u, known := b.out.Unknown[kind]
	if !known && len(b.out.Unknown) < maxSamples {
		u.Sample = sample(raw)
	}
	if known || len(b.out.Unknown) < maxSamples {
		u.Count++
		b.out.Unknown[kind] = u
	}
	b.other(id, "unknown record: "+kind)
}

// sample keeps a record, as a text if it is long or no JSON.
func sample(raw []byte) json.RawMessage {
	if len(raw) <= maxSample && json.Valid(raw) {
		return append(json.RawMessage(nil), raw...)
	}
	short, _ := json.Marshal(clipText(string(raw), maxSample)) // a text has a JSON form
	return short
}

func clipText(s string, n int) string { return strings.ToValidUTF8(text.Head(s, n), "") }

// breaks reports a place that could not be read.
func (b *builder) breaks(place string, err error) {
	if b.broken++; b.broken <= maxBroken {
		b.out.Broken = append(b.out.Broken, Broken{Place: place, Reason: err.Error()})
	}
}

// done returns the transcript; a file without a step is an error.
func (b *builder) done(format Format, what string) Transcript {
	if n := b.broken - maxBroken; n > 0 {
		b.out.Broken = append(b.out.Broken, Broken{Place: "further", Reason: fmt.Sprintf("%d more places could not be read", n)})
	}
	b.out.Run.Agent = string(format)
	told := false
	for _, s := range b.out.Run.Steps {
		told = told || s.Kind != agentrun.KindOther
	}
	if !told {
		b.out.Err = fmt.Errorf("this is no %s: of %d records none is a message or a call of a tool", what, len(b.out.Run.Steps))
	}
	return b.out
}

// clock reads a time as programs write it: RFC 3339, the same without a zone (UTC), or milliseconds or
// seconds since 1970. What is none is the zero time.
func clock(raw json.RawMessage) time.Time {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999"} {
			if t, err := time.Parse(layout, s); err == nil {
				return sane(t.UTC())
			}
		}
		return time.Time{}
	}
	var n float64
	if json.Unmarshal(raw, &n) != nil || n <= 0 || n > 1e14 {
		return time.Time{}
	}
	if n > 1e11 {
		return sane(time.UnixMilli(int64(n)).UTC())
	}
	return sane(time.Unix(int64(n), int64((n-float64(int64(n)))*1e9)).UTC())
}

// sane drops a time that no program meant.
func sane(t time.Time) time.Time {
	if t.Year() < 1990 || t.Year() > 2200 {
		return time.Time{}
	}
	return t
}
