package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// kill sends spans at a rate, kills the service in the middle, starts it again, and wants every span to be in an episode.
func (x *exporting) kill(ctx context.Context) error {
	if err := x.up(ctx, ""); err != nil {
		return err
	}
	address := strings.TrimPrefix(x.service.URL, "http://")
	sender := x.agent(ctx, "tests/exporting/spans.py", strconv.Itoa(x.options.spans), strconv.Itoa(x.options.rate))
	out, err := sender.StdoutPipe()
	if err != nil {
		return fmt.Errorf("listen to the sender: %w", err)
	}
	begin := time.Now()
	if err := sender.Start(); err != nil {
		return fmt.Errorf("start the sender: %w", err)
	}
	acknowledged, killed, sent := map[string]bool{}, false, ""
	for lines := bufio.NewScanner(out); lines.Scan(); {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		if word == "sent" {
			sent = rest
			continue
		}
		acknowledged[rest] = true
		if killed || len(acknowledged) < x.options.spans/2 {
			continue
		}
		killed = true
		x.say("kill -9 after %s, with %d spans acknowledged", seconds(begin), len(acknowledged))
		if err := x.again(ctx, address); err != nil {
			return err
		}
	}
	if err := sender.Wait(); err != nil {
		return fmt.Errorf("the sender ended with %w", err)
	}
	x.say("%d spans sent in %s, %d acknowledged after %s", x.options.spans, sent, len(acknowledged), seconds(begin))
	if len(acknowledged) != x.options.spans || !killed {
		return errors.New("the sender repeats until each span is acknowledged, and not all were")
	}
	a, err := x.accounted(ctx, x.options.spans)
	if err != nil {
		return err
	}
	x.say("%d traces are episodes after %s: %d spans stored, %d repeats merged, %d refused", a.traces, seconds(begin), a.stored, a.merged, a.refused)
	return x.lost(ctx, acknowledged)
}

// again kills the service and starts it.
func (x *exporting) again(ctx context.Context, address string) error {
	begin := time.Now()
	if err := syscall.Kill(x.service.PID(), syscall.SIGKILL); err != nil {
		return fmt.Errorf("kill the service: %w", err)
	}
	_ = x.service.Stop() // it was killed
	if err := x.up(ctx, address); err != nil {
		return err
	}
	x.say("it answers again after %s", seconds(begin))
	return nil
}

// lost wants every span that was acknowledged to be an occurrence.
func (x *exporting) lost(ctx context.Context, acknowledged map[string]bool) error {
	const query = `query($p: String!, $after: String) { occurrences(project: $p, first: 100, after: $after) { nodes { key } pageInfo { hasNextPage endCursor } } }`
	there := 0
	for variables := (map[string]any{"p": project}); ; {
		var page struct {
			Occurrences struct {
				Nodes    []struct{ Key string }
				PageInfo struct {
					HasNextPage bool
					EndCursor   string
				}
			}
		}
		if err := x.get(ctx, query, variables, &page); err != nil {
			return err
		}
		for _, n := range page.Occurrences.Nodes {
			if acknowledged[n.Key] {
				delete(acknowledged, n.Key)
				there++
			}
		}
		if !page.Occurrences.PageInfo.HasNextPage {
			break
		}
		variables["after"] = page.Occurrences.PageInfo.EndCursor
	}
	x.say("%d spans are in episodes, %d that were acknowledged are lost", there, len(acknowledged))
	if len(acknowledged) > 0 {
		return fmt.Errorf("%d spans that were acknowledged are lost", len(acknowledged))
	}
	return nil
}
