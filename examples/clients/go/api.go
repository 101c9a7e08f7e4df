package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"github.com/Khan/genqlient/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// newAPI returns a client of the service at that address, which sends the token if there is one.
func newAPI(address, token string) graphql.Client {
	return graphql.NewClient(address+"/graphql", &http.Client{Transport: bearer{token}})
}

// bearer says with every request who asks.
type bearer struct{ token string }

// RoundTrip implements [http.RoundTripper].
func (b bearer) RoundTrip(request *http.Request) (*http.Response, error) {
	if b.token != "" {
		request = request.Clone(request.Context())
		request.Header.Set("Authorization", "Bearer "+b.token)
	}
	return http.DefaultTransport.RoundTrip(request)
}

// failure is what a program needs to know of an error.
type failure struct {
	code, hint string
}

// failureOf reads the code of the first error of an answer, which may have come with a status
// other than 200. A service that cannot be reached counts as unavailable.
func failureOf(err error) failure {
	var list gqlerror.List
	var status *graphql.HTTPError
	var network *url.Error
	switch {
	case errors.As(err, &status):
		list = status.Response.Errors
	case errors.As(err, &network):
		return failure{code: "UNAVAILABLE"}
	default:
		errors.As(err, &list)
	}
	if len(list) == 0 {
		return failure{}
	}
	code, _ := list[0].Extensions["code"].(string)
	hint, _ := list[0].Extensions["hint"].(string)
	return failure{code, hint}
}

// attempts is how often a call is made before its error is given up to.
const attempts = 5

// retry makes a call again while the service is busy, after 0.2 s, then twice as long each
// time, give or take a half. A write may be repeated, as it carries an idempotency key.
func retry[T any](ctx context.Context, call func() (T, error)) (T, error) {
	pause := 200 * time.Millisecond
	for attempt := 1; ; attempt++ {
		got, err := call()
		switch failureOf(err).code {
		case "UNAVAILABLE", "CONFLICT", "CONCURRENCY_LIMIT_EXCEEDED", "JOB_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED":
		default:
			return got, err
		}
		if attempt == attempts {
			return got, err
		}
		select {
		case <-ctx.Done():
			return got, ctx.Err()
		case <-time.After(pause/2 + rand.N(pause)):
		}
		pause *= 2
	}
}
