package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// soon is how long the first answer may take.
const soon = 3 * time.Minute

// why times a home folder from empty to the answer why trips failed.
func (x *exporting) why(ctx context.Context) error {
	begin := time.Now()
	if err := x.up(ctx, ""); err != nil {
		return err
	}
	x.say("the service answers after %s", seconds(begin))
	agent := x.agent(ctx, "examples/traces/agent.py", strconv.Itoa(x.options.trips))
	out, err := agent.StdoutPipe()
	if err != nil {
		return fmt.Errorf("listen to the agent: %w", err)
	}
	export := time.Now()
	if err := agent.Start(); err != nil {
		return fmt.Errorf("start the agent: %w", err)
	}
	said, err := io.ReadAll(out)
	if err = errors.Join(err, agent.Wait()); err != nil {
		return fmt.Errorf("the agent ended with %w", err)
	}
	spans, err := strconv.Atoi(strings.TrimSpace(string(said)))
	if err != nil {
		return fmt.Errorf("the agent says no number of spans: %w", err)
	}
	x.say("the agent: %d trips, %d spans, done after %s", x.options.trips, spans, seconds(export))
	question := []string{"ask", "why", "error in book_flight: RuntimeError", "outcome=failure"}
	answer := ""
	var unanswered error // neither the project nor the factors are there at the beginning
	if err := until(ctx, "the question is answered", func() (bool, error) {
		answer, unanswered = x.ask(ctx, question...)
		return unanswered == nil && strings.Contains(answer, "→ causes"), nil
	}); err != nil {
		return errors.Join(err, unanswered)
	}
	took := time.Since(export)
	x.say("the first answer: %.1f s after the agent was started\n\n$ causeway %s\n%s", took.Seconds(), quoted(question), answer)
	a, err := x.accounted(ctx, spans)
	if err != nil {
		return err
	}
	x.say("$ causeway traces report\n%d traces, %d spans: %d stored, %d merged, %d refused", a.traces, a.stored+a.merged+a.refused, a.stored, a.merged, a.refused)
	if took > soon {
		return fmt.Errorf("the first answer took %s; it may take %s", took, soon)
	}
	return nil
}

// accounted waits until every trace is an episode, and wants so many spans accounted for.
func (x *exporting) accounted(ctx context.Context, spans int) (a account, err error) {
	if err := until(ctx, "every trace is an episode", func() (bool, error) {
		a, err = x.account(ctx)
		return a.traces > 0 && a.waiting == 0, err
	}); err != nil {
		return a, err
	}
	if a.stored+a.refused != spans {
		return a, fmt.Errorf("%d spans were sent, and %d are accounted for", spans, a.stored+a.refused)
	}
	return a, nil
}

// quoted writes arguments as somebody types them.
func quoted(args []string) string {
	out := make([]string, len(args))
	for i, arg := range args {
		if out[i] = arg; strings.Contains(arg, " ") {
			out[i] = strconv.Quote(arg)
		}
	}
	return strings.Join(out, " ")
}
