package embedding

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"time"
)

// Local says where an installed sentence model is. All three are paths.
type Local struct {
	// Model is the name of the model.
	Model string
	// Folder holds the files of the model; Library is the library of ONNX Runtime; Program is causeway-model, which runs both.
	Folder, Library, Program string
}

// leastLocalTimeout is the shortest time limit of a request to the program: a batch takes a second, on a busy machine many.
const leastLocalTimeout = 2 * time.Minute

// newLocal returns an embedder that asks causeway-model, which it starts when vectors are first asked for and again after it has ended. The
// function ends it.
func newLocal(o Options, p pauses) (*openai, func() error, error) {
	if o.Local.Folder == "" || o.Local.Library == "" || o.Local.Program == "" {
		return nil, nil, errors.New("embedding.provider is local and no sentence model is installed; run `causeway model install`")
	}
	c := &child{local: o.Local, log: o.Log}
	o.URL, o.Model, o.Dimension, o.Key = "http://"+childName, o.Local.Model, 0, ""
	o.dial, o.said = c.dial, c.said
	o.Timeout = max(o.Timeout, leastLocalTimeout)
	o.Concurrency = max(1, runtime.GOMAXPROCS(0)/2)
	e, err := newOpenAI(o, p)
	if err != nil {
		return nil, nil, fmt.Errorf("prepare the sentence model: %w", err)
	}
	e.child = c
	return e, func() error { return cmp.Or(e.cache.close(), c.close()) }, nil
}
