package embedding_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/embedding/embedtest"
	"github.com/google/go-cmp/cmp"
)

// generation returns the generation made with a model.
func generation(d episodic.ModelData) episodic.Generation {
	return episodic.Generation{Number: 2, Provider: d.Provider, Model: d.Model, Dimension: d.Dimension, Fingerprint: d.Fingerprint, Chunks: 10}
}

func TestOpenAI_aModelThatIsExchanged(t *testing.T) {
	for _, c := range []struct {
		why    string
		change func(b *embedtest.Behaviour)
	}{
		{"under the same name", func(b *embedtest.Behaviour) { b.Model = "other" }},
		{"by one of another dimension", func(b *embedtest.Behaviour) { b.Dimension = 32 }},
		{"by one that is almost the same", func(b *embedtest.Behaviour) { b.Noise = .01 }},
	} {
		s := embedtest.New(t)
		var log bytes.Buffer
		e, m, before := ready(t, s, embedding.Options{BatchTexts: 4, Log: slog.New(slog.NewTextHandler(&log, nil))})
		if e.Wants(generation(before), 10) {
			t.Errorf("%s: another model is wanted before it is exchanged", c.why)
		}
		s.Change(c.change)
		vectors, err := m.Embed(t.Context(), numbered(9))
		if !errors.Is(err, episodic.ErrModelChanged) || errors.Is(err, episodic.ErrUnavailable) || vectors != nil {
			t.Errorf("%s: %v, %d vectors", c.why, err, len(vectors))
		}
		if !e.Wants(generation(before), 10) || !strings.Contains(log.String(), "has changed its model") {
			t.Errorf("%s: no new model is wanted; the log has %s", c.why, log.String())
		}
		s.Change(func(b *embedtest.Behaviour) { b.Noise = 0 })
		if c.why == "by one that is almost the same" {
			s.Change(func(b *embedtest.Behaviour) { b.Model = "third" })
		}
		after, data := learnedModel(t, e, nil)
		if data.Fingerprint == before.Fingerprint || e.Wants(generation(data), 10) {
			t.Errorf("%s: the new model has the fingerprint %s, the old one had %s", c.why, data.Fingerprint, before.Fingerprint)
		}
		fresh, err := after.Embed(t.Context(), numbered(9))
		must(t, err)
		if len(fresh[0]) != data.Dimension {
			t.Errorf("%s: vectors of %d numbers", c.why, len(fresh[0]))
		}

		s.Change(func(b *embedtest.Behaviour) { *b = embedtest.Behaviour{} })
		_, again := learnedModel(t, e, nil)
		if diff := cmp.Diff(before, again); diff != "" || e.Wants(generation(before), 10) {
			t.Errorf("%s: the old model is not known again when it comes back: %s", c.why, diff)
		}
		texts := numbered(9)
		old, err := m.Embed(t.Context(), texts)
		must(t, err)
		correct(t, c.why+", and back", texts, old)
	}
}

// Nothing of an answer with a wrong canary is cached under the old fingerprint.
func TestOpenAI_usesNothingOfAnotherModel(t *testing.T) {
	s := embedtest.New(t)
	_, m, _ := ready(t, s, embedding.Options{})
	s.Change(func(b *embedtest.Behaviour) { b.Model = "other" })
	if _, err := m.Embed(t.Context(), numbered(5)); !errors.Is(err, episodic.ErrModelChanged) {
		t.Fatal(err)
	}
	s.Change(func(b *embedtest.Behaviour) { b.Model = "" })
	texts := numbered(5)
	vectors, err := m.Embed(t.Context(), texts)
	must(t, err)
	correct(t, "after the model came back", texts, vectors)
}

func TestOpenAI_fingerprints(t *testing.T) {
	s := embedtest.New(t)
	e := open(t, s, embedding.Options{})
	_, first := learnedModel(t, e, nil)
	for _, c := range []struct {
		why   string
		e     episodic.Embedder
		noise float64
		same  bool
	}{
		{"again", e, 0, true},
		{"again, with other last digits", e, 1e-4, true},
		{"by another process", open(t, s, embedding.Options{}), 0, true},
		{"by another process, with other last digits", open(t, s, embedding.Options{}), 1e-8, true},
		{"another name", open(t, s, embedding.Options{Model: "large"}), 0, false},
		{"another dimension", open(t, s, embedding.Options{Dimension: 48}), 0, false},
	} {
		s.Change(func(b *embedtest.Behaviour) { b.Noise = c.noise })
		_, data := learnedModel(t, c.e, nil)
		if (data.Fingerprint == first.Fingerprint) != c.same {
			t.Errorf("%s: the fingerprints are equal: %v", c.why, !c.same)
		}
		if c.e == e && cmp.Diff(first, data) != "" {
			t.Errorf("%s: a known model has other data", c.why)
		}
	}
}

// However close two models are, if the canaries of one are wrong for the other, their
// fingerprints differ.
func TestOpenAI_fingerprintsAreNeverShared(t *testing.T) {
	s := embedtest.New(t)
	_, _, first := ready(t, s, embedding.Options{})
	s.Change(func(b *embedtest.Behaviour) { b.Noise = .004 })
	for range 6 {
		e := open(t, s, embedding.Options{})
		_, err := e.Load(first)
		must(t, err)
		seen := map[string]bool{first.Fingerprint: true}
		for range 12 {
			data, err := e.Prepare(t.Context(), nil)
			must(t, err)
			if seen[data.Fingerprint] {
				t.Fatal("a model whose canaries are wrong for another has its fingerprint")
			}
			seen[data.Fingerprint] = true
		}
	}
}

func TestOpenAI_dimension(t *testing.T) {
	s := embedtest.New(t)
	_, _, data := ready(t, s, embedding.Options{Dimension: 48})
	if data.Dimension != 48 {
		t.Errorf("a dimension was asked for and not sent: %d", data.Dimension)
	}
	s.Change(func(b *embedtest.Behaviour) { b.Dimension = 32 })
	_, err := open(t, s, embedding.Options{Dimension: 48}).Prepare(t.Context(), nil)
	if err == nil || !strings.Contains(err.Error(), "vectors of 32 numbers; embedding.dimension asks for 48") {
		t.Errorf("a model of another dimension: %v", err)
	}
}

func TestOpenAI_Prepare_whileTheEndpointIsDown(t *testing.T) {
	s := embedtest.New(t)
	s.Change(func(b *embedtest.Behaviour) { b.Drop = -1 })
	data, err := open(t, s, embedding.Options{}).Prepare(t.Context(), nil)
	if !errors.Is(err, episodic.ErrUnavailable) || data.Fingerprint != "" {
		t.Errorf("%v, %v", data, err)
	}
}

func TestOpenAI_Wants(t *testing.T) {
	s := embedtest.New(t)
	e, _, data := ready(t, s, embedding.Options{})
	with := func(change func(g *episodic.Generation)) episodic.Generation {
		g := generation(data)
		change(&g)
		return g
	}
	for _, c := range []struct {
		why    string
		active episodic.Generation
		chunks int
		want   bool
	}{
		{"no vectors yet", episodic.Generation{Number: 1}, 1, true},
		{"nothing to embed", episodic.Generation{Number: 1}, 0, false},
		{"its own vectors, however many", generation(data), 1_000_000, false},
		{"vectors of another provider", with(func(g *episodic.Generation) { g.Provider = embedding.ProviderLearned }), 1, true},
		{"vectors of another model", with(func(g *episodic.Generation) { g.Model = "large" }), 1, true},
		{"any dimension when none is set", with(func(g *episodic.Generation) { g.Dimension = 32 }), 1, false},
	} {
		if got := e.Wants(c.active, c.chunks); got != c.want {
			t.Errorf("%s: %v", c.why, got)
		}
	}
	other := with(func(g *episodic.Generation) { g.Dimension = 32 })
	if !open(t, s, embedding.Options{Dimension: 64}).Wants(other, 1) {
		t.Error("vectors of another dimension than the set one are kept")
	}
}

func TestOpenAI_Load_refuses(t *testing.T) {
	s := embedtest.New(t)
	_, _, good := ready(t, s, embedding.Options{})
	for _, c := range []struct {
		why, want string
		spoil     func(d *episodic.ModelData)
	}{
		{"another provider", "the settings ask for", func(d *episodic.ModelData) { d.Provider = embedding.ProviderLearned }},
		{"another model", "the settings ask for", func(d *episodic.ModelData) { d.Model = "large" }},
		{"no canaries", "canaries", func(d *episodic.ModelData) { d.Bytes = nil }},
		{"canaries cut off", "does not fit", func(d *episodic.ModelData) { d.Bytes = d.Bytes[:100] }},
		{"canaries of another version", "another version", func(d *episodic.ModelData) { d.Bytes = bytes.Clone(d.Bytes); d.Bytes[8] = 9 }},
		{"vectors that are none", "length 1", func(d *episodic.ModelData) { d.Bytes = bytes.Clone(d.Bytes); clear(d.Bytes[20:200]) }},
	} {
		data := good
		c.spoil(&data)
		_, err := open(t, s, embedding.Options{}).Load(data)
		if !errors.Is(err, episodic.ErrModelChanged) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.why, err, c.want)
		}
	}
}
