package ingest

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// ahead begins work in a goroutine. What it returns waits for the result, or panics if the work did.
func ahead[T any](work func() T) func() T {
	var result T
	var failed error
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if reason := recover(); reason != nil {
				failed = fmt.Errorf("%v\n%s", reason, debug.Stack())
			}
		}()
		result = work()
	}()
	return func() T {
		if <-done; failed != nil {
			panic(failed)
		}
		return result
	}
}

// readers reads documents at once, as many as there are processors, and keeps their tasks in the order of the documents.
type readers struct {
	run     *importing
	waiting []func() *task
	// begun counts the documents.
	begun int
}

// read begins to read a document. Before that it keeps the oldest one if enough are being read.
func (r *readers) read(work func() *task) error {
	if len(r.waiting) >= runtime.GOMAXPROCS(0) {
		if err := r.keep(); err != nil {
			return err
		}
	}
	r.begun++
	r.waiting = append(r.waiting, ahead(work))
	return nil
}

// keep waits for the oldest document and keeps its task, and its content in the spool.
func (r *readers) keep() (err error) {
	t := r.waiting[0]()
	r.waiting = r.waiting[1:]
	t.at, err = r.run.spool.put(t.content)
	t.content = nil
	t.item.Keep(r.run.options.Entries)
	r.run.tasks = append(r.run.tasks, t)
	return err
}

// keepAll keeps what is still being read.
func (r *readers) keepAll() error {
	for len(r.waiting) > 0 {
		if err := r.keep(); err != nil {
			return err
		}
	}
	return nil
}
