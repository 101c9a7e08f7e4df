package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/causeway-memory/causeway/internal/allowance"
)

// smallAnswer is how much an answer may take without a share of the memory of large ones; largeAnswers is how
// many large ones may be built or sent together, of one caller half as many. Of a caller that many may wait.
const (
	smallAnswer    = 256 << 10
	largeAnswers   = 8
	waitingAnswers = 8
)

// answers bounds what answers take, each alone and large ones together.
type answers struct {
	limits allowance.Limits
	shares *shares
}

func newAnswers(l Limits) answers {
	return answers{
		limits: allowance.Limits{Bytes: l.AnswerBytes, Fields: int64(l.Complexity), Free: min(smallAnswer, l.AnswerBytes)},
		shares: newShares(largeAnswers*l.AnswerBytes, waitingAnswers),
	}
}

// measured counts what each answer of an operation takes. An answer holds its share until the next one is asked for
// or its operation ends, because it is in memory until it was sent.
func (b answers) measured(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
	responses, last := next(ctx), func() {}
	return func(ctx context.Context) *graphql.Response {
		last()
		inner, account := allowance.Open(ctx, b.limits, b.share)
		keep := context.AfterFunc(ctx, account.Close)
		last = func() {
			keep()
			account.Close()
		}
		return b.bounded(ctx, account, responses(inner))
	}
}

func (b answers) share(ctx context.Context) (func(), error) {
	return b.shares.take(ctx, callerOf(ctx), b.limits.Bytes)
}

// bounded replaces an answer that was ended before it was complete by the reason.
func (b answers) bounded(ctx context.Context, account *allowance.Account, response *graphql.Response) *graphql.Response {
	if response == nil {
		return nil
	}
	err := account.Whole(len(response.Data))
	if err == nil {
		return response
	}
	refused := &graphql.Response{Errors: gqlerror.List{b.refusal(err)}}
	if kind := graphql.GetOperationContext(ctx).Operation.Operation; kind == ast.Mutation || !errors.Is(err, errNoShare) {
		refused.Data = json.RawMessage("null")
	}
	if graphql.GetOperationContext(ctx).Operation.Operation == ast.Mutation {
		refused.Errors[0].Message += "; what the operation wrote stays written"
	}
	return refused
}

// refusal words why there is no answer.
func (b answers) refusal(err error) *gqlerror.Error {
	switch {
	case errors.Is(err, allowance.ErrFields):
		return refuse(codeComplexity, "the answer has more than %d fields", b.limits.Fields)
	case errors.Is(err, allowance.ErrBytes):
		return refuse(codeAnswer, "the answer is over %d bytes", b.limits.Bytes)
	case errors.Is(err, allowance.ErrRead):
		return refuse(codeAnswer, "the episodes that the answer is read from are over %d bytes", b.limits.Bytes)
	}
	return refuse(codeConcurrency, "too many large answers are under way already")
}

// weigh counts a field by its name and its text; what is inside of it counts itself.
func weigh(ctx context.Context, next graphql.Resolver) (any, error) {
	account := allowance.From(ctx)
	if err := account.Err(); err != nil {
		return nil, err
	}
	value, err := next(ctx)
	if err != nil {
		return value, err
	}
	if err := account.Field(ctx, len(graphql.GetFieldContext(ctx).Field.Alias)+weight(value)); err != nil {
		return nil, err
	}
	return value, nil
}

// plainWeight is what a value takes that is no text, with the signs around its name.
const plainWeight = 8

// weight is how many bytes a value has in JSON, about.
func weight(value any) int {
	switch v := value.(type) {
	case string:
		return plainWeight + written(v)
	case *string:
		if v != nil {
			return plainWeight + written(*v)
		}
	case []string:
		sum := plainWeight
		for _, s := range v {
			sum += 3 + written(s)
		}
		return sum
	case fmt.Stringer:
		return 2 * plainWeight
	}
	return plainWeight
}

// written is how many bytes a text has in JSON: signs that must not stand there take up to six.
func written(s string) int {
	n := len(s)
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"', c == '\\', c == '\n', c == '\r', c == '\t':
			n++
		case c < 0x20:
			n += 5
		}
	}
	return n
}
