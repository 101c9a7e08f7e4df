package dependents

import (
	"fmt"
	"strings"
)

// Words says how much rests on the thing, or that nothing is known about it.
func (f Found) Words() string {
	if !f.Known() {
		return fmt.Sprintf("Nothing is known about %s.", f.Of)
	}
	counts, falls := map[Kind]int{}, 0
	for _, d := range f.Dependents {
		counts[d.Kind]++
		if d.Falls {
			falls++
		}
	}
	var parts []string
	for _, kind := range Kinds() {
		if n := counts[kind]; n > 0 {
			parts = append(parts, several(n, strings.ToLower(strings.ReplaceAll(string(kind), "_", " "))))
		}
	}
	are := "are"
	if falls == 1 {
		are = "is"
	}
	words := fmt.Sprintf("On %s rest, with itself, %s; without it %d of them %s no more.", f.Of, strings.Join(parts, ", "), falls, are)
	if f.Pending > 0 {
		words += fmt.Sprintf(" %s to be derived anew; what rests on them may be missing.", episodesAre(f.Pending))
	}
	if f.Cut {
		words += fmt.Sprintf(" Later decisions were followed over the first %d occurrences only.", mostReached)
	}
	return words
}

func episodesAre(n int) string {
	if n == 1 {
		return "1 episode is"
	}
	return fmt.Sprintf("%d episodes are", n)
}

func several(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
