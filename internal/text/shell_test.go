package text_test

import (
	"reflect"
	"testing"

	"github.com/causeway-memory/causeway/internal/text"
)

func TestPrograms(t *testing.T) {
	for line, want := range map[string][][]string{
		"":                                    nil,
		"ls -la":                              {{"ls", "-la"}},
		"cd x && go test ./... | tail -3":     {{"cd", "x"}, {"go", "test", "./..."}, {"tail", "-3"}},
		`echo 'a b' "c; d" e\ f`:              {{"echo", "a b", "c; d", "e f"}},
		"make 2>&1 >out.txt; rm x":            {{"make", "2>&1", ">out.txt"}, {"rm", "x"}},
		"cat <<END >a.txt\nrm -rf /\nEND\nls": {{"cat", "<<END", ">a.txt"}, {"ls"}},
		"a\nb":                                {{"a"}, {"b"}},
	} {
		if got := text.Programs(line); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
