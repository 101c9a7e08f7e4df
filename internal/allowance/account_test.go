package allowance_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/causeway-memory/causeway/internal/allowance"
)

var errFull = errors.New("full")

// shared counts the shares that are out; most of them there are.
type shared struct {
	out, taken atomic.Int64
	most       int64
}

func (s *shared) take(context.Context) (func(), error) {
	if s.out.Add(1) > s.most {
		s.out.Add(-1)
		return nil, errFull
	}
	s.taken.Add(1)
	return func() { s.out.Add(-1) }, nil
}

func open(t *testing.T, s *shared) (context.Context, *allowance.Account) {
	t.Helper()
	ctx, a := allowance.Open(t.Context(), allowance.Limits{Bytes: 100_000, Fields: 50, Free: 10_000}, s.take)
	t.Cleanup(a.Close)
	return ctx, a
}

func TestAccount_EndsWhatIsTooLarge(t *testing.T) {
	for name, tt := range map[string]struct {
		why           string
		fields, bytes int
		shares        int64
		want          error
		taken         int64
	}{
		"small":       {"it needs no share", 10, 100, 0, nil, 0},
		"large":       {"it has one share, however much it grows", 20, 4_000, 1, nil, 1},
		"too long":    {"it is over the bytes", 30, 4_000, 1, allowance.ErrBytes, 1},
		"too many":    {"it is over the fields", 51, 1, 0, allowance.ErrFields, 0},
		"no share":    {"others have them all", 20, 4_000, 0, errFull, 0},
		"just enough": {"the greatest answer", 50, 2_000, 1, nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := &shared{most: tt.shares}
			ctx, a := open(t, s)
			var wg sync.WaitGroup
			for range tt.fields {
				wg.Go(func() { _ = a.Field(ctx, tt.bytes) }) // Err has the first
			}
			wg.Wait()
			if err := a.Err(); !errors.Is(err, tt.want) || (err == nil) != (ctx.Err() == nil) {
				t.Errorf("%s: %v, the context %v", tt.why, err, ctx.Err())
			}
			if s.taken.Load() != tt.taken {
				t.Errorf("%s: %d shares", tt.why, s.taken.Load())
			}
			a.Close()
			if s.out.Load() != 0 {
				t.Errorf("%s: %d shares are not given back", tt.why, s.out.Load())
			}
		})
	}
}

func TestAccount_WholeAnswer(t *testing.T) {
	_, a := open(t, &shared{})
	if err := a.Whole(100_000); err != nil {
		t.Error(err)
	}
	if err := a.Whole(100_001); !errors.Is(err, allowance.ErrBytes) {
		t.Error(err)
	}
}

func TestAccount_NoneCountsNothing(t *testing.T) {
	a := allowance.From(t.Context())
	if err := errors.Join(a.Field(t.Context(), 1<<40), a.Err(), allowance.Take(t.Context(), 1<<40)); err != nil {
		t.Error(err)
	}
	if n, err := allowance.Read(t.Context(), func(context.Context) (int, error) { return 7, nil }); n != 7 || err != nil {
		t.Error(n, err)
	}
}

func TestRead_IsRepeatedWithAShare(t *testing.T) {
	for name, tt := range map[string]struct {
		why           string
		contents      int
		shares        int64
		tries, brings int
		want          error
	}{
		"few":      {"what is small is read at once", 4, 0, 1, 4, nil},
		"many":     {"what is large is read again when there is a share, from the start", 20, 1, 2, 20, nil},
		"no share": {"others have them all", 20, 0, 1, 0, errFull},
		"too many": {"it is more than an answer may be read from", 60, 1, 2, 0, allowance.ErrRead},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, _ := open(t, &shared{most: tt.shares})
			tries := 0
			got, err := allowance.Read(ctx, func(ctx context.Context) (int, error) {
				tries++
				for i := range tt.contents {
					if err := allowance.Take(ctx, 2_000); err != nil {
						return i, err
					}
				}
				return tt.contents, nil
			})
			if !errors.Is(err, tt.want) || tries != tt.tries || err == nil && got != tt.brings {
				t.Errorf("%s: %d after %d tries, %v", tt.why, got, tries, err)
			}
		})
	}
}
